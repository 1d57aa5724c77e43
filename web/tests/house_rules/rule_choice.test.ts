import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CatalogueGame } from "../../src/client/api_types";
import { PLAIN } from "../game";
import { untilPasses } from "../waiting";
import {
  agreeOnRule,
  isAllowed,
  setRule,
  choiceOf,
  frontRules,
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

describe("the text of a rule choice", () => {
  const TEXTS = ["usual", "other", "usual pool=10", "other players=4 half=on"];
  test.each(TEXTS)("is parsed and written back unchanged: %s", (text) => {
    expect(textOf(choiceOf(game, text))).toBe(text);
  });

  test("is parsed without presets, options and values that the game does not have", () => {
    expect(textOf(choiceOf(game, "moscow pool=0 half=maybe colour=red pool=1001 =x players="))).toBe("usual");
    expect(textOf(choiceOf(game, ""))).toBe("usual");
  });

  test("is a parameter of the link", () => {
    const link = new URL(linkOf("made-up", choiceOf(game, "other pool=10")), "http://table");
    expect(link.searchParams.get("game")).toBe("made-up");
    expect(choiceOf(game, link.searchParams.get("rules") ?? "")).toEqual({ preset: "other", changes: { pool: "10" } });
  });
});

describe("changing a rule", () => {
  const usual = choiceOf(game, "usual");

  test("stores the difference from the preset until the rule is set back", () => {
    const changed = setRule(game, usual, "half", "off");
    expect(changed.changes).toEqual({ half: "off" });
    expect(valueOf(game, changed, "half")).toBe("off");
    expect(valueOf(game, changed, "pool")).toBe("20");
    expect(setRule(game, changed, "half", "on")).toEqual(usual);
  });

  test("ignores values that the rule does not allow", () => {
    expect(setRule(game, usual, "half", "perhaps")).toEqual(usual);
    expect(setRule(game, usual, "pool", "0")).toEqual(usual);
    expect(setRule(game, usual, "pool", "1e2")).toEqual(usual);
    expect(isAllowed(game.options[1]!, "1000")).toBe(true);
    expect(isAllowed(game.options[1]!, "1001")).toBe(false);
  });
});

describe("a disabled rule", () => {
  const half = game.options[2]!;

  test("names the rules that disable it, with their values", () => {
    expect(disablingRules(half, rulesOf(game, choiceOf(game, "usual")))).toBeNull();
    expect(disablingRules(half, rulesOf(game, choiceOf(game, "usual players=4")))).toEqual({
      players: "4",
      pool: "20",
    });
    expect(disablingRules(half, rulesOf(game, choiceOf(game, "usual pool=1")))).toEqual({ pool: "1" });
  });

  test("is left out of the front rules of a new table", () => {
    const fronted = { ...game, presentation: { ...PLAIN, front: { half: [], pool: ["20"], unknown: [] } } };
    const shown = (text: string) => frontRules(fronted, choiceOf(fronted, text)).map(({ name }) => name);
    expect(shown("usual")).toEqual(["half", "pool"]);
    expect(shown("usual pool=1")).toEqual(["pool"]);
  });

  test("can still be changed", () => {
    expect(setRule(game, choiceOf(game, "usual pool=1"), "half", "off").changes).toEqual({ pool: "1", half: "off" });
  });
});

describe("saved rules", () => {
  let stored: Record<string, string>;
  beforeEach(() => {
    stored = {};
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => void (stored[key] = value),
    });
  });

  test("are listed newest first, replaced by name, and deleted by saving no options", () => {
    saveRules("home", "made-up", "usual pool=10");
    saveRules("club", "made-up", "other");
    saveRules("home", "hearts", "standard");
    saveRules("home", "made-up", "usual pool=30");
    expect(savedRules().map(({ game, name, options }) => `${game} ${name} ${options}`)).toEqual([
      "made-up home usual pool=30",
      "hearts home standard",
      "made-up club other",
    ]);
    saveRules("home", "made-up", "");
    expect(savedRules()).toHaveLength(2);
  });

  test("are read without malformed storage entries", () => {
    stored["prikup-rules"] = "{nonsense";
    expect(savedRules()).toEqual([]);
    stored["prikup-rules"] = '[{"name":1},null,{"name":"a","game":"b","options":"c"}]';
    expect(savedRules()).toEqual([{ name: "a", game: "b", options: "c" }]);
  });
});

test("a number rule with a step allows only values of that step within its bounds", () => {
  const bule = {
    name: "bule",
    values: [],
    default: "60",
    bounds: [20, 1000] as [number, number],
    step: 2,
    touches: "sheet" as const,
    silenced: [],
  };
  expect(["20", "62", "1000"].every((value) => isAllowed(bule, value))).toBe(true);
  expect(["61", "18", "1002", "x"].some((value) => isAllowed(bule, value))).toBe(false);
});

test("two rules that are set before the server answers are both set, and accepted together", async () => {
  let choice = choiceOf(game, "usual");
  const checked: [rules: string, accept: () => void][] = [];
  const set = (name: string, value: string) =>
    agreeOnRule(
      game,
      () => choice,
      name,
      value,
      (rules) => new Promise<void>((accept) => checked.push([rules, accept])),
    ).then((next) => (choice = next));
  const [first, second] = [set("pool", "10"), set("half", "off")];
  expect(checked.map(([rules]) => rules)).toEqual(["usual pool=10", "usual half=off"]);
  checked[0]![1]();
  await first;
  checked[1]![1]();
  await untilPasses(() => expect(checked).toHaveLength(3));
  expect(checked[2]![0]).toBe("usual pool=10 half=off");
  checked[2]![1]();
  await second;
  expect(textOf(choice)).toBe("usual pool=10 half=off");
});
