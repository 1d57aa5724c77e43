// The shuffle of the next deck at a table by turns, for which this browser sends its part while a deal is played.
import { afterEach, expect, it } from "vitest";
import { ShuffleParticipant } from "../../src/fair/shuffle_participant.svelte";
import { hashText } from "../../src/fair/shuffle";
import type { ClientCommand, NextShuffleMessage, ShuffleMessage } from "../../src/client/protocol";

const YOU = 1;
const COMMITMENT = "c".repeat(64);
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

/** Return a participant who has sent its part of the next shuffle, with the messages sent. */
function prepared(): { participant: ShuffleParticipant; sent: ClientCommand[]; hash: string; entropy: string } {
  const sent: ClientCommand[] = [];
  const participant = new ShuffleParticipant("t", (message) => sent.push(message) > 0);
  participant.answerAhead(ahead(), YOU, []);
  const hash = (sent[0] as { hash: string }).hash;
  participant.answerAhead(ahead({ step: "entropies", hashes: [null, hash, null] }), YOU, []);
  const entropy = (sent[1] as { entropy: string }).entropy;
  const revealed = [false, true, false];
  participant.answerAhead(ahead({ step: "entropies", hashes: [null, hash, null], revealed }), YOU, []);
  return { participant, sent, hash, entropy };
}

afterEach(() => localStorage.clear());

it("sends the hash, then the number, once each", () => {
  const { sent, hash, entropy } = prepared();
  expect(sent.map(({ type }) => type)).toEqual(["hash", "entropy"]);
  expect(hashText(entropy)).toBe(hash);
});

it("knows its own number again after the deal, also under other numbers", () => {
  const { participant, hash, entropy } = prepared();
  participant.answerShuffle(cutStep(hash, entropy, { deal: 1, attempt: 2 }), YOU, 5, false, []);
  const note = participant.notes.noted["1.2"]!;
  expect(note).toMatchObject({ mine: entropy, promised: true, shown: true, faults: [] });
});

it("finds a shuffle that differs from what was announced", () => {
  const faultsOf = (change: (hash: string, entropy: string) => ShuffleMessage): readonly string[] => {
    localStorage.clear();
    const { participant, hash, entropy } = prepared();
    participant.answerShuffle(change(hash, entropy), YOU, 5, false, []);
    return participant.notes.noted["2.1"]!.faults;
  };
  expect(faultsOf((hash, entropy) => cutStep(hash, entropy, { places: PLACES[2]! }))).toEqual(["terms"]);
  expect(faultsOf((_, entropy) => cutStep("f".repeat(64), entropy))).toEqual(["promise"]);
  expect(faultsOf((hash) => cutStep(hash, null))).toEqual(["entropies"]);
});

it("keeps its number when the page is loaded again", () => {
  const { entropy } = prepared();
  expect(new ShuffleParticipant("t", () => true).notes.prepared?.mine).toBe(entropy);
});
