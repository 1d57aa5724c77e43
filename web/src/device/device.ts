// Transport to the tables hosted on this device. All open pages share one host worker (Python in WebAssembly): the page
// that holds the Web Lock runs it, the others reach it over a BroadcastChannel, and the next page in line takes over
// when that page closes. Requests and sockets look the same as those of a server.
import type { Socket } from "../client/connection";
import type { Me } from "../client/api_types";
import type { DeviceHost, EngineState } from "../client/transport";
import { ROOT } from "../address/root";
import { rememberedName, rememberName } from "../client/remembered_name";
import { CHANNEL, ENGINE, LOCK, type FromHost, type FromPage } from "./engine/host_messages";
import { hasUnfinishedTable } from "./row_store";
import { SAVES_DATA } from "./save_data";

/** The WebSocket close code for a connection that was lost without a close message. */
const LOST_CONNECTION = 1006;

class DeviceSocket implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  isJoined = false;

  constructor(
    readonly post: (content: { join: string; name: string } | { say: string } | { leave: true }) => void,
    readonly table: string,
    readonly unregister: () => void,
  ) {
    this.join();
  }

  join(): void {
    this.post({ join: this.table, name: rememberedName() });
  }

  send(text: string): void {
    this.post({ say: text });
  }

  close(): void {
    this.unregister();
    this.post({ leave: true });
  }

  /** Close the socket: the host is gone or has closed it. */
  end(code: number): void {
    this.unregister();
    this.onclose?.(new CloseEvent("close", { code }));
  }

  receive(message: Extract<FromHost, { socket: number }>): void {
    if ("told" in message) this.onmessage?.(new MessageEvent("message", { data: message.told }));
    else if ("closed" in message) this.end(message.closed);
    else {
      this.isJoined = true;
      this.onopen?.(new Event("open"));
    }
  }
}

export class Device implements DeviceHost {
  engine: EngineState =
    typeof WebAssembly === "undefined" ? "lacking" : globalThis.isSecureContext ? "loading" : "insecure";
  /** Called when the engine's state, or whether this page waits for it, may have changed. */
  onchange: () => void = () => undefined;
  onready: () => void = () => undefined;
  readonly #me = crypto.getRandomValues(new Uint32Array(4)).join("-"); // without https there is no `randomUUID`
  readonly #channel = new BroadcastChannel(CHANNEL);
  readonly #requests = new Map<number, { message: FromPage; answer: (response: Response) => void }>();
  readonly #sockets = new Map<number, DeviceSocket>();
  #lastNumber = 0;
  #isQueued = false;
  #worker: Worker | undefined;
  /** Callbacks of requests to abandon if the engine fails. */
  #onfailure: (() => void)[] = [];
  #stopHost: () => void = () => undefined;

