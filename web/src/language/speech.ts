// Text for cards, calls, players and reasons at a table. Python's prikup.locale.speech does the same.
import { SIGNS } from "./suit_signs";
import type { Reason } from "../client/protocol";
import type { Words } from "./words";

type Number = Reason["numbers"][string];

const SEATS: ReadonlySet<string> = new Set(["seat", "other", "player", "owner", "dealer", "players"]);

export const SUITS = "SCDH";
export const RANKS = "23456789TJQKA";
/** Spades, hearts, clubs, diamonds: alternating colours. */
export const SHOWN_SUITS: readonly number[] = [0, 3, 1, 2];

/** Return the cards of a mask, low to high. A mask is below 2^52, too wide for bit operations on a JavaScript
 * number. */
export function cards(mask: number): number[] {
  const cardList: number[] = [];
  for (let card = 0, remaining = mask; remaining > 0; card += 1, remaining = Math.floor(remaining / 2))
    if (remaining % 2) cardList.push(card);
  return cardList;
}

/** Return the cards of a mask in display order: by suit, high to low; empty suits are omitted. */
export function cardsBySuit(mask: number, order: readonly number[] = SHOWN_SUITS): [suit: number, cards: number[]][] {
  const highFirst = cards(mask).reverse();
  return order
    .map((suit): [number, number[]] => [suit, highFirst.filter((card) => Math.floor(card / 13) === suit)])
    .filter(([, suitCards]) => suitCards.length > 0);
}

export interface Speakers {
  calls: readonly string[];
  names: readonly string[];
  /** The seat of the reader, who is addressed as "you". */
  you?: number | null;
  sides: readonly (readonly number[])[];
}

/** `aloud`: cards are in words (`king of clubs`) instead of symbols (`♣K`). */
export class Speech {
  constructor(
    readonly words: Words,
    readonly table: Speakers,
    readonly aloud: boolean = false,
  ) {}

