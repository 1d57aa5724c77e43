import { describe, expect, test } from "vitest";
import {
  groupCallsByKey,
  isQuiet,
  isColumnUsed,
  keyboardLetter,
  opponent,
  plateFact,
  suitOfCall,
} from "../../src/client/presentation";
import { told } from "../game";

const calls = ["pass", "spades", "join", "stay"];
const [PASS, SPADES, JOIN, STAY] = [52, 53, 54, 55];

describe("calls", () => {
  const game = told({ keys: { pass: "P", stay: "P", join: "W" }, quiet: ["pass"], suits: { spades: "S" } }, { calls });

  test("have the keyboard letters that the game defines; several calls may share one", () => {
    expect([PASS, SPADES, JOIN].map((call) => keyboardLetter(game, call))).toEqual(["P", "", "W"]);
    expect([...groupCallsByKey(game)]).toEqual([
      ["P", [PASS, STAY]],
      ["W", [JOIN]],
    ]);
  });

  test("decline, or are drawn with a suit, only if the game's presentation lists them", () => {
    expect([PASS, SPADES].map((call) => [isQuiet(game, call), suitOfCall(game, call)])).toEqual([
      [true, null],
      [false, 0],
    ]);
    const plainGame = told({}, { calls });
    expect([isQuiet(plainGame, PASS), suitOfCall(plainGame, SPADES)]).toEqual([false, null]);
    expect(groupCallsByKey(plainGame).size).toBe(0);
  });
});

test("opponent returns the neighbour that the game defines for a column, null for other columns", () => {
  const neighbours = { left: 1, across: 2, right: -1 };
  const [gameOfThree, gameOfFour] = [3, 4].map((n) =>
    told({ neighbours }, { sides: Array.from({ length: n }, (_, side) => [side]) }),
  );
  expect([opponent(gameOfThree!, "left", 2), opponent(gameOfThree!, "right", 0)]).toEqual([0, 2]);
  const opponentOfFour = (column: string, side: number) => opponent(gameOfFour!, column, side);
  expect([opponentOfFour("across", 1), opponentOfFour("right", 0), opponentOfFour("pool", 0)]).toEqual([3, 3, null]);
  expect(opponent(told({}), "left", 1)).toBeNull();
});

test("isWritten is false for a column only if every rule that makes it unused applies", () => {
  const gameWith = (rules: Record<string, string>) =>
    told({ unused: { dump: { system: "a", failures: "b" } } }, { rules });
  expect(isColumnUsed(gameWith({ system: "a", failures: "b" }), "dump")).toBe(false);
  expect(isColumnUsed(gameWith({ system: "a", failures: "c" }), "dump")).toBe(true);
  expect(isColumnUsed(gameWith({ system: "a", failures: "b" }), "pool")).toBe(true);
});

test("platedFact finds the fact that the game shows next to a seat", () => {
  const facts = [
    { key: "contract", numbers: { seat: 1 } },
    { key: "target", numbers: { seat: 1, target: 5 } },
  ];
  const game = told({ plated: ["target"] });
  expect([plateFact(game, facts, 1), plateFact(game, facts, 0), plateFact(told({}), facts, 1)]).toEqual([
    facts[1],
    undefined,
    undefined,
  ]);
});
