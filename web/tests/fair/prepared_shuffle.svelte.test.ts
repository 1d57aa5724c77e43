// The shuffle of the next deck at a turn-based table, for which this browser sends its part while a deal is played.
import { afterEach, expect, it } from "vitest";
import { ShuffleParticipant } from "../../src/fair/shuffle_participant.svelte";
import { checks, observedShuffle, verdict, type Check, type DeckVerdict } from "../../src/fair/deck_checks";
import { commitment, drawnCut, drawnEntropy, hashText, shuffleDeck } from "../../src/fair/shuffle";
import type { ClientCommand, Deck, NextShuffleMessage, ShuffleMessage } from "../../src/client/protocol";

const YOU = 1;
const SEED = "ab".repeat(32);
const COMMITMENT = commitment(SEED);
const PACK = [0, 1, 2];
const PLACES = [
  [1, 2, 0],
  [2, 0, 1],
  [0, 1, 2],
];

const ahead = (changes: Partial<NextShuffleMessage> = {}): NextShuffleMessage => ({
  type: "ahead",
  deal: 2,
  attempt: 1,
  commitment: COMMITMENT,
  step: "hashes",
  hashes: [null, null, null],
  revealed: [false, false, false],
  places: PLACES,
  refusals: [[], [], []],
  ...changes,
});

function cutStep(hash: string, entropy: string | null, changes: Partial<ShuffleMessage> = {}): ShuffleMessage {
  return {
    type: "sealed",
    deal: 2,
    attempt: 1,
    dealer: 1,
    commitment: COMMITMENT,
    step: "cut",
    hashes: [null, hash, null],
    entropies: [null, entropy, null],
    cutter: 0,
    cut: null,
    cut_from: "",
    places: PLACES[1]!,
    refusals: [],
    millis: 8000,
    did: [],
    ...changes,
  };
}

/** Return a participant who has sent its part of the next shuffle, with the messages sent; the server may have
 * confirmed the number. */
function prepared({ isConfirmed = true } = {}): {
  participant: ShuffleParticipant;
  sent: ClientCommand[];
  hash: string;
  entropy: string;
} {
  const sent: ClientCommand[] = [];
  const participant = new ShuffleParticipant("t", (message) => sent.push(message) > 0);
  participant.answerAhead(ahead(), YOU);
  const hash = (sent[0] as { hash: string }).hash;
  participant.answerAhead(ahead({ step: "entropies", hashes: [null, hash, null] }), YOU);
  const entropy = (sent[1] as { entropy: string }).entropy;
  const revealed = [false, isConfirmed, false];
  participant.answerAhead(ahead({ step: "entropies", hashes: [null, hash, null], revealed }), YOU);
  return { participant, sent, hash, entropy };
}

afterEach(() => localStorage.clear());

it("a participant of a shuffle sends the hash of its number, then the number, once each", () => {
  const { sent, hash, entropy } = prepared();
  expect(sent.map(({ type }) => type)).toEqual(["hash", "entropy"]);
  expect(hashText(entropy)).toBe(hash);
});

it("a participant recognises its number in a deck that is dealt under another deal number", () => {
  const { participant, hash, entropy } = prepared();
  participant.answerShuffle(cutStep(hash, entropy, { deal: 1, attempt: 2 }), YOU, 5, false);
  const note = participant.notes.noted["1.2"]!;
  expect(note).toMatchObject({ mine: entropy, promised: true, shown: true, faults: [] });
});

it("a participant detects a shuffle that differs from what was announced", () => {
  const faultsOf = (change: (hash: string, entropy: string) => ShuffleMessage): readonly string[] => {
    localStorage.clear();
    const { participant, hash, entropy } = prepared();
    participant.answerShuffle(change(hash, entropy), YOU, 5, false);
    return participant.notes.noted["2.1"]!.faults;
  };
  expect(faultsOf((hash, entropy) => cutStep(hash, entropy, { places: PLACES[2]! }))).toEqual(["terms"]);
  expect(faultsOf((_, entropy) => cutStep("f".repeat(64), entropy))).toEqual(["promise"]);
  expect(faultsOf((hash) => cutStep(hash, null))).toEqual(["entropies"]);
});

it("a participant still has its number when the page is reloaded", () => {
  const { entropy } = prepared();
  expect(new ShuffleParticipant("t", () => true).notes.prepared?.mine).toBe(entropy);
});

/** Return the deck that follows from a seed and the numbers that players gave. */
function deckOf(seed: string, entropies: readonly (string | null)[], changes: Partial<Deck> = {}): Deck {
  const entropy = entropies.map((text, seat) => text ?? drawnEntropy(seed, seat));
  const cut = drawnCut(seed, PACK.length);
  const inputs = { seed, entropy, cut };
  const shuffled = { ...inputs, cut_from: "seed" as const, deck: shuffleDeck(PACK, inputs), withheld: [] };
  return { deal: 2, attempt: 1, refused: "", ...shuffled, ...changes };
}

/** Return a participant who was not connected when the deck was dealt, but during the next deal. */
function disconnected(options = {}): { participant: ShuffleParticipant; entropy: string } {
  const { participant, entropy } = prepared(options);
  participant.resume();
  participant.answerAhead(ahead({ deal: 3, commitment: "d".repeat(64) }), YOU);
  return { participant, entropy };
}

