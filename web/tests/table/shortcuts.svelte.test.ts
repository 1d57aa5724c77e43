import { describe, expect, it, vi } from "vitest";
import { command, letter, place, handleKey, type Pressed } from "../../src/table/shortcuts";

/** A key pressed inside elements that these selectors match. */
function key(code: string, changes: Partial<Pressed> = {}, ...inside: string[]): KeyboardEvent {
  class Inner extends EventTarget {
    closest = (selector: string) => (selector.split(", ").some((one) => inside.includes(one)) ? this : null);
  }
  vi.stubGlobal("Element", Inner);
  const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, repeat: false };
  const event = { ...plain, code, key: "", target: new Inner(), preventDefault: vi.fn(), ...changes };
  return event as unknown as KeyboardEvent;
}

describe("keys", () => {
  it("go by their place, whatever letter stands there", () => {
    expect(command(key("KeyS", { key: "ы" }), true)).toBe("sheet");
    expect(letter(key("KeyP", { key: "з" }), true)).toBe("P");
    expect(command(key("KeyT"), true)).toBe("read");
    expect(command(key("KeyX"), true)).toBeNull();
  });

  it("find the question mark wherever a layout has it", () => {
    expect(command(key("Slash", { key: "?", shiftKey: true }), true)).toBe("help");
    expect(command(key("Digit7", { key: "?", shiftKey: true }), true)).toBe("help");
    expect(command(key("Slash", { key: "." }), true)).toBeNull();
  });

  it("leave the browser's own keys alone", () => {
    for (const held of ["altKey", "ctrlKey", "metaKey", "shiftKey", "repeat"])
      expect([command(key("KeyS", { [held]: true }), true), letter(key("KeyP", { [held]: true }), true)]).toEqual([
        null,
        "",
      ]);
  });

  it("stand for places in the upper row, from the other end with the shift key", () => {
    expect(["Digit1", "Digit0", "Numpad3", "Equal", "KeyA"].map((code) => place(key(code), true))).toEqual([
      1, 10, 3, 12, 0,
    ]);
    expect(["Digit1", "Digit0", "Equal"].map((code) => place(key(code, { shiftKey: true }), true))).toEqual([
      -1, -10, -12,
    ]);
    expect(place(key("Minus", { shiftKey: true, key: "?" }), true)).toBe(0); // where this key types a question mark
    expect(place(key("Digit1"), false)).toBe(0);
    expect(place(key("Digit1", {}, "input"), true)).toBe(0);
  });

  it("are letters where one writes, and belong to an open window", () => {
    for (const inside of ["input", "textarea", "select", "dialog[open]"])
      expect([command(key("KeyS", {}, inside), true), letter(key("KeyP", {}, inside), true)]).toEqual([null, ""]);
    expect(command(key("Escape", {}, "input"), true)).toBe("close");
    expect(command(key("Escape", {}, "dialog[open]"), true)).toBeNull();
  });

  it("are commands again as soon as a window is closed, though it keeps the focus for a moment", () => {
    const closed = "dialog:not([open])";
    expect(command(key("KeyS", {}, closed), true)).toBe("sheet");
    expect(command(key("KeyS", {}, "input", closed), true)).toBe("sheet");
    expect(command(key("KeyS", {}, "input", "dialog[open]"), true)).toBeNull();
  });

  it("can be switched off, all but Escape", () => {
    expect([command(key("KeyS"), false), letter(key("KeyP"), false)]).toEqual([null, ""]);
    expect(command(key("Escape"), false)).toBe("close");
  });

  it("stand for calls of the game where they are not the table's own", () => {
    const [pass, sheet] = [vi.fn(), vi.fn()];
    const calls = new Map([
      ["P", pass],
      ["S", pass],
    ]);
    for (const code of ["KeyP", "KeyS", "KeyX"]) handleKey(key(code), true, { sheet }, calls);
    expect([pass.mock.calls.length, sheet.mock.calls.length]).toEqual([1, 1]);
  });

  it("are taken from the browser only where somebody does something with them", () => {
    const sheet = vi.fn();
    const [known, unknown] = [key("KeyS"), key("KeyW")];
    handleKey(known, true, { sheet });
    handleKey(unknown, true, { sheet });
    expect(sheet).toHaveBeenCalledTimes(1);
    expect(known.preventDefault).toHaveBeenCalled();
    expect(unknown.preventDefault).not.toHaveBeenCalled();
  });
});
