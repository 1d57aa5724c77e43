import { expect, test } from "vitest";
import type { Analysis } from "../../src/client/api_types";
import {
  nextHand,
  fragment,
  placeCard,
  locationOf,
  positionOf,
  addLine,
  positionText,
  type AnalysisPosition,
} from "../../src/analysis/position";
import { isBetter, expectedText, isAmongBest, contractVerdict, tricksOf, tricksText } from "../../src/analysis/verdict";

const EMPTY: AnalysisPosition = {
  game: "chess",
  options: "standard",
  hands: [[], [], null],
  contract: "",
  player: null,
  leader: null,
  played: [],
  out: [],
  known: null,
};

const FOUND: Analysis = {
  type: "analysis",
  text: "",
  deal: 1,
  deals: 1,
  matches: [],
  names: [],
  game: "chess",
  options: "standard",
  hands: [2 ** 12 + 2 ** 51, 2 ** 5, null],
  contract: "six",
  player: 0,
  leader: 1,
  played: [5],
  out: 2 ** 50,
  known: null,
  pack: [],
  tricks: 2,
  contracts: [
    { name: "six", goal: "most", need: 6, alone: false, sides: [] },
    { name: "none", goal: "fewest", need: 0, alone: false, sides: [] },
    { name: "free", goal: "most", need: null, alone: true, sides: [] },
  ],
  fault: null,
  moment: { held: [], turn: 0, legal: 0, table: [], side: [0], taken: 1, left: 2 },
  worth: { tricks: [6, 6], cards: [], line: [], nodes: 1 },
  expected: null,
};

test("positionText writes a position in the notation that the server reads", () => {
  expect(positionText(EMPTY)).toBe("... | ... | - ; chess standard");
  expect(positionText(positionOf(FOUND))).toBe(
    "A...A | 7... | - ; chess standard ; six 0 ; leads 1 ; played S7 ; out HK",
  );
  expect(positionText({ ...EMPTY, contract: "six" })).toBe("... | ... | - ; chess standard ; six");
  expect(positionText({ ...EMPTY, known: [] })).toBe("... | ... | - ; chess standard ; known");
  expect(positionText({ ...EMPTY, known: [0, 2] })).toBe("... | ... | - ; chess standard ; known 0 2");
  expect(positionText({ ...EMPTY, hands: [[8, 12, 5], [], null] })).toContain("AT7... | ");
});

test("a card is among the best if its loss is at most twice its error", () => {
  const card = { card: 1, tricks: 6.5, behind: 0, error: 0, made: null };
  expect(isAmongBest(card)).toBe(true);
  expect(isAmongBest({ ...card, behind: 0.1, error: 0.05 })).toBe(true);
  expect(isAmongBest({ ...card, behind: 0.11, error: 0.05 })).toBe(false);
  expect([expectedText(6.5, "en"), expectedText(6.456, "ru", 2)]).toEqual(["6.5", "6,46"]);
});

test("the URL fragment of a position has no spaces or bars", () => {
  expect(fragment("A... | - ; chess standard ; six 0")).toBe("A...%7C-;chess+standard;six+0");
});

test("placeCard moves a card to the chosen hand, and removes it if it is there already", () => {
  const first = placeCard(EMPTY, 12, 0);
  expect(locationOf(first, 12)).toBe(0);
  const moved = placeCard({ ...first, played: [12] }, 12, 1);
  expect([locationOf(moved, 12), moved.hands[0], moved.played]).toEqual([1, [], []]);
  expect(locationOf(placeCard(moved, 12, 1), 12)).toBeNull();
  expect(placeCard(moved, 12, "out").out).toEqual([12]);
  expect(placeCard(EMPTY, 3, 2).hands[2], "the hand plays from now on").toEqual([3]);
});

test("nextHand returns the next hand that plays and is not full", () => {
  const hands = [[1, 2], [3], null, [4, 5]];
  expect(nextHand({ ...EMPTY, hands }, 0, 2)).toBe(1);
  expect(nextHand({ ...EMPTY, hands }, 1, 2)).toBe(1);
  expect(nextHand({ ...EMPTY, hands: [[1], [2]] }, 0, 1)).toBe(0);
  expect(nextHand({ ...EMPTY, hands }, "out", 2)).toBe("out");
});

test("addLine drops lines that are the start of a longer one", () => {
  let lines = addLine([], [1]);
  lines = addLine(lines, [1, 2]);
  expect(lines).toEqual([[1, 2]]);
  lines = addLine(lines, [1]);
  expect(lines).toEqual([[1, 2]]);
  expect(addLine(lines, [1, 3])).toEqual([
    [1, 2],
    [1, 3],
  ]);
  expect(addLine(lines, [])).toEqual(lines);
});

test("isBetter depends on the side to play and the goal of the contract", () => {
  expect(isBetter(FOUND, [7, 7], [6, 6])).toBe(true);
  expect(isBetter({ ...FOUND, contract: "none" }, [1, 1], [2, 2])).toBe(true);
  const defending = { ...FOUND, moment: { ...FOUND.moment!, turn: 1 } };
  expect(isBetter(defending, [5, 5], [6, 6])).toBe(true);
  expect(isBetter(defending, [5, 6], [6, 7]), "the ranges overlap").toBe(false);
});

test("contractVerdict compares the tricks with the contract, and is null if they leave it open", () => {
  const withTricks = (min: number, max = min) => ({
    ...FOUND,
    worth: { ...FOUND.worth!, tricks: [min, max] as [number, number] },
  });
  expect(contractVerdict(withTricks(6))).toEqual({ key: "analyse-exactly", by: 0 });
  expect(contractVerdict(withTricks(8))).toEqual({ key: "analyse-over", by: 2 });
  expect(contractVerdict(withTricks(4))).toEqual({ key: "analyse-down", by: 2 });
  expect(contractVerdict(withTricks(5, 7))).toBeNull();
  expect(contractVerdict({ ...withTricks(0), contract: "none" })).toEqual({ key: "analyse-safe", by: 0 });
  expect(contractVerdict({ ...withTricks(2), contract: "none" })).toEqual({ key: "analyse-caught", by: 2 });
  expect(contractVerdict({ ...withTricks(2), contract: "free" })).toBeNull();
  expect([tricksText([7, 7]), tricksText([5, 7])]).toEqual(["7", "5–7"]);
  expect(tricksOf({ ...FOUND, worth: null, moment: { ...FOUND.moment!, turn: null } })).toEqual([1, 1]);
});
