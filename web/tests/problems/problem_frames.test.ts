import { expect, it } from "vitest";
import type { ProblemRecord } from "../../src/client/api_types";
import {
  cardOf,
  cardsOf,
  frames,
  handsOf,
  groupByTrick,
  discardText,
  maskOf,
  seatsOf,
  textOf,
} from "../../src/problems/problem_frames";

const problem: ProblemRecord = {
  id: "x",
  game: "made-up",
  theme: "made-up",
  asks: "card",
  level: 1,
  hands: "A7... | K8... | Q..9. | -",
  you: 0,
  side: [0, 1],
  goal: "most",
  trump: "",
  follow: "free",
  ace_low: false,
  last: null,
  leader: 2,
  lying: [{ seat: 2, card: "DK" }],
  table: "",
  need: 0,
  left: 2,
  discards: 0,
  legal: ["SA", "S7"],
  tries: 8,
  failed: [],
  source: "",
};
const line = (...moves: string[]) => moves.map((text) => ({ seat: Number(text.charAt(0)), card: text.slice(1) }));

it("cards and hands are converted to text and back", () => {
  expect(Array.from({ length: 52 }, (_, card) => cardOf(textOf(card)))).toEqual(
    Array.from({ length: 52 }, (_, card) => card),
  );
  expect(cardsOf("S2 HA")).toEqual([0, 51]);
  expect(discardText([51, 0])).toBe("S2 HA");
  expect([maskOf("2..."), maskOf("...A"), maskOf(" - "), maskOf(".2.3.")]).toEqual([1, 2 ** 51, 0, 2 ** 13 + 2 ** 27]);
  expect([handsOf(problem).length, seatsOf(problem)]).toEqual([4, [0, 1, 2]]);
});

it("a full trick is shown for one frame, and is won by the seat that leads next", () => {
  const shownFrames = frames({ ...problem, hands: "A7... | K8... | Q... | -" }, [], line("0SA", "1SK", "0S7"), null);
  expect(shownFrames.map(({ trick }) => trick.length)).toEqual([1, 2, 3, 0, 1]);
  expect(shownFrames.map(({ winner }) => winner)).toEqual([null, null, 0, null, null]);
  expect(shownFrames.map(({ taken }) => taken)).toEqual([0, 0, 0, 1, 1]);
  expect(shownFrames[4]?.hands).toEqual([0, maskOf("8..."), maskOf("Q..."), 0]);
});

it("the last frame shows an empty trick before the reader's answer, or the last trick and the total", () => {
  const moves = line("0SA", "1SK");
  expect(frames(problem, [], moves, null).at(-1)).toMatchObject({ trick: [], taken: 1 });
  const allMoves = [...moves, ...line("0S7", "1S8", "2SQ")];
  const last = frames({ ...problem, hands: "A7... | K8... | Q... | -" }, [], allMoves, 1).at(-1);
  expect(last).toMatchObject({ hands: [0, 0, 0, 0], winner: null, taken: 1 });
  expect(last?.trick.length).toBe(3);
});

it("discarded cards are in no hand", () => {
  const [first] = frames({ ...problem, asks: "discard", discards: 1, lying: [] }, [cardOf("S7")], [], null);
  expect(first?.hands[0]).toBe(maskOf("A..."));
});

it("groupByTrick groups cards by trick, the first of which includes the cards on the table", () => {
  expect(groupByTrick(problem, line("0SA", "1SK", "0S7")).map((trick) => trick.map(({ card }) => card))).toEqual([
    ["DK", "SA", "SK"],
    ["S7"],
  ]);
  expect(groupByTrick({ ...problem, lying: [] }, [])).toEqual([]);
});
