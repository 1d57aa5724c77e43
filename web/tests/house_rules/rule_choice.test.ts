import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CatalogueGame } from "../../src/client/api_types";
import { PLAIN } from "../game";
import {
  can,
  setRule,
  choiceOf,
  frontOf,
  linkOf,
  rulesOf,
  savedRules,
  saveRules,
  disablingRules,
  textOf,
  valueOf,
} from "../../src/house_rules/rule_choice";

const game: CatalogueGame = {
  name: "made-up",
  presets: {
    usual: { players: "3", pool: "20", half: "on" },
    other: { players: "3", pool: "20", half: "off" },
  },
  options: [
    { name: "players", values: ["3", "4"], default: "3", bounds: null, step: 1, touches: "sheet", silenced: [] },
    {
      name: "pool",
      values: ["20", "1", "1000"],
      default: "20",
      bounds: [1, 1000],
      step: 1,
      touches: "sheet",
      silenced: [],
    },
    {
      name: "half",
      values: ["on", "off"],
      default: "on",
      bounds: null,
      step: 1,
      touches: "play",
      silenced: [{ players: ["4"], pool: ["20", "10"] }, { pool: ["1"] }],
    },
  ],
  seats: [3, 4],
  coach: false,
  levels: ["rule"],
  presentation: PLAIN,
};

describe("the text form", () => {
  test.each(["usual", "other", "usual pool=10", "other players=4 half=on"])("%s is read and written", (text) => {
    expect(textOf(choiceOf(game, text))).toBe(text);
  });

  test("what this game does not know is left out", () => {
    expect(textOf(choiceOf(game, "moscow pool=0 half=maybe colour=red pool=1001 =x players="))).toBe("usual");
    expect(textOf(choiceOf(game, ""))).toBe("usual");
  });

  test("the link carries it", () => {
    const link = new URL(linkOf("made-up", choiceOf(game, "other pool=10")), "http://table");
    expect(link.searchParams.get("game")).toBe("made-up");
    expect(choiceOf(game, link.searchParams.get("rules") ?? "")).toEqual({ preset: "other", changes: { pool: "10" } });
  });
});

describe("changing a rule", () => {
  const usual = choiceOf(game, "usual");

  test("it differs from the preset until it is set back", () => {
    const once = setRule(game, usual, "half", "off");
    expect(once.changes).toEqual({ half: "off" });
    expect(valueOf(game, once, "half")).toBe("off");
    expect(valueOf(game, once, "pool")).toBe("20");
    expect(setRule(game, once, "half", "on")).toEqual(usual);
  });

  test("what it cannot be, it does not become", () => {
    expect(setRule(game, usual, "half", "perhaps")).toEqual(usual);
    expect(setRule(game, usual, "pool", "0")).toEqual(usual);
    expect(setRule(game, usual, "pool", "1e2")).toEqual(usual);
    expect(can(game.options[1]!, "1000")).toBe(true);
    expect(can(game.options[1]!, "1001")).toBe(false);
  });
});

describe("a rule that is silenced", () => {
  const half = game.options[2]!;

  test("names the others and what they stand at", () => {
    expect(disablingRules(half, rulesOf(game, choiceOf(game, "usual")))).toBeNull();
    expect(disablingRules(half, rulesOf(game, choiceOf(game, "usual players=4")))).toEqual({
      players: "4",
      pool: "20",
    });
    expect(disablingRules(half, rulesOf(game, choiceOf(game, "usual pool=1")))).toEqual({ pool: "1" });
  });

  test("stands back where a table is set up", () => {
    const fronted = { ...game, presentation: { ...PLAIN, front: { half: [], pool: ["20"], unknown: [] } } };
    const shown = (text: string) => frontOf(fronted, choiceOf(fronted, text)).map(({ name }) => name);
    expect(shown("usual")).toEqual(["half", "pool"]);
    expect(shown("usual pool=1")).toEqual(["pool"]);
  });

  test("may be changed all the same", () => {
    expect(setRule(game, choiceOf(game, "usual pool=1"), "half", "off").changes).toEqual({ pool: "1", half: "off" });
  });
});

describe("rules saved under a name", () => {
  let shelf: Record<string, string>;
  beforeEach(() => {
    shelf = {};
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => shelf[key] ?? null,
      setItem: (key: string, value: string) => void (shelf[key] = value),
    });
  });

  test("the newest come first; the same name is written over; without options it is forgotten", () => {
    saveRules("home", "made-up", "usual pool=10");
    saveRules("club", "made-up", "other");
    saveRules("home", "hearts", "standard");
    saveRules("home", "made-up", "usual pool=30");
    expect(savedRules().map((one) => `${one.game} ${one.name} ${one.options}`)).toEqual([
      "made-up home usual pool=30",
      "hearts home standard",
      "made-up club other",
    ]);
    saveRules("home", "made-up", "");
    expect(savedRules()).toHaveLength(2);
  });

  test("whatever else lies there is left alone", () => {
    shelf["prikup-rules"] = "{nonsense";
    expect(savedRules()).toEqual([]);
    shelf["prikup-rules"] = '[{"name":1},null,{"name":"a","game":"b","options":"c"}]';
    expect(savedRules()).toEqual([{ name: "a", game: "b", options: "c" }]);
  });
});

test("a number in steps can be no other", () => {
  const bule = {
    name: "bule",
    values: [],
    default: "60",
    bounds: [20, 1000] as [number, number],
    step: 2,
    touches: "sheet" as const,
    silenced: [],
  };
  expect(["20", "62", "1000"].every((value) => can(bule, value))).toBe(true);
  expect(["61", "18", "1002", "x"].some((value) => can(bule, value))).toBe(false);
});
