import { expect, test, vi } from "vitest";
import { oneAtATime } from "../../../src/ui/helpers/one_at_a_time";

/** A deed that goes on until `end` is called. */
function slowDeed() {
  let end: () => void = () => undefined;
  const deed = vi.fn((_: string) => new Promise<void>((resolve) => (end = resolve)));
  return { deed, end: () => end() };
}

test("a second press while the first is answered does nothing", async () => {
  const { deed, end } = slowDeed();
  const press = oneAtATime(deed);
  const first = press("Anna");
  await press("Anna");
  expect(deed).toHaveBeenCalledOnce();
  end();
  await first;
  void press("Anna");
  expect(deed).toHaveBeenCalledTimes(2);
});

test("presses that concern something else are done", () => {
  const { deed } = slowDeed();
  const press = oneAtATime(deed, (name) => name);
  void press("Anna");
  void press("Boris");
  void press("Anna");
  expect(deed.mock.calls).toEqual([["Anna"], ["Boris"]]);
});

test("after a failure the press works again", async () => {
  const deed = vi.fn(() => Promise.reject(new Error("x")));
  const press = oneAtATime(deed);
  await expect(press()).rejects.toThrow("x");
  await expect(press()).rejects.toThrow("x");
  expect(deed).toHaveBeenCalledTimes(2);
});
