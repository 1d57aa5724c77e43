import { describe, expect, it } from "vitest";
import { flushSync } from "svelte";
import { CHOICES, lasting, read, settings } from "../../src/settings/settings.svelte";

describe("settings", () => {
  it("speak the first language of the browser that we know", () => {
    expect(read(null, ["xx", "ru-RU", "en"]).lang).toBe("ru");
    expect(read(null, ["xx"]).lang).toBe("en");
  });

  it("take nothing unknown or damaged from what was kept", () => {
    const usual = read(null, ["en"]);
    for (const kept of ["", "{", "null", "[1]", '"x"', '{"deck":3,"rest":"600","muted":"Anna"}'])
      expect(read(kept, ["en"])).toEqual(usual);
  });

  it("keep every value that can be chosen", () => {
    for (const [name, values] of Object.entries(CHOICES))
      for (const value of values) expect(read(JSON.stringify({ [name]: value }), ["en"])).toHaveProperty(name, value);
  });

  it("are kept, and applied to the page", () => {
    Object.assign(settings, { theme: "dark", deck: 4 });
    flushSync();
    expect(document.documentElement.dataset).toMatchObject({ theme: "dark", deck: "4" });
    expect(read(localStorage.getItem("prikup"), ["en"])).toEqual({ ...settings });
  });

  it("say which version they are, and trust no other", () => {
    expect(JSON.parse(localStorage.getItem("prikup") ?? "")).toHaveProperty("version", 1);
    expect(read('{"deck":4}', ["en"]).deck).toBe(4);
    expect(read('{"deck":4,"version":1}', ["en"]).deck).toBe(4);
    for (const version of [0, 2, "1", {}]) expect(read(JSON.stringify({ deck: 4, version }), ["en"]).deck).toBe(2);
  });

  it("still the whole page at no speed", () => {
    settings.speed = 0;
    flushSync();
    expect(document.documentElement.dataset.still).toBe("true");
    settings.speed = 1;
    flushSync();
    expect(document.documentElement.dataset.still).toBe("false");
  });

  it("say how long a movement lasts", () => {
    const at = (speed: 0 | 0.5 | 2) => {
      settings.speed = speed;
      return lasting(240);
    };
    expect([at(0.5), at(2), at(0)]).toEqual([480, 120, 0]);
  });
});
