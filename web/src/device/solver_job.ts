// Solver requests shared by several workers: each free worker takes the next request and writes the answer to shared
// memory.
import type { Said } from "./solver_kernel";

/** Word offsets in the shared memory: the number of requests taken, a flag that the time is over, and per request the
 * number of answer words (0: none yet; negative: an error code); the answers follow. */
const TAKEN = 0,
  OVER = 1,
  SAID = 2;
/** The maximum number of words of an answer: that of a position has a few, and three per card. */
const LONGEST = 256;
/** Milliseconds to wait for an answer that another worker has started, and between two checks of the time. */
const PATIENCE_MS = 1000;
const LOOK_MS = 20;

export class Job {
  readonly #words: Int32Array;

  constructor(
    readonly questions: readonly Uint8Array[],
    readonly memory = new SharedArrayBuffer(4 * (SAID + questions.length * (1 + LONGEST))),
  ) {
    this.#words = new Int32Array(memory);
  }

  /** Whether the time of the search is over, for all workers. */
  get isOver(): boolean {
    return Atomics.load(this.#words, OVER) !== 0;
  }

  /** Whether all requests have been taken. */
  get isTaken(): boolean {
    return Atomics.load(this.#words, TAKEN) >= this.questions.length;
  }

  end(): void {
    Atomics.store(this.#words, OVER, 1);
  }

  /** Take and answer requests until none is left. */
  work(answer: (question: Uint8Array) => Said): void {
    for (;;) {
      const at = Atomics.add(this.#words, TAKEN, 1);
      const question = this.questions[at];
      if (!question) return;
      this.#say(at, answer(question));
    }
  }

  /** Return the answer to a request that was taken; undefined if it does not arrive in time. */
  said(at: number, look: () => void, patienceMs = PATIENCE_MS): Said | undefined {
    for (let waited = 0; waited < patienceMs && Atomics.wait(this.#words, SAID + at, 0, LOOK_MS) === "timed-out"; waited += LOOK_MS) look();
    const words = Atomics.load(this.#words, SAID + at);
    if (words === 0) return undefined;
    return words < 0 ? words : new Uint8Array(this.memory, this.#place(at), 4 * words).slice();
  }

  #say(at: number, said: Said): void {
    if (typeof said !== "number") {
      if (said.length > 4 * LONGEST) return; // too long: the requester has to compute it itself
      new Uint8Array(this.memory, this.#place(at), said.length).set(said);
    }
    Atomics.store(this.#words, SAID + at, typeof said === "number" ? said : said.length / 4);
    Atomics.notify(this.#words, SAID + at);
  }

  #place(at: number): number {
    return 4 * (SAID + this.questions.length + at * LONGEST);
  }
}
