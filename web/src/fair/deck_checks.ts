/* Check a revealed deck against what this browser sent and received during the shuffle. docs/notation.md lists the
 * checks; `terminal/client/shuffler.py` makes the same ones. */
import { BadShuffle, commitment, drawnCut, drawnEntropy, hashed, isSeed, shuffled } from "./shuffle";
import type { Deck, DeckRule, Sealed } from "../client/protocol";

/** A check that can fail before the deck is revealed. */
export type Fault = "promise" | "terms" | "early" | "once" | "asked" | "entropies";

/** A shuffle as this browser observed it. */
export interface Noted {
  /** The values received first; they must not change. */
  commitment: string;
  places: readonly (number | null)[];
  refusals: readonly DeckRule[];
  dealer: number;
  cutter: number;
  /** The values received last. */
  step: Sealed["step"];
  cut: number | null;
  cutFrom: Sealed["cut_from"];
  /** By seat, as received when they could no longer change; null if they were not observed. */
  hashes: readonly (string | null)[] | null;
  entropies: readonly (string | null)[] | null;
  /** The seats that bots have played throughout, and whether one of them has committed to a number. */
  bots: readonly number[];
  botPromised: boolean;
  /** The player's seat and number (drawn before its hash is sent), and which parts of it were sent. */
  seat: number | null;
  mine: string;
  promised: boolean;
  shown: boolean;
  cutSent: number | null;
  /** The player joined in the middle of the shuffle. */
  late: boolean;
  faults: readonly Fault[];
  /** The player's own hand as dealt (a card mask). */
  hand: number | null;
}

/** The notes of one table, by deal and attempt (`3.1`); `last` is the latest shuffle. */
export interface ShuffleNotes {
  noted: Record<string, Noted>;
  last: string;
}

/** One check of a deck. */
export interface Check {
  what:
    | Fault
    | "seed"
    | "earlier"
    | "bots"
    | "mine"
    | "cut"
    | "own-cut"
    | "missing-cut"
    | "forged-cut"
    | "refused"
    | "played"
    | "withheld"
    | "hand"
    | "deck";
  good: boolean;
}

/** The result of all checks. `given`: the deck was fixed, so there is nothing to check. `bad`: a check failed. `good`:
 * all passed, and the deck includes the player's own number. `told`: all passed, for a player who gave no number.
 * `made`: nothing was observed here, and the deck can be reproduced. */
export type Verdict = "given" | "bad" | "good" | "told" | "made";

type Key = { deal: number; attempt: number };

export const shuffleKey = (of: Key): string => `${of.deal}.${of.attempt}`;

/** Return whether a deck was fixed instead of shuffled. If its shuffle was observed, claiming so is no excuse. */
export const given = ({ seed, entropy }: Deck, noted: Noted | undefined): boolean => !noted && !seed && !entropy.length;

/** Return the checks of a deck; `decks` are all decks revealed so far. */
export function checks(deck: Deck, pack: readonly number[], notes: ShuffleNotes | null, decks: readonly Deck[]): Check[] {
  const found: Check[] = [];
  const add = (what: Check["what"], good: boolean): void => void found.push({ what, good });
  /** Add a check that is shown only if it fails. */
  const fail = (what: Check["what"], bad: boolean): void => void (bad && add(what, false));
  const noted = notes?.noted[shuffleKey(deck)];
  if (given(deck, noted)) return found;
  const fits = made(deck, pack);
  if (noted) {
    add("seed", isSeed(deck.seed) && commitment(deck.seed) === noted.commitment);
    for (const what of ["promise", "early", "once"] as const) add(what, !noted.faults.includes(what));
    for (const what of ["terms", "asked"] as const) fail(what, noted.faults.includes(what));
  }
  if (deck.attempt > 1 || lacks(deck, notes, decks)) add("earlier", !lacks(deck, notes, decks));
  if (noted && isSeed(deck.seed)) against(noted, deck, pack, add, fail);
  else if (deck.cut_from === "seed" && isSeed(deck.seed)) add("missing-cut", deck.cut === drawnCut(deck.seed, pack.length));
  add("deck", fits);
  return found;
}

/** Return the result of a deck's checks. */
export function verdict(deck: Deck, found: readonly Check[], noted: Noted | undefined): Verdict {
  if (given(deck, noted)) return "given";
  if (found.some(({ good }) => !good)) return "bad";
  if (!noted) return "made";
  return noted.promised ? "good" : "told";
}

