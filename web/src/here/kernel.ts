// The solver's kernel, which `prikup/solver/kernel/wasm.cpp` describes: words in, words out, in its own memory.
interface Kernel {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room(words: number): number;
  ask(): number;
  said(): number;
}

/** The words of an answer; a number is a refusal. */
export type Said = Uint8Array | number;

/** Ask a question; `over` is asked now and then whether the search has to end. */
export type Ask = (question: Uint8Array, over: () => boolean) => Said;

/** What the C library would call before it gives up. */
const refuse = (): never => {
  throw new Error("the solver has failed");
};

/** Return a kernel that knows nothing yet, as a way to ask it. */
export function kernel(compiled: WebAssembly.Module): Ask {
  let isOver = (): boolean => false;
  const { exports } = new WebAssembly.Instance(compiled, {
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
