// The position that is looked at: set up, pasted, or come by a link; what is known of it, and where one has been.
import { analyse, type Analysis, type Unread } from "../client/analysis_client";
import { refusal } from "../client/refusals";
import { words } from "../language/language.svelte";
import { Speech } from "../language/speech";
import type { Words } from "../language/words";
import { following, fragment, placed, positionOf, withLine, written, type Place, type Position } from "./position";

/** Cards that are tapped one after the other are asked about together, after so many milliseconds. */
const TOGETHER = 120;

export class AnalysisState {
  position: Position | null = $state.raw(null);
  /** What the server said last of a position; of the one before while `waiting`. */
  known: Analysis | null = $state.raw(null);
  /** Why what was pasted last does not read. */
  unread: string = $state("");
  /** Why there is no answer. */
  failed: string = $state("");
  waiting: boolean = $state(false);
  /** Where the next card goes. */
  place: Place = $state(0);
  lines: number[][] = $state.raw([]);
  /** The positions before this one, the last at the end. */
  past: Position[] = $state.raw([]);
  /** The match that was pasted, if it has several deals. */
  pasted: string = $state("");
  /** The players of the match that was pasted last, by seat. */
  called: string[] = $state.raw([]);
  words: Words | null = $state.raw(null);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `path` is the page that the address names. */
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
  /** What the cards are worth, unless they are about to change. */
  readonly worth = $derived.by(() => (this.waiting ? null : (this.known?.worth ?? null)));
  readonly best = $derived.by(() => this.worth?.cards[0] ?? null);
  /** What the player whose turn it is could know, if that is asked. */
  readonly expected = $derived.by(() => (this.waiting || !this.position?.known ? null : (this.known?.expected ?? null)));

  #speech(spoken: boolean): Speech {
    return new Speech(this.words ?? words.now, { calls: [], names: this.names, sides: [] }, spoken);
  }

  /** Return the cards that a seat holds now, as a mask. */
  held(seat: number): number {
    const hand = this.position?.hands[seat] ?? [];
    return hand.filter((card) => !this.position?.played.includes(card)).reduce((all, card) => all + 2 ** card, 0);
  }

  /** Open what an address names behind `#`; without it a game without cards. */
  open(hash: string): Promise<void> {
    this.past = [];
    this.lines = [];
    this.called = [];
    return this.#ask(hash ? `${this.path}#${hash}` : "");
  }

  /** Read what somebody pasted; return whether it reads. */
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

  /** Begin a game without cards. */
  begin(game: string, options: string): void {
    void this.paste(`${game} ${options}`);
  }

  change(next: Position): void {
    if (this.position) this.past = [...this.past, this.position];
    this.#show(next);
  }

  /** Give a card to the hand that is chosen. */
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

  /** Ask what could be known where the hands of these seats lie open; null: see all cards. */
  ask(known: number[] | null): void {
    if (this.position) this.#show({ ...this.position, known });
  }

  back(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.#show(before);
  }

  /** Let what waits be forgotten: the page is left. */
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
      if (turn !== this.#asked) return; // the page was left, or something else was asked
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

  /** Say everything in the language that is spoken now. */
  async retell(): Promise<void> {
    if (this.known && this.words?.lang !== words.lang) this.words = await words.game(this.known.game).catch(() => words.now);
  }
}
