// The state of the analysis page: the position (set up, pasted or from a link), its analysis, and the history.
import type { Analysis, UnreadableText } from "../client/api_types";
import { analyse } from "../client/analysis_client";
import { refusal } from "../language/error_messages";
import { words } from "../language/language.svelte";
import { Speech } from "../language/speech";
import type { Words } from "../language/words";
import {
  nextHand,
  fragment,
  placeCard,
  positionOf,
  addLine,
  positionText,
  type CardLocation,
  type AnalysisPosition,
} from "./position";

/** Milliseconds in which successive taps on cards are combined into one request. */
const COMBINE_MS = 120;

export class AnalysisState {
  position: AnalysisPosition | null = $state.raw(null);
  /** The last analysis; that of an earlier position while `waiting`. */
  result: Analysis | null = $state.raw(null);
  /** The reason why the last pasted text could not be read; "" if it could. */
  pasteError: string = $state("");
  /** The reason why there is no analysis; "" if there is one. */
  error: string = $state("");
  waiting: boolean = $state(false);
  /** The hand that receives the next card. */
  place: CardLocation = $state(0);
  lines: number[][] = $state.raw([]);
  /** The earlier positions, the latest last. */
  earlierPositions: AnalysisPosition[] = $state.raw([]);
  /** The pasted match, if it has several deals. */
  pastedText: string = $state("");
  /** The players of the last pasted match, by seat. */
  playerNames: string[] = $state.raw([]);
  words: Words | null = $state.raw(null);
  #requests = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `path` is the page in the address. */
  constructor(readonly path: string) {}

  readonly text = $derived.by(() => (this.position ? positionText(this.position) : ""));
  readonly address = $derived.by(() => fragment(this.text));
  readonly names = $derived.by(() =>
    this.playerNames.length ? this.playerNames : (this.words ?? words.current).text("player-names").split(" "),
  );
  readonly speech = $derived.by(() => this.#speech(false));
  readonly ariaSpeech = $derived.by(() => this.#speech(true));
  readonly contract = $derived.by(() => this.result?.contracts.find(({ name }) => name === this.result?.contract));
  readonly moment = $derived.by(() => this.result?.moment ?? null);
  /** The value of the cards; null while a request is waiting. */
  readonly worth = $derived.by(() => (this.waiting ? null : (this.result?.worth ?? null)));
  readonly best = $derived.by(() => this.worth?.cards[0] ?? null);
  /** The single-dummy values for the player to act, if requested. */
  readonly expectedTricks = $derived.by(() =>
    this.waiting || !this.position?.known ? null : (this.result?.expected ?? null),
  );

  #speech(aloud: boolean): Speech {
    return new Speech(this.words ?? words.current, { calls: [], names: this.names, sides: [] }, aloud);
  }

  /** Return the cards that a seat holds now, as a card mask. */
  handMask(seat: number): number {
    const hand = this.position?.hands[seat] ?? [];
    return hand.filter((card) => !this.position?.played.includes(card)).reduce((sum, card) => sum + 2 ** card, 0);
  }

  /** Open the position in an address fragment; without one, a game without cards. */
  async open(hash: string): Promise<void> {
    this.earlierPositions = [];
    this.lines = [];
    this.playerNames = [];
    await this.#analyse(hash ? `${this.path}#${hash}` : "");
  }

  /** Read a pasted text; return whether it could be read. */
  async paste(text: string, deal = 0): Promise<boolean> {
    const earlier = this.position;
    if (!(await this.#analyse(text, deal))) return false;
    if (earlier) this.earlierPositions = [...this.earlierPositions, earlier];
    this.pastedText = (this.result?.deals ?? 1) > 1 ? text : "";
    this.playerNames = this.result?.names ?? [];
    this.lines = this.result ? addLine([], this.result.played) : [];
    return true;
  }

  /** Start a game without cards. */
  startGame(game: string, options: string): void {
    void this.paste(`${game} ${options}`);
  }

  change(next: AnalysisPosition): void {
    if (this.position) this.earlierPositions = [...this.earlierPositions, this.position];
    this.#show(next);
  }

  /** Give a card to the selected hand. */
  giveCard(card: number): void {
    if (!this.position || !this.result) return;
    const next = placeCard(this.position, card, this.place);
    this.lines = [];
    this.place = nextHand(next, this.place, this.result.tricks);
    this.change(next);
  }

  play(card: number): void {
    if (!this.position) return;
    const cardsPlayed = [...this.position.played, card];
    this.lines = addLine(this.lines, cardsPlayed);
    this.change({ ...this.position, played: cardsPlayed });
  }

  playBest(): void {
    const best = this.position?.known ? this.expectedTricks?.cards[0] : this.best;
    if (best) this.play(best.card);
  }

  /** Switch to the single-dummy analysis with the hands of these seats open; null: double dummy. */
  ask(openSeats: number[] | null): void {
    if (this.position) this.#show({ ...this.position, known: openSeats });
  }

  undo(): void {
    const earlier = this.earlierPositions.at(-1);
    if (!earlier) return;
    this.earlierPositions = this.earlierPositions.slice(0, -1);
    this.#show(earlier);
  }

  /** Drop pending requests, because the page is being left. */
  cancelRequests(): void {
    clearTimeout(this.#timer);
    this.#requests += 1;
  }

  #show(next: AnalysisPosition): void {
    this.position = next;
    this.waiting = true;
    this.pasteError = "";
    this.#requests += 1;
    history.replaceState(null, "", `${this.path}#${this.address}`);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#analyse(this.text), COMBINE_MS);
  }

  /** Analyse a text; return whether its position is shown: it could be read, and was not replaced by a newer one. */
  async #analyse(text: string, deal = 0): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#requests += 1;
    const requestNumber = this.#requests;
    this.waiting = true;
    this.error = "";
    this.pasteError = "";
    try {
      const response = await analyse(text, deal);
      if (requestNumber !== this.#requests) return false;
      if (response.type !== "unread") return await this.#accept(response, requestNumber);
      const readingError = await this.#readingError(response);
      if (requestNumber === this.#requests) this.pasteError = readingError;
    } catch (error) {
      if (requestNumber === this.#requests) this.error = refusal(words, error);
    } finally {
      if (requestNumber === this.#requests) this.waiting = false;
    }
    return false;
  }

  async #accept(analysis: Analysis, requestNumber: number): Promise<boolean> {
    if (this.result?.game !== analysis.game || this.words?.lang !== words.lang) {
      const gameWords = await words.game(analysis.game).catch(() => words.current);
      if (requestNumber !== this.#requests) return false; // the page was left, or a newer request was made
      this.words = gameWords;
    }
    if (this.result?.game !== analysis.game) this.place = 0;
    this.result = analysis;
    this.position = positionOf(analysis);
    history.replaceState(null, "", `${this.path}#${this.address}`);
    return true;
  }

  async #readingError({ reason, game, line }: UnreadableText): Promise<string> {
    const gameWords = game ? await words.game(game).catch(() => words.current) : words.current;
    const why = new Speech(gameWords, { calls: [], names: this.names, sides: [] }).reason(reason);
    return line ? words.text("analyse-line-unread", { line, why }) : why;
  }

  /** Redraw everything in the current language. */
  async reloadWords(): Promise<void> {
    if (!this.result || this.words?.lang === words.lang) return;
    const { game } = this.result;
    const gameWords = await words.game(game).catch(() => words.current);
    if (gameWords.lang === words.lang && game === this.result.game) this.words = gameWords;
  }
}
