// A finished deal and its review: requested, awaited, and browsed step by step.
import type { DealRecord, DecisionRecord, ReviewProgress, ReviewRecord, SameDeal } from "../client/api_types";
import {
  requestReview,
  deal as loadDeal,
  match as loadMatch,
  reviewProgress as loadProgress,
  sameDeal as loadSameDeal,
  type LocatedMatch,
} from "../client/archive_client";
import { visitor } from "../client/current_user.svelte";
import { decisionAt, nextMistakeFrom, momentsOf, nextTrickStart, costliestOf, type ReviewStep } from "./review_steps";
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
  readonly isWaiting: boolean = $derived(this.progress?.state === "waits" || this.progress?.state === "under-way");

  get steps(): number {
    return this.moments.length;
  }

  /** The mistake that the next-mistake key goes to; from the start of the deal it is the costliest. */
  get nextMistake(): DecisionRecord | undefined {
    return this.stepIndex === 0
      ? costliestOf(this.decisions, this.match?.you ?? null)
      : nextMistakeFrom(this.decisions, this.stepIndex, 1);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Load the deal, then its review. With `requestsReview`, request a review if there is none and the server knows the
   * visitor. */
  async load(requestsReview = true): Promise<void> {
    const user = await visitor.loadUser();
    if (this.#stopped) return;
    [this.match, this.record] = await Promise.all([loadMatch(this.id), loadDeal(this.id, this.deal)]);
    [this.progress, this.sameDeal] = await Promise.all([
      loadProgress(this.id, this.deal),
      loadSameDeal(this.id, this.deal),
    ]);
    if (this.#stopped) return;
    if (this.progress.state === "none" && user && requestsReview)
      this.progress = await requestReview(this.id, this.deal);
    await this.#wait();
  }

  /** Request the review of the deal. */
  async requestReview(): Promise<void> {
    await visitor.ensureUser();
    this.progress = await requestReview(this.id, this.deal);
    await this.#wait();
  }

  async #wait(): Promise<void> {
    while (!this.#stopped && this.isWaiting) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (!this.#stopped) this.progress = await loadProgress(this.id, this.deal);
    }
  }

  goTo(index: number): void {
    this.stepIndex = Math.max(0, Math.min(index, this.steps));
  }

  goToTrick(direction: 1 | -1): void {
    this.goTo(nextTrickStart(this.moments, this.stepIndex, direction));
  }

  /** Execute a navigation command. */
  navigate(command: Exclude<ReviewCommand, "deal-back" | "deal-forward" | "play-on">): void {
    const ACTIONS: Record<typeof command, () => void> = {
      back: () => this.goTo(this.stepIndex - 1),
      forward: () => this.goTo(this.stepIndex + 1),
      "trick-back": () => this.goToTrick(-1),
      "trick-forward": () => this.goToTrick(1),
      first: () => this.goTo(0),
      last: () => this.goTo(this.steps),
      mistake: () => this.goToMistake(1),
      "mistake-back": () => this.goToMistake(-1),
    };
    ACTIONS[command]();
  }

  goToMistake(direction: 1 | -1): void {
    const mistake = direction > 0 ? this.nextMistake : nextMistakeFrom(this.decisions, this.stepIndex, -1);
    if (mistake) this.goTo(mistake.at);
  }
}
