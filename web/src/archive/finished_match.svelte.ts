// A match of the archive, in the form in which score sheet components draw it.
import type { MatchSeat, MatchSummary } from "../client/api_types";
import type { LocatedMatch } from "../client/archive_client";
import type { SheetSource } from "../sheet/sheet_source";
import { personName } from "../language/display_names";
import { words as common } from "../language/language.svelte";
import { Speech } from "../language/speech";
import type { Words } from "../language/words";

/** Return the name on a seat: a computer player's in the reader's script, `Guest` for a person without a name, `a
 * player` for a deleted account. */
export const nameOf = (words: Words, { name, level, deleted }: MatchSeat): string =>
  deleted ? common.text("match-somebody") : personName(words, { name, owner: !level });

/** Return the match in drawable form, with its game's messages. */
export function drawableMatch({ table, sheet, seats, you }: LocatedMatch, words: Words): SheetSource {
  const names = seats.map((seat) => nameOf(words, seat));
  const { calls, sides } = table;
  return { welcome: table, sheet, words, names, you, speech: new Speech(words, { calls, names, you, sides }) };
}

/** Return the names of the reader's partners and of their opponents. */
export function partnersAndOpponents(
  words: Words,
  { seats, sides, you }: Pick<MatchSummary, "seats" | "sides" | "you">,
) {
  const ownSide = sides.find((side) => side.includes(you)) ?? [];
  const playerName = (seat: number) => nameOf(words, seats[seat] ?? { name: "" });
  const otherSeats = seats.map((_, seat) => seat).filter((seat) => seat !== you);
  const partners = otherSeats.filter((seat) => ownSide.includes(seat));
  return {
    partners: partners.map(playerName).join(", "),
    others: otherSeats.filter((seat) => !partners.includes(seat)).map(playerName).join(", "),
  };
}

/** Return when a match ended: `20:41` today, otherwise `22 Nov`, with the year if it is not the current one. */
export function endText(endMs: number, lang: string, now = new Date()): string {
  const end = new Date(endMs);
  if (end.toDateString() === now.toDateString())
    return new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit" }).format(end);
  const year = end.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(lang, { day: "numeric", month: "short", ...year }).format(end);
}
