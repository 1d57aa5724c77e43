// Who hosts the tables of this page: a server, or this very device where the page is a site that has none.
import { Device } from "../here/device";
import type { Socket } from "./connection";

/** Built for a static server (`make site`): every table stands on this device. */
export const ALONE = import.meta.env.MODE === "site";

/** The way to a host: what is asked of it outside of a table, and the connection to one. */
export interface Transport {
  /** Return the answer to a request under `/api`; null where nobody answers. */
  asked(method: string, path: string, body?: string): Promise<Response | null>;
  socket(table: string): Socket;
}

const SERVER: Transport = {
  asked(method, path, body) {
    const headers: Record<string, string> = method === "GET" ? {} : { "Content-Type": "application/json" };
    return fetch(`/api/${path}`, { method, headers, ...(body === undefined ? {} : { body }) }).catch(() => null);
  },
  socket(table) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(table)}`);
  },
};

export const host: Transport = ALONE ? new Device() : SERVER;

/** The path of the page of a table. */
export const tablePath = (id: string): string => `/${ALONE ? "here" : "t"}/${id}`;