  /** Return a message. The name of each argument decides how its number is shown: a card, a player, a suit. */
  text(key: string, numbers: Reason["numbers"] = {}): string {
    const values: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(numbers)) {
      values[name] = this.#formatValue(name, value);
      if (SEATS.has(name)) values[`${name}-is`] = this.#readerSelector(value);
    }
    const text = this.words.text(key, values);
    return Object.entries(values).some(([name, value]) => name.endsWith("-is") && value === "you")
      ? this.#capitalise(text)
      : text;
  }

  /** Capitalise a sentence that starts with the word for the reader. */
  #capitalise(text: string): string {
    if (!text.startsWith(this.words.text("reader"))) return text;
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** Return whether a seat, or one of a list of seats, is the reader's, as a message selector. */
  #readerSelector(value: Number): "you" | "other" {
    const { you } = this.table;
    const isReader =
      typeof value === "number" ? value === you : Array.isArray(value) && value.some((seat) => seat === you);
    return you != null && isReader ? "you" : "other";
  }

  /** Return the name of a player within a sentence. */
  nameInSentence(seat: number): string {
    return seat === this.table.you ? this.words.text("reader") : (this.table.names[seat] ?? "");
  }

  /** Return the sentence of a reason. */
  reason(reason: Reason): string {
    return this.text(reason.key, reason.numbers);
  }

  /** Return a number in the form that its argument name requires. Text is unchanged. */
  #formatValue(name: string, value: Number): string | number {
    if (typeof value === "string") return name === "word" ? this.words.text(`outcome-${value}`) : value;
    if (typeof value === "number") return this.#formatNumber(name, value);
    if (name === "players") return value.map((seat) => this.nameInSentence(seat)).join(", ");
    if (name === "actions" || name === "best") return this.actions(value);
    if (name === "counted") return this.numbersBySeat(value);
    if (name === "by_side") return this.numbersBySide(value);
    return value.join(", ");
  }

  #formatNumber(name: string, value: number): string | number {
    switch (name) {
      case "seat":
      case "other":
      case "player":
      case "owner":
      case "dealer":
        return this.nameInSentence(value);
      case "card":
      case "call":
        return this.action(value);
      case "hand":
        return this.hand(value);
      case "suit":
      case "led":
        return this.suit(value);
      default:
        return value;
    }
  }

  /** Return a rank in local letters: `A`, `10`, `7`. */
  rank(card: number): string {
    const letter = RANKS.charAt(card % 13);
    if (letter === "T") return "10";
    return "JQKA".includes(letter) ? this.words.text(`rank-letter-${letter}`) : letter;
  }

  /** Return the name of a suit: `spades`. */
  suit(suit: number): string {
    return this.words.text(`suit-${SUITS.charAt(suit)}`);
  }

  /** Return the name of a suit after a rank or a number: some languages inflect it. */
  suitOf(suit: number): string {
    return this.words.text(`suit-of-${SUITS.charAt(suit)}`);
  }

  /** Return the letter of a suit: `S`. */
  suitLetter(suit: number): string {
    return this.words.text(`suit-letter-${SUITS.charAt(suit)}`);
  }

  /** Return `♣K`, or `king of clubs`. */
  card(card: number): string {
    const suit = Math.floor(card / 13);
    if (!this.aloud) return SIGNS.charAt(suit) + this.rank(card);
    return this.words.text("card-spoken", {
      rank: this.words.text(`rank-${RANKS.charAt(card % 13)}`),
      suit: this.suitOf(suit),
    });
  }

  /** Return the text of a card or call. */
  action(action: number): string {
    return action < 52 ? this.card(action) : this.#call(this.call(action));
  }

  /** Return a call in writing: `pass`, `6♠`. */
  call(call: number): string {
    return this.words.text(`call-${this.table.calls[call - 52]}`);
  }

  /** Return `6♠` and `7 NT` as they are, or `6 spades` and `7 no trumps` if spoken. */
  #call(call: string): string {
    if (!this.aloud) return call;
    return call
      .replace(/[♠♣♦♥]/gu, (sign) => ` ${this.suitOf(SIGNS.indexOf(sign))}`)
      .replace(this.words.text("no-trump"), this.words.text("no-trump-spoken"));
  }

  /** Return a list of cards or calls. */
  actions(actions: readonly number[]): string {
    return actions.map((action) => this.action(action)).join(", ");
  }

  /** Return a whole hand: `♠ A K 9  ♥ 10`, or `spades ace, king, nine; hearts ten`: screen readers read single letters
   * as words. */
  hand(mask: number, order: readonly number[] = SHOWN_SUITS): string {
    const suits = cardsBySuit(mask, order);
    if (!this.aloud)
      return suits
        .map(([suit, suitCards]) => `${SIGNS.charAt(suit)} ${suitCards.map((card) => this.rank(card)).join(" ")}`)
        .join("  ");
    const rankName = (card: number) => this.words.text(`rank-${RANKS.charAt(card % 13)}`);
    return suits.map(([suit, suitCards]) => `${this.suit(suit)} ${suitCards.map(rankName).join(", ")}`).join("; ");
  }

  /** Return the name of a player at the start of a sentence: `You`, `Anna`. */
  name(seat: number): string {
    return this.#capitalise(this.nameInSentence(seat));
  }

  /** Return the names of a side. */
  side(side: number): string {
    return (this.table.sides[side] ?? []).map((seat) => this.name(seat)).join(" + ");
  }

  /** Return numbers by seat: `Anna 2, Vera 0, Tigran 1`. */
  numbersBySeat(numbers: readonly number[]): string {
    return numbers.map((number, seat) => `${this.nameInSentence(seat)} ${number}`).join(", ");
  }

  /** Return numbers by side: `Anna + Vera 8, Pekka + Tigran 5`. */
  numbersBySide(numbers: readonly number[]): string {
    const sideName = (seats: readonly number[]) => seats.map((seat) => this.nameInSentence(seat)).join(" + ");
    return this.table.sides.map((seats, side) => `${sideName(seats)} ${numbers[side]}`).join(", ");
  }
}
