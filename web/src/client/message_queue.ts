// A queue of table messages: each is shown in order, for as long as it needs.

/** If more messages than these are waiting, the player was absent, and all are shown at once. */
const MAX_WAITING = 20;

export class MessageQueue<T> {
  #waiting: { message: T; receivedAt: number }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #open = false;

  /** `show` draws a message and returns the milliseconds before the next one; `onwaitend` is called when such a wait
   * ends. */
  constructor(
    readonly show: (message: T, receivedAt: number) => number,
    readonly onwaitend: () => void,
  ) {}

  /** Start showing messages; until now they were only collected. */
  open(): void {
    this.#open = true;
    this.#pump();
  }

  add(message: T): void {
    this.#waiting.push({ message, receivedAt: performance.now() });
    this.#pump();
  }

  /** End the current wait and show all waiting messages. */
  skip(): void {
    this.#rest();
    while (this.#open && this.#waiting.length) {
      this.#next();
      this.#rest();
    }
  }

  clear(): void {
    this.#waiting = [];
    this.#rest();
  }

  #pump(): void {
    while (this.#open && this.#timer === undefined && this.#waiting.length) {
      const pause = this.#next();
      if (pause > 0 && !shouldHurry(this.#waiting.length)) this.#timer = setTimeout(() => this.#over(), pause);
      else this.onwaitend();
    }
  }

  #next(): number {
    const first = this.#waiting.shift();
    return first ? this.show(first.message, first.receivedAt) : 0;
  }

  #over(): void {
    this.#rest();
    this.#pump();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.onwaitend();
  }
}

/** Return whether to show messages without waiting: the page is hidden or too many are queued. */
function shouldHurry(waiting: number): boolean {
  return document.hidden || waiting > MAX_WAITING;
}
