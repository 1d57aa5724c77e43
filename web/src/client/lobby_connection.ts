// The WebSocket connection to the lobby of the server, which the parts of a page share. It reconnects by itself, and is
// closed while the page is hidden, unless somebody looks for players.
import type { Socket } from "./connection";
import type { LobbyCommand, LobbyMessage } from "./lobby_protocol";
import { lobbySocket } from "./transport";

export interface LobbyListener {
  receive(message: LobbyMessage): void;
  /** The list is out of date until the next message arrives. */
  lose(): void;
}

/** Milliseconds before each attempt to reconnect; the last repeats. Up to the same time is added at random, so that
 * pages do not come back all at once. */
const PAUSES = [500, 1000, 2000, 5000, 10_000, 30_000];
/** Milliseconds after which the connection of a hidden page is closed. */
export const HIDDEN_MS = 60_000;
/** The messages after which the server may close the connection, so that they are no success. */
const BEFORE_CLOSE: readonly LobbyMessage["type"][] = ["goodbye", "refused"];
/** The code after which there are too many connections, of all people or of this user. */
const TOO_MANY = 4008;
/** Codes after which the server would refuse again. */
const CLOSED_FOR_GOOD = [4003, 4004];

interface Subscription {
  /** What the listener asks the server to send. */
  look: LobbyCommand;
  /** The connection stays open while the page is hidden. */
  staysHidden: boolean;
}

export class LobbyConnection {
  readonly #subscriptions = new Map<LobbyListener, Subscription>();
  #socket: Socket | null = null;
  #isOpen = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(private readonly socket: () => Socket) {}

  /** Pass all messages on to a listener, and ask the server for what it looks at, again after each reconnection. A
   * listener that is subscribed already looks at something else from now on. Return a function that ends this; the
   * connection is closed when there is no listener left. */
  subscribe(listener: LobbyListener, look: LobbyCommand, staysHidden = false): () => void {
    const isFirst = !this.#subscriptions.size;
    this.#subscriptions.set(listener, { look, staysHidden });
    if (isFirst) this.#begin();
    else if (!this.#socket && this.#staysOpen) this.#connect();
    else if (this.#isOpen) this.#send(look);
    return () => {
      if (this.#subscriptions.delete(listener) && !this.#subscriptions.size) this.#end();
    };
  }

  /** Send a command once, if the connection is open. */
  send(command: LobbyCommand): void {
    if (this.#isOpen) this.#send(command);
  }

  /** Connect again at once, as the current user of the page. */
  renew(): void {
    if (!this.#isOver && this.#subscriptions.size) this.#connect();
  }

  get #staysOpen(): boolean {
    return !document.hidden || [...this.#subscriptions.values()].some(({ staysHidden }) => staysHidden);
  }

  #begin(): void {
    this.#isOver = false;
    this.#failures = 0;
    document.addEventListener?.("visibilitychange", this.#change);
    if (this.#staysOpen) this.#connect();
  }

  #end(): void {
    document.removeEventListener?.("visibilitychange", this.#change);
    this.#isOver = true;
    this.#drop();
  }

  #send(command: LobbyCommand): void {
    this.#socket?.send(JSON.stringify(command));
  }

  #connect(): void {
    this.#drop();
    const socket = this.socket();
    this.#socket = socket;
    socket.onopen = () => {
      this.#isOpen = true;
      for (const { look } of this.#subscriptions.values()) this.#send(look);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as LobbyMessage;
      if (!BEFORE_CLOSE.includes(message.type)) this.#failures = 0;
      for (const listener of [...this.#subscriptions.keys()]) listener.receive(message);
      // The server does not send what a listener asked for, so its list is out of date.
      if (message.type === "refused" && message.reason.key === "not-read") this.#handleClose(0);
    };
    socket.onclose = (event) => this.#handleClose(event.code);
  }

  #handleClose(code: number): void {
    this.#drop();
    for (const listener of [...this.#subscriptions.keys()]) listener.lose();
    if (CLOSED_FOR_GOOD.includes(code)) this.#isOver = true;
    if (code === TOO_MANY) this.#failures = PAUSES.length - 1; // pages would push each other out in turn
    if (this.#isOver || !this.#staysOpen) return;
    const pause = PAUSES[Math.min(this.#failures, PAUSES.length - 1)]!;
    this.#timer = setTimeout(() => this.#connect(), pause * (1 + Math.random()));
    this.#failures += 1;
  }

  /** Close the socket and detach its handlers. One that is being opened is closed afterwards, because browsers warn of
   * a socket that was closed before. */
  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    const wasOpen = this.#isOpen;
    this.#socket = null;
    this.#isOpen = false;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.onopen = wasOpen ? null : () => socket.close();
    if (wasOpen) socket.close();
  }

  readonly #change = (): void => {
    if (document.hidden && this.#staysOpen) return;
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    if (document.hidden) this.#timer = setTimeout(() => this.#drop(), HIDDEN_MS);
    else if (!this.#socket) this.#connect();
  };
}

/** The page's only connection to the lobby. */
export const lobbyConnection = new LobbyConnection(lobbySocket);
