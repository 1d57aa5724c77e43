// What pages and the worker that hosts the tables of this device say to each other, over a channel that all of them hear.
import { ROOT } from "../client/root";

/** Where Python, the package, and what both need are: `make site` puts it there. */
export const ENGINE = `${ROOT}engine/`;
export const CHANNEL = "prikup-here";
/** Who holds it hosts; the next page in the line takes over when it is closed. */
export const LOCK = "prikup-host";

/** What a page says. `from` is the page; a request and a socket have a number there; `name` is the person's, "" for none. */
export type FromPage =
  | { from: string; request: number; method: string; path: string; body: string }
  | { from: string; socket: number; join: string; name: string }
  | { from: string; socket: number; say: string }
  | { from: string; socket: number; leave: true };

/** What the host says: that it has begun and knows of nobody yet, that it could not begin, that it has noted a fact about this
 * device, or something `to` a page. */
export type FromHost =
  | { begun: true }
  | { failed: true }
  | { noted: string }
  | { to: string; request: number; status: number; answer: string }
  | { to: string; socket: number; joined: true }
  | { to: string; socket: number; told: string }
  | { to: string; socket: number; closed: number };
