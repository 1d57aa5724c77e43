// A problem being solved: the answers, the opponents' replies and the continuation. The server keeps no state of it.
import type { Reason, WhyMessage } from "../client/protocol";
import type { AnswerRecord, MoveRecord, ProblemRecord, ProofRecord } from "../client/api_types";
import * as api from "../client/problem_client";
import { words as common } from "../language/language.svelte";
import { Speech } from "../language/speech";
import type { Words } from "../language/words";
import { refusal } from "../language/error_messages";
import { Announcer } from "../table/announcements/announcer.svelte";
import type { HandTable } from "../table/cards/hand_table";
import { lasting, settings } from "../settings/settings.svelte";
import {
  cardOf,
  cardsOf,
  frames,
  handsOf,
  groupByTrick,
  discardText,
  seatsOf,
  textOf,
  type Frame,
} from "./problem_frames";

/** Milliseconds for showing a card before the next one. */
const CARD_MS = 520;

/** The verdict on the last answer: right, wrong, or `shown` if the answer was revealed or is being looked at. */
export type ProblemVerdict = "right" | "wrong" | "shown";

export class ProblemTable implements HandTable {
  readonly update = null;
  readonly hint = null;
  readonly pointedCards = [];
  readonly you: number;
  readonly seats: readonly number[];
  readonly names: readonly string[];
  readonly speech: Speech;
  readonly ariaSpeech: Speech;
  readonly announcer = new Announcer();
  chosenCards: readonly number[] = $state.raw([]);
  sentActions: readonly number[] = $state.raw([]);
  explanation: WhyMessage | null = $state.raw(null);
  verdict: ProblemVerdict | null = $state(null);
  /** The answer that `verdict` is about, as text. */
  answer = $state("");
  response: AnswerRecord | null = $state.raw(null);
  proof: ProofRecord | null = $state.raw(null);
  /** The hint, if requested. */
  hintBounds: { suits: number[] } | { least: number; most: number } | null = $state.raw(null);
  /** The reason why the server did not answer; "" if it did. */
  error = $state("");
  /** Solved since the page was opened. */
  isSolved = $state(false);
  /** The card just played, until the server has answered. */
  #pendingMoves: MoveRecord[] = $state.raw([]);
  #cardsPlayed: readonly string[] = [];
  /** Show the continuation with best play by all players, the reader included. */
  #isPlaying = $state(false);
  #frameIndex = $state(0);
  #isFirstTry = true;
  #gaveUp = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** The number of requests, and restarts, so far: only the answer to the last request is shown. */
  #requests = 0;

  /** `onsolved` is called after the first right answer, with whether it was the first try. */
  constructor(
    readonly problem: ProblemRecord,
    readonly words: Words,
    private readonly onsolved: (first: boolean) => void,
  ) {
    this.you = problem.you;
    this.seats = seatsOf(problem);
    const otherNames = words.text("player-names").split(" ");
    this.names = handsOf(problem).map((_, seat) =>
      seat === problem.you ? words.text("player") : (otherNames.shift() ?? ""),
    );
    const speakers = { calls: [], names: this.names, you: problem.you, sides: [] };
    this.speech = new Speech(words, speakers);
    this.ariaSpeech = new Speech(words, speakers, true);
  }

  // Drawn state

