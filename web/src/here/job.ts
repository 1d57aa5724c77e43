// Questions to the solver that several workers answer: whoever is free takes the next one, and lays the answer into memory
// that all of them share.
import type { Said } from "./kernel";

/** The words of that memory: how many questions are taken, whether the time is over, and of each question how many words
 * were answered (0: none yet; below 0: a refusal); then the answers. */
const TAKEN = 0,
  OVER = 1,
  SAID = 2;
/** The words that an answer has at most: that of a position has a few, and three for each card. */
const LONGEST = 256;
/** Milliseconds for which an answer is waited for that another has begun, and between two looks at the time. */
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

  /** Whether the time of the search is over, for all that take part. */
  get isOver(): boolean {
    return Atomics.load(this.#words, OVER) !== 0;
  }

  /** Whether there is nothing left to begin. */
  get isTaken(): boolean {
    return Atomics.load(this.#words, TAKEN) >= this.questions.length;
  }

  end(): void {
    Atomics.store(this.#words, OVER, 1);
  }

  /** Answer one question after the other, until all are taken. */
  work(answer: (question: Uint8Array) => Said): void {
    for (;;) {
      const at = Atomics.add(this.#words, TAKEN, 1);
      const question = this.questions[at];
      if (!question) return;
      this.#say(at, answer(question));
    }
  }

  /** Return the answer to a question that was taken, once it is there; undefined if it does not come within the patience. */
  said(at: number, look: () => void, patienceMs = PATIENCE_MS): Said | undefined {
    for (let waited = 0; waited < patienceMs && Atomics.wait(this.#words, SAID + at, 0, LOOK_MS) === "timed-out"; waited += LOOK_MS) look();
    const words = Atomics.load(this.#words, SAID + at);
    if (words === 0) return undefined;
    return words < 0 ? words : new Uint8Array(this.memory, this.#place(at), 4 * words).slice();
  }

  #say(at: number, said: Said): void {
    if (typeof said !== "number") {
      if (said.length > 4 * LONGEST) return; // the one who asked has to find it out alone
      new Uint8Array(this.memory, this.#place(at), said.length).set(said);
    }
    Atomics.store(this.#words, SAID + at, typeof said === "number" ? said : said.length / 4);
    Atomics.notify(this.#words, SAID + at);
  }

  #place(at: number): number {
    return 4 * (SAID + this.questions.length + at * LONGEST);
  }
}
