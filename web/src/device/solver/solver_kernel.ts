// The WebAssembly interface of the solver (described in `prikup/solver/kernel/wasm.cpp`): words in, words out, in its
// own memory.
interface Kernel {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room(words: number): number;
  ask(): number;
  said(): number;
}

/** The words of an answer, or the number of an error. */
export type KernelAnswer = Uint8Array | number;

/** Send a request; `shouldStop` is called now and then and returns whether the search has to end. */
export type KernelQuery = (question: Uint8Array, shouldStop: () => boolean) => KernelAnswer;

/** The WASI imports, which the C library calls only when it is about to abort. */
const abort = (): never => {
  throw new Error("the solver has failed");
};

/** Return a function that queries a new kernel without cached positions. */
export function kernel(solverModule: WebAssembly.Module): KernelQuery {
  let isOver = (): boolean => false;
  const { exports } = new WebAssembly.Instance(solverModule, {
    host: { over: () => Number(isOver()) },
    wasi_snapshot_preview1: { fd_close: abort, fd_seek: abort, fd_write: abort },
  });
  const kernelExports = exports as unknown as Kernel;
  kernelExports._initialize();
  return (question, shouldStop) => {
    isOver = shouldStop;
    const offset = kernelExports.room(question.length / 4);
    new Uint8Array(kernelExports.memory.buffer).set(question, offset);
    const words = kernelExports.ask();
    if (words < 0) return words;
    const start = kernelExports.said();
    return new Uint8Array(kernelExports.memory.buffer).slice(start, start + 4 * words);
  };
}
