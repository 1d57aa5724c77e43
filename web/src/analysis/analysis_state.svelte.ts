// The state of the analysis page: the position (set up, pasted or from a link), its analysis, and the history.
import { analyse, type Analysis, type Unread } from "../client/analysis_client";
import { refusal } from "../client/error_messages";
import { words } from "../language/language.svelte";
import { Speech } from "../language/speech";
import type { Words } from "../language/words";
import { following, fragment, placed, positionOf, withLine, written, type Place, type Position } from "./position";

/** Milliseconds in which successive taps on cards are combined into one request. */
const TOGETHER = 120;

export class AnalysisState {
  position: Position | null = $state.raw(null);
  /** The last analysis; that of an earlier position while `waiting`. */
  known: Analysis | null = $state.raw(null);
  /** The reason why the last pasted text could not be read; "" if it could. */
  unread: string = $state("");
  /** The reason why there is no analysis; "" if there is one. */
  failed: string = $state("");
  waiting: boolean = $state(false);
  /** The hand that receives the next card. */
  place: Place = $state(0);
  lines: number[][] = $state.raw([]);
  /** The earlier positions, the latest last. */
  past: Position[] = $state.raw([]);
  /** The pasted match, if it has several deals. */
  pasted: string = $state("");
  /** The players of the last pasted match, by seat. */
  called: string[] = $state.raw([]);
  words: Words | null = $state.raw(null);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `path` is the page in the address. */
  constructor(readonly path: string) {}

  readonly text = $derived.by(() => (this.position ? written(this.position) : ""));
  readonly address = $derived.by(() => fragment(this.text));
  readonly names = $derived.by(() =>
    this.called.length ? this.called : (this.words ?? words.now).text("player-names").split(" "),
  );
  readonly speech = $derived.by(() => this.#speech(false));
  readonly spoken = $derived.by(() => this.#speech(true));
  readonly contract = $derived.by(() => this.known?.contracts.find(({ name }) => name === this.known?.contract));
  readonly moment = $derived.by(() => this.known?.moment ?? null);
  /** The value of the cards; null while a request is waiting. */
  readonly worth = $derived.by(() => (this.waiting ? null : (this.known?.worth ?? null)));
  readonly best = $derived.by(() => this.worth?.cards[0] ?? null);
  /** The single-dummy values for the player to act, if requested. */
  readonly expected = $derived.by(() => (this.waiting || !this.position?.known ? null : (this.known?.expected ?? null)));

  #speech(spoken: boolean): Speech {
    return new Speech(this.words ?? words.now, { calls: [], names: this.names, sides: [] }, spoken);
  }

  /** Return the cards that a seat holds now, as a card mask. */
  held(seat: number): number {
    const hand = this.position?.hands[seat] ?? [];
    return hand.filter((card) => !this.position?.played.includes(card)).reduce((all, card) => all + 2 ** card, 0);
  }

  /** Open the position in an address fragment; without one, a game without cards. */
  open(hash: string): Promise<void> {
    this.past = [];
    this.lines = [];
    this.called = [];
    return this.#ask(hash ? `${this.path}#${hash}` : "");
  }

  /** Read a pasted text; return whether it could be read. */
  async paste(text: string, deal = 0): Promise<boolean> {
    const before = this.position;
    await this.#ask(text, deal);
    if (this.unread || this.failed) return false;
    if (before) this.past = [...this.past, before];
    this.pasted = (this.known?.deals ?? 1) > 1 ? text : "";
    this.called = this.known?.names ?? [];
    this.lines = this.known ? withLine([], this.known.played) : [];
    return true;
  }

  /** Start a game without cards. */
  begin(game: string, options: string): void {
    void this.paste(`${game} ${options}`);
  }

  change(next: Position): void {
    if (this.position) this.past = [...this.past, this.position];
    this.#show(next);
  }

  /** Give a card to the selected hand. */
  give(card: number): void {
    if (!this.position || !this.known) return;
    const next = placed(this.position, card, this.place);
    this.lines = [];
    this.place = following(next, this.place, this.known.tricks);
    this.change(next);
  }

  play(card: number): void {
    if (!this.position) return;
    const played = [...this.position.played, card];
    this.lines = withLine(this.lines, played);
    this.change({ ...this.position, played });
  }

  playBest(): void {
    const best = this.position?.known ? this.expected?.cards[0] : this.best;
    if (best) this.play(best.card);
  }

  /** Switch to the single-dummy analysis with the hands of these seats open; null: double dummy. */
  ask(known: number[] | null): void {
    if (this.position) this.#show({ ...this.position, known });
  }

  back(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.#show(before);
  }

  /** Drop pending requests, because the page is being left. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  #show(next: Position): void {
    this.position = next;
    this.waiting = true;
    this.unread = "";
    this.#asked += 1;
    history.replaceState(null, "", `${this.path}#${this.address}`);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(this.text), TOGETHER);
  }

  async #ask(text: string, deal = 0): Promise<void> {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const turn = this.#asked;
    this.waiting = true;
    this.failed = "";
    this.unread = "";
    try {
      const found = await analyse(text, deal);
      if (turn !== this.#asked) return;
      if (found.type === "unread") this.unread = await this.#why(found);
      else await this.#learn(found, turn);
    } catch (error) {
      if (turn === this.#asked) this.failed = refusal(words, error);
    } finally {
      if (turn === this.#asked) this.waiting = false;
    }
  }

  async #learn(found: Analysis, turn: number): Promise<void> {
    if (this.known?.game !== found.game || this.words?.lang !== words.lang) {
      const learned = await words.game(found.game).catch(() => words.now);
      if (turn !== this.#asked) return; // the page was left, or a newer request was made
      this.words = learned;
    }
    if (this.known?.game !== found.game) this.place = 0;
    this.known = found;
    this.position = positionOf(found);
    history.replaceState(null, "", `${this.path}#${this.address}`);
  }

  async #why({ reason, game, line }: Unread): Promise<string> {
    const spoken = game ? await words.game(game).catch(() => words.now) : words.now;
    const why = new Speech(spoken, { calls: [], names: this.names, sides: [] }).reason(reason);
    return line ? words.text("analyse-line-unread", { line, why }) : why;
  }

  /** Redraw everything in the current language. */
  async retell(): Promise<void> {
    if (this.known && this.words?.lang !== words.lang) this.words = await words.game(this.known.game).catch(() => words.now);
  }
}
