// Keyboard shortcuts of a review.
import { expect, test, vi } from "vitest";
import { reviewCommand } from "../../src/review/review_keys";

vi.stubGlobal("Element", class {});

const pressed = (code: string, more: Partial<KeyboardEvent> = {}) => ({
  code, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, target: null, ...more,
});

test("the arrow keys move by one step, and M moves to the next or previous mistake", () => {
  expect(reviewCommand(pressed("ArrowLeft"), true)).toBe("back");
  expect(reviewCommand(pressed("KeyM"), true)).toBe("mistake");
  expect(reviewCommand(pressed("KeyM", { shiftKey: true }), true)).toBe("mistake-back");
  expect(reviewCommand(pressed("KeyN", { shiftKey: true }), true)).toBeNull();
  expect(reviewCommand(pressed("KeyX"), true)).toBeNull();
});

test("the space bar is the play-on command, unless a button has the focus or shortcuts are off", () => {
  expect(reviewCommand(pressed("Space"), true)).toBe("play-on");
  expect(reviewCommand(pressed("Space"), false)).toBeNull();
  const button = Object.assign(new Element(), { closest: (of: string) => (of.includes("button") ? button : null) });
  expect(reviewCommand(pressed("Space", { target: button }), true)).toBeNull();
});

test("arrow keys work without single-key shortcuts, and key combinations are left to the browser", () => {
  expect(reviewCommand(pressed("KeyM"), false)).toBeNull();
  expect(reviewCommand(pressed("ArrowLeft"), false)).toBe("back");
  expect(reviewCommand(pressed("ArrowLeft", { altKey: true }), true)).toBeNull();
  expect(reviewCommand(pressed("ArrowLeft", { shiftKey: true }), true)).toBeNull();
});
