/* Names of presets and levels: what has no word of its own is shown as the program calls it. */
import { words } from "./language.svelte";

const named = (key: string, name: string): string =>
  words.has(key) ? words.text(key) : name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, " ");

/** `Sochi`. */
export const presetName = (preset: string): string => (preset ? named(`preset-name-${preset}`, preset) : "");

/** `Steady`: how well a computer player plays. */
export const levelName = (level: string): string => named(`level-${level}`, level);
