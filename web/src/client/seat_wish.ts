// The table at which the visitor wants a seat, from the press in the lobby until the table's page has opened.

let wantedTable = "";

/** Remember that the visitor wants to sit down at a table. */
export function wishSeat(table: string): void {
  wantedTable = table;
}

/** Return whether the visitor wants to sit down at a table, and forget it. */
export function takeSeatWish(table: string): boolean {
  const isWanted = wantedTable === table;
  wantedTable = "";
  return isWanted;
}
