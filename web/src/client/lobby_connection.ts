// The WebSocket connection to the lobby of the server, which the parts of a page share. It reconnects by itself, and is
// closed while the page is hidden, unless somebody looks for players.
import type { Socket } from "./connection";
import type { LobbyCommand, LobbyMessage } from "./lobby_protocol";
import { lobbySocket } from "./transport";

export interface LobbyListener {
  receive(message: LobbyMessage): void;
  /** The list is out of date until the next message arrives. */
  markOutdated(): void;
}

/** Milliseconds before each attempt to reconnect; the last repeats. Up to the same time is added at random, so that
 * pages do not come back all at once. */
const RETRY_PAUSES = [500, 1000, 2000, 5000, 10_000, 30_000];
/** Milliseconds after which the connection of a hidden page is closed. */
export const HIDDEN_MS = 60_000;
/** The messages after which the server may close the connection, so that they are no success. */
const BEFORE_CLOSE: readonly LobbyMessage["type"][] = ["goodbye", "refused"];
/** The code after which there are too many connections, of all people or of this user. */
const TOO_MANY_CONNECTIONS = 4008;
/** Codes after which the server would refuse again. */
const CLOSED_FOR_GOOD = [4003, 4004];

interface Subscription {
  /** The command that asks the server for what the listener shows. */
  command: LobbyCommand;
  /** The connection stays open while the page is hidden. */
  isOpenWhenHidden: boolean;
}

export class LobbyConnection {
  readonly #subscriptions = new Map<LobbyListener, Subscription>();
  #socket: Socket | null = null;
  #isOpen = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(private readonly openSocket: () => Socket) {}

  /** Pass all messages on to a listener, and send its command, again after each reconnection. For a listener that is
   * subscribed already, replace the command. Return a function that ends the subscription; the connection is closed
   * when there is no listener left. */
  subscribe(listener: LobbyListener, command: LobbyCommand, isOpenWhenHidden = false): () => void {
    const isFirst = !this.#subscriptions.size;
    this.#subscriptions.set(listener, { command, isOpenWhenHidden });
    if (isFirst) this.#start();
    else if (!this.#socket && this.#canStayOpen) this.#connect();
    else if (this.#isOpen) this.#send(command);
    return () => {
      if (this.#subscriptions.delete(listener) && !this.#subscriptions.size) this.#stop();
    };
  }

  /** Send a command once, if the connection is open. */
  send(command: LobbyCommand): void {
    if (this.#isOpen) this.#send(command);
  }

  /** Connect again at once, as the current user of the page. */
  reconnect(): void {
    if (!this.#isStopped && this.#subscriptions.size) this.#connect();
  }

  get #canStayOpen(): boolean {
    return !document.hidden || [...this.#subscriptions.values()].some(({ isOpenWhenHidden }) => isOpenWhenHidden);
  }

  #start(): void {
    this.#isStopped = false;
    this.#failures = 0;
    document.addEventListener?.("visibilitychange", this.#handleVisibility);
    if (this.#canStayOpen) this.#connect();
  }

  #stop(): void {
    document.removeEventListener?.("visibilitychange", this.#handleVisibility);
    this.#isStopped = true;
    this.#closeSocket();
  }

  #send(command: LobbyCommand): void {
    this.#socket?.send(JSON.stringify(command));
  }

  #connect(): void {
    this.#closeSocket();
    const socket = this.openSocket();
    this.#socket = socket;
    socket.onopen = () => {
      this.#isOpen = true;
      for (const { command } of this.#subscriptions.values()) this.#send(command);
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
    this.#closeSocket();
    for (const listener of [...this.#subscriptions.keys()]) listener.markOutdated();
    if (CLOSED_FOR_GOOD.includes(code)) this.#isStopped = true;
    // A long pause, because pages would push each other out in turn.
    if (code === TOO_MANY_CONNECTIONS) this.#failures = RETRY_PAUSES.length - 1;
    if (this.#isStopped || !this.#canStayOpen) return;
    const pause = RETRY_PAUSES[Math.min(this.#failures, RETRY_PAUSES.length - 1)]!;
    this.#timer = setTimeout(() => this.#connect(), pause * (1 + Math.random()));
    this.#failures += 1;
  }

  /** Close the socket and detach its handlers. One that is being opened is closed afterwards, because browsers warn of
   * a socket that was closed before. */
  #closeSocket(): void {
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

  readonly #handleVisibility = (): void => {
    if (document.hidden && this.#canStayOpen) return;
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    if (document.hidden) this.#timer = setTimeout(() => this.#canStayOpen || this.#closeSocket(), HIDDEN_MS);
    else if (!this.#socket) this.#connect();
  };
}

/** The page's only connection to the lobby. */
export const lobbyConnection = new LobbyConnection(lobbySocket);
