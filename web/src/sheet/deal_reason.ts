/* The reason for a deal's result, in one sentence. */
import type { SheetSource } from "./sheet_source";
import type { Line } from "../client/protocol";
import { playedContract } from "./sheet_numbers";

/** Return the reason for the declarer's result in a deal; "" if there was no declarer. */
export function dealReason(table: SheetSource, line: Line): string {
  const { seat } = playedContract(line);
  const sides = table.welcome?.sides ?? [];
  const side = sides.findIndex((seats) => seat !== undefined && seats.includes(seat));
  const { entries } = line.row;
  const partners = sides.some((seats) => seats.length > 1);
  const entry = entries.find((candidate) => candidate.side === side) ?? (partners ? entries[0] : undefined);
  return entry ? table.speech.reason(entry.reason) : "";
}
