// The WebSocket connection to a table. It reconnects by itself; a command with an id is neither lost nor executed
// twice.
import type { ActCommand, ProposeCommand, Reason, ClientCommand, ServerMessage } from "./protocol";

/** `lost`: reconnecting; `elsewhere`: another window took the seat; `gone`: the table is closed to this client. */
export type ConnectionStatus = "connecting" | "open" | "lost" | "elsewhere" | "gone";

/** The part of the WebSocket interface that is used; tests replace it. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface ConnectionListener {
  receive(message: ServerMessage): void;
  changeStatus(status: ConnectionStatus): void;
}

type Command = ActCommand | ProposeCommand;

/** Milliseconds before each attempt to reconnect; the last repeats. For ten seconds it is one attempt per second: a
 * restart, or another node taking over the tables of a dead one, takes about that long, and a longer pause would add to
 * it. */
const RETRY_PAUSES = [200, 500, ...Array<number>(10).fill(1000), 2000, 4000, 8000];
/** Milliseconds to wait for the answer to a command before the connection counts as dead. */
const ANSWER_TIMEOUT_MS = 6000;
/** Milliseconds to wait for the first message of a connection if a command is waiting. A node that cannot reach the
 * table yet looks for its owner for ten seconds, then closes the connection; giving up earlier would start the search
 * again. */
const FIRST_MESSAGE_TIMEOUT_MS = 12_000;
const OPENED_ELSEWHERE = 4001;
const BAD_MESSAGES = 4000;
const CLOSED_FOR_GOOD = [4003, 4004];

/** Return a new, random command id. */
export function newCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  status: ConnectionStatus = "connecting";
  /** The server's reason for closing the connection, if it sent one. */
  closeReason: Reason | null = null;
  #socket: Socket | null = null;
  #failures = 0;
  #messageArrived = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #unanswered = new Map<string, Command>();

  constructor(
    readonly listener: ConnectionListener,
    readonly openSocket: () => Socket,
  ) {
    addEventListener("online", this.#handleOnline);
    addEventListener("offline", this.#handleOffline);
    this.connect();
  }

  /** Send a message that needs no receipt; return false if the connection is not open. */
  send(message: ClientCommand): boolean {
    if (this.status !== "open") return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** Send one or more actions as one command; return its id. */
  act(n: number, act: number | number[]): string {
    return this.#command({ type: "act", n, id: newCommandId(), act });
  }

  propose(proposal: Omit<ProposeCommand, "type" | "id">): string {
    return this.#command({ type: "propose", id: newCommandId(), ...proposal });
  }

  /** Connect now: after a loss, or to take the seat back from another window. */
  connect(): void {
    clearTimeout(this.#retryTimer);
    this.#closeSocket();
    const socket = this.openSocket();
    this.#socket = socket;
    this.#messageArrived = false;
    socket.onopen = () => this.#handleOpen();
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => this.#handleClose(event.code);
    if (this.status !== "lost") this.#changeStatus("connecting");
  }

  /** Close the connection and stop reconnecting. */
  close(): void {
    removeEventListener("online", this.#handleOnline);
    removeEventListener("offline", this.#handleOffline);
    clearTimeout(this.#retryTimer);
    this.#unanswered.clear();
    this.#closeSocket();
  }

  #command(command: Command): string {
    this.#unanswered.set(command.id, command);
    this.send(command);
    this.#restartTimeout();
    return command.id;
  }

  #handleOpen(): void {
    this.closeReason = null;
    this.#changeStatus("open");
    for (const command of this.#unanswered.values()) this.send(command);
    this.#restartTimeout();
  }

  #receive(message: ServerMessage): void {
    if (message.type !== "goodbye") this.#failures = 0; // a server that closes at once is no success
    this.#messageArrived = true;
    if (message.type === "receipt" || message.type === "refused") this.#unanswered.delete(message.id);
    if (message.type === "goodbye") this.closeReason = message.reason;
    this.#restartTimeout();
    this.listener.receive(message);
  }

  #handleClose(code: number): void {
    this.#closeSocket();
    if (code === BAD_MESSAGES) this.#unanswered.clear();
    if (code === OPENED_ELSEWHERE || CLOSED_FOR_GOOD.includes(code)) {
      this.#unanswered.clear();
      this.#changeStatus(code === OPENED_ELSEWHERE ? "elsewhere" : "gone");
      return;
    }
    this.#retryTimer = setTimeout(
      () => this.connect(),
      RETRY_PAUSES[Math.min(this.#failures, RETRY_PAUSES.length - 1)],
    );
    this.#failures += 1;
    this.#changeStatus("lost");
  }

  /** Close the socket and detach its handlers. */
  #closeSocket(): void {
    clearTimeout(this.#answerTimer);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** Restart the timeout: if a command is still unanswered when it ends, drop the connection and reconnect. */
  #restartTimeout(): void {
    clearTimeout(this.#answerTimer);
    if (!this.#unanswered.size || this.status !== "open") return;
    const timeoutMs = this.#messageArrived ? ANSWER_TIMEOUT_MS : FIRST_MESSAGE_TIMEOUT_MS;
    this.#answerTimer = setTimeout(() => this.#handleClose(0), timeoutMs);
  }

  #changeStatus(status: ConnectionStatus): void {
    if (status === this.status) return;
    this.status = status;
    this.listener.changeStatus(status);
  }

  readonly #handleOnline = (): void => {
    if (this.status === "lost") this.connect();
  };

  readonly #handleOffline = (): void => {
    if (this.status === "open" || this.status === "connecting") this.#handleClose(0);
  };
}
