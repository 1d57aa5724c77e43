import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EnteredSteps, HistoryLine, Request } from "../../src/client/api_types";
import { loadMatches as keptMatches, read } from "../../src/scorer/saved_matches";
import { ScoredMatch } from "../../src/scorer/scored_match.svelte";
import { stubLocalStorage } from "../storage";
import { untilPasses } from "../waiting";

const HEAD = {
  type: "scoring",
  game: "g",
  rules: 1,
  options: "standard",
  names: ["Anna", "Vera"],
  dealer: 0,
  at: 1,
  language: "en",
};
const WHAT = { type: "deal", outcome: {} };
const kept = () => read(JSON.stringify({ format: 1, id: "a", head: HEAD, steps: [], task: null }))!;

/** A server that accepts any list of at most `most` entries; without a connection it does not answer. */
let line = true;
let most = 99;
/** The server's steps of the shared match, and how many it was sent per request. */
let atServer: HistoryLine[] = [];
let sent: number[] = [];
/** Whether this device evaluates the list when there is no connection. */
let device = false;

beforeEach(() => {
  stubLocalStorage();
  [line, most, atServer, sent, device] = [true, 99, [], [], false];
  vi.stubGlobal("fetch", async (address: string, { body }: { body?: string }) => {
    const shared = address.includes("/scores/");
    if (!line && (shared || !device)) throw new TypeError("no line");
    const asked = JSON.parse(body ?? "{}") as Required<Request> & EnteredSteps;
    if (address.endsWith(`after=${atServer.length}`)) return new Promise<Response>(() => undefined); // no new entries
    if (shared && !body) return new Response(JSON.stringify({ head: HEAD, steps: atServer, yours: false }));
    if (shared && asked.known !== atServer.length)
      return new Response(JSON.stringify({ reason: { key: "shared-went-on", numbers: {} } }), { status: 409 });
    if (shared) {
      sent.push(asked.steps.length);
      atServer = [...atServer, ...asked.steps];
      return new Response("{}");
    }
    const refused = asked.steps.length > most;
    const draft = { answers: asked.task?.answers ?? [], answered: [], question: null, pairs: [], what: WHAT };
    const told = refused
      ? { type: "refused", reason: { key: "undo-empty", numbers: {} }, game: "" }
      : {
          type: "scored",
          game: { calls: [], sides: [[0], [1]] },
          head: HEAD,
          names: HEAD.names,
          past: [],
          sheet: { settlement: ["+1", "-1"] },
          entries: asked.steps.map((step) => Object(step).entry ?? step),
          draft,
          effect: null,
        };
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
  expect(match.saved.steps).toHaveLength(1);
  expect(match.errorText).not.toBe("");
  line = true;
  await match.ask();
  expect(match.pageState?.entries).toHaveLength(1);
  expect(match.draft?.what).toEqual(WHAT);
});

test("a step that cannot be is taken out again, and says why", async () => {
  const match = new ScoredMatch(kept());
  await match.ask();
  most = 0;
  await match.do({ type: "undo" });
  expect(match.saved.steps).toEqual([]);
  expect(match.errorText).not.toBe("");
  expect(match.pageState?.entries).toEqual([]);
});

test("a list that was never taken is left as it is", async () => {
  most = 0;
  const match = new ScoredMatch({ ...kept(), steps: [{ type: "undo" }] });
  await match.ask();
  expect(match.saved.steps).toHaveLength(1);
  expect(match.errorText).not.toBe("");
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

const note = (id: string): HistoryLine => ({ type: "append", entry: { id, at: 1, what: { type: "note", text: id } } });

/** Return a shared match whose page has been fetched once. */
async function shared(): Promise<ScoredMatch> {
  atServer = [note("a")];
  const match = new ScoredMatch({ ...kept(), steps: [note("a")], shared: { id: "s", key: "k", sent: 1 } });
  await match.ask();
  [line, device] = [false, true];
  return match;
}

/** Poll the server once, as a page that follows a match does. */
async function readServer(match: ScoredMatch): Promise<void> {
  line = true;
  const stop = match.follow();
  await untilPasses(() => expect(match.unsent === 0 || match.conflict !== null).toBe(true));
  stop();
}

test("what a shared match was given without a line comes to the server once, in parts", async () => {
  const match = await shared();
  const steps = Array.from({ length: 25 }, (_, index) => note(`n${index}`));
  for (const step of steps) await match.do(step);
  expect([match.unsent, match.isOffline, match.errorText]).toEqual([25, true, ""]);
  expect(match.saved.shared?.sent).toBe(1);
  await readServer(match);
  expect(sent).toEqual([20, 5]);
  expect(atServer).toEqual([note("a"), ...steps]);
  expect(match.saved.steps).toEqual(atServer);
});

test("a step that came to the server though its answer was lost is there once", async () => {
  const match = await shared();
  await match.do(note("b"));
  atServer = [note("a"), note("b")];
  await readServer(match);
  expect(match.saved.steps).toEqual([note("a"), note("b")]);
  expect(sent).toEqual([]);
});

test.each([
  ["add", (match: ScoredMatch) => match.addMine(), ["a", "x", "b"], 0],
  ["copy", (match: ScoredMatch) => match.takeTheirs(true), ["a", "x"], 1],
  ["drop", (match: ScoredMatch) => match.takeTheirs(false), ["a", "x"], 0],
])("where others have entered something too the person decides: %s", async (_, decide, ids, copies) => {
  const match = await shared();
  await match.do(note("b"));
  await match.do(note("c"));
  await match.do({ type: "undo" });
  atServer = [note("a"), note("x")];
  await readServer(match);
  expect(match.conflict?.entries.theirs.map(({ id }) => id)).toEqual(["x"]);
  expect(match.saved.steps).toHaveLength(4);
  await decide(match);
  expect(match.conflict).toBeNull();
  expect(match.saved.steps).toEqual(ids.map(note));
  expect(atServer).toEqual(ids.map(note));
  expect(match.unsent).toBe(0);
  const others = keptMatches().filter(({ shared }) => !shared);
  expect(others.map(({ steps }) => steps.length)).toEqual(Array.from({ length: copies }, () => 4));
});

test("a step before that of the others is not undone", async () => {
  const match = await shared();
  await match.do({ type: "undo" });
  atServer = [note("a"), note("x")];
  await readServer(match);
  expect(match.conflict?.addable).toBe(false);
});
