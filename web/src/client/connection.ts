// The connection to a table: it comes back by itself, and nothing that was sent under an id is lost or done twice.
import type { Act, Propose, Reason, Sent, Told } from "./protocol";

/** `lost`: it tries again; `elsewhere`: another window took the seat; `gone`: there is nothing to come back to. */
export type Status = "connecting" | "open" | "lost" | "elsewhere" | "gone";

/** What a WebSocket is used for; tests have their own. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface ConnectionListener {
  heard(message: Told): void;
  changed(status: Status): void;
}

type Command = Act | Propose;

/**
 * Milliseconds before each attempt to connect again; the last of them for ever. For ten seconds it is one a second: so long a
 * restart takes, or another server to take over the tables of a dead one, and a longer pause would only add to that.
 */
const PAUSES = [200, 500, ...Array<number>(10).fill(1000), 2000, 4000, 8000];
/** How long a command waits for its answer, in milliseconds, before the line counts as dead. */
const PATIENCE = 6000;
const ELSEWHERE = 4001;
const BAD_MESSAGES = 4000;
const GONE = [4003, 4004];

/** Return an id for a command that was never used before. */
export function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  status: Status = "connecting";
  /** Why the server closed, if it said so. */
  goodbye: Reason | null = null;
  #socket: Socket | null = null;
  #failures = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  readonly #waiting = new Map<string, Command>();

  constructor(
    readonly listener: ConnectionListener,
    readonly socket: () => Socket,
  ) {
    addEventListener("online", this.#online);
    addEventListener("offline", this.#offline);
    this.connect();
  }

  /** Say something that needs no receipt; return false if it cannot be sent now. */
  send(message: Sent): boolean {
    if (this.status !== "open") return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** Do an action or several; return the id under which that will be answered. */
  act(n: number, act: number | number[]): string {
    return this.#command({ type: "act", n, id: fresh(), act });
  }

  propose(what: Omit<Propose, "type" | "id">): string {
    return this.#command({ type: "propose", id: fresh(), ...what });
  }

  /** Connect now: after a loss, or to take the seat back from another window. */
  connect(): void {
    clearTimeout(this.#again);
    this.#drop();
    const socket = this.socket();
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#heard(JSON.parse(String(event.data)) as Told);
    socket.onclose = (event) => this.#closed(event.code);
    if (this.status !== "lost") this.#become("connecting");
  }

  /** Leave for good. */
  close(): void {
    removeEventListener("online", this.#online);
    removeEventListener("offline", this.#offline);
    clearTimeout(this.#again);
    this.#waiting.clear();
    this.#drop();
  }

  #command(command: Command): string {
    this.#waiting.set(command.id, command);
    this.send(command);
    this.#expect();
    return command.id;
  }

  #opened(): void {
    this.goodbye = null;
    this.#become("open");
    for (const command of this.#waiting.values()) this.send(command);
    this.#expect();
  }

  #heard(message: Told): void {
    this.#failures = 0;
    if (message.type === "receipt" || message.type === "refused") this.#waiting.delete(message.id);
    if (message.type === "goodbye") this.goodbye = message.reason;
    this.#expect();
    this.listener.heard(message);
  }

  #closed(code: number): void {
    this.#drop();
    if (code === BAD_MESSAGES) this.#waiting.clear();
    if (code === ELSEWHERE || GONE.includes(code)) {
      this.#waiting.clear();
      this.#become(code === ELSEWHERE ? "elsewhere" : "gone");
      return;
    }
    this.#again = setTimeout(() => this.connect(), PAUSES[Math.min(this.#failures, PAUSES.length - 1)]);
    this.#failures += 1;
    this.#become("lost");
  }

  /** Close the socket and listen to it no more. */
  #drop(): void {
    clearTimeout(this.#watch);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** A line on which nothing comes back is cut, and tried again. */
  #expect(): void {
    clearTimeout(this.#watch);
    if (this.#waiting.size && this.status === "open") this.#watch = setTimeout(() => this.#closed(0), PATIENCE);
  }

  #become(status: Status): void {
    if (status === this.status) return;
    this.status = status;
    this.listener.changed(status);
  }

  readonly #online = (): void => {
    if (this.status === "lost") this.connect();
  };

  readonly #offline = (): void => {
    if (this.status === "open" || this.status === "connecting") this.#closed(0);
  };
}
