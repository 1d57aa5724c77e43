import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  asFile,
  forget,
  keep,
  loadMatches,
  newId,
  parseMatchFile,
  read,
  type KeptMatch,
} from "../../src/scorer/saved_matches";
import { fragmentOf, matchOf } from "../../src/scorer/sharing/match_link";
import { stubLocalStorage } from "../storage";

/** A match as the first version of this page kept it: whatever comes later must open it. */
const FIRST =
  '{"format":1,"id":"a1","head":{"type":"scoring","game":"g","rules":2,"options":"standard","names":["Anna","Вера"],' +
  '"dealer":0,"at":1764000000,"language":"en"},"steps":[{"type":"append","entry":{"id":"e1","at":1764000600,' +
  '"what":{"type":"note","text":"tea"}}},{"type":"undo"}],' +
  '"task":{"answers":["7",0],"fault":false,"how":"append","entry":"","assume":true}}';

const match = (): KeptMatch => read(FIRST)!;

beforeEach(stubLocalStorage);

describe("the matches that are kept", () => {
  it("opens those of the first version, with the deal that was being told", () => {
    localStorage.setItem("prikup-score-a1", FIRST);
    expect(loadMatches()).toEqual([JSON.parse(FIRST)]);
    expect(loadMatches()[0]?.task?.answers).toEqual(["7", 0]);
  });

  it("lists the last one first and forgets one", () => {
    keep(match());
    keep({ ...match(), id: "a2", head: { ...match().head, at: 1764009999 } });
    expect(loadMatches().map(({ id }) => id)).toEqual(["a2", "a1"]);
    forget("a2");
    expect(loadMatches().map(({ id }) => id)).toEqual(["a1"]);
  });

  it("leaves out what is none", () => {
    for (const [n, text] of ["", "{", "7", "null", '{"format":2}', '{"format":1,"steps":[],"head":{}}'].entries())
      localStorage.setItem(`prikup-score-${n}`, text);
    expect(loadMatches()).toEqual([]);
  });

  it("says so where there is no room", () => {
    vi.spyOn(localStorage, "setItem").mockImplementation(() => {
      throw new DOMException("full");
    });
    expect(keep(match())).toBe(false);
  });

  it("writes the file of the program, and reads it", () => {
    const file = asFile(match());
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

  it("writes the first line of a match that another phone shared, which comes without its type", () => {
    const file = asFile(read(FIRST.replace('"type":"scoring",', ""))!);
    expect(file).toBe(asFile(match()));
    expect(file).toMatch(/^{"type":"scoring","game":"g",/);
  });

  it("gives each a name of its own", () => {
    expect(newId()).toMatch(/^[0-9a-f]{16}$/);
    expect(newId()).not.toBe(newId());
  });
});

describe("the address of a match", () => {
  it("carries all of it", async () => {
    const fragment = await fragmentOf(match());
    expect(fragment).toMatch(/^match=[\w-]+$/);
    expect(asFile((await matchOf(`#${fragment}`))!)).toBe(asFile(match()));
  });

  it("may carry none", async () => {
    for (const hash of ["", "#a1", "#match=", "#match=!!", "#match=AAAA"]) expect(await matchOf(hash)).toBeNull();
  });
});
