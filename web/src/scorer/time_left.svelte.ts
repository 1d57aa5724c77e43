// How much time of a match is left, by the clock of this device, or what is still played once it is over.
import type { ScoredMatch } from "./scored_match.svelte";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Milliseconds between two changes of the shown time. */
const TICK_MS = 5 * SECOND;

/** The label for the time limit of a match. Create it while a component is initialised: it has an effect. */
export class TimeLeft {
  #now = $state(Date.now());

  constructor(private readonly match: () => Pick<ScoredMatch, "pageState" | "words">) {
    $effect(() => {
      if (!this.match().pageState?.time_limit) return undefined;
      this.#now = Date.now();
      const timer = setInterval(() => (this.#now = Date.now()), TICK_MS);
      return () => clearInterval(timer);
    });
  }

  /** The label; "" without a time limit, and once the match is over. */
  get label(): string {
    const { pageState, words } = this.match();
    const limit = pageState?.time_limit;
    if (!limit || !words) return "";
    const minutes = Math.ceil((limit.ends_at * SECOND - this.#now) / MINUTE);
    if (minutes > 0) return words.text("table-time-left", { minutes });
    return words.text(limit.then === "over" ? "scorer-time-over" : `table-time-${limit.then}`);
  }
}
