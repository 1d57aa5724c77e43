// The solver's kernel, which `prikup/solver/kernel/wasm.cpp` describes: words in, words out, in its own memory.
interface Kernel {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room(words: number): number;
  ask(): number;
  said(): number;
}

/** Ask a question; `over` is asked now and then whether the search has to end. A number is a refusal. */
export type Ask = (question: Uint8Array, over: () => boolean) => Uint8Array | number;

/** What the C library would call before it gives up. */
const refuse = (): never => {
  throw new Error("the solver has failed");
};

/** Load the kernel, and return a way to ask it. */
export async function kernel(address: string): Promise<Ask> {
  let isOver = (): boolean => false;
  const { instance } = await WebAssembly.instantiate(await (await fetch(address)).arrayBuffer(), {
    host: { over: () => Number(isOver()) },
    wasi_snapshot_preview1: { fd_close: refuse, fd_seek: refuse, fd_write: refuse },
  });
  const inside = instance.exports as unknown as Kernel;
  inside._initialize();
  return (question, over) => {
    isOver = over;
    const room = inside.room(question.length / 4);
    new Uint8Array(inside.memory.buffer).set(question, room);
    const words = inside.ask();
    return words < 0 ? words : new Uint8Array(inside.memory.buffer).slice(inside.said(), inside.said() + 4 * words);
  };
}
