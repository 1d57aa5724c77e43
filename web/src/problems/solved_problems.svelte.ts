// The visitor's solved problems, stored in the browser and in the account if there is one.
import * as api from "../client/problem_client";
import { visitor } from "../client/current_user.svelte";
import { withSolved, dayOf, missingFrom, parseProgress, mergeProgress, type Progress } from "./progress";

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

class SolvedProblemStore {
  progress: Progress = $state.raw(parseProgress(storedProgress()));
  /** Today's date in local time. */
  today: string = $state(dayOf(new Date()));

  constructor() {
    addEventListener(
      "storage",
      (event) => event.key === KEY && this.#save(mergeProgress(this.progress, parseProgress(event.newValue))),
    );
    addEventListener("focus", () => (this.today = dayOf(new Date())));
  }

  /** Record a solved problem and send it to the account. */
  add(id: string, first: boolean, day: string | null): void {
    this.today = dayOf(new Date());
    this.#save(withSolved(this.progress, id, first, this.today, day));
    void this.sync();
  }

  /** Merge the progress of this browser and of the account, if there is one. A failure is retried the next time. */
  async sync(): Promise<void> {
    try {
      const user = await visitor.loadUser();
      if (!user || user.guest) return;
      let serverProgress = parseProgress(JSON.stringify(await api.progress()));
      this.#save(mergeProgress(this.progress, serverProgress));
      for (
        let unsent = missingFrom(this.progress, serverProgress, MAX_PER_REQUEST);
        Object.keys(unsent.solved).length || unsent.days.length;
      ) {
        await api.addProgress(unsent);
        serverProgress = mergeProgress(serverProgress, unsent); // do not send again what the server leaves out
        unsent = missingFrom(this.progress, serverProgress, MAX_PER_REQUEST);
      }
    } catch {
      // Nothing is lost: the browser has stored it.
    }
  }

  /** Add problems solved on another device. */
  merge(progress: Progress): void {
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

export const solvedProblems = new SolvedProblemStore();
