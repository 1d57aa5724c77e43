// The muted people at each of the last tables, by id.
const KEY = "prikup-muted";
const MAX_TABLES = 20;

function loadMutedByTable(): [table: string, people: string[]][] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(saved) ? saved.filter((entry) => Array.isArray(entry) && Array.isArray(entry[1])) : [];
  } catch {
    return [];
  }
}

/** Return the people who are muted at a table. */
export function loadMutedIds(table: string): ReadonlySet<string> {
  return new Set(loadMutedByTable().find(([id]) => id === table)?.[1] ?? []);
}

/** Save who is muted at a table. */
export function saveMutedIds(table: string, people: ReadonlySet<string>): void {
  const otherTables = loadMutedByTable().filter(([id]) => id !== table);
  const tables = people.size ? [...otherTables, [table, [...people]]] : otherTables;
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(-MAX_TABLES)));
  } catch {
    // Without storage they are no longer muted after a reload.
  }
}
