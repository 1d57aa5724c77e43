import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { go } from "../../src/address/router.svelte";
import { visitor } from "../../src/client/current_user.svelte";
import { LobbyConnection } from "../../src/client/lobby_connection";
import { followTurns } from "../../src/lobby/own_turns";
import { sockets, type FakeSocket } from "../sockets";

const [FIRST, SECOND] = ["a", "b"];

let fakeSockets: FakeSocket[];
/** The answers to the requests for the bootstrap data that are still open. */
let answers: ((ownTurns: string[]) => void)[];
let unsubscribe: () => void;

/** Answer the open request, after which these tables wait for the user, and wait until the page has the answer. */
async function answer(ownTurns: string[]): Promise<void> {
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const { bootstrap } = visitor;
  answers.shift()!(ownTurns);
  await vi.waitFor(() => expect(visitor.bootstrap).not.toBe(bootstrap));
  expect(ownTables()).toEqual(ownTurns);
}
const ownTables = (): string[] | undefined =>
  visitor.bootstrap?.tables.filter((table) => table.your_turn).map(({ id }) => id);
const hear = (...tables: string[]): void => fakeSockets[0]!.hear({ type: "turns", tables });

beforeEach(async () => {
  answers = [];
  vi.stubGlobal("fetch", () => {
    const body = (ownTurns: string[]): object => ({
      me: null,
      tables: [FIRST, SECOND].map((id) => ({ id, your_turn: ownTurns.includes(id) })),
    });
    return new Promise((resolve) =>
      answers.push((ownTurns) => resolve(new Response(JSON.stringify(body(ownTurns))))),
    );
  });
  go("/account");
  const loading = visitor.loadBootstrap();
  await answer([]);
  await loading;
  fakeSockets = [];
  unsubscribe = followTurns(new LobbyConnection(sockets(fakeSockets)));
  fakeSockets[0]!.open();
});
afterEach(() => {
  unsubscribe();
  vi.unstubAllGlobals();
});

it("loads the tables again when others wait for the user", async () => {
  expect(fakeSockets[0]!.sent).toEqual([{ type: "turns" }]);
  hear();
  expect(answers).toEqual([]);
  hear(FIRST);
  await answer([FIRST]);
  hear(SECOND, FIRST);
  await answer([FIRST, SECOND]);
  hear();
  await answer([]);
});

it("loads them once more if the answer is older than the message", async () => {
  void visitor.loadBootstrap();
  hear(FIRST);
  await answer([]);
  await answer([FIRST]);
  hear(FIRST);
  expect(answers).toEqual([]);
});
