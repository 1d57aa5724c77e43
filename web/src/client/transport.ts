// Route a request to its host: the server that sent the page, or this device, which hosts tables and computes once it
// has the engine. On a static site there is no server and the device answers everything.
import type { NewTable } from "./api_types";
import type { Socket } from "./connection";
import { DEVICE_PATHS, SERVER_PATHS } from "./device_paths";
import { reach } from "./reach.svelte";
import { ROOT } from "../address/root";

/** Built as a static site (`make site`). */
export const SITE = import.meta.env.MODE === "site";

/** The connection to a host: HTTP requests outside a table, and the WebSocket of a table. */
export interface Transport {
  /** Return the response to a request under `/api`; null if the host is unreachable. */
  request(method: string, path: string, body?: string): Promise<Response | null>;
  socket(table: string): Socket;
}

/** Return the address of a WebSocket of the server, with this path under `ws`. */
function socketAddress(path: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${ROOT}ws/${path}`;
}

/** Open a WebSocket to the lobby of the server. */
export const lobbySocket = (): Socket => new WebSocket(socketAddress("lobby"));

const SERVER: Transport = {
  request(method, path, body) {
    const headers: Record<string, string> = method === "GET" ? {} : { "Content-Type": "application/json" };
    return fetch(`${ROOT}api/${path}`, { method, headers, ...(body === undefined ? {} : { body }) }).catch(() => null);
  },
  socket(table) {
    return new WebSocket(socketAddress(`tables/${encodeURIComponent(table)}`));
  },
};

/** Send a request to the server that sent this page, even if the device could answer it. */
export const requestServer = SERVER.request;

/** The state of the engine: loading (in this or another page), ready, failed to load, not supported by the browser, or
 * not allowed because the page was opened over plain http. */
export type EngineState = "loading" | "ready" | "failed" | "lacking" | "insecure";

/** This device as a host. */
export interface DeviceHost extends Transport {
  readonly engine: EngineState;
  /** Called when the engine becomes ready after a `bootstrap` was answered without its tables. */
  onready: () => void;
  /** Try to load the engine again. */
  retry(): void;
}

/** This device before it is a host: what it stores, and how its host starts. */
export interface LocalDevice {
  /** Return whether a table or match is stored here. */
  hasTable(id: string): Promise<boolean>;
  hasUnfinishedTable(): Promise<boolean>;
  /** Return whether the engine is stored here, so that it starts without a network. */
  isEngineStored(): Promise<boolean>;
  /** Load the host's code and start it. */
  start(): Promise<DeviceHost>;
}

/** A device that stores nothing, until `setDevice` hands in the real one. */
let device: LocalDevice = {
  hasTable: () => Promise.resolve(false),
  hasUnfinishedTable: () => Promise.resolve(false),
  isEngineStored: () => Promise.resolve(false),
  start: () => Promise.reject(new Error("no device was handed to the transport")),
};

/** Hand in this device, which is implemented in a layer above (`device/local_device.ts`). */
export function setDevice(localDevice: LocalDevice): void {
  device = localDevice;
}

let runningHost: DeviceHost | undefined;

/** Return this device as a host. Its code is loaded on first use. */
export async function thisDevice(): Promise<DeviceHost> {
  runningHost ??= await device.start();
  return runningHost;
}

/** Status codes with which a proxy reports an unreachable server. */
const UNREACHABLE = [502, 503, 504];
/** Return whether the server itself answered, rather than a proxy in front of it. */
async function isFromServer(answer: Response | null): Promise<boolean> {
  if (!answer || !UNREACHABLE.includes(answer.status)) return answer !== null;
  return answer.clone().json().then(() => true, () => false);
}

/** Return whether the engine is running or stored on this device. */
export async function isEngineAvailable(): Promise<boolean> {
  return runningHost?.engine === "ready" || device.isEngineStored();
}

/** Return whether this device hosts the table or match. */
export async function isOnDevice(id: string): Promise<boolean> {
  return SITE || device.hasTable(id);
}

/** Return whether a table of this device has an unfinished match. */
export const hasUnfinishedTable = (): Promise<boolean> => device.hasUnfinishedTable();

/** Return the host of a table. */
export const hostOf = async (table: string): Promise<Transport> => ((await isOnDevice(table)) ? thisDevice() : SERVER);

/** The number of requests to the server so far, and the last of them that it has answered. */
let [requests, answered] = [0, 0];

/** Return the response to a request under `/api`; null if no host answers. */
export async function requestHost(method: string, path: string, body?: string): Promise<Response | null> {
  const [area = "", id] = path.split(/[/?]/);
  if (SITE || area === "kept") return (await thisDevice()).request(method, path, body);
  if (id && (area === "tables" || area === "matches") && path.startsWith(`${area}/`)) {
    return (await hostOf(decodeURIComponent(id))).request(method, path, body);
  }
  // The scorer needs no server. Until the engine has started, though, the server answers sooner.
  if (area === "score" && (await isEngineAvailable()) && (await thisDevice()).engine === "ready")
    return runningHost!.request(method, path, body);
  const number = ++requests;
  const answer = await SERVER.request(method, path, body);
  const isLost = !(await isFromServer(answer));
  if (!isLost) answered = Math.max(answered, number);
  // A request may fail long after later ones have been answered.
  if (!isLost || number > answered) reach.isLost = isLost;
  if (!isLost || !canDeviceAnswer(area, path) || (path === "tables" && needsPeople(body))) return answer;
  if (await isEngineAvailable()) return (await thisDevice()).request(method, path, body);
  return navigator.serviceWorker?.controller ? engineAbsentResponse() : answer;
}

/** Return whether a device answers requests with this path, whose first segment is `first`. */
function canDeviceAnswer(area: string, path: string): boolean {
  // A device has no guests: it answers with its owner.
  return path === "guests" || (DEVICE_PATHS.includes(area) && !SERVER_PATHS.includes(path));
}

/** The response if pages are stored on this device but the engine is not. */
const engineAbsentResponse = () => Response.json({ reason: { key: "engine-absent", numbers: {} } }, { status: 503 });

/** Return whether a table to be opened needs other people: it has neither bots nor a coach. */
function needsPeople(opening = "{}"): boolean {
  const { bots, coach } = JSON.parse(opening) as Partial<NewTable>;
  return !bots && !coach;
}

/** Return the path of a table's page. */
export const tablePath = (id: string): string => `${ROOT}t/${id}`;
