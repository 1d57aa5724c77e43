// A game that is made up for tests: what it says of itself, and its words on top of the common ones.
import type { Presentation, Welcome } from "../src/client/protocol";
import { load, Words } from "../src/language/words";

/** A game that says nothing of how it is drawn. */
export const PLAIN: Presentation = {
  sheet: { type: "plain" },
  front: {},
  keys: {},
  quiet: [],
  sure: {},
  suits: {},
  neighbours: {},
  unused: {},
  plated: [],
  aloud: [],
  stock_waits: [],
  hand: 0,
};

/** All of a welcome by which a game is drawn. */
export function told(presentation: Partial<Presentation>, changes: Partial<Welcome> = {}) {
  const sides = [[0], [1], [2]];
  return { calls: [], rules: {}, sides, columns: [], ...changes, presentation: { ...PLAIN, ...presentation } };
}

const OWN = {
  en: `
call-pass = pass
call-6S = 6♠
column-pool = Pool
column-left = Whists on the left
column-on = { $column } ({ $other })
ask-play = Your card.
option-strict = The rules are strict
option-late = How late it may be
option-late-off = never late
contract = { $seat } plays { $call }.
made = made, { $tricks } tricks, { $needed } needed
`,
  ru: `
option-strict = Строгие правила
option-late = Когда можно позже
option-late-off = не играют
`,
};

/** The words of that game in one language; what happens in a deal comes with those of some other. */
export async function spoken(lang: keyof typeof OWN): Promise<Words> {
  const some = await (await load(lang)).game(GAMES[0] ?? "");
  return new Words(lang, [...some.sources, OWN[lang]]);
}

/** The names of the games that there are. */
export const GAMES: readonly string[] = Object.keys(import.meta.glob("../../src/prikup/games/*/en.ftl")).map((path) =>
  (path.split("/").at(-2) ?? "").replaceAll("_", "-"),
);
