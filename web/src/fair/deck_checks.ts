/* Check a revealed deck against what this browser sent and received during the shuffle. docs/notation.md lists the
 * checks; `terminal/client/shuffler.py` makes the same ones. */
import { BadShuffle, commitment, drawnCut, drawnEntropy, hashText, isSeed, shuffleDeck } from "./shuffle";
import type { Deck, DeckRule, NextShuffleMessage, ShuffleMessage } from "../client/protocol";

/** A check that can fail before the deck is revealed. */
export type ShuffleFault = "promise" | "terms" | "early" | "once" | "asked" | "entropies" | "bots";

/** A shuffle as this browser observed it. */
export interface ObservedShuffle {
  /** The values received first; they must not change. */
  commitment: string;
  places: readonly (number | null)[];
  refusals: readonly DeckRule[];
  dealer: number;
  cutter: number;
  /** The values received last. */
  step: ShuffleMessage["step"];
  cut: number | null;
  cutFrom: ShuffleMessage["cut_from"];
  /** By seat, as received when they could no longer change; null if they were not observed. */
  hashes: readonly (string | null)[] | null;
  entropies: readonly (string | null)[] | null;
  /** The seats for which no person can have sent anything, as far as this browser saw: bots had them in every message
   * since one in which nothing had been sent for them. */
  bots: readonly number[];
  /** The player's seat and number (drawn before its hash is sent). */
  seat: number | null;
  mine: string;
  /** The number has to be in the deck: its hash was sent, or, if the shuffle was prepared during a deal, the server has
   * confirmed the number. */
  promised: boolean;
  /** The number was sent, so that it is no longer secret. */
  shown: boolean;
  cutSent: number | null;
  /** The player joined in the middle of the shuffle. */
  late: boolean;
  faults: readonly ShuffleFault[];
  /** The player's own hand as dealt (a card mask). */
  hand: number | null;
}

/** The shuffle of the next deck at a turn-based table, as this browser observed it during a deal. */
export interface PreparedShuffle {
  /** The expected number of the deal, and of its deck; both differ if the deal before is cancelled. */
  deal: number;
  attempt: number;
  commitment: string;
  /** By dealer, as received first. */
  places: NextShuffleMessage["places"];
  refusals: NextShuffleMessage["refusals"];
  /** By seat, as received when they could no longer change; null if they were not observed. */
  hashes: readonly (string | null)[] | null;
  /** As in `ObservedShuffle`. */
  bots: readonly number[];
  /** The player's seat and number (drawn before its hash is sent), which parts of it were sent, and whether it was
   * received. */
  seat: number | null;
  mine: string;
  promised: boolean;
  shown: boolean;
  received: boolean;
  faults: readonly ShuffleFault[];
}

/** The notes of one table, by deal and attempt (`3.1`); `last` is the latest shuffle, `prepared` that of the next
 * deck at a turn-based table, and `missed` are those of decks that were dealt while this browser was not connected. */
export interface ShuffleNotes {
  noted: Record<string, ObservedShuffle>;
  last: string;
  prepared?: PreparedShuffle | undefined;
  missed?: readonly PreparedShuffle[] | undefined;
}

