import { beforeEach, expect, test, vi } from "vitest";
import type { FromHost, FromPage } from "../../../src/device/engine/host_messages";
import { messageHandler, type PageConnection } from "../../../src/device/engine/page_messages";

/** The commands that the table's connection has received. */
let calls: string[];
/** The messages sent to the pages. */
let answers: FromHost[];
/** Load the table. */
let load: () => void;
let handle: (message: FromPage) => Promise<void>;
const asked = vi.fn((_method: string, path: string) => Promise.resolve(JSON.stringify([200, path])));
const connection: PageConnection = {
  say: (text) => calls.push(text),
  leave: () => calls.push("left"),
  destroy: () => calls.push("destroyed"),
};
const JOIN = { from: "page", socket: 1, join: "t", name: "Anna" };

beforeEach(() => {
  calls = [];
  answers = [];
  asked.mockClear();
  const join = vi.fn(() => new Promise<PageConnection>((resolve) => (load = () => resolve(connection))));
  handle = messageHandler({ asked, join }, (message) => answers.push(message));
});

test("a page that speaks and leaves while its table is loading has done both once it is loaded", async () => {
  await handle(JOIN);
  expect(answers).toEqual([{ to: "page", socket: 1, joined: true }]);
  const messages = [{ say: "a" }, { say: "b" }, { leave: true as const }];
  const handled = Promise.all(messages.map((message) => handle({ from: "page", socket: 1, ...message })));
  load();
  await handled;
  expect(calls).toEqual(["a", "b", "left", "destroyed"]);
  await handle({ from: "page", socket: 1, say: "c" });
  expect(calls).toHaveLength(4);
});

test("a request or join that a page repeats is handled once", async () => {
  const request = { from: "page", request: 2, method: "POST", path: "tables", body: "{}" };
  await Promise.all([handle(request), handle(request), handle(JOIN), handle(JOIN)]);
  expect(asked).toHaveBeenCalledOnce();
  expect(answers).toEqual([
    { to: "page", socket: 1, joined: true },
    { to: "page", request: 2, status: 200, answer: "tables" },
  ]);
  await handle({ ...request, from: "other page" });
  expect(asked).toHaveBeenCalledTimes(2);
});
