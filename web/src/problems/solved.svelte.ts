// What the visitor has solved: kept with the browser, and with the account if there is one.
import * as api from "../client/problem_client";
import { visitor } from "../client/visitor.svelte";
import { after, dayOf, lacking, read, together } from "./progress";

const KEY = "prikup-problems";
/** As much of each goes into one request. */
const AT_ONCE = 300;

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser may forbid it
  }
}

class Solved {
  now: api.Progress = $state.raw(read(kept()));
  /** Today, by the clock of this device. */
  today: string = $state(dayOf(new Date()));

  constructor() {
    addEventListener("storage", (event) => event.key === KEY && this.#keep(together(this.now, read(event.newValue))));
    addEventListener("focus", () => (this.today = dayOf(new Date())));
  }

  /** Note that a problem was solved, and tell the account. */
  add(id: string, first: boolean, day: string | null): void {
    this.today = dayOf(new Date());
    this.#keep(after(this.now, id, first, this.today, day));
    void this.meet();
  }

  /** Put together what this browser and the account know, if there is one. What fails is done the next time. */
  async meet(): Promise<void> {
    try {
      const me = await visitor.ask();
      if (!me || me.guest) return;
      let known = read(JSON.stringify(await api.progress()));
      this.#keep(together(this.now, known));
      for (let more = lacking(this.now, known, AT_ONCE); Object.keys(more.solved).length || more.days.length; ) {
        await api.addProgress(more);
        known = together(known, more); // whatever the server leaves out is not told it twice
        more = lacking(this.now, known, AT_ONCE);
      }
    } catch {
      // Nothing is lost: the browser keeps it.
    }
  }

  /** Know what was solved elsewhere, too. */
  join(more: api.Progress): void {
    this.#keep(together(this.now, more));
  }

  #keep(progress: api.Progress): void {
    this.now = progress;
    try {
      localStorage.setItem(KEY, JSON.stringify(progress));
    } catch {
      // It lasts as long as the page, then.
    }
  }
}

export const solved = new Solved();
