// Review some deals of a match, one after the other.
import { askReview, progress, type Progress } from "../client/archive_client";

/** Milliseconds between requests for the progress of a review. */
const EVERY = 1000;

export class Reviewing {
  /** The deal being reviewed, with its progress; null if there is none. */
  now: { deal: number; done: number; of: number } | null = $state.raw(null);
  /** The deals that cannot be reviewed. */
  failed: readonly number[] = $state.raw([]);
  #stopped = false;

  stop(): void {
    this.#stopped = true;
  }

  /** Request the reviews of some deals in turn; `onreviewed` is called after each. */
  async review(match: string, deals: readonly number[], onreviewed: () => Promise<void>): Promise<void> {
    this.#stopped = false;
    this.failed = [];
    try {
      for (const deal of deals) {
        if (this.#stopped) return;
        const state = await this.#one(match, deal);
        if (state === "failed") this.failed = [...this.failed, deal];
        if (state === "done") await onreviewed();
      }
    } finally {
      this.now = null;
    }
  }

  async #one(match: string, deal: number): Promise<Progress["state"]> {
    this.now = { deal, done: 0, of: 0 };
    let found = await askReview(match, deal);
    while (!this.#stopped && (found.state === "waits" || found.state === "under-way")) {
      await new Promise((resolve) => setTimeout(resolve, EVERY));
      found = await progress(match, deal);
      this.now = { deal, done: found.decisions?.length ?? 0, of: found.of ?? 0 };
    }
    return found.state;
  }
}
