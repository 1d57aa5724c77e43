// The texts about the kinds of matches for which a server brings people together.
import type { Lane } from "../client/api_types";
import { words } from "../language/language.svelte";

/** Return the name of a lane, such as `Preferans, 12 deals`. */
export const laneName = ({ game, deals }: Lane): string =>
  [words.text(`game-${game}`), deals ? words.text("seek-deals", { deals }) : ""].filter(Boolean).join(", ");

/** Return the names of lanes in one line; several lanes of one game are named once. */
export function laneNames(lanes: readonly Lane[]): string {
  if (lanes.length === 1) return laneName(lanes[0]!);
  return [...new Set(lanes.map(({ game }) => words.text(`game-${game}`)))].join(", ");
}

/** Return the text about a lane's clock, such as `3 min + 8 s`. */
export const clockName = ({ clock: [bank, increment] }: Lane): string =>
  words.text("clock-some", { minutes: bank / 60_000, seconds: increment / 1000 });
