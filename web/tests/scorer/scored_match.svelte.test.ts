import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EnteredSteps, HistoryLine, Request } from "../../src/client/api_types";
import { deleteMatch, loadMatches, parseMatch, saveMatch } from "../../src/scorer/saved_matches";
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
const newMatch = () => parseMatch(JSON.stringify({ format: 1, id: "a", head: HEAD, steps: [], task: null }))!;

/** A server that accepts any list of at most `maxEntries` entries; without a connection it does not answer. */
let isOnline = true;
let maxEntries = 99;
/** The server's steps of the shared match, and the number of steps in each request. */
let atServer: HistoryLine[] = [];
let sentCounts: number[] = [];
/** How often the steps may still be read: a page that reads them without end gets no answer after that. */
let readsLeft = 0;
/** Whether this device evaluates the list when there is no connection. */
let isEvaluatedHere = false;

beforeEach(() => {
  stubLocalStorage();
  [isOnline, maxEntries, atServer, sentCounts, isEvaluatedHere] = [true, 99, [], [], false];
  readsLeft = 9;
  vi.stubGlobal("fetch", async (address: string, { body }: { body?: string }) => {
    const shared = address.includes("/scores/");
    if (!isOnline && (shared || !isEvaluatedHere)) throw new TypeError("offline");
    const request = JSON.parse(body ?? "{}") as Required<Request> & EnteredSteps;
    const isRead = shared && !body;
    if (address.endsWith(`after=${atServer.length}`) || (isRead && !readsLeft--))
      return new Promise<Response>(() => undefined); // no new entries
    if (isRead) return new Response(JSON.stringify({ head: HEAD, steps: atServer, yours: false }));
    if (shared && request.known !== atServer.length)
      return new Response(JSON.stringify({ reason: { key: "shared-went-on", numbers: {} } }), { status: 409 });
    if (shared) {
      sentCounts.push(request.steps.length);
      atServer = [...atServer, ...request.steps];
      return new Response("{}");
    }
    const entries = request.steps.map((step) => Object(step).entry ?? step);
    const isTaskLost = Boolean(request.task?.entry) && !entries.some(({ id }) => id === request.task?.entry);
    const refused = request.steps.length > maxEntries || isTaskLost;
    const draft = { answers: request.task?.answers ?? [], answered: [], question: null, pairs: [], what: WHAT };
    const pageState = refused
      ? { type: "refused", reason: { key: "undo-empty", numbers: {} }, game: "" }
      : {
          type: "scored",
          game: { calls: [], sides: [[0], [1]] },
          head: HEAD,
          names: HEAD.names,
          past: [],
          sheet: { settlement: ["+1", "-1"] },
          entries,
          draft,
          effect: null,
        };
    return new Response(JSON.stringify(pageState));
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a deal entered offline is stored once, even if the button is tapped twice", async () => {
  const match = new ScoredMatch(newMatch());
  await match.reload();
  expect(match.draft?.what).toEqual(WHAT);
  isOnline = false;
  await match.addDeal();
  await match.addDeal();
  expect(match.saved.steps).toHaveLength(1);
  expect(match.errorText).not.toBe("");
  isOnline = true;
  await match.reload();
  expect(match.pageState?.entries).toHaveLength(1);
  expect(match.draft?.what).toEqual(WHAT);
});

test("a step that the server refuses is removed, and the reason is shown", async () => {
  const match = new ScoredMatch(newMatch());
  await match.reload();
  maxEntries = 0;
  await match.applyStep({ type: "undo" });
  expect(match.saved.steps).toEqual([]);
  expect(match.errorText).not.toBe("");
  expect(match.pageState?.entries).toEqual([]);
});

test("a stored list that the server refuses stays unchanged, and the reason is shown", async () => {
  maxEntries = 0;
  const match = new ScoredMatch({ ...newMatch(), steps: [{ type: "undo" }] });
  await match.reload();
  expect(match.saved.steps).toHaveLength(1);
  expect(match.errorText).not.toBe("");
});

test("the numbers of undoable and redoable steps are known without the server", async () => {
  const match = new ScoredMatch(newMatch());
  isOnline = false;
  expect(match.undoCounts).toEqual({ undo: 0, redo: 0 });
  await match.applyStep(match.stepToAdd({ type: "note", text: "tea" }));
  await match.applyStep({ type: "undo" });
  expect(match.undoCounts).toEqual({ undo: 0, redo: 1 });
  await match.applyStep({ type: "redo" });
  await match.applyStep({ type: "undo" });
  await match.applyStep(match.stepToAdd({ type: "note", text: "cake" }));
  expect(match.undoCounts).toEqual({ undo: 1, redo: 0 });
});

const note = (id: string): HistoryLine => ({ type: "append", entry: { id, at: 1, what: { type: "note", text: id } } });

/** Return a shared match whose page has been fetched once. */
async function shared(): Promise<ScoredMatch> {
  atServer = [note("a")];
  const match = new ScoredMatch({ ...newMatch(), steps: [note("a")], shared: { id: "s", key: "k", sent: 1 } });
  await match.reload();
  [isOnline, isEvaluatedHere] = [false, true];
  return match;
}

/** Poll the server once, as a page that follows a match does. */
async function readServer(match: ScoredMatch): Promise<void> {
  isOnline = true;
  const stop = match.follow();
  await untilPasses(() => expect(match.unsent === 0 || match.conflict !== null).toBe(true));
  stop();
}

test("steps entered offline in a shared match are sent once, in batches", async () => {
  const match = await shared();
  const steps = Array.from({ length: 25 }, (_, index) => note(`n${index}`));
  for (const step of steps) await match.applyStep(step);
  expect([match.unsent, match.isOffline, match.errorText]).toEqual([25, true, ""]);
  expect(match.saved.shared?.sent).toBe(1);
  await readServer(match);
  expect(sentCounts).toEqual([20, 5]);
  expect(atServer).toEqual([note("a"), ...steps]);
  expect(match.saved.steps).toEqual(atServer);
});

test("a step whose response was lost is recognised at the server and not sent again", async () => {
  const match = await shared();
  await match.applyStep(note("b"));
  atServer = [note("a"), note("b")];
  await readServer(match);
  expect(match.saved.steps).toEqual([note("a"), note("b")]);
  expect(sentCounts).toEqual([]);
});

test.each([
  ["add", (match: ScoredMatch) => match.appendOwnSteps(), ["a", "x", "b"], 0],
  ["copy", (match: ScoredMatch) => match.useTheirSteps(true), ["a", "x"], 1],
  ["drop", (match: ScoredMatch) => match.useTheirSteps(false), ["a", "x"], 0],
])("a conflict with steps from another device is resolved as the user chooses: %s", async (_, decide, ids, copies) => {
  const match = await shared();
  await match.applyStep(note("b"));
  await match.applyStep(note("c"));
  await match.applyStep({ type: "undo" });
  atServer = [note("a"), note("x")];
  await readServer(match);
  expect(match.conflict?.entries.theirs.map(({ id }) => id)).toEqual(["x"]);
  expect(match.saved.steps).toHaveLength(4);
  await decide(match);
  expect(match.conflict).toBeNull();
  expect(match.saved.steps).toEqual(ids.map(note));
  expect(atServer).toEqual(ids.map(note));
  expect(match.unsent).toBe(0);
  const others = loadMatches().filter(({ shared }) => !shared);
  expect(others.map(({ steps }) => steps.length)).toEqual(Array.from({ length: copies }, () => 4));
});

test("a conflicting undo of an older step cannot be added after steps from another device", async () => {
  const match = await shared();
  await match.applyStep({ type: "undo" });
  atServer = [note("a"), note("x")];
  await readServer(match);
  expect(match.conflict?.canAppend).toBe(false);
});

test("an answer that arrives after a match was left and deleted does not store it again", async () => {
  const match = await shared();
  saveMatch(match.saved);
  let answerLater: (response: Response) => void = () => undefined;
  const waiting = new Promise<Response>((resolve) => (answerLater = resolve));
  vi.stubGlobal("fetch", vi.fn(() => waiting));
  const stop = match.follow();
  await untilPasses(() => expect(fetch).toHaveBeenCalled());
  stop();
  deleteMatch(match.saved.id);
  const body = Promise.resolve({ head: HEAD, steps: atServer, yours: false });
  const answer = Object.assign(new Response(), { json: vi.fn(() => body) });
  answerLater(answer);
  await untilPasses(() => expect(answer.json).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve)); // real time: none, but all microtasks that follow have run then
  expect(loadMatches()).toEqual([]);
});

test("two steps given at once in a shared match are both sent", async () => {
  const match = await shared();
  isOnline = true;
  await Promise.all([match.applyStep({ type: "undo" }), match.applyStep(note("b"))]);
  expect(atServer).toEqual([note("a"), { type: "undo" }, note("b")]);
  expect([match.saved.steps, match.errorText]).toEqual([atServer, ""]);
});

test("a step given before an earlier one was refused is dropped: the list has changed", async () => {
  const match = await shared();
  isOnline = true;
  atServer = [note("a"), note("x")];
  await Promise.all([match.applyStep({ type: "undo" }), match.applyStep({ type: "undo" })]);
  expect(match.saved.steps).toEqual([note("a"), note("x")]);
  expect(match.errorText).not.toBe("");
});

test("an entry that is edited here gives way to those of another device, which has deleted it", async () => {
  const match = await shared();
  isOnline = true;
  await match.startEntry({ how: "replace", entry: "a" });
  atServer = [note("x"), note("y")];
  const stop = match.follow();
  await untilPasses(() => expect(match.pageState?.entries).toHaveLength(2));
  stop();
  expect([match.saved.steps, match.unsent, match.task.entry]).toEqual([atServer, 0, ""]);
  expect(match.errorText).not.toBe("");
});

test("steps from another device that cannot be evaluated here are neither dropped nor read without end", async () => {
  const match = await shared();
  [isOnline, maxEntries] = [true, 1];
  atServer = [note("a"), note("x")];
  const stop = match.follow();
  await untilPasses(() => expect(match.errorText).not.toBe(""));
  expect(readsLeft).toBe(8);
  stop();
  expect([match.saved.steps, match.unsent]).toEqual([atServer, 0]);
});

test("steps that are read from the server while they are being sent count once", async () => {
  const match = await shared();
  await match.applyStep(note("b"));
  atServer = [note("a"), note("x")];
  await readServer(match);
  const request = fetch;
  let reportEntry: () => void = () => undefined;
  let respond: () => void = () => undefined;
  const entered = new Promise<void>((resolve) => (reportEntry = resolve));
  const read = new Promise<void>((resolve) => (respond = resolve));
  vi.stubGlobal("fetch", async (address: string, options: { body?: string }) => {
    if (address.endsWith("after=2")) await entered;
    const answer = await request(address, options);
    if (!address.includes("/scores/") || !options.body) return answer;
    reportEntry();
    await read;
    return answer;
  });
  const stop = match.follow();
  const sending = match.appendOwnSteps();
  await untilPasses(() => expect(match.unsent === 0 && match.saved.steps.length === 3).toBe(true));
  respond();
  await sending;
  stop();
  expect([match.saved.steps, match.saved.shared?.sent, match.unsent]).toEqual([atServer, 3, 0]);
});

test("a result that arrives after the match was deleted or continued changes nothing that is stored", async () => {
  const match = newMatch();
  saveMatch(match);
  const opened = new ScoredMatch(match);
  const arrival = opened.reload();
  const continued = { ...match, steps: [note("a")] };
  saveMatch(continued);
  await arrival;
  expect(opened.saved.result?.entries).toBe(0);
  expect(loadMatches()).toEqual([continued]);
  deleteMatch(match.id);
  await new ScoredMatch(match).reload();
  expect(loadMatches()).toEqual([]);
  saveMatch(match);
  await new ScoredMatch(match).reload();
  expect(loadMatches()[0]?.result?.entries).toBe(0);
});

test("a step that is given while own steps are added to those of another device is added too", async () => {
  const match = await shared();
  await match.applyStep(note("b"));
  atServer = [note("a"), note("x")];
  await readServer(match);
  await Promise.all([match.appendOwnSteps(), match.applyStep(note("c"))]);
  expect(match.saved.steps).toEqual(["a", "x", "b", "c"].map(note));
  expect(atServer).toEqual(match.saved.steps);
});
