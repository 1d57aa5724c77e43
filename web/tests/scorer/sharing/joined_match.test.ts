import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { HistoryLine } from "../../../src/client/api_types";
import { parseMatch, saveMatch } from "../../../src/scorer/saved_matches";
import { joinedMatch } from "../../../src/scorer/sharing/joined_match";
import { stubLocalStorage } from "../../storage";

const HEAD = { game: "g", rules: 1, options: "standard", names: ["Anna", "Vera"], dealer: 0, at: 1, language: "en" };
const note = (id: string): HistoryLine => ({ type: "append", entry: { id, at: 1, what: { type: "note", text: id } } });

beforeEach(() => {
  stubLocalStorage();
  const atServer = { head: HEAD, steps: [note("a")], yours: false };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(atServer)));
});
afterEach(() => vi.unstubAllGlobals());

test("a link opens the match that the server has", async () => {
  const match = await joinedMatch({ id: "s", key: "k" });
  expect([match.head.type, match.head.names, match.task]).toEqual(["scoring", HEAD.names, null]);
  expect([match.steps, match.shared]).toEqual([[note("a")], { id: "s", key: "k" }]);
});

test("a link to a match that is stored here keeps the steps that have not reached the server", async () => {
  const shared = { id: "s", key: "k", sent: 1 };
  const stored = parseMatch(JSON.stringify({ format: 1, id: "m", head: HEAD, steps: [note("a"), note("b")], shared }))!;
  saveMatch(stored);
  expect(await joinedMatch({ id: "s", key: "" })).toEqual(stored);
  saveMatch({ ...stored, shared: { ...shared, key: "" } });
  expect(await joinedMatch({ id: "s", key: "k" })).toEqual(stored);
});