/** Return the seats that committed to a number and did not reveal it. */
export function withheld({ hashes, entropies }: Noted): number[] {
  if (!hashes || !entropies) return [];
  return hashes.flatMap((hash, seat) => (hash !== null && entropies[seat] === null ? [seat] : []));
}

/** Return how often a seat has not revealed its number, up to this shuffle. */
export function timesWithheld(notes: ShuffleNotes, seat: number, until: Key): number {
  const before = Object.entries(notes.noted).filter(([key]) => compared(key, shuffleKey(until)) <= 0);
  return before.filter(([, noted]) => withheld(noted).includes(seat)).length;
}

/** Return the number of decks among which the last to act could choose if all others and the server colluded: each may
 * reveal their number or not, and another person who cuts may cut anywhere. */
export function choices(noted: Noted, pack: number): number {
  const others = (noted.hashes ?? []).filter((hash, seat) => hash !== null && seat !== noted.seat).length;
  const cuts = noted.cutter === noted.seat || noted.bots.includes(noted.cutter) ? 1 : pack - 1;
  return 2 ** others * cuts;
}

function against(
  noted: Noted,
  deck: Deck,
  pack: readonly number[],
  add: (what: Check["what"], good: boolean) => void,
  fail: (what: Check["what"], bad: boolean) => void,
): void {
  const { seat, hand } = noted;
  const kept = deck.entropy.every((text, other) => isKept(noted, deck.seed, text, other));
  if (noted.hashes) add("entropies", kept && !noted.faults.includes("entropies"));
  const botCuts = noted.bots.includes(noted.cutter);
  if (noted.bots.length) add("bots", !noted.botPromised && !(botCuts && deck.cut_from === "player"));
  if (noted.promised && seat !== null) add("mine", deck.entropy[seat] === noted.mine);
  if (noted.cut !== null) add("cut", deck.cut === noted.cut && deck.cut_from === noted.cutFrom);
  if (deck.cut_from !== "player") add("missing-cut", deck.cut === drawnCut(deck.seed, pack.length));
  if (noted.cutSent !== null) add("own-cut", deck.cut === noted.cutSent);
  else fail("forged-cut", seat === noted.cutter && !noted.late && deck.cut_from === "player");
  const rule = noted.refusals.find((each) => refuses(each, deck.deck))?.reason.key ?? "";
  if (deck.refused) add("refused", rule === deck.refused);
  else fail("played", rule !== "");
  const told = [...withheld(noted)].sort().join();
  fail("withheld", noted.entropies !== null && [...deck.withheld].sort().join() !== told);
  if (hand !== null && seat !== null) add("hand", dealtTo(noted, deck.deck, seat) === hand);
}

/** Return whether a seat's entropy is the one it committed to and revealed, or is derived from the seed. */
function isKept({ hashes, entropies }: Noted, seed: string, text: string, seat: number): boolean {
  const promised = hashes?.[seat];
  if (!entropies) return text === drawnEntropy(seed, seat) || hashed(text) === promised;
  const shown = entropies[seat];
  return shown ? text === shown && hashed(text) === promised : text === drawnEntropy(seed, seat);
}

function refuses({ places, cards, without }: DeckRule, deck: readonly number[]): boolean {
  const there = new Set(places.map((place) => deck[place]));
  return cards.every((card) => there.has(card)) && !without.some((card) => there.has(card));
}

const dealtTo = ({ places }: Noted, deck: readonly number[], seat: number): number =>
  deck.reduce((hand, card, place) => hand + (places[place] === seat ? 2 ** card : 0), 0);

/** Return whether an earlier deck was never revealed: another attempt of this deal, or a shuffle that was observed. */
function lacks(deck: Deck, notes: ShuffleNotes | null, decks: readonly Deck[]): boolean {
  const opened = new Set(decks.map(shuffleKey));
  const attempts = Array.from({ length: deck.attempt - 1 }, (_, i) => shuffleKey({ ...deck, attempt: i + 1 }));
  const seen = Object.keys(notes?.noted ?? {}).filter((key) => compared(key, shuffleKey(deck)) < 0);
  return [...attempts, ...seen].some((key) => !opened.has(key));
}

function compared(one: string, other: string): number {
  const [[deal = 0, attempt = 0], [otherDeal = 0, otherAttempt = 0]] = [one, other].map((key) => key.split(".").map(Number)) as [
    number[],
    number[],
  ];
  return deal - otherDeal || attempt - otherAttempt;
}

function made(deck: Deck, pack: readonly number[]): boolean {
  try {
    return shuffled(pack, deck).join() === deck.deck.join();
  } catch (error) {
    if (error instanceof BadShuffle) return false;
    throw error;
  }
}
