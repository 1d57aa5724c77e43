import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Game } from "../../src/client/http_client";
import { can, changed, choiceOf, linkOf, savedRules, saveRules, seatsOf, textOf, valueOf } from "../../src/lobby/rule_choice";

const game: Game = {
  name: "preferans",
  presets: {
    sochi: { players: "3", pool: "20", half: "on" },
    rostov: { players: "3", pool: "20", half: "off" },
  },
  options: [
    { name: "players", values: ["3", "4"], default: "3", bounds: null },
    { name: "pool", values: ["20", "1", "1000"], default: "20", bounds: [1, 1000] },
    { name: "half", values: ["on", "off"], default: "on", bounds: null },
  ],
  seats: [3, 4],
  levels: ["rule"],
};

describe("the text form", () => {
  test.each(["sochi", "rostov", "sochi pool=10", "rostov players=4 half=on"])("%s is read and written", (text) => {
    expect(textOf(choiceOf(game, text))).toBe(text);
  });

  test("what this game does not know is left out", () => {
    expect(textOf(choiceOf(game, "moscow pool=0 half=maybe colour=red pool=1001 =x players="))).toBe("sochi");
    expect(textOf(choiceOf(game, ""))).toBe("sochi");
  });

  test("the link carries it", () => {
    const link = new URL(linkOf("preferans", choiceOf(game, "rostov pool=10")), "http://table");
    expect(link.searchParams.get("game")).toBe("preferans");
    expect(choiceOf(game, link.searchParams.get("rules") ?? "")).toEqual({ preset: "rostov", changes: { pool: "10" } });
  });
});

describe("changing a rule", () => {
  const sochi = choiceOf(game, "sochi");

  test("it differs from the preset until it is set back", () => {
    const once = changed(game, sochi, "half", "off");
    expect(once.changes).toEqual({ half: "off" });
    expect(valueOf(game, once, "half")).toBe("off");
    expect(valueOf(game, once, "pool")).toBe("20");
    expect(changed(game, once, "half", "on")).toEqual(sochi);
  });

  test("what it cannot be, it does not become", () => {
    expect(changed(game, sochi, "half", "perhaps")).toEqual(sochi);
    expect(changed(game, sochi, "pool", "0")).toEqual(sochi);
    expect(changed(game, sochi, "pool", "1e2")).toEqual(sochi);
    expect(can(game.options[1]!, "1000")).toBe(true);
    expect(can(game.options[1]!, "1001")).toBe(false);
  });

  test("the seats follow the rule that makes them", () => {
    expect(seatsOf(game, sochi)).toBe(3);
    expect(seatsOf(game, changed(game, sochi, "players", "4"))).toBe(4);
    expect(seatsOf({ ...game, seats: [4, 4] }, sochi)).toBe(4);
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
    saveRules("home", "preferans", "sochi pool=10");
    saveRules("club", "preferans", "rostov");
    saveRules("home", "tuppi", "standard");
    saveRules("home", "preferans", "sochi pool=30");
    expect(savedRules().map((one) => `${one.game} ${one.name} ${one.options}`)).toEqual([
      "preferans home sochi pool=30",
      "tuppi home standard",
      "preferans club rostov",
    ]);
    saveRules("home", "preferans", "");
    expect(savedRules()).toHaveLength(2);
  });

  test("whatever else lies there is left alone", () => {
    shelf["prikup-rules"] = "{nonsense";
    expect(savedRules()).toEqual([]);
    shelf["prikup-rules"] = '[{"name":1},null,{"name":"a","game":"b","options":"c"}]';
    expect(savedRules()).toEqual([{ name: "a", game: "b", options: "c" }]);
  });
});
