// The messages between pages and the host worker of this device, over a BroadcastChannel.
import { ROOT } from "../../address/root";

/** The folder of Python, the package and their files, as written by `make site`. */
export const ENGINE = `${ROOT}engine/`;
export const CHANNEL = "prikup-here";
/** The Web Lock whose holder hosts; when its page closes, the next page in line takes over. */
export const LOCK = "prikup-host";

/** A message of a page. `from` is the page's id; requests and sockets are numbered per page; `name` is the user's, ""
 * if none. */
export type FromPage =
  | { from: string; request: number; method: string; path: string; body: string }
  | { from: string; socket: number; join: string; name: string }
  | { from: string; socket: number; say: string }
  | { from: string; socket: number; leave: true };

/** A message of the host: it has started with empty state, it failed to start, it has stored a fact about this device,
 * or a message `to` one page. */
export type FromHost =
  | { begun: true }
  | { failed: true }
  | { noted: string }
  | { to: string; request: number; status: number; answer: string }
  | { to: string; socket: number; joined: true }
  | { to: string; socket: number; told: string }
  | { to: string; socket: number; closed: number };
