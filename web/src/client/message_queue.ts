// Messages in their order, each shown for as long as it needs.

/** More messages in a row than these mean that the player has been away: then everything is shown at once. */
const TOO_MANY = 20;

export class MessageQueue<T> {
  #waiting: { message: T; at: number }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #open = false;

  /** `show` draws a message and returns for how many milliseconds the next one has to wait; `rested` is called when
   * such a wait is over. */
  constructor(
    readonly show: (message: T, at: number) => number,
    readonly rested: () => void,
  ) {}

  /** Begin to show messages: until now they were only gathered. */
  open(): void {
    this.#open = true;
    this.#pump();
  }

  add(message: T): void {
    this.#waiting.push({ message, at: performance.now() });
    this.#pump();
  }

  /** Do not wait any longer: whatever waits is shown. */
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

/** Return whether the page is not looked at, or too much has happened meanwhile. */
function hurried(waiting: number): boolean {
  return document.hidden || waiting > TOO_MANY;
}
