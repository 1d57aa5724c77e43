// Client of the notices API: which notices an absent visitor receives, and over which channels.
import type {
  NewAddress,
  NewSubscription,
  NewWishes,
  NoticePage,
  Secret,
  StandingPage,
  StandingWishes,
  SubscriptionId,
} from "./api_types";
import { requestAtServer as request } from "./http_client";

export const noticePage = () => request<NoticePage>("GET", "notices");
/** Change which notices the visitor receives; fields that are absent stay as they are. */
export const setWishes = (change: Partial<NewWishes>) => request<NoticePage>("PUT", "notices", change);
export const subscribe = (subscription: NewSubscription) =>
  request<SubscriptionId>("POST", "notices/push", subscription);
export const unsubscribe = (endpoint: string) =>
  request<NoticePage>("DELETE", `notices/push?${new URLSearchParams({ endpoint })}`);
/** Send a test message to all browsers of the visitor. */
export const sendTest = () => request<unknown>("POST", "notices/test");
/** Set the mail address; the server sends it a link that proves it. */
export const setAddress = (address: string, language: string) =>
  request<unknown>("POST", "notices/mail", { address, language } satisfies NewAddress);
export const removeAddress = () => request<NoticePage>("DELETE", "notices/mail");
/** Prove a mail address with the secret that was sent to it. */
export const proveAddress = (secret: string) =>
  request<unknown>("POST", "notices/mail/proof", { secret } satisfies Secret);
/** Stop all mails to the address to which this secret was sent. */
export const stopMails = (secret: string) =>
  request<unknown>("POST", `notices/mail/stop/${encodeURIComponent(secret)}`);
/** Return the hours at which the visitor wants a notice when somebody looks for players. */
export const standing = () => request<StandingPage>("GET", "me/standing");
export const setStanding = (wishes: StandingWishes) => request<StandingPage>("PUT", "me/standing", wishes);
