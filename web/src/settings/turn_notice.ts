// A notice of the browser that it is one's turn, while its page is not seen.
import { ROOT } from "../client/root";

const known = (): boolean => typeof Notification !== "undefined";

/** Return what the browser says of notices; "unknown" if it has none, as over plain http and on some phones. */
export function allowed(): NotificationPermission | "unknown" {
  return known() ? Notification.permission : "unknown";
}

/** Ask the browser, which asks the player; only what is pressed may do so. Resolves to whether notices are allowed. */
export async function ask(): Promise<boolean> {
  if (!known()) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Show a notice if that is allowed; what is returned takes it away. A press on it leads to the page. */
export function show(text: string, lang: string): () => void {
  if (allowed() !== "granted") return () => undefined;
  try {
    const notice = new Notification(text, { lang, tag: "prikup-turn", icon: `${ROOT}mark.svg` });
    notice.onclick = () => {
      focus();
      notice.close();
    };
    return () => notice.close();
  } catch {
    return () => undefined; // Chrome on Android knows them and shows none to a page
  }
}
