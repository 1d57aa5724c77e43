// A worker that helps the solver of another: it has a kernel, and in it one solver, that which the questions are about.
import { Job } from "./job";
import { kernel, type Ask } from "./kernel";

/** What it is told first, and then each time that there is something to do. It says once that it is ready. */
export type ToHelper = WebAssembly.Module | { make: Uint8Array; questions: Uint8Array[]; memory: SharedArrayBuffer };

/** The word of a question that says of which solver it is, and that of the first in a kernel. */
const SOLVER = 1,
  FIRST = 0;
const never = (): boolean => false;

let compiled: WebAssembly.Module;
let made = "";
let ask: Ask;

/** Have a kernel with the solver that this question makes: the one that is there, or another. */
function have(make: Uint8Array): void {
  if (make.join() === made) return;
  ask = kernel(compiled);
  ask(make, never);
  made = make.join();
}

addEventListener("message", ({ data }: MessageEvent<ToHelper>) => {
  if (data instanceof WebAssembly.Module) {
    compiled = data;
    return postMessage(null);
  }
  const job = new Job(data.questions, data.memory);
  if (job.isTaken) return;
  try {
    have(data.make);
    job.work((question) => {
      new Int32Array(question.buffer, question.byteOffset)[SOLVER] = FIRST;
      return ask(question, () => job.isOver);
    });
  } catch (error) {
    made = ""; // the next time with another kernel; whoever waits for this answer finds it out alone
    console.error(error);
  }
});
