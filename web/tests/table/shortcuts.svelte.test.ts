import { describe, expect, it, vi } from "vitest";
import { commandOf, callLetter, digitPosition, handleKey, type KeyPress } from "../../src/table/shortcuts";

/** Return the event of a key pressed inside elements that match these selectors. */
function key(code: string, changes: Partial<KeyPress> = {}, ...inside: string[]): KeyboardEvent {
  class Inner extends EventTarget {
    closest = (selector: string) => (selector.split(", ").some((part) => inside.includes(part)) ? this : null);
  }
  vi.stubGlobal("Element", Inner);
  const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, repeat: false };
  const event = { ...plain, code, key: "", target: new Inner(), preventDefault: vi.fn(), ...changes };
  return event as unknown as KeyboardEvent;
}

describe("keyboard shortcuts", () => {
  it("depend on the position of a key, not on its letter in the keyboard layout", () => {
    expect(commandOf(key("KeyS", { key: "ы" }), true)).toBe("sheet");
    expect(callLetter(key("KeyP", { key: "з" }), true)).toBe("P");
    expect(commandOf(key("KeyT"), true)).toBe("read");
    expect(commandOf(key("KeyX"), true)).toBeNull();
  });

  it("open the help with a question mark on any key", () => {
    expect(commandOf(key("Slash", { key: "?", shiftKey: true }), true)).toBe("help");
    expect(commandOf(key("Digit7", { key: "?", shiftKey: true }), true)).toBe("help");
    expect(commandOf(key("Slash", { key: "." }), true)).toBeNull();
  });

  it("ignore keys pressed with a modifier, and repeats of a held key", () => {
    for (const modifier of ["altKey", "ctrlKey", "metaKey", "shiftKey", "repeat"])
      expect([
        commandOf(key("KeyS", { [modifier]: true }), true),
        callLetter(key("KeyP", { [modifier]: true }), true),
      ]).toEqual([null, ""]);
  });

  it("choose positions 1 to 12 with the digit row, and from the other end with Shift", () => {
    expect(["Digit1", "Digit0", "Numpad3", "Equal", "KeyA"].map((code) => digitPosition(key(code), true))).toEqual([
      1, 10, 3, 12, 0,
    ]);
    expect(["Digit1", "Digit0", "Equal"].map((code) => digitPosition(key(code, { shiftKey: true }), true))).toEqual([
      -1, -10, -12,
    ]);
    // A layout in which this key types a question mark
    expect(digitPosition(key("Minus", { shiftKey: true, key: "?" }), true)).toBe(0);
    expect(digitPosition(key("Digit1"), false)).toBe(0);
    expect(digitPosition(key("Digit1", {}, "input"), true)).toBe(0);
  });

  it("do nothing in a text field or an open dialog, except Escape in a text field", () => {
    for (const element of ["input", "textarea", "select", "dialog[open]"])
      expect([commandOf(key("KeyS", {}, element), true), callLetter(key("KeyP", {}, element), true)]).toEqual([
        null,
        "",
      ]);
    expect(commandOf(key("Escape", {}, "input"), true)).toBe("close");
    expect(commandOf(key("Escape", {}, "dialog[open]"), true)).toBeNull();
  });

  it("work again as soon as a dialog has closed, even if it or its text field still has the focus", () => {
    const closedDialog = "dialog:not([open])";
    expect(commandOf(key("KeyS", {}, closedDialog), true)).toBe("sheet");
    expect(commandOf(key("KeyS", {}, "input", closedDialog), true)).toBe("sheet");
    expect(commandOf(key("KeyS", {}, "input", "dialog[open]"), true)).toBeNull();
  });

  it("can be switched off, except Escape", () => {
    expect([commandOf(key("KeyS"), false), callLetter(key("KeyP"), false)]).toEqual([null, ""]);
    expect(commandOf(key("Escape"), false)).toBe("close");
  });

  it("make the call with that letter, unless the letter is a command of the table", () => {
    const [pass, sheet] = [vi.fn(), vi.fn()];
    const calls = new Map([
      ["P", pass],
      ["S", pass],
    ]);
    for (const code of ["KeyP", "KeyS", "KeyX"]) handleKey(key(code), true, { sheet }, calls);
    expect([pass.mock.calls.length, sheet.mock.calls.length]).toEqual([1, 1]);
  });

  it("prevent the browser's default action only if the key has a handler", () => {
    const sheet = vi.fn();
    const [handled, unhandled] = [key("KeyS"), key("KeyW")];
    handleKey(handled, true, { sheet });
    handleKey(unhandled, true, { sheet });
    expect(sheet).toHaveBeenCalledTimes(1);
    expect(handled.preventDefault).toHaveBeenCalled();
    expect(unhandled.preventDefault).not.toHaveBeenCalled();
  });
});
