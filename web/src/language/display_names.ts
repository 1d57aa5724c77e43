/* Names of presets and levels: what has no word of its own is shown as the program calls it. */
import { words as common } from "./language.svelte";
import type { Words } from "./words";

const named = (words: Pick<Words, "optional">, key: string, name: string): string =>
  words.optional(key) || name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, " ");

/** Return the name of a preset in the words of its game: `Standard`. */
export const presetName = (words: Words, preset: string): string =>
  preset && named(words, `preset-name-${preset}`, preset);

/** Return how well a computer player plays: `Steady`. */
export const levelName = (level: string): string => named(common, `level-${level}`, level);

/** Return the name of somebody on a seat: of a computer player in the reader's script, of a person who gave none `Guest`. */
export function personName(words: Words, { name, owner }: { name: string; owner: boolean }): string {
  if (owner) return name || words.text("nameless");
  return words.optional(`computer-name-${name.toLowerCase()}`) || name;
}
