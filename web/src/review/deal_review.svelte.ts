// A finished deal and its review: requested, awaited, and browsed step by step.
import type { DealRecord, DecisionRecord, ReviewProgress, ReviewRecord, SameDeal } from "../client/api_types";
import {
  askReview,
  deal as askDeal,
  match as askMatch,
  progress as askProgress,
  sameDeal as askSameDeal,
  type LocatedMatch,
} from "../client/archive_client";
import { visitor } from "../client/current_user.svelte";
import { decisionAt, mistakeFrom, momentsOf, trickFrom, worstOf, type ReviewStep } from "./review_steps";
import type { ReviewCommand } from "./review_keys";

/** Milliseconds between requests for the progress of a review. */
const POLL_MS = 700;

export class DealReview {
  match: LocatedMatch | null = $state.raw(null);
  record: DealRecord | null = $state.raw(null);
  progress: ReviewProgress | null = $state.raw(null);
  /** The same deal at other tables since. */
  sameDeal: SameDeal | null = $state.raw(null);
  /** The current step; one past the last step is the end of the deal. */
  stepIndex = $state(0);
  #stopped = false;

  constructor(
    readonly id: string,
    readonly deal: number,
  ) {}

  readonly moments: readonly ReviewStep[] = $derived(momentsOf(this.record?.steps ?? []));
  readonly review: ReviewRecord | null = $derived(this.progress?.review ?? null);
  readonly decisions: readonly DecisionRecord[] = $derived(this.review?.decisions ?? this.progress?.decisions ?? []);
  readonly decision: DecisionRecord | undefined = $derived(decisionAt(this.decisions, this.stepIndex));
  /** Whether more of the review is still to come. */
  readonly waits: boolean = $derived(this.progress?.state === "waits" || this.progress?.state === "under-way");

  get steps(): number {
    return this.moments.length;
  }

  /** The mistake that the next-mistake key goes to; from the start of the deal it is the costliest. */
  get nextMistake(): DecisionRecord | undefined {
    return this.stepIndex === 0
      ? worstOf(this.decisions, this.match?.you ?? null)
      : mistakeFrom(this.decisions, this.stepIndex, 1);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Load the deal, then its review. With `asks`, request a review if there is none and the server knows the
   * visitor. */
  async read(asks = true): Promise<void> {
    const user = await visitor.ask();
    if (this.#stopped) return;
    [this.match, this.record] = await Promise.all([askMatch(this.id), askDeal(this.id, this.deal)]);
    [this.progress, this.sameDeal] = await Promise.all([
      askProgress(this.id, this.deal),
      askSameDeal(this.id, this.deal),
    ]);
    if (this.#stopped) return;
    if (this.progress.state === "none" && user && asks) this.progress = await askReview(this.id, this.deal);
    await this.#wait();
  }

  /** Request the review of the deal. */
  async ask(): Promise<void> {
    await visitor.ensureUser();
    this.progress = await askReview(this.id, this.deal);
    await this.#wait();
  }

  async #wait(): Promise<void> {
    while (!this.#stopped && this.waits) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (!this.#stopped) this.progress = await askProgress(this.id, this.deal);
    }
  }

  go(index: number): void {
    this.stepIndex = Math.max(0, Math.min(index, this.steps));
  }

  trick(direction: 1 | -1): void {
    this.go(trickFrom(this.moments, this.stepIndex, direction));
  }

  /** Execute a navigation command. */
  walk(command: Exclude<ReviewCommand, "deal-back" | "deal-forward" | "play-on">): void {
    const WAYS: Record<typeof command, () => void> = {
      back: () => this.go(this.stepIndex - 1),
      forward: () => this.go(this.stepIndex + 1),
      "trick-back": () => this.trick(-1),
      "trick-forward": () => this.trick(1),
      first: () => this.go(0),
      last: () => this.go(this.steps),
      mistake: () => this.mistake(1),
      "mistake-back": () => this.mistake(-1),
    };
    WAYS[command]();
  }

  mistake(direction: 1 | -1): void {
    const mistake = direction > 0 ? this.nextMistake : mistakeFrom(this.decisions, this.stepIndex, -1);
    if (mistake) this.go(mistake.at);
  }
}
