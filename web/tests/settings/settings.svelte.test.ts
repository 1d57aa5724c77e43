import { describe, expect, it } from "vitest";
import { flushSync } from "svelte";
import { CHOICES, lasting, parseSettings, settings } from "../../src/settings/settings.svelte";

describe("settings", () => {
  it("use the first language of the browser that the site supports", () => {
    expect(parseSettings(null, ["xx", "ru-RU", "en"]).lang).toBe("ru");
    expect(parseSettings(null, ["xx"]).lang).toBe("en");
  });

  it("keep their default values if the stored text is damaged or has unknown values", () => {
    const defaults = parseSettings(null, ["en"]);
    for (const text of ["", "{", "null", "[1]", '"x"', '{"deck":3,"rest":"600","muted":"Anna"}'])
      expect(parseSettings(text, ["en"])).toEqual(defaults);
  });

  it("are read back with every value that can be chosen", () => {
    for (const [name, values] of Object.entries(CHOICES))
      for (const value of values)
        expect(parseSettings(JSON.stringify({ [name]: value }), ["en"])).toHaveProperty(name, value);
  });

  it("are stored, and applied to the page", () => {
    Object.assign(settings, { theme: "dark", deck: 4 });
    flushSync();
    expect(document.documentElement.dataset).toMatchObject({ theme: "dark", deck: "4" });
    expect(parseSettings(localStorage.getItem("prikup"), ["en"])).toEqual({ ...settings });
  });

  it("follow a change in another window, so that a later change here does not undo it", () => {
    const newValue = JSON.stringify({ ...settings, size: "large" });
    dispatchEvent(Object.assign(new Event("storage"), { key: "prikup", newValue }));
    dispatchEvent(Object.assign(new Event("storage"), { key: "prikup-name", newValue: "Anna" }));
    settings.deck = 2;
    flushSync();
    expect(parseSettings(localStorage.getItem("prikup"), ["en"])).toMatchObject({ size: "large", deck: 2 });
  });

  it("are not reset by a window of another version, or one that deletes what is stored", () => {
    settings.deck = 4;
    for (const newValue of ['{"deck":2,"version":2}', "damaged", null])
      dispatchEvent(Object.assign(new Event("storage"), { key: "prikup", newValue }));
    expect(settings.deck).toBe(4);
  });

  it("are stored with a version, and ignored if another version stored them", () => {
    expect(JSON.parse(localStorage.getItem("prikup") ?? "")).toHaveProperty("version", 1);
    expect(parseSettings('{"deck":4}', ["en"]).deck).toBe(4);
    expect(parseSettings('{"deck":4,"version":1}', ["en"]).deck).toBe(4);
    for (const version of [0, 2, "1", {}])
      expect(parseSettings(JSON.stringify({ deck: 4, version }), ["en"]).deck).toBe(2);
  });

  it("turn off all movement on the page at speed zero", () => {
    settings.speed = 0;
    flushSync();
    expect(document.documentElement.dataset.still).toBe("true");
    settings.speed = 1;
    flushSync();
    expect(document.documentElement.dataset.still).toBe("false");
  });

  it("scale the duration of movements by the speed", () => {
    const at = (speed: 0 | 0.5 | 2) => {
      settings.speed = speed;
      return lasting(240);
    };
    expect([at(0.5), at(2), at(0)]).toEqual([480, 120, 0]);
  });
});
