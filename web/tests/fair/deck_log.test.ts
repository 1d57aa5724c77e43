import { afterEach, describe, expect, test, vi } from "vitest";
import { NotDone } from "../../src/client/http_client";
import { parseLog, logOf, packOf, pieces } from "../../src/fair/deck_log";

const begin = { type: "begin", game: "made-up", rules: 1, options: "", names: ["A", "B"], players: [], dealer: 0 };
const shuffle = { seed: "ab", entropy: ["1", "2"], cut: 5 };
const older = { cut_from: "", withheld: [] };
const lines = (...events: unknown[]): string => events.map((event) => JSON.stringify(event)).join("\n") + "\n";

test("packOf returns the cards of a pack by its size", () => {
  expect(packOf(52)).toHaveLength(52);
  expect(packOf(32)).toHaveLength(32);
  expect(packOf(32).slice(0, 9)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 18]);
});

describe("parseLog", () => {
  test("returns all decks, including refused and fixed ones", () => {
    const text = lines(
      begin,
      { type: "deal", deal: 1, attempt: 1, deck: [2, 1], shuffle, refused: "bottom-card" },
      { type: "deal", deal: 1, attempt: 2, deck: [1, 2], shuffle },
      { type: "act", seat: 0, act: 3 },
      { type: "deal", deal: 2, attempt: 1, deck: [1, 2] },
    );
    const log = parseLog(text);
    expect(log?.names).toEqual(["A", "B"]);
    expect(log?.game).toBe("made-up");
    expect(log?.decks).toEqual([
      { deal: 1, attempt: 1, deck: [2, 1], refused: "bottom-card", ...older, ...shuffle },
      { deal: 1, attempt: 2, deck: [1, 2], refused: "", ...older, ...shuffle },
      { deal: 2, attempt: 1, deck: [1, 2], refused: "", ...older, seed: "", entropy: [], cut: 0 },
    ]);
  });

  test.each(["", "hello", "{}", "[1,2]\nnull", lines({ type: "begin" })])("returns null for the text %j", (text) => {
    expect(parseLog(text)).toBeNull();
  });
});

describe("logOf", () => {
  afterEach(() => void vi.unstubAllGlobals());
  const respondWith = (answer: Response | Error): void =>
    void vi.stubGlobal(
      "fetch",
      vi.fn(() => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer))),
    );

  test("returns the log of a table as text", async () => {
    respondWith(new Response("{}\n"));
    await expect(logOf("a b")).resolves.toBe("{}\n");
    expect(fetch).toHaveBeenCalledWith("/api/tables/a%20b/log", expect.anything());
  });

  test("throws the reason if the log cannot be loaded", async () => {
    respondWith(new Response('{"reason":{"key":"no-such-table","numbers":{}}}', { status: 404 }));
    await expect(logOf("x")).rejects.toThrowError("no-such-table");
    respondWith(new Response("<html>", { status: 502 }));
    await expect(logOf("x")).rejects.toThrowError("server-failed");
    respondWith(new Error("offline"));
    await expect(logOf("x")).rejects.toThrowError(NotDone);
  });
});

test("pieces splits typed numbers at spaces and punctuation", () => {
  expect(pieces(" a1, b2;\nc3 | d4 ")).toEqual(["a1", "b2", "c3", "d4"]);
  expect(pieces("  ")).toEqual([]);
});
