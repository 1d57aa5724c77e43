/* Display names of presets, levels and players; a name without a translation is shown as it is. */
import type { TableSummary } from "../client/api_types";
import { words as common } from "./language.svelte";
import type { Words } from "./words";

const optionalName = (words: Pick<Words, "optional">, key: string, name: string): string =>
  words.optional(key) || name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, " ");

/** Return names as a list in the language of the page, such as `Anna, Boris and Vera`. */
export const listNames = (names: readonly string[]): string =>
  new Intl.ListFormat(common.lang, { type: "conjunction" }).format(names);

/** Return the name of a preset in the game's messages, such as `Standard`. */
export const presetName = (words: Pick<Words, "optional">, preset: string): string =>
  preset && optionalName(words, `preset-name-${preset}`, preset);

/** Return the name of a computer player's level, such as `Steady`. */
export const levelName = (level: string): string => optionalName(common, `level-${level}`, level);

/** Return the display names of the players of a table whose names are known. */
export const playerNames = ({ names, computers }: Pick<TableSummary, "names" | "computers">): string[] =>
  names.flatMap((name, seat) => (name ? [personName(common, { name, owner: !computers.includes(seat) })] : []));

/** Return the display name of a seat: a computer player's in the reader's script; `Guest` for a person without a
 * name. */
export function personName(
  words: Pick<Words, "optional" | "text">,
  { name, owner }: { name: string; owner: boolean },
): string {
  if (owner) return name || words.text("nameless");
  return words.optional(`computer-name-${name.toLowerCase()}`) || name;
}
