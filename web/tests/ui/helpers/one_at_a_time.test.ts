import { expect, test, vi } from "vitest";
import { oneAtATime } from "../../../src/ui/helpers/one_at_a_time";

/** Return an action that runs until `end` is called. */
function slowAction() {
  let end: () => void = () => undefined;
  const action = vi.fn((_: string) => new Promise<void>((resolve) => (end = resolve)));
  return { action, end: () => end() };
}

test("a second press is ignored while the action of the first one is running", async () => {
  const { action, end } = slowAction();
  const press = oneAtATime(action);
  const first = press("Anna");
  await press("Anna");
  expect(action).toHaveBeenCalledOnce();
  end();
  await first;
  void press("Anna");
  expect(action).toHaveBeenCalledTimes(2);
});

test("presses with different keys run their actions at the same time", () => {
  const { action } = slowAction();
  const press = oneAtATime(action, (name) => name);
  void press("Anna");
  void press("Boris");
  void press("Anna");
  expect(action.mock.calls).toEqual([["Anna"], ["Boris"]]);
});

test("a press after a failed action runs the action again", async () => {
  const action = vi.fn(() => Promise.reject(new Error("x")));
  const press = oneAtATime(action);
  await expect(press()).rejects.toThrow("x");
  await expect(press()).rejects.toThrow("x");
  expect(action).toHaveBeenCalledTimes(2);
});
