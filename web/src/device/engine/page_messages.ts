// The messages of pages, as the worker that hosts tables handles them.
import type { FromHost, FromPage } from "./host_messages";

/** A page's connection to a table (a Python object). */
export interface PageConnection {
  say(text: string): void;
  leave(): void;
  destroy(): void;
}

/** The Python class `prikup.device.javascript_api.Page`. */
export interface Host {
  asked(method: string, path: string, body: string): Promise<string>;
  join(
    table: string,
    name: string,
    send: (text: string) => void,
    close: (code: number) => void,
  ): Promise<PageConnection>;
}

/** Return a function that handles a message of a page; `broadcast` sends an answer. */
export function messageHandler(
  host: Host,
  broadcast: (message: FromHost) => void,
): (message: FromPage) => Promise<void> {
  /** By page and socket; a table may take a while to load, and its page may speak or leave before. */
  const connections = new Map<string, Promise<PageConnection>>();
  /** The requests and joins so far. A page repeats them when it hears that the host has started, although the host may
   * have received them just before. */
  const received = new Set<string>();

  async function answerRequest(message: Extract<FromPage, { request: number }>): Promise<void> {
    const { from, request, method, path, body } = message;
    const [status, answer] = JSON.parse(await host.asked(method, path, body)) as [number, string];
    broadcast({ to: from, request, status, answer });
  }

  function join(key: string, { from, socket, join, name }: Extract<FromPage, { join: string }>): void {
    broadcast({ to: from, socket, joined: true });
    const send = (text: string): void => broadcast({ to: from, socket, told: text });
    connections.set(key, host.join(join, name, send, (code) => broadcast({ to: from, socket, closed: code })));
  }

  return async (message) => {
    const key = `${message.from} ${"request" in message ? message.request : message.socket}`;
    if ("request" in message || "join" in message) {
      if (received.has(key)) return;
      received.add(key);
    }
    if ("request" in message) return answerRequest(message);
    if ("join" in message) return join(key, message);
    const joining = connections.get(key);
    if ("leave" in message) connections.delete(key);
    const connection = await joining;
    if ("say" in message) connection?.say(message.say);
    else {
      connection?.leave();
      connection?.destroy();
    }
  };
}
