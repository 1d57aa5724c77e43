import { afterEach, expect, test, vi } from "vitest";
import { nearRatings, ratingsAround } from "../../src/lobby/near_ratings";

afterEach(() => vi.unstubAllGlobals());

test("the ratings around another tell no more of it than its hundred, and are those that a table may ask for", () => {
  expect([1500, 1550, 1599].map(ratingsAround)).toEqual([
    [1300, 1800],
    [1300, 1800],
    [1300, 1800],
  ]);
  expect([-900, -50, 90, 9950, 11_000].map(ratingsAround)).toEqual([
    [0, 0],
    [0, 200],
    [0, 300],
    [9700, 10_000],
    [10_000, 10_000],
  ]);
});

test("only a user with a rating that everybody may see can ask for people of about that rating", async () => {
  const near = (you: { rating: number } | null, profile: string) => {
    vi.stubGlobal("fetch", (path: string) =>
      Promise.resolve(new Response(JSON.stringify(path.includes("settings") ? { profile } : { you }))),
    );
    return nearRatings("preferans");
  };
  expect(await near({ rating: 1550 }, "everybody")).toEqual([1300, 1800]);
  expect(await near({ rating: 1550 }, "accounts")).toBeUndefined();
  expect(await near(null, "everybody")).toBeUndefined();
});
