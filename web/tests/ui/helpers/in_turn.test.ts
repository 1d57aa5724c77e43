import { expect, test } from "vitest";
import { inTurn } from "../../../src/ui/helpers/in_turn";

test("a call begins after all earlier ones have ended, even if one has failed", async () => {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const change = inTurn(async (name: string) => {
    log.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    log.push(`${name} ends`);
    if (name === "a") throw new Error(name);
  });
  const [first, second] = [change("a"), change("b")];
  await Promise.resolve();
  expect(log).toEqual(["a"]);
  ends[0]?.();
  await expect(first).rejects.toThrow("a");
  await Promise.resolve();
  expect(log).toEqual(["a", "a ends", "b"]);
  ends[1]?.();
  await second;
  expect(log).toEqual(["a", "a ends", "b", "b ends"]);
});
