import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../../src/settings/settings.svelte";
import { guard, WAIT } from "../../../src/ui/helpers/tap_guard";

/** The part of a panel that the guard uses. */
type Panel = EventTarget & {
  dataset: Record<string, string>;
  clicks: number;
  keys: number;
  shakes: number;
  opens: boolean;
};

class Key extends Event {
  readonly repeat: boolean;
  constructor(readonly key: string, held = false) {
    super("keydown", { cancelable: true });
    this.repeat = held;
  }
}

class Pointer extends Event {
  readonly detail = 1;
  constructor(type: string, readonly path: EventTarget[], readonly clientX = 100, readonly clientY = 100) {
    super(type, { cancelable: true });
  }
  override composedPath = () => this.path;
}

/** Advance the fake time by some milliseconds. */
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const frames = () => pass(50);

/** Return an event with the current time. */
function now<E extends Event>(event: E): E {
  return Object.defineProperty(event, "timeStamp", { value: performance.now() });
}

/** A panel with a guard attached; the page handles a `tap` before the panel does. */
function panel(on = true, ...times: number[]): { node: Panel; tap: () => void; key: (held: boolean) => void } {
  settings.guard = on;
  const node: Panel = Object.assign(new EventTarget(), {
    dataset: {},
    clicks: 0,
    keys: 0,
    shakes: 0,
    opens: false,
    closest: (selector: string) =>
      selector !== "[data-opens]" ? { animate: () => (node.shakes += 1) } : node.opens ? node : null,
  });
  guard("question", ...times)(node as unknown as HTMLElement);
  node.addEventListener("click", (event) => (node.clicks += event.defaultPrevented ? 0 : 1));
  node.addEventListener("keydown", (event) => (node.keys += event.defaultPrevented ? 0 : 1));
  return {
    node,
    tap: () => {
      for (const [type, target] of [["pointerdown", globalThis], ["click", node]] as const)
        target.dispatchEvent(now(new Pointer(type, [node])));
    },
    key: (held) => {
      dispatchEvent(now(new Key("Enter", held)));
      node.dispatchEvent(now(new Key("Enter", held)));
    },
  };
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  vi.stubGlobal("KeyboardEvent", Key);
  vi.stubGlobal("MouseEvent", Pointer);
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  // real time: none passes, because the timers are fake
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 16));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
});
beforeEach(() => void pass(10_000)); // no recent press
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a guarded panel", () => {
  it("ignores a tap shortly after it is drawn, shakes, and is marked as guarded meanwhile", () => {
    const { node, tap } = panel();
    tap();
    expect([node.clicks, node.shakes, "guarded" in node.dataset]).toEqual([0, 1, true]);
    frames();
    pass(2000);
    expect("guarded" in node.dataset).toBe(false);
    tap();
    expect([node.clicks, node.shakes]).toEqual([1, 1]);
  });

  it("accepts a tap at once on a control that only opens something", () => {
    const { node, tap } = panel();
    node.opens = true;
    tap();
    frames();
    tap();
    expect([node.clicks, node.shakes]).toEqual([2, 0]);
  });

  it("extends its wait with each tap that it ignores", () => {
    const { node, tap } = panel();
    frames();
    for (let ms = 0; ms < 3000; ms += 300) {
      tap();
      pass(300);
    }
    expect(node.clicks).toBe(0);
    pass(500);
    tap();
    expect(node.clicks).toBe(1);
  });

  it("ignores a tap that closely follows the tap that brought it up", () => {
    dispatchEvent(now(new Pointer("pointerdown", [])));
    const { node, tap } = panel();
    frames();
    pass(1400);
    tap();
    expect(node.clicks).toBe(0);
  });

  it("accepts taps after its wait if its double-tap time is equally short", () => {
    dispatchEvent(now(new Pointer("pointerdown", [], 300, 300)));
    const { node, tap } = panel(true, WAIT, WAIT);
    frames();
    pass(500);
    tap();
    expect([node.clicks, node.shakes]).toEqual([0, 1]);
    pass(500);
    tap();
    expect(node.clicks).toBe(1);
  });

  it("ignores a tap at a place where another element was tapped shortly before", () => {
    const { node, tap } = panel();
    frames();
    pass(3000);
    dispatchEvent(now(new Pointer("pointerdown", [new EventTarget()])));
    pass(1000);
    tap();
    expect(node.clicks).toBe(0);
    pass(2000);
    tap();
    expect(node.clicks).toBe(1);
  });

  it("ignores a key that is held down", () => {
    const { node, key } = panel();
    frames();
    pass(3000);
    for (let n = 0; n < 40; n++) key(true);
    expect(node.keys).toBe(0);
    key(false);
    expect(node.keys).toBe(1);
  });

  it("accepts every tap at once if the guard is switched off", () => {
    const { node, tap } = panel(false);
    tap();
    expect([node.clicks, "guarded" in node.dataset]).toEqual([1, false]);
  });
});
