// Labels for a rated match, and for the time limit of a match; the time counts down locally between two messages.
import { words } from "../language/language.svelte";
import type { TableState } from "./state/table_state.svelte";

const MINUTE = 60_000;
/** Milliseconds between two changes of the shown time. */
const TICK_MS = 5000;

/** The labels of a table's match. It is created while a component starts. */
export class MatchLimits {
  #elapsedMs = $state(0);

  constructor(private readonly table: () => Pick<TableState, "seats" | "words">) {
    $effect(() => {
      this.#elapsedMs = 0;
      if (!this.table().seats?.time_runs) return undefined;
      const startedAt = performance.now();
      const timer = setInterval(() => (this.#elapsedMs = performance.now() - startedAt), TICK_MS);
      return () => clearInterval(timer);
    });
  }

  /** The labels: that the match is rated, and how much of its time is left. */
  get labels(): string[] {
    const { seats } = this.table();
    return [seats?.rated ? words.text("table-rated") : "", this.#timeLeft].filter(Boolean);
  }

  get #timeLeft(): string {
    const { seats, words: tableWords } = this.table();
    if (!seats || seats.left_ms === null || seats.stage === "over") return "";
    if (seats.ending === "last" || seats.ending === "round") return tableWords.text(`table-time-${seats.ending}`);
    const minutes = Math.max(0, Math.ceil((seats.left_ms - this.#elapsedMs) / MINUTE));
    return tableWords.text("table-time-left", { minutes });
  }
}
