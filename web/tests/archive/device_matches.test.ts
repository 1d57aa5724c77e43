// Uploading this device's matches to the archive of an account.
import { expect, test, vi } from "vitest";
import { archiveMatches } from "../../src/archive/device_matches";

const facts = new Map<string, string>();
const sent: [string, string][] = [];
const answers: Record<string, () => Response> = {
  "matches/played/whole": () => Response.json({ log: "all of it" }),
  "matches/imported": () => Response.json({ imported: true, you: 2 }),
  "matches/imported/log": () => new Response("its log"),
};

vi.mock("../../src/device/row_store", () => ({
  fact: (key: string) => Promise.resolve(facts.get(key)),
  keys: () => Promise.resolve(["gone", "imported", "played"]),
  note: (key: string, value: string) => Promise.resolve(void facts.set(key, value)),
}));
vi.mock("../../src/client/transport", () => ({
  thisDevice: () =>
    Promise.resolve({
      request: (_: string, path: string) =>
        Promise.resolve(answers[path]?.() ?? Response.json({}, { status: 404 })),
    }),
  requestServer: (_: string, path: string, body: string) => {
    sent.push([path, body]);
    return Promise.resolve(Response.json({ id: "x" }, { status: 201 }));
  },
}));

test("each match is uploaded once, an imported one with the seat of its owner", async () => {
  expect(await archiveMatches()).toBe(2);
  expect(await archiveMatches()).toBe(0);
  expect(sent).toEqual([
    ["imports", JSON.stringify({ text: "its log", match: 0, seat: 2 })],
    ["matches", JSON.stringify({ log: "all of it" })],
  ]);
});