  readonly #discards: number[] = $derived.by(() =>
    this.problem.asks === "discard" && this.response ? cardsOf(this.answer) : [],
  );
  readonly moves: readonly MoveRecord[] = $derived.by(() => {
    const { response } = this;
    if (!response) return this.#pendingMoves;
    return this.#isPlaying ? [...response.line, ...response.rest] : [...response.line, ...this.#pendingMoves];
  });
  readonly #frames: Frame[] = $derived.by(() => {
    const end =
      this.response && (this.#isPlaying ? this.response.comes_to : this.response.over ? this.response.taken : null);
    return frames(this.problem, this.#discards, this.moves, end);
  });
  readonly frame: Frame = $derived.by(() => this.#frames[Math.min(this.#frameIndex, this.#frames.length - 1)]!);
  /** All frames available now have been shown. */
  readonly isAtLastFrame: boolean = $derived.by(() => this.#frameIndex >= this.#frames.length - 1);
  readonly tricks = $derived.by(() => groupByTrick(this.problem, this.moves));

  readonly legal: ReadonlySet<number> = $derived.by(() => {
    const { problem, response } = this;
    if (!response) return new Set(problem.asks === "number" ? [] : problem.legal.flatMap(cardsOf));
    return new Set(this.#isPlaying ? [] : response.legal.flatMap(cardsOf));
  });
  readonly mustAct: boolean = $derived.by(() => !this.sentActions.length && this.isAtLastFrame && this.legal.size > 0);
  readonly cardsDue: number = $derived.by(() => (this.response ? 0 : this.problem.discards));
  /** The answer is a number of tricks, and it is due. */
  readonly isNumberDue: boolean = $derived.by(
    () => this.problem.asks === "number" && !this.response && !this.sentActions.length,
  );
  readonly waits: boolean = $derived.by(() => this.sentActions.length > 0);
  /** The answer was right, but a later card lost the goal. */
  readonly isSlipped: boolean = $derived.by(
    () => this.verdict === "right" && this.response !== null && !this.response.holds,
  );
  /** The solution may be looked at: the problem is solved or given up. */
  readonly open: boolean = $derived.by(() => this.isSolved || this.#gaveUp);
  /** The continuation with best play is being shown. */
  readonly showsBestPlay: boolean = $derived.by(() => this.#isPlaying);

  // Player actions

  act(action: number | number[]): void {
    const cards = [action].flat();
    const [first] = cards;
    if (first === undefined || !this.mustAct) return;
    if (!this.legal.has(first)) return this.askWhy(first);
    if (typeof action === "number" && this.cardsDue) return this.#choose(action);
    if (!this.response) void this.#submit(this.cardsDue ? discardText(cards) : textOf(first), cards);
    else void this.#play(textOf(first));
  }

  /** Send the selected discard if it has enough cards. */
  sendDiscard(): void {
    if (this.cardsDue && this.chosenCards.length === this.cardsDue) this.act([...this.chosenCards]);
  }

  /** Answer with a number of tricks. */
  count(tricks: number): void {
    if (this.isNumberDue) void this.#submit(String(tricks), [0]);
  }

  askWhy(card: number): void {
    const reason: Reason = { key: "problem-not-now", numbers: { card } };
    this.explanation = { type: "why", n: 0, act: card, reason };
    this.announcer.announce([this.ariaSpeech.reason(reason)]);
  }

  /** Pointing at cards is not supported in problems. */
  pointAt(): void {}
  pointText = (): string => "";

  /** Show all pending frames at once. */
  skip(): void {
    if (this.isAtLastFrame) return;
    this.#frameIndex = this.#frames.length - 1;
    clearTimeout(this.#timer);
  }

  /** Request a hint; the problem then does not count as solved at the first try. */
  async showHint(): Promise<void> {
    const proof = await this.loadProof();
    if (!proof || this.response || this.hintBounds) return;
    const [answer = ""] = proof.answer;
    this.#isFirstTry = false;
    this.hintBounds =
      this.problem.asks === "number"
        ? { least: Math.max(0, Number(answer) - 1), most: Number(answer) + 1 }
        : { suits: [...new Set(cardsOf(answer).map((card) => Math.floor(card / 13)))] };
    this.announcer.announce([this.hintText]);
  }

  /** The text of the hint; "" without one. */
  get hintText(): string {
    if (!this.hintBounds) return "";
    if ("least" in this.hintBounds) return this.words.text("problem-hint-number", this.hintBounds);
    return this.words.text("problem-hint", {
      suits: this.hintBounds.suits.map((suit) => this.speech.suit(suit)).join(", "),
    });
  }

  /** Return the result of every answer; null (with `error` set) if the server does not send it. */
  async loadProof(): Promise<ProofRecord | null> {
    try {
      this.error = "";
      return (this.proof ??= await api.proof(this.problem.id));
    } catch (error) {
      this.error = refusal(common, error);
      return null;
    }
  }

  /** Reveal the answer; the problem then does not count as solved. */
  async giveUp(): Promise<void> {
    const proof = await this.loadProof();
    if (!proof) return;
    if (!this.isSolved) this.#gaveUp = true;
    await this.showAnswer(proof.answer[0] ?? "");
  }

  /** Show what happens after an answer. */
  async showAnswer(answer: string): Promise<void> {
    this.restart();
    await this.#submit(answer, cardsOf(this.problem.asks === "number" ? "" : answer), true);
  }

  /** Start the problem again. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#requests += 1;
    this.response = this.verdict = this.explanation = null;
    this.answer = this.error = "";
    this.#cardsPlayed = this.#pendingMoves = this.chosenCards = this.sentActions = [];
    this.#isPlaying = false;
    this.#frameIndex = 0;
  }

  /** Take the last card back. */
  async takeBack(): Promise<void> {
    await this.#ask(this.answer, this.#cardsPlayed.slice(0, -1));
    this.#frameIndex = this.#frames.length - 1;
  }

  /** Continue playing from the point where the opponents' replies end. */
  playOn(): void {
    this.#isPlaying = false;
    this.#frameIndex = this.#frames.length - 1;
    clearTimeout(this.#timer);
  }

  /** Announce all hands to the screen reader. */
  read(): void {
    const hands = this.seats.map((seat) =>
      this.ariaSpeech.text("problem-hand-of", { player: seat, hand: this.frame.hands[seat] ?? 0 }),
    );
    const trick = this.frame.trick.map(({ seat, card }) =>
      this.ariaSpeech.text("table-card-of", { player: seat, card }),
    );
    this.announcer.announceNow([...hands, trick.join(", ")]);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.announcer.stop();
  }

  // Server requests

  #choose(card: number): void {
    const otherCards = this.chosenCards.filter((chosenCard) => chosenCard !== card);
    if (otherCards.length < this.chosenCards.length) this.chosenCards = otherCards;
    else if (otherCards.length < this.cardsDue) this.chosenCards = [...otherCards, card];
  }

  /** Send an answer; `cards` are shown as sent until the response. */
  async #submit(answer: string, cards: readonly number[], isShown = false): Promise<void> {
    this.chosenCards = [];
    const plays = this.problem.asks === "card";
    if (!(await this.#ask(answer, [], cards, plays ? [{ seat: this.you, card: answer }] : []))) return;
    const response = this.response!;
    this.verdict = isShown || this.open ? "shown" : response.right ? "right" : "wrong";
    this.#isPlaying = isShown || this.verdict === "wrong" || this.problem.asks === "number";
    this.#announce();
    this.#step();
    if (this.verdict === "wrong") this.#isFirstTry = false;
    if (this.verdict !== "right" || this.isSolved) return;
    this.isSolved = true;
    this.onsolved(this.#isFirstTry);
    void this.loadProof();
  }

  async #play(card: string): Promise<void> {
    const { line = [], holds = true } = this.response ?? {};
    this.explanation = null;
    if (!(await this.#ask(this.answer, [...this.#cardsPlayed, card], cardsOf(card), [{ seat: this.you, card }])))
      return;
    this.#announce(line.length + 1, holds);
    this.#step();
  }

  /** Request the result of an answer; return whether the server sent it and it is still wanted. */
  async #ask(
    answer: string,
    cardsPlayed: readonly string[],
    cards: readonly number[] = [],
    pending: MoveRecord[] = [],
  ): Promise<boolean> {
    const requestNumber = ++this.#requests;
    const isWanted = (): boolean => !this.#isClosed && requestNumber === this.#requests;
    this.error = "";
    this.sentActions = cards.length ? cards : [0];
    this.#pendingMoves = pending;
    this.#step();
    try {
      const response = await api.answer(this.problem.id, answer, cardsPlayed);
      if (!isWanted()) return false;
      this.answer = answer;
      this.response = response;
      this.#cardsPlayed = cardsPlayed;
      return true;
    } catch (error) {
      if (isWanted()) this.error = refusal(this.words, error);
      return false;
    } finally {
      if (isWanted()) {
        this.#pendingMoves = [];
        this.sentActions = [];
        if (!this.response) this.#frameIndex = 0;
      }
    }
  }

  /** Show the next frame now and the following ones in turn. */
  #step(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.isAtLastFrame) return;
    if (!this.#frameIndex && this.moves.length === 1) return this.#next(); // the reader's own card
    const full = this.frame.winner !== null;
    this.#timer = setTimeout(() => this.#next(), full ? settings.rest : this.#frameIndex ? lasting(CARD_MS) : 0);
  }

  #next(): void {
    this.#frameIndex += 1;
    this.#step();
  }

  /** Announce the verdict, or the replies from card `start` of the line on; `wasPossible`: the goal was still possible
   * before that card. */
  #announce(start = 0, wasPossible = true): void {
    const { response, words } = this;
    if (!response) return;
    const replies = response.line.slice(start).filter(({ seat }) => seat !== this.you);
    const cards = replies.map(({ seat, card }) =>
      this.ariaSpeech.text("table-card-of", { player: seat, card: cardOf(card) }),
    );
    this.announcer.announceNow([
      start ? "" : this.verdictText(this.ariaSpeech),
      cards.length ? `${cards.join(", ")}.` : "",
      response.over || this.#isPlaying ? this.endText(this.ariaSpeech) : words.text("table-your-turn"),
      this.isSlipped && wasPossible ? words.text("problem-slipped") : "",
    ]);
  }

  /** Return the verdict as a sentence. */
  verdictText(speech = this.speech): string {
    return this.verdict
      ? speech.words.text(`problem-${this.verdict}`, { answer: this.answerText(this.answer, speech) })
      : "";
  }

  /** Return an answer in words. */
  answerText(answer: string, speech = this.speech): string {
    return this.problem.asks === "number" ? answer : speech.actions(cardsOf(answer));
  }

  /** Return the sentence on the final number of tricks of the side. */
  endText(speech = this.speech): string {
    return speech.text("problem-came-to", { players: this.#side, tricks: this.response?.comes_to ?? 0 });
  }

  /** The names of the side, the reader's first. */
  get sideText(): string {
    return this.#side.map((seat) => this.speech.name(seat)).join(", ");
  }

  get #side(): number[] {
    return [...this.problem.side].sort((first, second) => Number(second === this.you) - Number(first === this.you));
  }
}
