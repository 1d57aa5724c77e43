// The people who are not heard, by their ids at each of the last tables.
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

/** Return the people who are not heard at a table. */
export function mutedAt(table: string): ReadonlySet<string> {
  return new Set(kept().find(([id]) => id === table)?.[1] ?? []);
}

/** Remember who is not heard at a table. */
export function keepMuted(table: string, people: ReadonlySet<string>): void {
  const others = kept().filter(([id]) => id !== table);
  const tables = people.size ? [...others, [table, [...people]]] : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(-TABLES)));
  } catch {
    // Then they are heard again after a reload.
  }
}
