// Review some deals of a match, one after the other.
import type { ReviewProgress } from "../client/api_types";
import { requestReview, reviewProgress } from "../client/archive_client";

/** Milliseconds between requests for the progress of a review. */
const POLL_MS = 1000;

export class ReviewQueue {
  /** The deal being reviewed, with its progress; null if there is none. */
  current: { deal: number; done: number; of: number } | null = $state.raw(null);
  /** The deals that cannot be reviewed. */
  failedDeals: readonly number[] = $state.raw([]);
  #stopped = false;

  stop(): void {
    this.#stopped = true;
  }

  /** Request the reviews of some deals in turn; `onreviewed` is called after each. */
  async review(match: string, deals: readonly number[], onreviewed: () => Promise<void>): Promise<void> {
    this.#stopped = false;
    this.failedDeals = [];
    try {
      for (const deal of deals) {
        if (this.#stopped) return;
        const state = await this.#reviewDeal(match, deal);
        if (state === "failed") this.failedDeals = [...this.failedDeals, deal];
        if (state === "done") await onreviewed();
      }
    } finally {
      this.current = null;
    }
  }

  async #reviewDeal(match: string, deal: number): Promise<ReviewProgress["state"]> {
    this.current = { deal, done: 0, of: 0 };
    let state = await requestReview(match, deal);
    while (!this.#stopped && (state.state === "waits" || state.state === "under-way")) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      state = await reviewProgress(match, deal);
      this.current = { deal, done: state.decisions?.length ?? 0, of: state.of ?? 0 };
    }
    return state.state;
  }
}
