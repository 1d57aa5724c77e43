// Keyboard shortcuts of a review.
import { expect, test, vi } from "vitest";
import { reviewCommand } from "../../src/review/review_keys";

vi.stubGlobal("Element", class {});

const pressed = (code: string, more: Partial<KeyboardEvent> = {}) => ({
  code, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, target: null, ...more,
});

test("arrows walk, M goes from mistake to mistake", () => {
  expect(reviewCommand(pressed("ArrowLeft"), true)).toBe("back");
  expect(reviewCommand(pressed("KeyM"), true)).toBe("mistake");
  expect(reviewCommand(pressed("KeyM", { shiftKey: true }), true)).toBe("mistake-back");
  expect(reviewCommand(pressed("KeyN", { shiftKey: true }), true)).toBeNull();
  expect(reviewCommand(pressed("KeyX"), true)).toBeNull();
});

test("the space bar plays on, where it presses nothing", () => {
  expect(reviewCommand(pressed("Space"), true)).toBe("play-on");
  expect(reviewCommand(pressed("Space"), false)).toBeNull();
  const button = Object.assign(new Element(), { closest: (of: string) => (of.includes("button") ? button : null) });
  expect(reviewCommand(pressed("Space", { target: button }), true)).toBeNull();
});

test("who wants no single keys still has the arrows, and the browser keeps its own", () => {
  expect(reviewCommand(pressed("KeyM"), false)).toBeNull();
  expect(reviewCommand(pressed("ArrowLeft"), false)).toBe("back");
  expect(reviewCommand(pressed("ArrowLeft", { altKey: true }), true)).toBeNull();
  expect(reviewCommand(pressed("ArrowLeft", { shiftKey: true }), true)).toBeNull();
});