function results(
  participant: ShuffleParticipant,
  decks: readonly Deck[],
): { verdict: DeckVerdict; bad: Check["what"][] } {
  const deck = decks.at(-1)!;
  const all = checks(deck, PACK, participant.notes, decks);
  const bad = all.filter(({ good }) => !good).map(({ what }) => what);
  return { verdict: verdict(deck, all, observedShuffle(deck, participant.notes, decks)), bad };
}

it("a deck that was dealt while the player was disconnected can be verified", () => {
  const { participant, entropy } = disconnected();
  expect(results(participant, [deckOf(SEED, [null, entropy, null])])).toEqual({ verdict: "good", bad: [] });
});

it("a deck dealt while disconnected can be verified even if a cancelled deal renumbered it", () => {
  const { participant, entropy } = disconnected();
  const first = deckOf("01".repeat(32), [null, null, null], { deal: 1, attempt: 1 });
  const second = deckOf(SEED, [null, entropy, null], { deal: 1, attempt: 2 });
  expect(results(participant, [first, second])).toEqual({ verdict: "good", bad: [] });
  const third = deckOf("02".repeat(32), [null, null, null], { deal: 2, attempt: 1 });
  expect(results(participant, [first, second, third]).verdict).toBe("made");
});

it("a change to a deck dealt while disconnected is detected", () => {
  const { participant, entropy } = disconnected();
  expect(results(participant, [deckOf("01".repeat(32), [null, entropy, null])]).bad).toContain("seed");
  expect(results(participant, [deckOf(SEED, [null, null, null])]).bad).toEqual(["mine"]);
  expect(results(participant, [deckOf(SEED, ["x", entropy, null])]).bad).toEqual(["entropies"]);
  const later = deckOf("01".repeat(32), [null, null, null], { deal: 3 });
  expect(results(participant, [later]).bad).toContain("earlier");
});

it("a deck without the player's number is accepted if the number was never requested", () => {
  const sent: ClientCommand[] = [];
  const participant = new ShuffleParticipant("t", (message) => sent.push(message) > 0);
  participant.answerAhead(ahead(), YOU);
  const { hash } = sent[0] as { hash: string };
  const deck = deckOf(SEED, [null, null, null], { withheld: [YOU] });
  participant.answerShuffle(cutStep(hash, null, { cut: deck.cut, cut_from: "seed", step: "dealt" }), YOU, 1, false);
  expect(results(participant, [deck])).toEqual({ verdict: "told", bad: [] });
});

/** Return the results for a deck with this number of the player, whose end of the shuffle was received. */
function observedResults(
  { participant, hash }: { participant: ShuffleParticipant; hash: string },
  number: string | null,
): ReturnType<typeof results> {
  const deck = deckOf(SEED, [null, number, null], { withheld: number === null ? [YOU] : [] });
  const changes = { cut: deck.cut, cut_from: "seed", step: "dealt" } as const;
  participant.answerShuffle(cutStep(hash, number, changes), YOU, 1, false);
  return results(participant, [deck]);
}

it("a deck without the player's number is accepted if the server had not confirmed the number", () => {
  const now = prepared({ isConfirmed: false });
  expect(observedResults(now, null)).toEqual({ verdict: "told", bad: [] });
  expect(now.participant.notes.noted["2.1"]).toMatchObject({ mine: now.entropy, shown: true });
  localStorage.clear();
  const { participant } = disconnected({ isConfirmed: false });
  expect(results(participant, [deckOf(SEED, [null, null, null])])).toEqual({ verdict: "told", bad: [] });
});

it("a deck with the player's number is accepted even if the server had not confirmed the number", () => {
  const now = prepared({ isConfirmed: false });
  expect(observedResults(now, now.entropy)).toEqual({ verdict: "good", bad: [] });
  localStorage.clear();
  const { participant, entropy } = disconnected({ isConfirmed: false });
  expect(results(participant, [deckOf(SEED, [null, entropy, null])])).toEqual({ verdict: "good", bad: [] });
});

it("a deck without a confirmed number fails, even if the server revokes the confirmation", () => {
  const { participant, hash } = prepared();
  participant.answerAhead(ahead({ step: "entropies", hashes: [null, hash, null] }), YOU);
  expect(observedResults({ participant, hash }, null).bad).toEqual(["entropies", "mine"]);
});

it("a player who returns after all hashes were sent sends none and detects no fault", () => {
  const sent: ClientCommand[] = [];
  const participant = new ShuffleParticipant("t", (message) => sent.push(message) > 0);
  const hashes = ["a".repeat(64), null, null];
  participant.answerAhead(ahead({ step: "entropies", hashes }), YOU);
  const deck = deckOf(SEED, [null, null, null], { withheld: [0] });
  const changes = { hashes, cut: deck.cut, cut_from: "seed", step: "dealt" } as const;
  participant.answerShuffle(cutStep("", null, changes), YOU, 1, false);
  expect(sent).toEqual([]);
  expect(results(participant, [deck])).toEqual({ verdict: "told", bad: [] });
});
