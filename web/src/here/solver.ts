// The solver of a worker: a kernel of its own, and where memory can be shared some helpers, each with another one.
import { Job } from "./job";
import { kernel, type Ask, type Said } from "./kernel";
import type { ToHelper } from "./solver_helper";

/** With two, the solver takes a tenth of a decision at most: a third would save a thirtieth, for 20 MB of memory. */
const MOST_THREADS = 2;
/** The gigabytes of a device with which it can afford helpers, as far as a browser tells. */
const ENOUGH_MEMORY = 4;

/** What `prikup.tab.page` asks. */
export interface Solver {
  readonly threads: number;
  readonly ask: Ask;
  /** Questions lie one after the other, and so do their answers. */
  readonly share: (make: Uint8Array, questions: Uint8Array, lengths: Int32Array, over: () => boolean) => Said;
}

/** Load the solver. */
export async function solver(address: string): Promise<Solver> {
  const compiled = await WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  const ask = kernel(compiled);
  const threads = threadsHere();
  let helpers: Worker[] | undefined;
  const share: Solver["share"] = (make, joined, lengths, over) => {
    const questions = parted(joined, lengths);
    const job = new Job(questions);
    helpers ??= started(threads - 1, compiled);
    for (const helper of helpers) helper.postMessage({ make, questions, memory: job.memory } satisfies ToHelper);
    const isOver = (): boolean => {
      if (!job.isOver && over()) job.end();
      return job.isOver;
    };
    job.work((question) => ask(question, isOver));
    return together(questions.map((question, at) => job.said(at, isOver) ?? ask(question, isOver)));
  };
  return { threads, ask, share };
}

function parted(joined: Uint8Array, lengths: Int32Array): Uint8Array[] {
  let end = 0;
  return Array.from(lengths, (length) => joined.subarray(end, (end += length)));
}

/** Return all words one after the other, or else the first refusal. */
function together(said: Said[]): Said {
  const words: Uint8Array[] = [];
  for (const one of said) {
    if (typeof one === "number") return one;
    words.push(one);
  }
  const all = new Uint8Array(words.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const one of words) {
    all.set(one, end);
    end += one.length;
  }
  return all;
}

/** Return the number of threads that a search has here. Memory is shared where no foreign page can be in the same process. */
function threadsHere(): number {
  const { deviceMemory = ENOUGH_MEMORY, hardwareConcurrency = 1 } = navigator as Navigator & { deviceMemory?: number };
  return globalThis.crossOriginIsolated && deviceMemory >= ENOUGH_MEMORY ? Math.min(hardwareConcurrency, MOST_THREADS) : 1;
}

/** Start helpers, and return those that are ready, more and more. */
function started(many: number, compiled: WebAssembly.Module): Worker[] {
  const ready: Worker[] = [];
  for (let at = 0; at < many; at++) {
    const helper = new Worker(new URL("./solver_helper.ts", import.meta.url), { type: "module" });
    helper.onmessage = () => ready.push(helper);
    helper.postMessage(compiled satisfies ToHelper);
  }
  return ready;
}
