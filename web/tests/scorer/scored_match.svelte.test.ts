import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Asking } from "../../src/client/score_client";
import { read } from "../../src/scorer/kept_matches";
import { ScoredMatch } from "../../src/scorer/scored_match.svelte";

const HEAD = { type: "scoring", game: "g", rules: 1, options: "standard", names: ["Anna", "Vera"], dealer: 0, at: 1, language: "en" };
const WHAT = { type: "deal", outcome: {} };
const kept = () => read(JSON.stringify({ format: 1, id: "a", head: HEAD, steps: [], task: null }))!;

/** A server that takes any list of at most so many entries; without a line it does not answer. */
let line = true;
let most = 9;

beforeEach(() => {
  [line, most] = [true, 9];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    if (!line) throw new TypeError("no line");
    const asked = JSON.parse(body) as Asking;
    const refused = asked.steps.length > most;
    const draft = { answers: asked.task?.answers ?? [], answered: [], question: null, pairs: [], what: WHAT };
    const told = refused
      ? { type: "refused", reason: { key: "undo-empty", numbers: {} }, game: "" }
      : { type: "scored", game: { calls: [], sides: [[0], [1]] }, head: HEAD, names: HEAD.names, past: [], sheet: { settlement: ["+1", "-1"] }, entries: asked.steps, draft, effect: null };
    return new Response(JSON.stringify(told));
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a deal is written once, however often it is tapped without a line", async () => {
  const match = new ScoredMatch(kept());
  await match.ask();
  expect(match.draft?.what).toEqual(WHAT);
  line = false;
  await match.write();
  await match.write();
  expect(match.kept.steps).toHaveLength(1);
  expect(match.failed).not.toBe("");
  line = true;
  await match.ask();
  expect(match.now?.entries).toHaveLength(1);
  expect(match.draft?.what).toEqual(WHAT);
});

test("a step that cannot be is taken out again, and says why", async () => {
  const match = new ScoredMatch(kept());
  await match.ask();
  most = 0;
  await match.do({ type: "undo" });
  expect(match.kept.steps).toEqual([]);
  expect(match.failed).not.toBe("");
  expect(match.now?.entries).toEqual([]);
});

test("a list that was never taken is left as it is", async () => {
  most = 0;
  const match = new ScoredMatch({ ...kept(), steps: [{ type: "undo" }] });
  await match.ask();
  expect(match.kept.steps).toHaveLength(1);
  expect(match.failed).not.toBe("");
});

test("what can be taken back is known before an answer", async () => {
  const match = new ScoredMatch(kept());
  line = false;
  expect(match.back).toEqual({ undo: 0, redo: 0 });
  await match.do(match.entering({ type: "note", text: "tea" }));
  await match.do({ type: "undo" });
  expect(match.back).toEqual({ undo: 0, redo: 1 });
  await match.do({ type: "redo" });
  await match.do({ type: "undo" });
  await match.do(match.entering({ type: "note", text: "cake" }));
  expect(match.back).toEqual({ undo: 1, redo: 0 });
});
