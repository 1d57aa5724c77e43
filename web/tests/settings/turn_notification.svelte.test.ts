import { afterEach, describe, expect, it, vi } from "vitest";
import { notificationPermission, requestPermission, showNotification } from "../../src/settings/turn_notification";

const shown: FakeNotification[] = [];

class FakeNotification {
  static permission: NotificationPermission = "default";
  static requestPermission = vi.fn(async () => FakeNotification.permission);
  onclick: (() => void) | null = null;
  close = vi.fn();
  constructor(
    readonly text: string,
    readonly options: NotificationOptions,
  ) {
    shown.push(this);
  }
}

function browser(permission: NotificationPermission, notice: unknown = FakeNotification): void {
  FakeNotification.permission = permission;
  vi.stubGlobal("Notification", notice);
}

afterEach(() => {
  vi.unstubAllGlobals();
  shown.length = 0;
});

describe("turn notifications", () => {
  it("are skipped if the browser does not support them", async () => {
    expect([notificationPermission(), await requestPermission()]).toEqual(["unknown", false]);
    showNotification("Your turn", "en")();
  });

  it("are shown once they are allowed, and can be closed", () => {
    browser("default");
    showNotification("Your turn", "en");
    expect(shown).toEqual([]);
    browser("granted");
    const close = showNotification("Your turn", "en");
    expect(shown.map(({ text, options }) => [text, options.body])).toEqual([["Your turn", undefined]]);
    close();
    expect(shown[0]?.close).toHaveBeenCalledOnce();
  });

  it("replace those of the same kind only: a friend's call does not hide that it is one's turn", () => {
    browser("granted");
    showNotification("Your turn", "en");
    showNotification("Anna invites you", "en", "call");
    expect(shown.map(({ options }) => options.tag)).toEqual(["prikup-turn", "prikup-call"]);
  });

  it("focus the page when they are clicked", () => {
    browser("granted");
    vi.stubGlobal("focus", vi.fn());
    showNotification("Your turn", "en");
    shown[0]?.onclick?.();
    expect(focus).toHaveBeenCalledOnce();
  });

  it("are skipped if the browser does not let a page create them", () => {
    const refuses = Object.assign(
      function () {
        throw new TypeError("Illegal constructor");
      },
      { permission: "granted" },
    );
    browser("granted", refuses);
    showNotification("Your turn", "en")();
  });

  it("are allowed only if the user grants permission", async () => {
    browser("denied");
    expect(await requestPermission()).toBe(false);
    browser("granted");
    expect(await requestPermission()).toBe(true);
  });
});
