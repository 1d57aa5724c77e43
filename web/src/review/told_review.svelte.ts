// What is said of the step of a deal that is looked at, in the words of its game.
import { drawn } from "../archive/finished_match.svelte";
import type { DrawnMatch } from "../client/drawn_match";
import { words } from "../language/language.svelte";
import { Speech } from "../language/speech";
import type { Words } from "../language/words";
import { expected } from "../sheet/sheet_numbers";
import type { DealReview } from "./deal_review.svelte";
import { isMistake, type Moment } from "./moments";

export class ToldReview {
  /** The words of the game, once they are there. */
  #spoken: Words | null = $state.raw(null);

  readonly review: DealReview;

  constructor(review: DealReview) {
    this.review = review;
  }

  /** The match as it is drawn, once it is known and there are words for it. */
  get table(): DrawnMatch | null {
    const { match, record } = this.review;
    return match && record && this.#spoken && drawn(match, this.#spoken);
  }
  get saying(): Speech | null {
    const { table } = this;
    return table && new Speech(table.words, table.speech.table, true);
  }
  /** The seat at the bottom: the reader's, for others the one that played the contract. */
  get bottom(): number {
    const end = this.review.record?.end.public;
    return this.review.match?.you ?? end?.declarer ?? end?.soloist ?? 0;
  }
  /** The side of that seat. */
  get side(): number {
    return Math.max(0, this.review.match?.table.sides.findIndex((seats) => seats.includes(this.bottom)) ?? 0);
  }
  /** The moment that is looked at; none at the end. */
  get moment(): Moment | undefined {
    return this.review.moments[this.review.at];
  }

  /** Where in the deal the step is. */
  get where(): string {
    const moment = this.moment;
    if (!this.table || !moment) return words.text("reviewed-at-end");
    if (moment.owner === null) return words.text("reviewed-agreed");
    const player = this.table.speech.name(moment.owner);
    return moment.trick
      ? words.text("reviewed-place", { trick: moment.trick, place: moment.place, player })
      : words.text("reviewed-before", { player });
  }
  /** What is done in it. */
  get did(): string {
    const moment = this.moment;
    if (!this.table || !moment) return "";
    const acts = this.review.decision?.did ?? (moment.act === null ? [] : [moment.act]);
    return acts.length ? this.table.speech.actions(acts) : "";
  }
  /** What is said of it to whoever does not see it. */
  get aloud(): string {
    const { saying } = this;
    if (!saying) return "";
    const deeds = this.review.record?.steps[this.review.at]?.did.map((each) => saying.reason(each)) ?? [];
    const decision = this.review.decision;
    const [best] = decision?.choices ?? [];
    const verdict =
      decision && isMistake(decision.verdict) && best
        ? words.text("reviewed-spoken-lost", { verdict: words.text(`reviewed-dot-${decision.verdict}`), lost: expected(decision.lost ?? 0, words.lang).replace("+", ""), best: saying.actions(best.does) })
        : decision?.verdict === "unlucky" ? words.text("reviewed-dot-unlucky") : "";
    return [this.moment ? "" : this.where, ...deeds, verdict].filter(Boolean).join(" ");
  }

  /** Speak with the words of a game. */
  async learn(game: string): Promise<void> {
    this.#spoken = await words.game(game).catch(() => words.now);
  }
}
