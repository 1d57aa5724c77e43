// The worker that hosts the tables of this device: Python, the solver, and storage in IndexedDB.
import { study } from "./background_worker";
import { engine, type EngineId } from "./python_engine";
import { CHANNEL, ENGINE, type FromHost, type FromPage } from "./host_messages";
import * as shelf from "../row_store";
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
  join(table: string, name: string, tell: (text: string) => void, close: (code: number) => void): Promise<Connection>;
}

/** The Python module `prikup.device.javascript_api`. */
interface Module {
  begin(
    rowStore: typeof shelf,
    solver: Solver,
    timing: string,
    computeInBackground: typeof study,
    build: EngineId,
  ): Host;
}

const channel = new BroadcastChannel(CHANNEL);
const say = (message: FromHost): void => channel.postMessage(message);
const connections = new Map<string, Connection>();

/** Store a fact about this device and notify the pages. */
async function note(name: string, text: string): Promise<void> {
  await shelf.note(name, text);
  say({ noted: name });
}

async function begin(): Promise<Host> {
  const timing = fetch(`${ENGINE}timing.json`).then((response) => response.text());
  const [[page, solver, build], paces] = await Promise.all([engine<Module>("prikup.device.javascript_api"), timing]);
  return page.begin({ ...shelf, note }, solver, paces, study, build);
}

async function take(host: Host, message: FromPage): Promise<void> {
  const { from } = message;
  if ("request" in message) {
    const [status, answer] = JSON.parse(await host.asked(message.method, message.path, message.body)) as [
      number,
      string,
    ];
    return say({ to: from, request: message.request, status, answer });
  }
  const { socket } = message;
  const key = `${from} ${socket}`;
  if ("join" in message) {
    say({ to: from, socket, joined: true });
    const tell = (text: string): void => say({ to: from, socket, told: text });
    connections.set(
      key,
      await host.join(message.join, message.name, tell, (code) => say({ to: from, socket, closed: code })),
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

begin().then(
  (host) => {
    channel.onmessage = ({ data }: MessageEvent<FromPage>) => void ("from" in data && take(host, data));
    say({ begun: true });
  },
  (error: unknown) => {
    console.error(error);
    say({ failed: true });
  },
);
