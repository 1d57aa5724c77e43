import { describe, expect, test } from "vitest";
import {
  groupCallsByKey,
  isQuiet,
  isWritten,
  keyOf,
  opponent,
  platedFact,
  suitOfCall,
} from "../../src/client/presentation";
import { told } from "../game";

const calls = ["pass", "spades", "join", "stay"];
const [PASS, SPADES, JOIN, STAY] = [52, 53, 54, 55];

describe("calls", () => {
  const of = told({ keys: { pass: "P", stay: "P", join: "W" }, quiet: ["pass"], suits: { spades: "S" } }, { calls });

  test("have letters, and one letter may stand for several", () => {
    expect([PASS, SPADES, JOIN].map((call) => keyOf(of, call))).toEqual(["P", "", "W"]);
    expect([...groupCallsByKey(of)]).toEqual([
      ["P", [PASS, STAY]],
      ["W", [JOIN]],
    ]);
  });

  test("decline, and are drawn with a suit, where the game says so and only there", () => {
    expect([PASS, SPADES].map((call) => [isQuiet(of, call), suitOfCall(of, call)])).toEqual([
      [true, null],
      [false, 0],
    ]);
    const silent = told({}, { calls });
    expect([isQuiet(silent, PASS), suitOfCall(silent, SPADES), groupCallsByKey(silent).size]).toEqual([false, null, 0]);
  });
});

test("a column is written on a neighbour where the game says so", () => {
  const neighbours = { left: 1, across: 2, right: -1 };
  const [three, four] = [3, 4].map((n) =>
    told({ neighbours }, { sides: Array.from({ length: n }, (_, side) => [side]) }),
  );
  expect([opponent(three!, "left", 2), opponent(three!, "right", 0)]).toEqual([0, 2]);
  expect([opponent(four!, "across", 1), opponent(four!, "right", 0), opponent(four!, "pool", 0)]).toEqual([3, 3, null]);
  expect(opponent(told({}), "left", 1)).toBeNull();
});

test("a column is left out where all the rules that do without it hold", () => {
  const under = (rules: Record<string, string>) =>
    told({ unused: { dump: { system: "a", failures: "b" } } }, { rules });
  expect(isWritten(under({ system: "a", failures: "b" }), "dump")).toBe(false);
  expect(isWritten(under({ system: "a", failures: "c" }), "dump")).toBe(true);
  expect(isWritten(under({ system: "a", failures: "b" }), "pool")).toBe(true);
});

test("a fact of a seat is told beside it", () => {
  const facts = [
    { key: "contract", numbers: { seat: 1 } },
    { key: "target", numbers: { seat: 1, target: 5 } },
  ];
  const of = told({ plated: ["target"] });
  expect([platedFact(of, facts, 1), platedFact(of, facts, 0), platedFact(told({}), facts, 1)]).toEqual([
    facts[1],
    undefined,
    undefined,
  ]);
});
