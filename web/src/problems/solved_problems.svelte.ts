// The visitor's solved problems, stored in the browser and in the account if there is one.
import * as api from "../client/problem_client";
import { visitor } from "../client/current_user.svelte";
import { after, dayOf, lacking, read, together } from "./progress";

const KEY = "prikup-problems";
/** The maximum number of problems and of days per request. */
const AT_ONCE = 300;

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser may forbid storage
  }
}

class Solved {
  now: api.Progress = $state.raw(read(kept()));
  /** Today's date in local time. */
  today: string = $state(dayOf(new Date()));

  constructor() {
    addEventListener("storage", (event) => event.key === KEY && this.#keep(together(this.now, read(event.newValue))));
    addEventListener("focus", () => (this.today = dayOf(new Date())));
  }

  /** Record a solved problem and send it to the account. */
  add(id: string, first: boolean, day: string | null): void {
    this.today = dayOf(new Date());
    this.#keep(after(this.now, id, first, this.today, day));
    void this.meet();
  }

  /** Merge the progress of this browser and of the account, if there is one. A failure is retried the next time. */
  async meet(): Promise<void> {
    try {
      const me = await visitor.ask();
      if (!me || me.guest) return;
      let known = read(JSON.stringify(await api.progress()));
      this.#keep(together(this.now, known));
      for (let more = lacking(this.now, known, AT_ONCE); Object.keys(more.solved).length || more.days.length; ) {
        await api.addProgress(more);
        known = together(known, more); // do not send again what the server leaves out
        more = lacking(this.now, known, AT_ONCE);
      }
    } catch {
      // Nothing is lost: the browser has stored it.
    }
  }

  /** Add problems solved on another device. */
  join(more: api.Progress): void {
    this.#keep(together(this.now, more));
  }

  #keep(progress: api.Progress): void {
    this.now = progress;
    try {
      localStorage.setItem(KEY, JSON.stringify(progress));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

export const solved = new Solved();
