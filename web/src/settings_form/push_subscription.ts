// This browser's permission to be sent messages while no page is open.
import { subscribe, unsubscribe } from "../client/notices_client";

/** Return whether this browser can be sent messages: it has a service worker, and the browser supports push. */
export const isPushPossible = (): boolean =>
  Boolean(globalThis.navigator.serviceWorker?.controller) && typeof PushManager !== "undefined";

const registration = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.ready;

/** Return the address of this browser's push service; "" if the browser is not subscribed. */
export async function currentEndpoint(): Promise<string> {
  if (!isPushPossible()) return "";
  return (await (await registration()).pushManager.getSubscription())?.endpoint ?? "";
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Give the server a subscription of this browser, with the language of its messages. */
async function sendSubscription(subscription: PushSubscription, language: string): Promise<void> {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  await subscribe({ endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" }, language });
}

/** Let the server send messages to this browser; `key` is the server's public key. This must follow a press, and
 * throws if the browser or the server refuses. */
export async function allowMessages(key: string, language: string): Promise<void> {
  const { pushManager } = await registration();
  const old = await pushManager.getSubscription();
  await old?.unsubscribe(); // it may have been made with another key
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  try {
    await sendSubscription(subscription, language);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

/** Change the language of the messages to this browser, if it is sent any. */
export async function renewMessages(language: string): Promise<void> {
  const subscription = await (await registration()).pushManager.getSubscription();
  if (subscription) await sendSubscription(subscription, language);
}

/** Let the server send no more messages to this browser. */
export async function endMessages(): Promise<void> {
  const subscription = await (await registration()).pushManager.getSubscription();
  if (!subscription) return;
  await unsubscribe(subscription.endpoint);
  await subscription.unsubscribe();
}
