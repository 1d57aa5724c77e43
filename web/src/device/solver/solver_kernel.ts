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
export type Said = Uint8Array | number;

/** Send a request; `over` is called now and then and returns whether the search has to end. */
export type Ask = (question: Uint8Array, over: () => boolean) => Said;

/** The WASI imports, which the C library calls only when it is about to abort. */
const refuse = (): never => {
  throw new Error("the solver has failed");
};

/** Return a function that queries a new kernel without cached positions. */
export function kernel(solverModule: WebAssembly.Module): Ask {
  let isOver = (): boolean => false;
  const { exports } = new WebAssembly.Instance(solverModule, {
    host: { over: () => Number(isOver()) },
    wasi_snapshot_preview1: { fd_close: refuse, fd_seek: refuse, fd_write: refuse },
  });
  const inside = exports as unknown as Kernel;
  inside._initialize();
  return (question, over) => {
    isOver = over;
    const room = inside.room(question.length / 4);
    new Uint8Array(inside.memory.buffer).set(question, room);
    const words = inside.ask();
    return words < 0 ? words : new Uint8Array(inside.memory.buffer).slice(inside.said(), inside.said() + 4 * words);
  };
}
