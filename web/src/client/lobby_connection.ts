// The WebSocket connection to the lobby of the server. It reconnects by itself, and is closed while the page is hidden.
import type { Socket } from "./connection";
import type { LobbyCommand, LobbyMessage } from "./lobby_protocol";

export interface LobbyListener {
  receive(message: LobbyMessage): void;
  /** The list is out of date until the next message arrives. */
  lose(): void;
}

/** Milliseconds before each attempt to reconnect; the last repeats. */
const PAUSES = [500, 1000, 2000, 5000, 10_000, 30_000];
/** Milliseconds after which the connection of a hidden page is closed. */
export const HIDDEN_MS = 60_000;
/** Codes after which the server would refuse again. */
const CLOSED_FOR_GOOD = [4003, 4004];

export class LobbyConnection {
  #socket: Socket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(
    private readonly listener: LobbyListener,
    private readonly socket: () => Socket,
    private readonly look: LobbyCommand = { type: "look" },
  ) {
    document.addEventListener?.("visibilitychange", this.#change);
    if (!document.hidden) this.#connect();
  }

  /** Close the connection for good. */
  close(): void {
    document.removeEventListener?.("visibilitychange", this.#change);
    this.#isOver = true;
    this.#drop();
  }

  #connect(): void {
    this.#drop();
    const socket = this.socket();
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.look));
    socket.onmessage = (event) => {
      this.#failures = 0;
      this.listener.receive(JSON.parse(String(event.data)) as LobbyMessage);
    };
    socket.onclose = (event) => this.#handleClose(event.code);
  }

  #handleClose(code: number): void {
    this.#drop();
    this.listener.lose();
    if (CLOSED_FOR_GOOD.includes(code)) this.#isOver = true;
    if (this.#isOver || document.hidden) return;
    this.#timer = setTimeout(() => this.#connect(), PAUSES[Math.min(this.#failures, PAUSES.length - 1)]);
    this.#failures += 1;
  }

  /** Close the socket and detach its handlers. */
  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  readonly #change = (): void => {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    if (document.hidden) this.#timer = setTimeout(() => this.#drop(), HIDDEN_MS);
    else if (!this.#socket) this.#connect();
  };
}
