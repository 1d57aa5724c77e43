// Solver requests shared by several workers: each free worker takes the next request and writes the answer to shared
// memory.
import type { KernelAnswer } from "./solver_kernel";

/** Word offsets in the shared memory: the number of requests taken, a flag that the time is over, and per request the
 * number of answer words (0: none yet; negative: an error code); the answers follow. */
const TAKEN_INDEX = 0,
  OVER_INDEX = 1,
  ANSWERS_INDEX = 2;
/** The maximum number of words of an answer: that of a position has a few, and three per card. */
const MAX_ANSWER_WORDS = 256;
/** Milliseconds to wait for an answer that another worker has started, and between two checks of the time. */
const ANSWER_TIMEOUT_MS = 1000;
const CHECK_MS = 20;

export class Job {
  readonly #words: Int32Array;

  constructor(
    readonly questions: readonly Uint8Array[],
    readonly memory = new SharedArrayBuffer(4 * (ANSWERS_INDEX + questions.length * (1 + MAX_ANSWER_WORDS))),
  ) {
    this.#words = new Int32Array(memory);
  }

  /** Whether the time of the search is over, for all workers. */
  get isOver(): boolean {
    return Atomics.load(this.#words, OVER_INDEX) !== 0;
  }

  /** Whether all requests have been taken. */
  get isTaken(): boolean {
    return Atomics.load(this.#words, TAKEN_INDEX) >= this.questions.length;
  }

  end(): void {
    Atomics.store(this.#words, OVER_INDEX, 1);
  }

  /** Take and answer requests until none is left. */
  work(answer: (question: Uint8Array) => KernelAnswer): void {
    for (;;) {
      const index = Atomics.add(this.#words, TAKEN_INDEX, 1);
      const question = this.questions[index];
      if (!question) return;
      this.#writeAnswer(index, answer(question));
    }
  }

  /** Return the answer to a request that was taken; undefined if it does not arrive in time. */
  awaitAnswer(index: number, checkTime: () => void, patienceMs = ANSWER_TIMEOUT_MS): KernelAnswer | undefined {
    for (
      let waitedMs = 0;
      waitedMs < patienceMs && Atomics.wait(this.#words, ANSWERS_INDEX + index, 0, CHECK_MS) === "timed-out";
      waitedMs += CHECK_MS
    )
      checkTime();
    const words = Atomics.load(this.#words, ANSWERS_INDEX + index);
    if (words === 0) return undefined;
    return words < 0 ? words : new Uint8Array(this.memory, this.#answerOffset(index), 4 * words).slice();
  }

  #writeAnswer(index: number, answer: KernelAnswer): void {
    if (typeof answer !== "number") {
      if (answer.length > 4 * MAX_ANSWER_WORDS) return; // too long: the requester has to compute it itself
      new Uint8Array(this.memory, this.#answerOffset(index), answer.length).set(answer);
    }
    Atomics.store(this.#words, ANSWERS_INDEX + index, typeof answer === "number" ? answer : answer.length / 4);
    Atomics.notify(this.#words, ANSWERS_INDEX + index);
  }

  #answerOffset(index: number): number {
    return 4 * (ANSWERS_INDEX + this.questions.length + index * MAX_ANSWER_WORDS);
  }
}
