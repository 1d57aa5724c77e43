import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Bootstrap, MatchPage } from "../../src/client/api_types";
import { visitor } from "../../src/client/current_user.svelte";
import { archiveMatches } from "../../src/archive/device_matches";
import { MatchList } from "../../src/archive/match_list.svelte";
import { untilPasses } from "../waiting";

vi.mock("../../src/archive/device_matches", () => ({
  archiveMatches: vi.fn(() => Promise.resolve(0)),
  matchesOnDevice: () => Promise.resolve([]),
}));

/** The paths of the requests. */
let paths: string[];
/** The response to each request: a page whose matches are named after the request. */
let respond: (path: string) => Promise<Response>;
const pageOf = (path: string): MatchPage =>
  ({ matches: [{ id: path }], next: "more", total: 1 }) as unknown as MatchPage;
const shown = (list: MatchList): string[] | undefined => list.page?.matches.map(({ id }) => id);

beforeEach(() => {
  visitor.user = { id: "anna", name: "Anna", guest: false };
  visitor.bootstrap = { games: [{}] } as unknown as Bootstrap;
  paths = [];
  respond = (path) => Promise.resolve(Response.json(pageOf(path)));
  vi.stubGlobal("fetch", (address: string) => {
    const path = address.replace(/^.*api\//, "");
    paths.push(path);
    return respond(path);
  });
});
afterEach(() => vi.unstubAllGlobals());

test("after an upload the list is loaded again with the filter that was chosen meanwhile", async () => {
  let upload: (count: number) => void = () => undefined;
  vi.mocked(archiveMatches).mockReturnValueOnce(new Promise((resolve) => (upload = resolve)));
  const list = new MatchList();
  const loading = list.load({});
  await untilPasses(() => expect(archiveMatches).toHaveBeenCalled());
  await list.load({ game: "bridge" });
  const filtered = shown(list);
  expect(filtered?.[0]).toContain("game=bridge");
  upload(1);
  await loading;
  expect(shown(list)).toEqual(filtered);
  expect(paths).toHaveLength(3);
});

test("a further page is added to the list, but not to one that was loaded meanwhile", async () => {
  const list = new MatchList();
  await list.load({});
  await list.loadMore();
  expect(shown(list)).toEqual(paths);
  let refuse: (error: Error) => void = () => undefined;
  respond = () => new Promise((_, reject) => (refuse = reject));
  const loadingMore = list.loadMore();
  await untilPasses(() => expect(paths).toHaveLength(3));
  respond = (path) => Promise.resolve(Response.json(pageOf(path)));
  await list.load({ game: "bridge" });
  refuse(new TypeError("offline"));
  await loadingMore;
  expect([shown(list), list.errorText, list.isLoadingMore]).toEqual([paths.slice(-1), "", false]);
});
