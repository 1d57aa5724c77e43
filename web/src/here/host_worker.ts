// The worker that hosts the tables of this device: Python, the solver, and rows in IndexedDB.
import type { loadPyodide as Load } from "pyodide";
import { CHANNEL, type FromHost, type FromPage } from "./messages";
import * as shelf from "./shelf";
import { kernel } from "./solver";

/** What `make site` puts there: Python, the package, and what both need. */
const ENGINE = "/engine/";

/** A connection of a page, as Python has it. */
interface Connection {
  say(text: string): void;
  leave(): void;
  destroy(): void;
}

/** `prikup.tab.page.Page`. */
interface Host {
  asked(method: string, path: string, body: string): Promise<string>;
  join(table: string, tell: (text: string) => void, close: (code: number) => void): Promise<Connection>;
}

const channel = new BroadcastChannel(CHANNEL);
const say = (message: FromHost): void => channel.postMessage(message);
const connections = new Map<string, Connection>();

async function begin(): Promise<Host> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${ENGINE}pyodide.mjs`)) as { loadPyodide: typeof Load };
  const [python, ask, timing, packed, packages] = await Promise.all([
    loadPyodide({ indexURL: ENGINE }),
    kernel(`${ENGINE}solver.wasm`),
    fetch(`${ENGINE}timing.json`).then((found) => found.text()),
    fetch(`${ENGINE}prikup.zip`).then((found) => found.arrayBuffer()),
    fetch(`${ENGINE}packages.json`).then((found) => found.json() as Promise<string[]>),
  ]);
  await python.loadPackage(packages.map((name) => ENGINE + name), { messageCallback: () => undefined });
  python.unpackArchive(packed, "zip");
  const page = python.pyimport("prikup.tab.page") as { begin(...parts: unknown[]): Host };
  return page.begin(shelf, ask, timing);
}

async function take(host: Host, message: FromPage): Promise<void> {
  const { from } = message;
  if ("request" in message) {
    const [status, answer] = JSON.parse(await host.asked(message.method, message.path, message.body)) as [number, string];
    return say({ to: from, request: message.request, status, answer });
  }
  const { socket } = message;
  const key = `${from} ${socket}`;
  if ("join" in message) {
    say({ to: from, socket, joined: true });
    const tell = (told: string): void => say({ to: from, socket, told });
    connections.set(key, await host.join(message.join, tell, (closed) => say({ to: from, socket, closed })));
  } else if ("say" in message) {
    connections.get(key)?.say(message.say);
  } else {
    const connection = connections.get(key);
    connections.delete(key);
    connection?.leave();
    connection?.destroy();
  }
}

const host = await begin();
channel.onmessage = ({ data }: MessageEvent<FromPage>) => void ("from" in data && take(host, data));
say({ begun: true });
