// The rows that this device keeps of its tables, in IndexedDB. What they say is for Python alone.
const NAME = "prikup";

/** How the database of each version becomes that of the next, the first from nothing. A step that has once been published
 * stays as it is, for the devices that have not taken it yet; a further one makes a further version. The browser takes all
 * that a device lacks in one transaction: if it is interrupted, all is as it was, and the next start begins again. */
const STEPS: readonly ((database: IDBDatabase) => void)[] = [
  (database) => ["tables", "commits", "ended"].forEach((box) => database.createObjectStore(box)),
  (database) => void database.createObjectStore("facts"),
  (database) => ["matches", "reviews", "sums"].forEach((box) => database.createObjectStore(box)),
];

export type Row = [box: string, key: string, text: string];

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= open();
  opened.catch(() => (opened = undefined)); // it is tried again the next time
  return opened;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, STEPS.length);
    opening.onupgradeneeded = ({ oldVersion }) => STEPS.slice(oldVersion).forEach((step) => step(opening.result));
    opening.onsuccess = () => {
      const found = opening.result;
      // A newer version of the site, in another page, waits for this one to let go.
      found.onversionchange = found.onclose = () => {
        found.close();
        opened = undefined;
      };
      resolve(found);
    };
    opening.onerror = () => reject(opening.error ?? new Error("IndexedDB"));
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
  });
}

/** Keep rows, all of them or none. It is done when they are on disk; a key that is there already is an error. */
export async function add(rows: string): Promise<void> {
  const kept = JSON.parse(rows) as Row[];
  const boxes = [...new Set(kept.map(([box]) => box))];
  const transaction = (await database()).transaction(boxes, "readwrite", { durability: "strict" });
  const written = finished(transaction);
  for (const [box, key, text] of kept) transaction.objectStore(box).add(text, key);
  await written;
}

/** Let rows be there, each in the place of what is under its key: what can be made again, if it is lost. */
export async function put(rows: string): Promise<void> {
  const kept = JSON.parse(rows) as Row[];
  const transaction = (await database()).transaction([...new Set(kept.map(([box]) => box))], "readwrite");
  const written = finished(transaction);
  for (const [box, key, text] of kept) transaction.objectStore(box).put(text, key);
  await written;
}

/** Return a row; undefined where there is none. */
export async function row(box: string, key: string): Promise<string | undefined> {
  return done<string | undefined>((await database()).transaction(box).objectStore(box).get(key));
}

/** Return the rows whose keys begin so, as a JSON list in the order of their keys. */
export async function rows(box: string, prefix: string): Promise<string> {
  const within = prefix ? IDBKeyRange.bound(prefix, `${prefix}\uffff`) : undefined;
  return JSON.stringify(await done((await database()).transaction(box).objectStore(box).getAll(within)));
}

/** Return the keys of a box. */
export async function keys(box: string): Promise<string[]> {
  return (await done((await database()).transaction(box).objectStore(box).getAllKeys())).map(String);
}

/** Whether a match is under way at some table. */
export async function unfinished(): Promise<boolean> {
  const transaction = (await database()).transaction(["tables", "ended"]);
  const [tables, ended] = await Promise.all(["tables", "ended"].map((box) => done(transaction.objectStore(box).count())));
  return tables !== ended;
}

/** The boxes of the tables: what is kept of them is in these alone. */
const OF_TABLES = ["tables", "commits", "ended"];

/** Return all rows of all tables, as they are at one moment. */
export async function everything(): Promise<Row[]> {
  const transaction = (await database()).transaction(OF_TABLES);
  const boxes = OF_TABLES.map(async (box) => {
    const shelf = transaction.objectStore(box);
    const [keys, texts] = await Promise.all([done(shelf.getAllKeys()), done<string[]>(shelf.getAll())]);
    return keys.map((key, at): Row => [box, String(key), texts[at] ?? ""]);
  });
  return (await Promise.all(boxes)).flat();
}

/** Return a fact about this device that was noted; undefined where none was. */
export const fact = (name: string): Promise<string | undefined> => row("facts", name);

/** Note a fact about this device, in place of what was noted before. */
export async function note(name: string, text: string): Promise<void> {
  await done((await database()).transaction("facts", "readwrite").objectStore("facts").put(text, name));
}