/** One check of a deck. */
export interface Check {
  what:
    | ShuffleFault
    | "seed"
    | "earlier"
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
export type DeckVerdict = "given" | "bad" | "good" | "told" | "made";

type Key = { deal: number; attempt: number };

export const shuffleKey = (key: Key): string => `${key.deal}.${key.attempt}`;

/** Return the shuffle of a revealed deck as this browser observed it; undefined if it observed nothing of it. `decks`
 * are all decks revealed so far. */
export function observedShuffle(
  deck: Deck,
  notes: ShuffleNotes | null,
  decks: readonly Deck[],
): ObservedShuffle | undefined {
  const observed = notes?.noted[shuffleKey(deck)];
  if (observed || !notes) return observed;
  const own = commitmentOf(deck);
  const missed = missedShuffles(notes);
  const prepared =
    missed.find(({ commitment }) => commitment === own) ??
    // The announced number differs only after a cancelled deal, and then the deck is among those revealed before.
    missed.find((shuffle) => {
      const isExpected = shuffleKey(shuffle) === shuffleKey(deck);
      return isExpected && !decks.some((other) => commitmentOf(other) === shuffle.commitment);
    });
  return prepared && observedByPreparation(prepared, deck);
}

/** Return the prepared shuffles of which no message has arrived after the deal, the latest first. */
function missedShuffles({ noted, prepared, missed }: ShuffleNotes): PreparedShuffle[] {
  const known = new Set(Object.values(noted).map(({ commitment }) => commitment));
  const all = [...(missed ?? []), ...(prepared ? [prepared] : [])].reverse();
  return all.filter(({ commitment }) => !known.has(commitment));
}

/** Return the commitment to the seed of a deal's deck that was announced while the deck was prepared; "" if this
 * browser has not observed that. */
export const announcedCommitment = (notes: ShuffleNotes, deal: number): string =>
  missedShuffles(notes).find((shuffle) => shuffle.deal === deal)?.commitment ?? "";

const commitmentOf = ({ seed }: Deck): string => (isSeed(seed) ? commitment(seed) : "");

/** Return what this browser observed of a shuffle only while it was prepared. The dealer, and so the player who cuts,
 * is one of those under whom the rules treat the deck as it was treated. */
function observedByPreparation(prepared: PreparedShuffle, deck: Deck): ObservedShuffle {
  const { commitment, seat, mine, shown, received, faults, hashes } = prepared;
  // A number that was sent while the deal ended may have come too late.
  const promised = shown && (received || (seat !== null && deck.entropy[seat] === mine));
  const ruleOf = (rules: readonly DeckRule[]): string =>
    rules.find((rule) => refuses(rule, deck.deck))?.reason.key ?? "";
  const dealer = Math.max(
    0,
    prepared.refusals.findIndex((rules) => ruleOf(rules) === deck.refused),
  );
  const terms = { commitment, places: prepared.places[dealer]!, refusals: prepared.refusals[dealer]! };
  const unknownCut = { dealer: -1, cutter: -1, cut: null, cutFrom: "" as const, cutSent: null };
  const unknown = { ...unknownCut, entropies: null, bots: [], late: true, hand: null };
  return { ...terms, ...unknown, step: "dealt", hashes, seat, mine, promised, shown, faults };
}

/** Return whether a deck was fixed instead of shuffled. If its shuffle was observed, claiming so is no excuse. */
export const isFixedDeck = ({ seed, entropy }: Deck, observed: ObservedShuffle | undefined): boolean =>
  !observed && !seed && !entropy.length;

/** Return the checks of a deck; `decks` are all decks revealed so far. */
export function checks(
  deck: Deck,
  pack: readonly number[],
  notes: ShuffleNotes | null,
  decks: readonly Deck[],
): Check[] {
  const results: Check[] = [];
  const add = (name: Check["what"], good: boolean): void => void results.push({ what: name, good });
  /** Add a check that is shown only if it fails. */
  const fail = (name: Check["what"], bad: boolean): void => void (bad && add(name, false));
  const observed = observedShuffle(deck, notes, decks);
  if (isFixedDeck(deck, observed)) return results;
  const fits = isShuffleOf(deck, pack);
  if (observed) {
    add("seed", isSeed(deck.seed) && commitment(deck.seed) === observed.commitment);
    for (const name of ["promise", "early", "once"] as const) add(name, !observed.faults.includes(name));
    for (const name of ["terms", "asked"] as const) fail(name, observed.faults.includes(name));
  }
  if (deck.attempt > 1 || lacks(deck, notes, decks)) add("earlier", !lacks(deck, notes, decks));
  if (observed && isSeed(deck.seed)) against(observed, deck, pack, add, fail);
  else if (deck.cut_from === "seed" && isSeed(deck.seed))
    add("missing-cut", deck.cut === drawnCut(deck.seed, pack.length));
  add("deck", fits);
  return results;
}

/** Return the result of a deck's checks. */
export function verdict(deck: Deck, results: readonly Check[], observed: ObservedShuffle | undefined): DeckVerdict {
  if (isFixedDeck(deck, observed)) return "given";
  if (results.some(({ good }) => !good)) return "bad";
  if (!observed) return "made";
  return observed.promised ? "good" : "told";
}

/** Return the seats that committed to a number and did not reveal it. */
export function unrevealedSeats({ hashes, entropies }: ObservedShuffle): number[] {
  if (!hashes || !entropies) return [];
  return hashes.flatMap((hash, seat) => (hash !== null && entropies[seat] === null ? [seat] : []));
}

/** Return how often a seat has not revealed its number, up to this shuffle. */
export function timesWithheld(notes: ShuffleNotes, seat: number, until: Key): number {
  const earlier = Object.entries(notes.noted).filter(([key]) => compareKeys(key, shuffleKey(until)) <= 0);
  return earlier.filter(([, observed]) => unrevealedSeats(observed).includes(seat)).length;
}

/** Return the number of decks among which the last to act could choose if all others and the server colluded: each may
 * reveal their number or not, and another person who cuts may cut anywhere. */
export function choices(observed: ObservedShuffle, pack: number): number {
  const otherCount = (observed.hashes ?? []).filter((hash, seat) => hash !== null && seat !== observed.seat).length;
  const cuts = observed.cutter === observed.seat || observed.bots.includes(observed.cutter) ? 1 : pack - 1;
  return 2 ** otherCount * cuts;
}

function against(
  observed: ObservedShuffle,
  deck: Deck,
  pack: readonly number[],
  add: (name: Check["what"], good: boolean) => void,
  fail: (name: Check["what"], bad: boolean) => void,
): void {
  const { seat, hand } = observed;
  const isEntropyKept = deck.entropy.every((text, seat) => isKept(observed, deck.seed, text, seat));
  if (observed.hashes) add("entropies", isEntropyKept && !observed.faults.includes("entropies"));
  const botCuts = observed.bots.includes(observed.cutter);
  const isFaultOfBot = observed.faults.includes("bots") || (botCuts && deck.cut_from === "player");
  if (observed.bots.length || isFaultOfBot) add("bots", !isFaultOfBot);
  if (observed.promised && seat !== null) add("mine", deck.entropy[seat] === observed.mine);
  if (observed.cut !== null) add("cut", deck.cut === observed.cut && deck.cut_from === observed.cutFrom);
  if (deck.cut_from !== "player") add("missing-cut", deck.cut === drawnCut(deck.seed, pack.length));
  if (observed.cutSent !== null) add("own-cut", deck.cut === observed.cutSent);
  else fail("forged-cut", seat === observed.cutter && !observed.late && deck.cut_from === "player");
  const rule = observed.refusals.find((deckRule) => refuses(deckRule, deck.deck))?.reason.key ?? "";
  if (deck.refused) add("refused", rule === deck.refused);
  else fail("played", rule !== "");
  const unrevealed = [...unrevealedSeats(observed)].sort().join();
  fail("withheld", observed.entropies !== null && [...deck.withheld].sort().join() !== unrevealed);
  if (hand !== null && seat !== null) add("hand", handMaskOf(observed, deck.deck, seat) === hand);
}

/** Return whether a seat's entropy is the one it committed to and revealed, or is derived from the seed. */
function isKept({ hashes, entropies }: ObservedShuffle, seed: string, text: string, seat: number): boolean {
  const commitment = hashes?.[seat];
  if (!entropies) return text === drawnEntropy(seed, seat) || hashText(text) === commitment;
  const entropy = entropies[seat];
  return entropy ? text === entropy && hashText(text) === commitment : text === drawnEntropy(seed, seat);
}

function refuses({ places, cards, without: excluded }: DeckRule, deck: readonly number[]): boolean {
  const cardsThere = new Set(places.map((place) => deck[place]));
  return cards.every((card) => cardsThere.has(card)) && !excluded.some((card) => cardsThere.has(card));
}

const handMaskOf = ({ places }: ObservedShuffle, deck: readonly number[], seat: number): number =>
  deck.reduce((hand, card, place) => hand + (places[place] === seat ? 2 ** card : 0), 0);

/** Return whether an earlier deck was never revealed: another attempt of this deal, or a shuffle that was observed. */
function lacks(deck: Deck, notes: ShuffleNotes | null, decks: readonly Deck[]): boolean {
  const revealedKeys = new Set(decks.map(shuffleKey));
  const attempts = Array.from({ length: deck.attempt - 1 }, (_, i) => shuffleKey({ ...deck, attempt: i + 1 }));
  const preparedKeys = notes ? missedShuffles(notes).map(shuffleKey) : [];
  const knownKeys = [...Object.keys(notes?.noted ?? {}), ...preparedKeys];
  const earlierKeys = knownKeys.filter((key) => compareKeys(key, shuffleKey(deck)) < 0);
  return [...attempts, ...earlierKeys].some((key) => !revealedKeys.has(key));
}

function compareKeys(first: string, second: string): number {
  const [[deal = 0, attempt = 0], [otherDeal = 0, otherAttempt = 0]] = [first, second].map((key) =>
    key.split(".").map(Number),
  ) as [number[], number[]];
  return deal - otherDeal || attempt - otherAttempt;
}

function isShuffleOf(deck: Deck, pack: readonly number[]): boolean {
  try {
    return shuffleDeck(pack, deck).join() === deck.deck.join();
  } catch (error) {
    if (error instanceof BadShuffle) return false;
    throw error;
  }
}
