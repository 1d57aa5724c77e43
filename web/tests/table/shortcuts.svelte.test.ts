import { describe, expect, it, vi } from "vitest";
import { command, pressed, type Pressed } from "../../src/table/shortcuts";

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
    expect(command(key("KeyP", { key: "з" }), true)).toBe("pass");
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
      expect(command(key("KeyP", { [held]: true }), true)).toBeNull();
  });

  it("are letters where one writes, and belong to an open window", () => {
    for (const inside of ["input", "textarea", "select", "dialog[open]"])
      expect(command(key("KeyP", {}, inside), true)).toBeNull();
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
    expect(command(key("KeyP"), false)).toBeNull();
    expect(command(key("Escape"), false)).toBe("close");
  });

  it("are taken from the browser only where somebody does something with them", () => {
    const pass = vi.fn();
    const [known, unknown] = [key("KeyP"), key("KeyW")];
    pressed(known, true, { pass });
    pressed(unknown, true, { pass });
    expect(pass).toHaveBeenCalledTimes(1);
    expect(known.preventDefault).toHaveBeenCalled();
    expect(unknown.preventDefault).not.toHaveBeenCalled();
  });
});
