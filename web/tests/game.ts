// A fictitious game for tests: its presentation and its messages.
import type { Presentation, WelcomeMessage } from "../src/client/protocol";
import { load, Words } from "../src/language/words";

/** A game without display settings of its own. */
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

/** The fields of a welcome message that the display of a game uses. */
export function told(presentation: Partial<Presentation>, changes: Partial<WelcomeMessage> = {}) {
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

/** Return the messages of that game in one language; those about the events of a deal come from a real game. */
export async function spoken(lang: keyof typeof OWN): Promise<Words> {
  const realGame = await (await load(lang)).game(GAMES[0] ?? "");
  return new Words(lang, [...realGame.sources, OWN[lang]]);
}

/** The names of all games. */
export const GAMES: readonly string[] = Object.keys(import.meta.glob("../../src/prikup/games/*/en.ftl")).map((path) =>
  (path.split("/").at(-2) ?? "").replaceAll("_", "-"),
);
