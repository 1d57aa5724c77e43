// The solver of a worker: its own kernel and, where memory can be shared, helper workers with a kernel each.
import { Job } from "./solver_job";
import { kernel, type KernelQuery, type KernelAnswer } from "./solver_kernel";
import type { HelperMessage } from "./solver_worker";

/** The maximum number of threads. With two, the solver takes at most a tenth of a decision's time; a third thread would
 * save a thirtieth, for 20 MB of memory. */
const MAX_THREADS = 2;
/** The minimum memory of a device for helpers, in gigabytes as reported by the browser. */
const MIN_MEMORY_GB = 4;

/** The interface that `prikup.device.javascript_api` uses. */
export interface Solver {
  readonly threads: number;
  readonly ask: KernelQuery;
  /** Answer several concatenated requests; the answers are concatenated, too. */
  readonly share: (
    createRequest: Uint8Array,
    questions: Uint8Array,
    lengths: Int32Array,
    shouldStop: () => boolean,
  ) => KernelAnswer;
}

/** Load the solver. */
export async function solver(address: string): Promise<Solver> {
  const solverModule = await WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  const ask = kernel(solverModule);
  const threads = threadCount();
  let helpers: Worker[] | undefined;
  const share: Solver["share"] = (createRequest, joinedQuestions, lengths, shouldStop) => {
    const questions = splitBytes(joinedQuestions, lengths);
    const job = new Job(questions);
    helpers ??= startHelpers(threads - 1, solverModule);
    const message = { createRequest, questions, memory: job.memory } satisfies HelperMessage;
    for (const helper of helpers) helper.postMessage(message);
    const isOver = (): boolean => {
      if (!job.isOver && shouldStop()) job.end();
      return job.isOver;
    };
    job.work((question) => ask(question, isOver));
    return joinAnswers(questions.map((question, index) => job.awaitAnswer(index, isOver) ?? ask(question, isOver)));
  };
  return { threads, ask, share };
}

function splitBytes(joinedBytes: Uint8Array, lengths: Int32Array): Uint8Array[] {
  let end = 0;
  return Array.from(lengths, (length) => joinedBytes.subarray(end, (end += length)));
}

/** Return all answers concatenated, or the first error. */
function joinAnswers(answers: KernelAnswer[]): KernelAnswer {
  const answerParts: Uint8Array[] = [];
  for (const answer of answers) {
    if (typeof answer === "number") return answer;
    answerParts.push(answer);
  }
  const joinedWords = new Uint8Array(answerParts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of answerParts) {
    joinedWords.set(part, end);
    end += part.length;
  }
  return joinedWords;
}

/** Return the number of threads for a search. Memory can be shared only in a cross-origin isolated page. */
function threadCount(): number {
  const { deviceMemory = MIN_MEMORY_GB, hardwareConcurrency = 1 } = navigator as Navigator & { deviceMemory?: number };
  return globalThis.crossOriginIsolated && deviceMemory >= MIN_MEMORY_GB
    ? Math.min(hardwareConcurrency, MAX_THREADS)
    : 1;
}

/** Start helpers; return a list to which each is added when it is ready. */
function startHelpers(count: number, solverModule: WebAssembly.Module): Worker[] {
  const ready: Worker[] = [];
  for (let index = 0; index < count; index++) {
    const helper = new Worker(new URL("./solver_worker.ts", import.meta.url), { type: "module" });
    helper.onmessage = () => ready.push(helper);
    helper.postMessage(solverModule satisfies HelperMessage);
  }
  return ready;
}
