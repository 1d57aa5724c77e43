// The rating of a person in one game, and its course, as their page shows it.
import type { ProfileRating } from "../client/api_types";
import { NotDone } from "../client/http_client";
import { profileRating } from "../client/people_client";
import type { Reason } from "../client/protocol";

export class PersonRating {
  /** Null until the server has answered. */
  rating: ProfileRating | null = $state.raw(null);
  /** Why the server has refused it. */
  problem: Reason | null = $state.raw(null);
  #requests = 0;

  /** Load the rating of a person, who has an account called `name`, in place of the one shown. */
  async load(name: string, game: string): Promise<void> {
    this.clear();
    const requestNumber = this.#requests;
    try {
      const loaded = await profileRating(name, game);
      if (requestNumber === this.#requests) this.rating = loaded;
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      if (requestNumber === this.#requests) this.problem = error.reason;
    }
  }

  /** Show no rating. */
  clear(): void {
    this.#requests += 1;
    this.rating = this.problem = null;
  }
}
