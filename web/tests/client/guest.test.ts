import { afterEach, expect, test, vi } from "vitest";
import { becomeGuest, NotDone } from "../../src/client/http_client";
import { solvePuzzle } from "../../src/client/proof_of_work";

const PUZZLE = "12.1600.724e9243b16fdaf5.a7b5";

afterEach(() => vi.unstubAllGlobals());

/** Make the server send these responses in order; return the list of the requests it receives. */
function stubResponses(...responses: [status: number, body: object][]): unknown[] {
  const requests: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    requests.push(JSON.parse(init.body as string));
    const [status, body] = responses.shift()!;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return requests;
}

test("the proof of work finds the same solution as the Python client", async () => {
  expect(await solvePuzzle(PUZZLE)).toBe(`${PUZZLE}.2164`);
  expect(await solvePuzzle("0.x")).toBe("0.x.0");
});

test.each(["", "x", "27.x", "٣.x", "-1.x", "1e1.x"])("the invalid puzzle %j has an empty solution", async (text) => {
  expect(await solvePuzzle(text)).toBe("");
});

const TOO_MANY = { reason: { key: "too-many", numbers: { seconds: 90 } } };
const ANN = { id: "a", name: "Ann", guest: true };

test("guest solves the server's puzzle and repeats its request with the solution", async () => {
  const requests = stubResponses([429, { ...TOO_MANY, puzzle: PUZZLE }], [200, ANN]);
  expect(await becomeGuest("Ann")).toEqual(ANN);
  expect(requests).toEqual([
    { name: "Ann", proof: "" },
    { name: "Ann", proof: `${PUZZLE}.2164` },
  ]);
});

test("guest reports the server's reason when it starts a puzzle, and null when it has solved it", async () => {
  const puzzleReason = { key: "guest-puzzle", numbers: { seconds: 5 } };
  stubResponses([429, { reason: puzzleReason, puzzle: PUZZLE }], [200, ANN]);
  const reasons: unknown[] = [];
  await becomeGuest("Ann", (reason) => reasons.push(reason));
  expect(reasons).toEqual([puzzleReason, null]);
});

test("guest gives up after four puzzles", async () => {
  const responses = Array.from({ length: 9 }, (): [number, object] => [429, { ...TOO_MANY, puzzle: "0.x" }]);
  const requests = stubResponses(...responses);
  await expect(becomeGuest()).rejects.toThrow(NotDone);
  expect(requests).toHaveLength(5);
});

test("guest gives up at once if the refusal has no puzzle, or one that is too hard", async () => {
  for (const puzzle of [{}, { puzzle: "99.x" }]) {
    const requests = stubResponses([429, { ...TOO_MANY, ...puzzle }]);
    await expect(becomeGuest()).rejects.toThrow("too-many");
    expect(requests).toHaveLength(1);
  }
});
