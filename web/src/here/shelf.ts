// The rows that this device keeps of its tables, in IndexedDB. What they say is for Python alone.
const NAME = "prikup";
const VERSION = 1;
const BOXES = ["tables", "commits", "ended"];

type Row = [box: string, key: string, text: string];

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, VERSION);
    opening.onupgradeneeded = () => BOXES.forEach((box) => opening.result.createObjectStore(box));
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error("IndexedDB"));
  });
  return opened;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
}

/** Keep rows, all of them or none. It is done when they are on disk; a key that is there already is an error. */
export async function add(rows: string): Promise<void> {
  const kept = JSON.parse(rows) as Row[];
  const boxes = [...new Set(kept.map(([box]) => box))];
  const transaction = (await database()).transaction(boxes, "readwrite", { durability: "strict" });
  const written = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
  });
  for (const [box, key, text] of kept) transaction.objectStore(box).add(text, key);
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

/** Whether a match is under way at some table. */
export async function unfinished(): Promise<boolean> {
  const transaction = (await database()).transaction(["tables", "ended"]);
  const [tables, ended] = await Promise.all(["tables", "ended"].map((box) => done(transaction.objectStore(box).count())));
  return tables !== ended;
}
