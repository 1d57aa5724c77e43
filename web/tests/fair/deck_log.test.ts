import { afterEach, describe, expect, test, vi } from "vitest";
import { NotDone } from "../../src/client/http_client";
import { parseLog, logOf, packOf, pieces } from "../../src/fair/deck_log";

const begin = { type: "begin", game: "made-up", rules: 1, options: "", names: ["A", "B"], players: [], dealer: 0 };
const shuffle = { seed: "ab", entropy: ["1", "2"], cut: 5 };
const older = { cut_from: "", withheld: [] };
const lines = (...events: unknown[]): string => events.map((event) => JSON.stringify(event)).join("\n") + "\n";

test("the packs", () => {
  expect(packOf(52)).toHaveLength(52);
  expect(packOf(32)).toHaveLength(32);
  expect(packOf(32).slice(0, 9)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 18]);
});

describe("a log", () => {
  test("gives the decks, refused ones and given ones too", () => {
    const text = lines(
      begin,
      { type: "deal", deal: 1, attempt: 1, deck: [2, 1], shuffle, refused: "bottom-card" },
      { type: "deal", deal: 1, attempt: 2, deck: [1, 2], shuffle },
      { type: "act", seat: 0, act: 3 },
      { type: "deal", deal: 2, attempt: 1, deck: [1, 2] },
    );
    const found = parseLog(text);
    expect(found?.names).toEqual(["A", "B"]);
    expect(found?.game).toBe("made-up");
    expect(found?.decks).toEqual([
      { deal: 1, attempt: 1, deck: [2, 1], refused: "bottom-card", ...older, ...shuffle },
      { deal: 1, attempt: 2, deck: [1, 2], refused: "", ...older, ...shuffle },
      { deal: 2, attempt: 1, deck: [1, 2], refused: "", ...older, seed: "", entropy: [], cut: 0 },
    ]);
  });

  test.each(["", "hello", "{}", "[1,2]\nnull", lines({ type: "begin" })])("%j is none", (text) => {
    expect(parseLog(text)).toBeNull();
  });
});

describe("the log of a table", () => {
  afterEach(() => void vi.unstubAllGlobals());
  const answering = (answer: Response | Error): void =>
    void vi.stubGlobal(
      "fetch",
      vi.fn(() => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer))),
    );

  test("is a text", async () => {
    answering(new Response("{}\n"));
    await expect(logOf("a b")).resolves.toBe("{}\n");
    expect(fetch).toHaveBeenCalledWith("/api/tables/a%20b/log", expect.anything());
  });

  test("or there is a reason", async () => {
    answering(new Response('{"reason":{"key":"no-such-table","numbers":{}}}', { status: 404 }));
    await expect(logOf("x")).rejects.toThrowError("no-such-table");
    answering(new Response("<html>", { status: 502 }));
    await expect(logOf("x")).rejects.toThrowError("server-failed");
    answering(new Error("offline"));
    await expect(logOf("x")).rejects.toThrowError(NotDone);
  });
});

test("numbers typed in one behind the other", () => {
  expect(pieces(" a1, b2;\nc3 | d4 ")).toEqual(["a1", "b2", "c3", "d4"]);
  expect(pieces("  ")).toEqual([]);
});
