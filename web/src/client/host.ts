// Who hosts the tables of this page: a server, or this very device. It does on a site, which has no server, and below one
// address of a server's pages.
import { Device } from "../here/device";
import type { Socket } from "./connection";
import { ROOT } from "./root";

/** Built for a static server (`make site`): every table stands on this device. */
export const SITE = import.meta.env.MODE === "site";
const HERE = `${ROOT}here`;
/** Whether the pages of a path are those of this device. */
export const ofDevice = (path: string): boolean => SITE || path === HERE || path.startsWith(`${HERE}/`);
/** The tables of this page stand on this device. */
export const ALONE = ofDevice(globalThis.location?.pathname ?? ROOT);
/** The folder of the pages that tell of what this page's host keeps, with a slash at its end. */
export const BASE = ALONE && !SITE ? `${HERE}/` : ROOT;
/** The lobby of this page's host. */
export const HOME = ALONE && !SITE ? HERE : ROOT;

/** The way to a host: what is asked of it outside of a table, and the connection to one. */
export interface Transport {
  /** Return the answer to a request under `/api`; null where nobody answers. */
  asked(method: string, path: string, body?: string): Promise<Response | null>;
  socket(table: string): Socket;
  /** Called when more is known than what was told at first. */
  onlate?: () => void;
}

const SERVER: Transport = {
  asked(method, path, body) {
    const headers: Record<string, string> = method === "GET" ? {} : { "Content-Type": "application/json" };
    return fetch(`${ROOT}api/${path}`, { method, headers, ...(body === undefined ? {} : { body }) }).catch(() => null);
  },
  socket(table) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}${ROOT}ws/tables/${encodeURIComponent(table)}`);
  },
};

/** Ask the server that has sent this page, whoever hosts its tables. */
export const atServer = SERVER.asked;

export let host: Transport = SITE ? new Device() : SERVER;

/** Let a device be the host of this page, before anything is asked. */
export const hostedBy = (device: Transport): void => void (host = device);

/** The path of the page of a table. */
export const tablePath = (id: string): string => `${ROOT}${ALONE ? "here" : "t"}/${id}`;
