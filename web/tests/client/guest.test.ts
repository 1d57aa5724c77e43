import { afterEach, expect, test, vi } from "vitest";
import { guest, NotDone } from "../../src/client/http_client";
import { solution } from "../../src/client/proof_of_work";

const PUZZLE = "12.1600.724e9243b16fdaf5.a7b5";

afterEach(() => vi.unstubAllGlobals());

/** Make the server give these responses in order; return its requests. */
function answering(...answers: [status: number, body: object][]): unknown[] {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    asked.push(JSON.parse(init.body as string));
    const [status, body] = answers.shift()!;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return asked;
}

test("a puzzle has the same solution as in the terminal", async () => {
  expect(await solution(PUZZLE)).toBe(`${PUZZLE}.2164`);
  expect(await solution("0.x")).toBe("0.x.0");
});

test.each(["", "x", "27.x", "٣.x", "-1.x", "1e1.x"])("%j is no puzzle", async (text) => {
  expect(await solution(text)).toBe("");
});

const TOO_MANY = { reason: { key: "too-many", numbers: { seconds: 90 } } };
const ANN = { id: "a", name: "Ann", guest: true };

test("a guest comes in with the solution", async () => {
  const asked = answering([429, { ...TOO_MANY, puzzle: PUZZLE }], [200, ANN]);
  expect(await guest("Ann")).toEqual(ANN);
  expect(asked).toEqual([
    { name: "Ann", proof: "" },
    { name: "Ann", proof: `${PUZZLE}.2164` },
  ]);
});

test("who waits for a puzzle is told why, and is told when the wait is over", async () => {
  const why = { key: "guest-puzzle", numbers: { seconds: 5 } };
  answering([429, { reason: why, puzzle: PUZZLE }], [200, ANN]);
  const told: unknown[] = [];
  await guest("Ann", (reason) => told.push(reason));
  expect(told).toEqual([why, null]);
});

test("there is an end to puzzles", async () => {
  const asked = answering(...Array.from({ length: 9 }, (): [number, object] => [429, { ...TOO_MANY, puzzle: "0.x" }]));
  await expect(guest()).rejects.toThrow(NotDone);
  expect(asked).toHaveLength(5);
});

test("a refusal without a puzzle is one, and so is a puzzle that nobody can solve", async () => {
  for (const more of [{}, { puzzle: "99.x" }]) {
    const asked = answering([429, { ...TOO_MANY, ...more }]);
    await expect(guest()).rejects.toThrow("too-many");
    expect(asked).toHaveLength(1);
  }
});
