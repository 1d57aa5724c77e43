// The table at the player's own mistake: the same prompt again; answers are judged and not sent.
import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";
import type { DecisionRecord, Question } from "../../src/client/api_types";
import type { LocatedMatch } from "../../src/client/archive_client";
import { words } from "../../src/language/language.svelte";
import { QuestionTable } from "../../src/review/question_table.svelte";
import { seats, tricks, update, view, welcome } from "../messages";
import { untilPasses } from "../waiting";

const DECISION: DecisionRecord = {
  at: 4,
  seat: 0,
  phase: "play",
  trick: 1,
  did: [7],
  verdict: "mistake",
  choices: [
    { does: [8], points: 3, behind: 0, error: 0 },
    { does: [5], points: 1, behind: 2, error: 0 },
    { does: [7], points: 0, behind: 3, error: 0 },
  ],
};
const QUESTION: Question = {
  table: welcome,
  seats: seats(),
  view: update(4, { view: view({ tricks: tricks() }), legal: [5, 7, 8], asked: [0], moved: [] }),
  forbidden: [{ type: "why", n: 4, act: 6, reason: { key: "follow-suit", numbers: {} } }],
};

test("answers are judged until one is right, which is then played on the table", async () => {
  vi.spyOn(words.current, "game").mockResolvedValue(words.current);
  const onattempt = vi.fn();
  let questionTable!: QuestionTable;
  const leave = $effect.root(() => {
    const match = { id: "x" } as LocatedMatch;
    questionTable = new QuestionTable({ match, deal: 1, decision: DECISION }, QUESTION, onattempt);
  });
  const { table } = questionTable;
  await untilPasses(() => {
    flushSync();
    expect(table.mustAct).toBe(true);
  });
  table.act(6);
  await untilPasses(() => expect(table.explanation?.reason?.key).toBe("follow-suit"));
  for (const [n, card] of [5, 7, 5].entries()) {
    table.act(card);
    await untilPasses(() => expect(onattempt).toHaveBeenCalledTimes(n + 1));
    expect([table.mustAct, table.lastRefusal]).toEqual([true, null]);
  }
  expect(onattempt.mock.calls.map(([{ verdict }]) => verdict as string)).toEqual(["better", "worse", "better"]);
  expect(questionTable.attempts.map(({ acts }) => acts)).toEqual([[7], [5]]);
  expect(questionTable.isOver).toBe(false);
  questionTable.showHint();
  expect(questionTable.hint).toEqual({ suits: [0] });
  table.act(8);
  await untilPasses(() => expect(table.update?.view.public.tricks?.table).toEqual([8]));
  expect([questionTable.isOver, table.mustAct, table.update?.view.hand]).toEqual([true, false, 0b011100000]);
  questionTable.close();
  leave();
});
