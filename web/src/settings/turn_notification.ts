// Browser notifications while the page is hidden: the player has to act, a table is found, or a friend calls.
import { ROOT } from "../address/root";

const isSupported = (): boolean => typeof Notification !== "undefined";

/** Return the browser's permission for notifications; "unknown" if it has none, as over plain http and on some
 * phones. */
export function notificationPermission(): NotificationPermission | "unknown" {
  return isSupported() ? Notification.permission : "unknown";
}

/** Request the browser's permission, which must follow a press. Resolves to whether notifications are allowed. */
export async function requestPermission(): Promise<boolean> {
  if (!isSupported()) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Show a notification if allowed; return a function that closes it. A press on it focuses the page. It replaces the
 * last one of its kind. */
export function showNotification(text: string, lang: string, kind: "turn" | "call" = "turn"): () => void {
  if (notificationPermission() !== "granted") return () => undefined;
  try {
    const notice = new Notification(text, { lang, tag: `prikup-${kind}`, icon: `${ROOT}mark.svg` });
    notice.onclick = () => {
      focus();
      notice.close();
    };
    return () => notice.close();
  } catch {
    return () => undefined; // Chrome on Android has the API but does not allow it to a page
  }
}
