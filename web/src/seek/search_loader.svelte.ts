// Loads the search for players, with its bar and form, when it is needed: when the visitor starts a search, or reloads
// the page during one.
import { SITE } from "../client/transport";
import { words } from "../language/language.svelte";
import { SEARCH_KEY } from "./search_key";

type Parts = typeof import("./search_parts");

class SearchLoader {
  /** Undefined until it is needed. */
  parts: Parts | undefined = $state.raw(undefined);

  /** Whether the visitor looks for players. */
  get isOn(): boolean {
    return !["none", "over", undefined].includes(this.parts?.search.stage);
  }

  async load(): Promise<Parts> {
    const [parts] = await Promise.all([import("./search_parts"), words.topic("seek")]);
    return (this.parts ??= parts);
  }

  /** Open the form for a game that is chosen in the lobby, or for a kind of match. */
  async open(game: string, lane = ""): Promise<void> {
    (await this.load()).searchForm.open(game, lane);
  }

  /** Continue the search that went on when the page was reloaded. The promise is fulfilled when the search can be
   * drawn, at once if none went on. */
  async resume(): Promise<void> {
    if (!SITE && sessionStorage.getItem(SEARCH_KEY)) (await this.load()).search.resume();
  }
}

export const searching = new SearchLoader();
