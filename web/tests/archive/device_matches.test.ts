// The matches of this device that go into the archive of an account.
import { expect, test, vi } from "vitest";
import { archiveMatches } from "../../src/archive/device_matches";

const facts = new Map<string, string>();
const sent: string[] = [];

vi.mock("../../src/here/shelf", () => ({
  fact: (key: string) => Promise.resolve(facts.get(key)),
  keys: () => Promise.resolve(["imported", "played"]),
  note: (key: string, value: string) => Promise.resolve(void facts.set(key, value)),
}));
vi.mock("../../src/client/host", () => ({
  thisDevice: () =>
    Promise.resolve({
      asked: (_: string, path: string) =>
        Promise.resolve(path.includes("imported") ? Response.json({}, { status: 404 }) : Response.json({ log: path })),
    }),
  atServer: (_: string, path: string) => {
    sent.push(path);
    return Promise.resolve(Response.json({ id: "x" }, { status: 201 }));
  },
}));

test("an imported match stays on its device, and the next one is sent", async () => {
  expect(await archiveMatches()).toBe(1);
  expect(await archiveMatches()).toBe(0);
  expect(sent).toEqual(["matches"]);
});
