// A queue of table messages: each is shown in order, for as long as it needs.

/** If more messages than these are waiting, the player was absent, and all are shown at once. */
const MAX_WAITING = 20;

export class MessageQueue<T> {
  #waiting: { message: T; receivedAt: number }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = false;

  /** `show` draws a message and returns the milliseconds before the next one; `onwaitend` is called when such a wait
   * ends. */
  constructor(
    readonly show: (message: T, receivedAt: number) => number,
    readonly onwaitend: () => void,
  ) {}

  /** Start showing messages; until now they were only collected. */
  open(): void {
    this.#isOpen = true;
    this.#showWaiting();
  }

  add(message: T): void {
    this.#waiting.push({ message, receivedAt: performance.now() });
    this.#showWaiting();
  }

  /** End the current wait and show all waiting messages. */
  skip(): void {
    this.#endWait();
    while (this.#isOpen && this.#waiting.length) {
      this.#showNext();
      this.#endWait();
    }
  }

  clear(): void {
    this.#waiting = [];
    this.#endWait();
  }

  #showWaiting(): void {
    while (this.#isOpen && this.#timer === undefined && this.#waiting.length) {
      const pause = this.#showNext();
      if (pause > 0 && !shouldHurry(this.#waiting.length)) this.#timer = setTimeout(() => this.#continue(), pause);
      else this.onwaitend();
    }
  }

  #showNext(): number {
    const first = this.#waiting.shift();
    return first ? this.show(first.message, first.receivedAt) : 0;
  }

  #continue(): void {
    this.#endWait();
    this.#showWaiting();
  }

  #endWait(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.onwaitend();
  }
}

/** Return whether to show messages without waiting: the page is hidden or too many are queued. */
function shouldHurry(waiting: number): boolean {
  return document.hidden || waiting > MAX_WAITING;
}
