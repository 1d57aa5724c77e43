// The visitor's solved problems, stored in the browser and in the account if there is one.
import * as api from "../client/problem_client";
import { visitor } from "../client/current_user.svelte";
import { after, dayOf, lacking, read, mergeProgress, type Progress } from "./progress";

const KEY = "prikup-problems";
/** The maximum number of problems and of days per request. */
const MAX_PER_REQUEST = 300;

function storedProgress(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser may forbid storage
  }
}

class Solved {
  progress: Progress = $state.raw(read(storedProgress()));
  /** Today's date in local time. */
  today: string = $state(dayOf(new Date()));

  constructor() {
    addEventListener(
      "storage",
      (event) => event.key === KEY && this.#save(mergeProgress(this.progress, read(event.newValue))),
    );
    addEventListener("focus", () => (this.today = dayOf(new Date())));
  }

  /** Record a solved problem and send it to the account. */
  add(id: string, first: boolean, day: string | null): void {
    this.today = dayOf(new Date());
    this.#save(after(this.progress, id, first, this.today, day));
    void this.meet();
  }

  /** Merge the progress of this browser and of the account, if there is one. A failure is retried the next time. */
  async meet(): Promise<void> {
    try {
      const user = await visitor.ask();
      if (!user || user.guest) return;
      let serverProgress = read(JSON.stringify(await api.progress()));
      this.#save(mergeProgress(this.progress, serverProgress));
      for (
        let unsent = lacking(this.progress, serverProgress, MAX_PER_REQUEST);
        Object.keys(unsent.solved).length || unsent.days.length;
      ) {
        await api.addProgress(unsent);
        serverProgress = mergeProgress(serverProgress, unsent); // do not send again what the server leaves out
        unsent = lacking(this.progress, serverProgress, MAX_PER_REQUEST);
      }
    } catch {
      // Nothing is lost: the browser has stored it.
    }
  }

  /** Add problems solved on another device. */
  join(progress: Progress): void {
    this.#save(mergeProgress(this.progress, progress));
  }

  #save(progress: Progress): void {
    this.progress = progress;
    try {
      localStorage.setItem(KEY, JSON.stringify(progress));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

export const solvedProblems = new Solved();
