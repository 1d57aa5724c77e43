// The visitor's finished matches, latest first: those of the archive that a filter selects, page by page, and those
// that are stored only on this device.
import type { MatchPage, MatchSummary } from "../client/api_types";
import { matches, type MatchFilter } from "../client/archive_client";
import { visitor } from "../client/current_user.svelte";
import { refusal } from "../language/error_messages";
import { words } from "../language/language.svelte";
import { archiveMatches, matchesOnDevice } from "./device_matches";

export class MatchList {
  /** The pages loaded so far, as one; null until the first has arrived. */
  page: MatchPage | null = $state.raw(null);
  /** The matches stored only on this device, when a server has listed the others. */
  deviceMatches: readonly MatchSummary[] = $state.raw([]);
  errorText = $state("");
  isLoadingMore = $state(false);
  #filter: MatchFilter = {};
  #requests = 0;

  /** Load the matches that a filter selects, in place of those listed. */
  async load(filter: MatchFilter): Promise<void> {
    const requestNumber = ++this.#requests;
    this.#filter = filter;
    this.errorText = "";
    this.page = null;
    try {
      if (!visitor.bootstrap?.games?.length) await visitor.loadBootstrap();
      const page = (await visitor.loadUser()) ? await matches(filter) : { matches: [], next: "", total: 0 };
      if (requestNumber !== this.#requests) return;
      this.page = page;
      if (await this.#loadDeviceMatches()) await this.load(this.#filter); // by now it may be another one
    } catch (error) {
      if (requestNumber === this.#requests) this.errorText = refusal(words, error);
    }
  }

  /** Load the next page. */
  async loadMore(): Promise<void> {
    const oldPage = this.page;
    if (!oldPage || this.isLoadingMore) return;
    this.isLoadingMore = true;
    try {
      const nextPage = await matches(this.#filter, oldPage.next);
      if (this.page === oldPage) this.page = { ...nextPage, matches: [...oldPage.matches, ...nextPage.matches] };
    } catch (error) {
      if (this.page === oldPage) this.errorText = refusal(words, error);
    }
    this.isLoadingMore = false;
  }

  /** Upload matches finished on this device to the archive, and list those that stay on it; return the number
   * uploaded. */
  async #loadDeviceMatches(): Promise<number> {
    try {
      const user = await visitor.loadUser();
      if (visitor.isOnDevice) return 0;
      const count = user && !user.guest ? await archiveMatches() : 0;
      this.deviceMatches = await matchesOnDevice();
      return count;
    } catch (error) {
      console.info(error); // they stay on the device
      return 0;
    }
  }
}
