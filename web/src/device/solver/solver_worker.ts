// A worker that helps the solver of another worker. Its kernel holds one solver: the one that the requests are about.
import { Job } from "./solver_job";
import { kernel, type KernelQuery } from "./solver_kernel";

/** The messages to a helper: first the compiled module, then the jobs. The helper reports once that it is ready. */
export type HelperMessage =
  | WebAssembly.Module
  | { createRequest: Uint8Array; questions: Uint8Array[]; memory: SharedArrayBuffer };

/** The word of a request that names its solver, and the number of the first solver in a kernel. */
const SOLVER_WORD = 1,
  FIRST_SOLVER = 0;
const neverStops = (): boolean => false;

let solverModule: WebAssembly.Module;
let currentId = "";
let ask: KernelQuery;

/** Make sure that the kernel holds the solver that this request creates: keep the current one or make a new one. */
function prepareKernel(createRequest: Uint8Array): void {
  if (createRequest.join() === currentId) return;
  ask = kernel(solverModule);
  ask(createRequest, neverStops);
  currentId = createRequest.join();
}

addEventListener("message", ({ data }: MessageEvent<HelperMessage>) => {
  if (data instanceof WebAssembly.Module) {
    solverModule = data;
    return postMessage(null);
  }
  const job = new Job(data.questions, data.memory);
  if (job.isTaken) return;
  try {
    prepareKernel(data.createRequest);
    job.work((question) => {
      new Int32Array(question.buffer, question.byteOffset)[SOLVER_WORD] = FIRST_SOLVER;
      return ask(question, () => job.isOver);
    });
  } catch (error) {
    currentId = ""; // use a new kernel next time; the requester computes this answer itself
    console.error(error);
  }
});
