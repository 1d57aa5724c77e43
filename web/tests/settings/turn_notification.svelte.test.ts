import { afterEach, describe, expect, it, vi } from "vitest";
import { notificationPermission, ask, show } from "../../src/settings/turn_notification";

const shown: Notice[] = [];

class Notice {
  static permission: NotificationPermission = "default";
  static requestPermission = vi.fn(async () => Notice.permission);
  onclick: (() => void) | null = null;
  close = vi.fn();
  constructor(
    readonly text: string,
    readonly options: NotificationOptions,
  ) {
    shown.push(this);
  }
}

function browser(permission: NotificationPermission, notice: unknown = Notice): void {
  Notice.permission = permission;
  vi.stubGlobal("Notification", notice);
}

afterEach(() => {
  vi.unstubAllGlobals();
  shown.length = 0;
});

describe("notices", () => {
  it("are unknown to some browsers", async () => {
    expect([notificationPermission(), await ask()]).toEqual(["unknown", false]);
    show("Your turn", "en")();
  });

  it("are shown once they are allowed, and taken away", () => {
    browser("default");
    show("Your turn", "en");
    expect(shown).toEqual([]);
    browser("granted");
    const seen = show("Your turn", "en");
    expect(shown.map(({ text, options }) => [text, options.body])).toEqual([["Your turn", undefined]]);
    seen();
    expect(shown[0]?.close).toHaveBeenCalledOnce();
  });

  it("lead back to the page", () => {
    browser("granted");
    vi.stubGlobal("focus", vi.fn());
    show("Your turn", "en");
    shown[0]?.onclick?.();
    expect(focus).toHaveBeenCalledOnce();
  });

  it("are done without where a page may show none", () => {
    const refuses = Object.assign(
      function () {
        throw new TypeError("Illegal constructor");
      },
      { permission: "granted" },
    );
    browser("granted", refuses);
    show("Your turn", "en")();
  });

  it("are asked for", async () => {
    browser("denied");
    expect(await ask()).toBe(false);
    browser("granted");
    expect(await ask()).toBe(true);
  });
});
