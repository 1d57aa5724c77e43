// The row store of this device's tables, in IndexedDB. The contents of rows are defined by Python.
const NAME = "prikup";

/** The migrations of the database, one per version, starting from nothing. A published step never changes, because some
 * devices have yet to run it; a new step makes a new version. The browser runs all missing steps in one transaction: if
 * that is interrupted, nothing has changed and the next start repeats it. */
const MIGRATIONS: readonly ((database: IDBDatabase) => void)[] = [
  (database) => ["tables", "commits", "ended"].forEach((store) => database.createObjectStore(store)),
  (database) => void database.createObjectStore("facts"),
  (database) => ["matches", "reviews", "sums"].forEach((store) => database.createObjectStore(store)),
];

/** The time, in milliseconds, in which the database has to open. */
const OPEN_TIMEOUT_MS = 4000;

export type StoredRow = [store: string, key: string, text: string];

let openedDatabase: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  openedDatabase ??= open();
  openedDatabase.catch(() => (openedDatabase = undefined)); // retry on the next call
  return openedDatabase;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, MIGRATIONS.length);
    request.onupgradeneeded = ({ oldVersion }) =>
      MIGRATIONS.slice(oldVersion).forEach((migrate) => migrate(request.result));
    request.onsuccess = () => {
      const openDatabase = request.result;
      // A newer version of the site, in another page, needs this connection closed to upgrade.
      openDatabase.onversionchange = openDatabase.onclose = () => {
        openDatabase.close();
        openedDatabase = undefined;
      };
      resolve(openDatabase);
    };
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
}

let openCheck: Promise<boolean> | undefined;

/** Return whether the database opens. In WebKit a request to open it is sometimes never answered, in this page or any
 * later one of the window. */
function canOpen(): Promise<boolean> {
  openCheck ??= Promise.race([
    database().then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, OPEN_TIMEOUT_MS, false)),
  ]);
  return openCheck;
}

function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
}

function transactionEnd(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
  });
}

/** Add rows in one transaction; resolves when they are on disk. A key that already exists is an error. */
export async function add(rows: string): Promise<void> {
  const storedRows = JSON.parse(rows) as StoredRow[];
  const stores = [...new Set(storedRows.map(([store]) => store))];
  const transaction = (await database()).transaction(stores, "readwrite", { durability: "strict" });
  const committed = transactionEnd(transaction);
  for (const [store, key, text] of storedRows) transaction.objectStore(store).add(text, key);
  await committed;
}

/** Add or replace rows. For derived data only: losing it is harmless, so durability is relaxed. */
export async function put(rows: string): Promise<void> {
  const storedRows = JSON.parse(rows) as StoredRow[];
  const transaction = (await database()).transaction([...new Set(storedRows.map(([store]) => store))], "readwrite");
  const committed = transactionEnd(transaction);
  for (const [store, key, text] of storedRows) transaction.objectStore(store).put(text, key);
  await committed;
}

/** Return a row; undefined if there is none. */
export async function row(store: string, key: string): Promise<string | undefined> {
  return requestResult<string | undefined>((await database()).transaction(store).objectStore(store).get(key));
}

/** Return the rows whose keys start with a prefix, as a JSON list in key order. */
export async function rows(store: string, prefix: string): Promise<string> {
  const keyRange = prefix ? IDBKeyRange.bound(prefix, `${prefix}\uffff`) : undefined;
  return JSON.stringify(await requestResult((await database()).transaction(store).objectStore(store).getAll(keyRange)));
}

/** Return the keys of an object store. */
export async function keys(store: string): Promise<string[]> {
  return (await requestResult((await database()).transaction(store).objectStore(store).getAllKeys())).map(String);
}

/** Return whether a table or match is stored here. */
export async function hasTable(id: string): Promise<boolean> {
  if (!(await canOpen())) return false;
  return row("tables", id).then((storedRow) => storedRow !== undefined, () => false);
}

/** Return whether some table has an unfinished match. */
export async function hasUnfinishedTable(): Promise<boolean> {
  const transaction = (await database()).transaction(["tables", "ended"]);
  const [tables, endedCount] = await Promise.all(
    ["tables", "ended"].map((store) => requestResult(transaction.objectStore(store).count())),
  );
  return tables !== endedCount;
}

/** The object stores of tables; nothing about tables is stored elsewhere. */
const TABLE_STORES = ["tables", "commits", "ended"];

/** Return all rows of all tables, from one transaction. */
export async function allRows(): Promise<StoredRow[]> {
  const transaction = (await database()).transaction(TABLE_STORES);
  const stores = TABLE_STORES.map(async (store) => {
    const objectStore = transaction.objectStore(store);
    const [keys, texts] = await Promise.all([
      requestResult(objectStore.getAllKeys()),
      requestResult<string[]>(objectStore.getAll()),
    ]);
    return keys.map((key, index): StoredRow => [store, String(key), texts[index] ?? ""]);
  });
  return (await Promise.all(stores)).flat();
}

/** Return a stored fact about this device; undefined if there is none. */
export const fact = (name: string): Promise<string | undefined> => row("facts", name);

/** Store a fact about this device, replacing an earlier one. */
export async function note(name: string, text: string): Promise<void> {
  await requestResult((await database()).transaction("facts", "readwrite").objectStore("facts").put(text, name));
}
