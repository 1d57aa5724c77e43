// A deal whose link contains all its cards, browsed like the deal of a match but without a review.
import type { SharedDeal } from "../client/api_types";
import { openLink } from "../client/shared_deal_client";
import { words } from "../language/language.svelte";
import { DealReview } from "./deal_review.svelte";

export class SharedDealReview extends DealReview {
  shared: SharedDeal | null = $state.raw(null);

  /** `link` is the fragment of the page's address. */
  constructor(readonly link: string) {
    super("", 0);
  }

  /** Read the link. Throws NotDone with the reason if it cannot be read. */
  override async load(): Promise<void> {
    const shared = await openLink(this.link);
    const { record, sheet } = shared;
    const gameWords = await words.game(record.table.game).catch(() => words.current);
    const names = gameWords.text("player-names").split(" "); // a link has no names
    this.match = {
      id: "",
      table: record.table,
      seats: record.seats.map((seat, index) => ({ ...seat, name: names[index] ?? "" })),
      ended: 0,
      you: null,
      host: false,
      private: true,
      sheet,
      course: [],
      deals: [],
      unverified: false,
      imported: false,
      void: false,
      isOnDevice: true,
    };
    this.shared = shared;
    this.record = record;
  }
}
