// The tables of this device, as a page reaches them: one page of them all has a worker that hosts.
import { fresh, type Socket } from "../client/connection";
import type { Transport } from "../client/host";
import { CHANNEL, LOCK, type FromHost, type FromPage } from "./messages";
import { unfinished } from "./shelf";

/** WebSocket's own: the line broke, without a goodbye. */
const BROKEN = 1006;

class DeviceSocket implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  joined = false;

  constructor(
    readonly say: (what: { join: string } | { say: string } | { leave: true }) => void,
    readonly table: string,
    readonly forget: () => void,
  ) {
    this.join();
  }

  join(): void {
    this.say({ join: this.table });
  }

  send(text: string): void {
    this.say({ say: text });
  }

  close(): void {
    this.forget();
    this.say({ leave: true });
  }

  /** The host is not there any more, or has closed. */
  end(code: number): void {
    this.forget();
    this.onclose?.(new CloseEvent("close", { code }));
  }

  hear(message: Extract<FromHost, { socket: number }>): void {
    if ("told" in message) this.onmessage?.(new MessageEvent("message", { data: message.told }));
    else if ("closed" in message) this.end(message.closed);
    else {
      this.joined = true;
      this.onopen?.(new Event("open"));
    }
  }
}

export class Device implements Transport {
  readonly #me = fresh();
  readonly #channel = new BroadcastChannel(CHANNEL);
  readonly #requests = new Map<number, { message: FromPage; answer: (found: Response) => void }>();
  readonly #sockets = new Map<number, DeviceSocket>();
  #numbers = 0;
  #stands = false;

  constructor() {
    this.#channel.onmessage = ({ data }: MessageEvent<FromHost>) => this.#hear(data);
    addEventListener("pagehide", () => [...this.#sockets.values()].forEach((socket) => socket.close()));
  }

  asked(method: string, path: string, body = ""): Promise<Response | null> {
    // From the first table on there is something to lose.
    if (method === "POST" && path === "tables") void navigator.storage.persist().catch(() => false);
    return method === "GET" && path.startsWith("bootstrap") ? this.#bootstrap(path) : this.#ask(method, path, body);
  }

  socket(table: string): Socket {
    this.#stand();
    const socket = ++this.#numbers;
    const say = (what: object): void => this.#say({ from: this.#me, socket, ...what } as FromPage);
    const made = new DeviceSocket(say, table, () => this.#sockets.delete(socket));
    this.#sockets.set(socket, made);
    return made;
  }

  #ask(method: string, path: string, body: string): Promise<Response> {
    this.#stand();
    const request = ++this.#numbers;
    const message = { from: this.#me, request, method, path, body };
    this.#say(message);
    return new Promise((answer) => this.#requests.set(request, { message, answer }));
  }

  /** Return what every page is told first: without tables it need not wait for the host. */
  async #bootstrap(path: string): Promise<Response> {
    const games = path.includes("games=true") ? ((await (await fetch("/catalogue.json")).json()) as unknown[]) : [];
    setTimeout(() => this.#stand());
    const waits = await unfinished().catch(() => null);
    if (waits === null) return Response.json({ reason: { key: "not-read", numbers: {} } }, { status: 503 });
    if (!waits) return Response.json({ me: { id: "here", name: "", guest: true }, tables: [], guest_days: 0, games });
    return Response.json({ ...((await (await this.#ask("GET", "bootstrap", "")).json()) as object), games });
  }

  #say(message: FromPage): void {
    this.#channel.postMessage(message);
  }

  #hear(message: FromHost): void {
    if ("begun" in message) this.#begin();
    else if (!("to" in message) || message.to !== this.#me) return;
    else if ("request" in message) {
      this.#requests.get(message.request)?.answer(new Response(message.answer, { status: message.status }));
      this.#requests.delete(message.request);
    } else this.#sockets.get(message.socket)?.hear(message);
  }

  /** A host has begun, which knows of nothing that was said to another one. */
  #begin(): void {
    for (const { message } of this.#requests.values()) this.#say(message);
    for (const socket of [...this.#sockets.values()]) {
      if (socket.joined) socket.end(BROKEN);
      else socket.join();
    }
  }

  /** Host, or be the next to do so. */
  #stand(): void {
    if (this.#stands) return;
    this.#stands = true;
    const worker = (): Worker => new Worker(new URL("./host_worker.ts", import.meta.url), { type: "module" });
    void navigator.locks.request(LOCK, () => new Promise<never>(() => worker()));
  }
}
