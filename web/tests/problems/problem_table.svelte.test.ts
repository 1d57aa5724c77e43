import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnswerRecord, ProblemAnswer, ProblemRecord } from "../../src/client/api_types";
import { Words } from "../../src/language/words";
import { cardOf } from "../../src/problems/problem_frames";
import { ProblemTable } from "../../src/problems/problem_table.svelte";
import { untilPasses } from "../waiting";

const PROBLEM: ProblemRecord = {
  id: "x",
  game: "made-up",
  theme: "made-up",
  asks: "card",
  level: 1,
  hands: "A7... | K8... | Q..9.",
  you: 0,
  side: [0],
  goal: "most",
  trump: "",
  follow: "free",
  ace_low: false,
  last: null,
  leader: 0,
  lying: [],
  table: "",
  need: 0,
  left: 2,
  discards: 0,
  legal: ["SA", "S7"],
  tries: 0,
  failed: [],
  source: "",
};
const RIGHT = "S7";
const resultOf = (card: string): AnswerRecord => ({
  right: card === RIGHT,
  holds: card === RIGHT,
  comes_to: 1,
  line: [{ seat: 0, card }],
  hands: [],
  table: [],
  legal: [],
  taken: 0,
  over: false,
  solved: false,
  rest: [],
});

/** The answers that the server has received, each with the function that receives its verdict. */
let sent: { answer: string; receive: (verdict: Response) => void }[];

/** Let the verdict on an answer arrive, and everything happen that follows from it. */
async function judge(answer: string): Promise<void> {
  const verdict = Object.assign(new Response(), { json: vi.fn(() => Promise.resolve(resultOf(answer))) });
  sent.find((request) => request.answer === answer)!.receive(verdict);
  await untilPasses(() => expect(verdict.json).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve)); // real time: none, but all microtasks that follow have run then
}
const play = (card: string): void => table.act(cardOf(card));
let table: ProblemTable;

beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", (address: string, { body }: { body?: string }) => {
    if (address.endsWith("/proof")) return Promise.resolve(new Response(JSON.stringify({ answer: [RIGHT] })));
    const { answer } = JSON.parse(body!) as ProblemAnswer;
    return new Promise((receive) => sent.push({ answer, receive }));
  });
  table = new ProblemTable(PROBLEM, new Words("en", []), () => undefined);
});
afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
});

test("the solution stays when the verdict on an answer given before arrives after it", async () => {
  play("SA");
  const shown = table.giveUp();
  await untilPasses(() => expect(sent).toHaveLength(2));
  await judge(RIGHT);
  await shown;
  await judge("SA");
  expect([table.verdict, table.answer, table.response?.right]).toEqual(["shown", RIGHT, true]);
});

test("while the verdict on the last answer is awaited, that on an earlier one changes nothing", async () => {
  play("SA");
  await untilPasses(() => expect(sent).toHaveLength(1));
  table.restart();
  play(RIGHT);
  await untilPasses(() => expect(sent).toHaveLength(2));
  await judge("SA");
  expect([table.waits, table.response]).toEqual([true, null]);
  await judge(RIGHT);
  expect([table.verdict, table.answer]).toEqual(["right", RIGHT]);
});