  constructor() {
    this.#channel.onmessage = ({ data }: MessageEvent<FromHost>) => this.#receive(data);
    addEventListener("online", () => this.engine === "failed" && this.retry());
    // An engine that is already stored on the device starts without slowing down a page that is loading.
    void globalThis.caches?.match(`${ENGINE}pyodide.asm.wasm`).then(
      (cachedEngine) => cachedEngine && this.#queueForHost(),
      () => undefined,
    );
    addEventListener("pagehide", ({ persisted }) => this.#leave(persisted));
  }

  request(method: string, path: string, body = ""): Promise<Response | null> {
    // From the first table on there is data to lose, so request persistent storage. WebKitGTK lacks this API.
    if (method === "POST" && path === "tables") void navigator.storage?.persist().catch(() => false);
    if (method === "PATCH" && path === "me") return this.#rename(body);
    if (path === "guests") return Promise.resolve(Response.json(this.#currentUser()));
    if (method === "GET" && path.startsWith("bootstrap")) return this.#bootstrap(path);
    return this.#sendRequest(method, path, body);
  }

  socket(table: string): Socket {
    this.#queueForHost();
    const socket = ++this.#lastNumber;
    const post = (content: object): void => this.#post({ from: this.#me, socket, ...content } as FromPage);
    const deviceSocket = new DeviceSocket(post, table, () => this.#sockets.delete(socket));
    this.#sockets.set(socket, deviceSocket);
    this.onchange();
    return deviceSocket;
  }

  /** Whether a request or a join has not been answered yet. */
  get isWaiting(): boolean {
    return this.#requests.size > 0 || [...this.#sockets.values()].some(({ isJoined }) => !isJoined);
  }

  /** Whether this browser cannot run the engine here. */
  get #isUnable(): boolean {
    return this.engine === "lacking" || this.engine === "insecure";
  }

  /** Try to load the engine again. */
  retry(): void {
    this.#changeEngine("loading");
    this.#queueForHost();
  }

  #changeEngine(engine: EngineState): void {
    this.engine = engine;
    this.onchange();
  }

  #sendRequest(method: string, path: string, body: string): Promise<Response> {
    if (this.#isUnable) return Promise.resolve(refusal("engine-unable"));
    this.#queueForHost();
    const request = ++this.#lastNumber;
    const message = { from: this.#me, request, method, path, body };
    this.#post(message);
    return new Promise((answer) => {
      this.#requests.set(request, { message, answer });
      this.onchange();
    });
  }

  /** Ask the host whether a name is allowed, and save it here: like settings, it belongs to this browser. */
  async #rename(body: string): Promise<Response> {
    const answer = await this.#sendRequest("PATCH", "me", body);
    if (answer.ok) rememberName(((await answer.clone().json()) as Me).name);
    return answer;
  }

  /** Return the user of this device. */
  #currentUser(): Me {
    return { id: "here", name: rememberedName(), guest: true };
  }

  /** Return the bootstrap data. If there are no tables, it does not wait for the host. */
  async #bootstrap(path: string): Promise<Response> {
    const games = path.includes("games=true")
      ? ((await (await fetch(`${ROOT}catalogue.json`)).json()) as unknown[])
      : [];
    if (!SAVES_DATA) setTimeout(() => this.#queueForHost());
    const hasUnfinished = await hasUnfinishedTable().catch(() => null);
    if (hasUnfinished === null) return refusal("not-read");
    const me = this.#currentUser();
    const host = hasUnfinished && !this.#isUnable ? await this.#hostBootstrap() : null;
    if (host && !host.ok) return host;
    return Response.json({ tables: [], guest_days: 0, ...((await host?.json()) as object | undefined), me, games });
  }

  /** Return the host's bootstrap data; null if the engine fails. `onready` is called if the engine becomes ready after
   * that. */
  async #hostBootstrap(): Promise<Response | null> {
    const bootstrap = this.#sendRequest("GET", "bootstrap", "");
    const failure = new Promise<null>((resolve) => this.#onfailure.push(() => resolve(null)));
    const response = await Promise.race([bootstrap, failure]);
    if (!response) void bootstrap.then(() => this.onready());
    return response;
  }

  #post(message: FromPage): void {
    this.#channel.postMessage(message);
  }

  #receive(message: FromHost): void {
    if ("failed" in message) return this.#handleFailure();
    if ("begun" in message || "to" in message) this.engine = "ready"; // messages to other pages count, too
    if ("begun" in message) this.#resendAll();
    else if (!("to" in message) || message.to !== this.#me) return;
    else if ("request" in message) {
      this.#requests.get(message.request)?.answer(new Response(message.answer, { status: message.status }));
      this.#requests.delete(message.request);
    } else this.#sockets.get(message.socket)?.receive(message);
    this.onchange();
  }

  /** The engine could not be loaded, by this page or another one. */
  #handleFailure(): void {
    this.#stopHost();
    this.#onfailure.splice(0).forEach((resolve) => resolve());
    this.#changeEngine("failed");
  }

  /** A new host has started and knows no earlier message: repeat requests and joins, and end the joined sockets. */
  #resendAll(): void {
    for (const { message } of this.#requests.values()) this.#post(message);
    for (const socket of [...this.#sockets.values()]) {
      if (socket.isJoined) socket.end(LOST_CONNECTION);
      else socket.join();
    }
  }

  /** Become the host, or wait in line for it. */
  #queueForHost(): void {
    if (this.#isQueued || this.#isUnable) return;
    this.#isQueued = true;
    void navigator.locks.request(LOCK, () => new Promise<void>((release) => this.#runHost(release)));
  }

  /** The page is being left. Unless the browser keeps it in its back/forward cache, terminate its worker first: a load
   * cut off by leaving is no failure of the engine, and the other pages must not be notified of one. */
  #leave(isCached: boolean): void {
    for (const socket of [...this.#sockets.values()]) socket.close();
    if (!isCached) this.#worker?.terminate();
  }

  /** Host until the page is closed or the engine has failed; then `release` releases the lock. */
  #runHost(release: () => void): void {
    const worker = (this.#worker = new Worker(new URL("./engine/host_worker.ts", import.meta.url), { type: "module" }));
    this.#stopHost = () => {
      this.#stopHost = () => undefined;
      this.#isQueued = false;
      worker.terminate();
      release();
    };
    worker.onerror = () => {
      if (this.engine === "ready") return; // an error of a single answer: the others continue
      this.#channel.postMessage({ failed: true } satisfies FromHost); // a page does not receive its own broadcast
      this.#handleFailure();
    };
  }
}

const refusal = (key: string): Response => Response.json({ reason: { key, numbers: {} } }, { status: 503 });
