// The worker that hosts the tables of this device: Python, the solver, and storage in IndexedDB.
import { computeInBackground } from "./background_worker";
import { engine, type EngineId } from "./python_engine";
import { CHANNEL, ENGINE, type FromHost, type FromPage } from "./host_messages";
import { messageHandler, type Host } from "./page_messages";
import * as rowStore from "../row_store";
import type { Solver } from "../solver/solver";

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

startHost().then(
  (host) => {
    const handle = messageHandler(host, broadcast);
    channel.onmessage = ({ data }: MessageEvent<FromPage>) => void ("from" in data && handle(data));
    broadcast({ begun: true });
  },
  (error: unknown) => {
    console.error(error);
    broadcast({ failed: true });
  },
);
