import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  matchFileText,
  deleteMatch,
  saveMatch,
  loadMatches,
  newId,
  parseMatchFile,
  parseMatch,
  type SavedMatch,
} from "../../src/scorer/saved_matches";
import { matchFragment, matchInFragment } from "../../src/scorer/sharing/match_link";
import { stubLocalStorage } from "../storage";

/** A match as the first version of this page stored it; every later version must load it. */
const FIRST_FORMAT =
  '{"format":1,"id":"a1","head":{"type":"scoring","game":"g","rules":2,"options":"standard","names":["Anna","Вера"],' +
  '"dealer":0,"at":1764000000,"language":"en"},"steps":[{"type":"append","entry":{"id":"e1","at":1764000600,' +
  '"what":{"type":"note","text":"tea"}}},{"type":"undo"}],' +
  '"task":{"answers":["7",0],"fault":false,"how":"append","entry":"","assume":true}}';

const match = (): SavedMatch => parseMatch(FIRST_FORMAT)!;

beforeEach(stubLocalStorage);

describe("saved matches", () => {
  it("load from the first file format, including the unfinished entry", () => {
    localStorage.setItem("prikup-score-a1", FIRST_FORMAT);
    expect(loadMatches()).toEqual([JSON.parse(FIRST_FORMAT)]);
    expect(loadMatches()[0]?.task?.answers).toEqual(["7", 0]);
  });

  it("are listed newest first, and can be deleted", () => {
    saveMatch(match());
    saveMatch({ ...match(), id: "a2", head: { ...match().head, at: 1764009999 } });
    expect(loadMatches().map(({ id }) => id)).toEqual(["a2", "a1"]);
    deleteMatch("a2");
    expect(loadMatches().map(({ id }) => id)).toEqual(["a1"]);
  });

  it("are listed without malformed storage entries", () => {
    for (const [n, text] of ["", "{", "7", "null", '{"format":2}', '{"format":1,"steps":[],"head":{}}'].entries())
      localStorage.setItem(`prikup-score-${n}`, text);
    expect(loadMatches()).toEqual([]);
  });

  it("report a failure to save when the storage is full", () => {
    vi.spyOn(localStorage, "setItem").mockImplementation(() => {
      throw new DOMException("full");
    });
    expect(saveMatch(match())).toBe(false);
  });

  it("are exported as a file of JSON lines, and imported from it", () => {
    const file = matchFileText(match());
    expect(file.split("\n").map((line) => line && (JSON.parse(line) as { type: string }).type)).toEqual([
      "scoring",
      "append",
      "undo",
      "",
    ]);
    expect(parseMatchFile(file)).toMatchObject({ format: 1, head: match().head, steps: match().steps, task: null });
    expect(parseMatchFile("nothing")).toBeNull();
    expect(parseMatchFile("")).toBeNull();
  });

  it("are exported with a typed first line, even if a shared match came without the type", () => {
    const file = matchFileText(parseMatch(FIRST_FORMAT.replace('"type":"scoring",', ""))!);
    expect(file).toBe(matchFileText(match()));
    expect(file).toMatch(/^{"type":"scoring","game":"g",/);
  });

  it("get unique ids", () => {
    expect(newId()).toMatch(/^[0-9a-f]{16}$/);
    expect(newId()).not.toBe(newId());
  });
});

describe("the link of a match", () => {
  it("contains the whole match", async () => {
    const fragment = await matchFragment(match());
    expect(fragment).toMatch(/^match=[\w-]+$/);
    expect(matchFileText((await matchInFragment(`#${fragment}`))!)).toBe(matchFileText(match()));
  });

  it("yields no match if its fragment is empty or damaged", async () => {
    for (const hash of ["", "#a1", "#match=", "#match=!!", "#match=AAAA"])
      expect(await matchInFragment(hash)).toBeNull();
  });
});
