// The muted people at each of the last tables, by id.
const KEY = "prikup-muted";
const TABLES = 20;

function kept(): [table: string, people: string[]][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => Array.isArray(one) && Array.isArray(one[1])) : [];
  } catch {
    return [];
  }
}

/** Return the people who are muted at a table. */
export function mutedAt(table: string): ReadonlySet<string> {
  return new Set(kept().find(([id]) => id === table)?.[1] ?? []);
}

/** Save who is muted at a table. */
export function keepMuted(table: string, people: ReadonlySet<string>): void {
  const others = kept().filter(([id]) => id !== table);
  const tables = people.size ? [...others, [table, [...people]]] : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(-TABLES)));
  } catch {
    // Without storage they are no longer muted after a reload.
  }
}
