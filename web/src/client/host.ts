// Who answers what a page asks: the server that has sent it, or this device, which hosts tables and computes by itself once
// the engine is on it. A static site has no server, so the device answers everything there.
import type { Device } from "../here/device";
import { row, unfinished } from "../here/shelf";
import type { Socket } from "./connection";
import type { Facts } from "./http_client";
import { reach } from "./reach.svelte";
import { ROOT } from "./root";

/** Built for a static server (`make site`). */
export const SITE = import.meta.env.MODE === "site";

/** The way to a host: what is asked of it outside of a table, and the connection to one. */
export interface Transport {
  /** Return the answer to a request under `/api`; null where nobody answers. */
  asked(method: string, path: string, body?: string): Promise<Response | null>;
  socket(table: string): Socket;
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

/** Ask the server that has sent this page, whatever the device could answer. */
export const atServer = SERVER.asked;

let running: Device | undefined;

/** Return this device as a host. What that takes is loaded with the first question. */
export async function thisDevice(): Promise<Device> {
  running ??= (await import("../here/begin")).device;
  return running;
}

/** What a proxy answers whose server does not. */
const UNREACHABLE = [502, 503, 504];
/** Requests that the device answers where the server cannot be reached, by the first part of their paths. */
const ON_DEVICE = ["analyse", "bootstrap", "guests", "imports", "matches", "me", "options", "problems", "score", "statistics", "tables"];
/** Those of them that are about an account. */
const OF_ACCOUNT = ["problems/progress"];

/** Whether the server has answered, and not a proxy in its place. */
async function reached(answer: Response | null): Promise<boolean> {
  if (!answer || !UNREACHABLE.includes(answer.status)) return answer !== null;
  return answer.clone().json().then(() => true, () => false);
}

/** Whether the device has all that it takes to answer. */
export async function canAnswer(): Promise<boolean> {
  return running?.engine === "ready" || (await import("../here/kept_engine")).isEngineKept();
}

/** Whether a table or a match is one that this device hosts. */
export async function isOnDevice(id: string): Promise<boolean> {
  if (SITE) return true;
  return row("tables", id).then((found) => found !== undefined, () => false);
}

/** Return the host of a table. */
export const hostOf = async (table: string): Promise<Transport> => ((await isOnDevice(table)) ? thisDevice() : SERVER);

/** Return the answer to a request under `/api`; null where nobody answers. */
export async function ask(method: string, path: string, body?: string): Promise<Response | null> {
  const [first = "", id] = path.split(/[/?]/);
  if (SITE || first === "kept") return (await thisDevice()).asked(method, path, body);
  if (id && (first === "tables" || first === "matches") && path.startsWith(`${first}/`)) {
    return (await hostOf(decodeURIComponent(id))).asked(method, path, body);
  }
  // The scorer needs no server; until the engine has started, the server answers sooner.
  if (first === "score" && (await canAnswer()) && (await thisDevice()).engine === "ready") return running!.asked(method, path, body);
  const answer = await SERVER.asked(method, path, body);
  reach.lost = !(await reached(answer));
  if (!reach.lost || !ON_DEVICE.includes(first) || OF_ACCOUNT.includes(path) || (path === "tables" && needsPeople(body))) return answer;
  if (await canAnswer()) return (await thisDevice()).asked(method, path, body);
  return navigator.serviceWorker?.controller ? ENGINE_ABSENT() : answer;
}

/** The answer where pages are kept on this device, and what answers for them is not yet. */
const ENGINE_ABSENT = () => Response.json({ reason: { key: "engine-absent", numbers: {} } }, { status: 503 });

/** Whether a table that is to be opened has seats for other people. */
function needsPeople(opening = "{}"): boolean {
  const { bots, coach } = JSON.parse(opening) as { bots?: boolean; coach?: boolean };
  return !bots && !coach;
}

/** Return the unfinished tables of this device, beside what a server tells of; none where their rows cannot be read. */
export async function tablesHere(): Promise<Facts[]> {
  try {
    if (!(await unfinished())) return [];
    const answer = await (await thisDevice()).asked("GET", "bootstrap");
    const { tables } = (await answer?.json()) as { tables: Facts[] };
    return tables.map((table) => ({ ...table, here: true }));
  } catch (error) {
    console.info(error);
    return [];
  }
}

/** The path of the page of a table. */
export const tablePath = (id: string): string => `${ROOT}t/${id}`;
