// The worker that hosts the tables of this device: Python, the solver, and storage in IndexedDB.
import { computeInBackground } from "./background_worker";
import { engine, type EngineId } from "./python_engine";
import { CHANNEL, ENGINE, type FromHost, type FromPage } from "./host_messages";
import * as rowStore from "../row_store";
import type { Solver } from "../solver/solver";

/** A page's connection to a table (a Python object). */
interface Connection {
  say(text: string): void;
  leave(): void;
  destroy(): void;
}

/** The Python class `prikup.device.javascript_api.Page`. */
interface Host {
  asked(method: string, path: string, body: string): Promise<string>;
  join(table: string, name: string, send: (text: string) => void, close: (code: number) => void): Promise<Connection>;
}

/** The Python module `prikup.device.javascript_api`. */
interface Module {
  begin(
    rows: typeof rowStore,
    solver: Solver,
    timing: string,
    compute: typeof computeInBackground,
    build: EngineId,
  ): Host;
}

const channel = new BroadcastChannel(CHANNEL);
const broadcast = (message: FromHost): void => channel.postMessage(message);
const connections = new Map<string, Connection>();

/** Store a fact about this device and notify the pages. */
async function note(name: string, text: string): Promise<void> {
  await rowStore.note(name, text);
  broadcast({ noted: name });
}

async function startHost(): Promise<Host> {
  const timing = fetch(`${ENGINE}timing.json`).then((response) => response.text());
  const engineParts = engine<Module>("prikup.device.javascript_api");
  const [[page, solver, build], timingText] = await Promise.all([engineParts, timing]);
  return page.begin({ ...rowStore, note }, solver, timingText, computeInBackground, build);
}

async function handleMessage(host: Host, message: FromPage): Promise<void> {
  const { from } = message;
  if ("request" in message) {
    const [status, answer] = JSON.parse(await host.asked(message.method, message.path, message.body)) as [
      number,
      string,
    ];
    return broadcast({ to: from, request: message.request, status, answer });
  }
  const { socket } = message;
  const key = `${from} ${socket}`;
  if ("join" in message) {
    broadcast({ to: from, socket, joined: true });
    const send = (text: string): void => broadcast({ to: from, socket, told: text });
    connections.set(
      key,
      await host.join(message.join, message.name, send, (code) => broadcast({ to: from, socket, closed: code })),
    );
  } else if ("say" in message) {
    connections.get(key)?.say(message.say);
  } else {
    const connection = connections.get(key);
    connections.delete(key);
    connection?.leave();
    connection?.destroy();
  }
}

startHost().then(
  (host) => {
    channel.onmessage = ({ data }: MessageEvent<FromPage>) => void ("from" in data && handleMessage(host, data));
    broadcast({ begun: true });
  },
  (error: unknown) => {
    console.error(error);
    broadcast({ failed: true });
  },
);
