import { expect, it } from "vitest";
import { fileOf, mergeNotes, ownEntries, parseBackup, type BackupFile } from "../../src/settings_form/backup_file";

const HEAD = {
  type: "scoring",
  game: "g",
  rules: 1,
  options: "",
  names: ["Anna", "Vera"],
  dealer: 0,
  at: 1,
  language: "en",
};
const step = (id: string) => ({ type: "delete", id });
const sheet = (id: string, ...steps: string[]) =>
  JSON.stringify({ format: 1, id, head: HEAD, steps: steps.map(step), task: null });
const file = (notes: Record<string, string>): BackupFile => fileOf([["tables", "t", "{}"]], notes, 5);

it("a backup file leaves out notes of other pages, and parses back to the same contents", () => {
  const backup = file({ prikup: "{}", "prikup-score-a": sheet("a"), "of-another-page": "1" });
  expect(backup.notes).not.toHaveProperty("of-another-page");
  expect(parseBackup(JSON.stringify(backup))).toEqual(backup);
});

it("parseBackup reports invalid or damaged text as unreadable, and a later format as newer", () => {
  const good = file({});
  for (const bad of [
    "",
    "[]",
    "null",
    '"text"',
    "{}",
    JSON.stringify({ ...good, rows: [["tables", "t"]] }),
    JSON.stringify({ ...good, notes: { prikup: 1 } }),
  ])
    expect(parseBackup(bad)).toBe("unreadable");
  expect(parseBackup(JSON.stringify({ ...good, format: 2, rows: "otherwise" }))).toBe("newer");
});

it("ownEntries selects the storage entries whose key belongs to this site", () => {
  expect(Object.keys(ownEntries({ prikup: "a", "prikup-x": "b", prikupx: "c", other: "d" }))).toEqual([
    "prikup",
    "prikup-x",
  ]);
});

it("mergeNotes adds only settings that this device has not stored itself", () => {
  const merged = mergeNotes(file({ prikup: "theirs", "prikup-setup": "theirs" }), { prikup: "own" });
  expect(merged.notes).toEqual({ "prikup-setup": "theirs" });
});

it("mergeNotes returns solved problems separately from the other notes", () => {
  const merged = mergeNotes(file({ "prikup-problems": '{"solved":{"x":true},"days":["2026-11-24"]}' }), {});
  expect(merged).toMatchObject({ notes: {}, solved: { solved: { x: true }, days: ["2026-11-24"] } });
});

it("mergeNotes adds new score sheets, extends shorter ones, and skips known or damaged ones", () => {
  const own = { "prikup-score-a": sheet("a", "1", "2") };
  expect(mergeNotes(file({ "prikup-score-b": sheet("b") }), own)).toMatchObject({
    notes: { "prikup-score-b": sheet("b") },
    scores: { added: 1 },
  });
  expect(mergeNotes(file({ "prikup-score-a": sheet("a", "1") }), own)).toMatchObject({
    notes: {},
    scores: { added: 0, longer: 0, twice: 0 },
  });
  const longer = sheet("a", "1", "2", "3");
  expect(mergeNotes(file({ "prikup-score-a": longer }), own)).toMatchObject({
    notes: { "prikup-score-a": longer },
    scores: { longer: 1 },
  });
  expect(mergeNotes(file({ "prikup-score-a": "damaged" }), own)).toMatchObject({ notes: {}, scores: { added: 0 } });
});

it("mergeNotes stores a diverged score sheet as a second copy, and only once", () => {
  const own: Record<string, string> = { "prikup-score-a": sheet("a", "1", "2") };
  const theirs = (...steps: string[]) => file({ "prikup-score-a": sheet("a", "1", ...steps) });
  const once = mergeNotes(theirs("x"), own);
  expect(once.scores).toEqual({ added: 0, longer: 0, twice: 1 });
  const [[name = "", text = ""] = []] = Object.entries(once.notes);
  expect(name).toMatch(/^prikup-score-a-[0-9a-f]{8}$/);
  expect(JSON.parse(text)).toMatchObject({ id: name.slice("prikup-score-".length), steps: [step("1"), step("x")] });
  const both = { ...own, ...once.notes };
  expect(mergeNotes(theirs("x"), both)).toMatchObject({ notes: {}, scores: { added: 0, longer: 0, twice: 0 } });
  expect(mergeNotes(theirs("x", "y"), both).scores).toEqual({ added: 0, longer: 1, twice: 0 });
});
