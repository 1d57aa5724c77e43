// The texts about the current step of a deal, in its game's messages.
import { drawableMatch } from "../archive/finished_match.svelte";
import type { SheetSource } from "../sheet/sheet_source";
import { words } from "../language/language.svelte";
import { Speech } from "../language/speech";
import type { Words } from "../language/words";
import { expectedPoints } from "../sheet/sheet_numbers";
import type { DealReview } from "./deal_review.svelte";
import { isMistake, type ReviewStep } from "./review_steps";

export class StepText {
  /** The game's messages, once loaded. */
  #gameWords: Words | null = $state.raw(null);

  readonly review: DealReview;

  constructor(review: DealReview) {
    this.review = review;
  }

  /** The match as drawn; null until it and its messages are loaded. */
  get table(): SheetSource | null {
    const { match, record } = this.review;
    return match && record && this.#gameWords && drawableMatch(match, this.#gameWords);
  }
  get ariaSpeech(): Speech | null {
    const { table } = this;
    return table && new Speech(table.words, table.speech.table, true);
  }
  /** The seat at the bottom: the reader's; for other readers, the declarer's. */
  get bottom(): number {
    const end = this.review.record?.end.public;
    return this.review.match?.you ?? end?.declarer ?? end?.soloist ?? 0;
  }
  /** The side of that seat. */
  get side(): number {
    return Math.max(0, this.review.match?.table.sides.findIndex((seats) => seats.includes(this.bottom)) ?? 0);
  }
  /** The current moment; undefined at the end. */
  get moment(): ReviewStep | undefined {
    return this.review.moments[this.review.stepIndex];
  }

  /** The position of the step in the deal, in words. */
  get positionText(): string {
    const moment = this.moment;
    if (!this.table || !moment) return words.text("reviewed-at-end");
    if (moment.owner === null) return words.text("reviewed-agreed");
    const player = this.table.speech.name(moment.owner);
    return moment.trick
      ? words.text("reviewed-place", { trick: moment.trick, place: moment.place, player })
      : words.text("reviewed-before", { player });
  }
  /** The action of the step, in words. */
  get actionText(): string {
    const moment = this.moment;
    if (!this.table || !moment) return "";
    const acts = this.review.decision?.did ?? (moment.act === null ? [] : [moment.act]);
    return acts.length ? this.table.speech.actions(acts) : "";
  }
  /** The announcement of the step for screen readers. */
  get announcement(): string {
    const { ariaSpeech } = this;
    if (!ariaSpeech) return "";
    const step = this.review.record?.steps[this.review.stepIndex];
    const sentences = step?.did.map((reason) => ariaSpeech.reason(reason)) ?? [];
    const decision = this.review.decision;
    const [best] = decision?.choices ?? [];
    const verdict =
      decision && isMistake(decision.verdict) && best
        ? words.text("reviewed-spoken-lost", {
            verdict: words.text(`reviewed-dot-${decision.verdict}`),
            lost: expectedPoints(decision.lost ?? 0, words.lang).replace("+", ""),
            best: ariaSpeech.actions(best.does),
          })
        : decision?.verdict === "unlucky"
          ? words.text("reviewed-dot-unlucky")
          : "";
    return [this.moment ? "" : this.positionText, ...sentences, verdict].filter(Boolean).join(" ");
  }

  /** Load and use the messages of a game, unless the language has changed meanwhile. */
  async load(game: string): Promise<void> {
    const gameWords = await words.game(game).catch(() => words.current);
    if (gameWords.lang === words.lang) this.#gameWords = gameWords;
  }
}
