// A queue of table messages: each is shown in order, for as long as it needs.

/** If more messages than these are waiting, the player was absent, and all are shown at once. */
const TOO_MANY = 20;

export class MessageQueue<T> {
  #waiting: { message: T; at: number }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #open = false;

  /** `show` draws a message and returns the milliseconds before the next one; `rested` is called when such a wait
   * ends. */
  constructor(
    readonly show: (message: T, at: number) => number,
    readonly rested: () => void,
  ) {}

  /** Start showing messages; until now they were only collected. */
  open(): void {
    this.#open = true;
    this.#pump();
  }

  add(message: T): void {
    this.#waiting.push({ message, at: performance.now() });
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
      if (pause > 0 && !hurried(this.#waiting.length)) this.#timer = setTimeout(() => this.#over(), pause);
      else this.rested();
    }
  }

  #next(): number {
    const first = this.#waiting.shift();
    return first ? this.show(first.message, first.at) : 0;
  }

  #over(): void {
    this.#rest();
    this.#pump();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.rested();
  }
}

/** Return whether to show messages without waiting: the page is hidden or too many are queued. */
function hurried(waiting: number): boolean {
  return document.hidden || waiting > TOO_MANY;
}
