/* Data kept between evenings: lists of players, and their total settlements over the matches stored here. */
import type { Reply } from "../client/api_types";
import { shareValue } from "../sheet/sheet_numbers";
import type { SavedMatch, MatchSettlement } from "./saved_matches";

export interface Standing {
  name: string;
  evenings: number;
  total: number;
}

/** The matches of one game with one preset. */
export interface Totals {
  game: string;
  preset: string;
  standings: Standing[];
}

const KEY = "prikup-players";
const MAX_PLAYER_LISTS = 12;

const normaliseName = (name: string): string => name.trim().toLowerCase();
const groupKey = (names: readonly string[]): string => names.map(normaliseName).sort().join("\n");

/** Return the result of a match; each partner has the settlement of their side. */
export function settlementOf({ names, game, sheet, entries }: Reply): MatchSettlement {
  const shares = names.map((_, seat) =>
    shareValue(sheet.settlement[game.sides.findIndex((side) => side.includes(seat))] ?? "0"),
  );
  return { names, shares, entries: entries.length };
}

/** Return the total settlement of each player over several matches, by game and preset, best first. */
export function groupTotals(matches: readonly SavedMatch[]): Totals[] {
  const groups = new Map<string, { of: Totals; matches: number; players: Map<string, Standing> }>();
  for (const { head, result } of [...matches].reverse()) {
    if (!result?.entries) continue;
    const preset = head.options.split(" ")[0] ?? "";
    const key = `${head.game} ${preset}`;
    const group = groups.get(key) ?? { of: { game: head.game, preset, standings: [] }, matches: 0, players: new Map() };
    groups.set(key, group);
    group.matches += 1;
    result.names.forEach((name, seat) => {
      const { evenings, total } = group.players.get(normaliseName(name)) ?? { evenings: 0, total: 0 };
      const standing = { name, evenings: evenings + 1, total: total + (result.shares[seat] ?? 0) };
      group.players.set(normaliseName(name), standing);
    });
  }
  return [...groups.values()]
    .filter((group) => group.matches > 1)
    .map(({ of, players }) => ({
      ...of,
      standings: [...players.values()].sort((first, second) => second.total - first.total),
    }));
}

/** Return the stored lists of players, latest first; if none is stored, the lists of the matches stored here. */
export function playerLists(matches: readonly SavedMatch[]): string[][] {
  try {
    const text = localStorage.getItem(KEY);
    if (text === null) return distinctLists(matches.map(({ head }) => head.names));
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed)
      ? parsed.filter((list) => Array.isArray(list) && list.every((name) => typeof name === "string"))
      : [];
  } catch {
    return [];
  }
}

/** Store a list of players before the others; return all lists. With no players, delete all lists. */
export function savePlayerList(names: readonly string[], matches: readonly SavedMatch[]): string[][] {
  const lists = names.length ? distinctLists([[...names], ...playerLists(matches)]).slice(0, MAX_PLAYER_LISTS) : [];
  try {
    localStorage.setItem(KEY, JSON.stringify(lists));
  } catch {
    // Without storage, names are typed again.
  }
  return lists;
}

/** Return the lists without those that have the same players as an earlier one. */
function distinctLists(lists: readonly string[][]): string[][] {
  const keys = lists.map(groupKey);
  return lists.filter((_, index) => keys.indexOf(keys[index]!) === index);
}
