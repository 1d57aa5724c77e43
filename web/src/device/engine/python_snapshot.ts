// A snapshot of Python's memory after start-up, cached by the browser: starting from it takes a third of the time.
/** The cache name does not use the builds' prefix, so the service worker keeps it: a snapshot depends on the library
 * only. */
const SHELF = "python-begun";
/** Bytes per page. Most of the memory is empty: only pages that are not all zeros are stored. */
const PAGE = 4096;
/** Bytes per word of the header: the memory's length, the number of pages stored, then each page's index. */
const WORD = 4;

/** Return a snapshot: the pages that are not empty, with a header. */
export function packMemory(memory: Uint8Array): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / WORD);
  const step = PAGE / WORD;
  const full: number[] = [];
  for (let start = 0; start < words.length; start += step) {
    const end = Math.min(start + step, words.length);
    for (let word = start; word < end; word += 1)
      if (words[word]) {
        full.push(start / step);
        break;
      }
  }
  const head = new Uint32Array([memory.length, full.length, ...full]);
  const snapshot = new Uint8Array(head.byteLength + full.length * PAGE);
  snapshot.set(new Uint8Array(head.buffer));
  full.forEach((page, index) =>
    snapshot.set(memory.subarray(page * PAGE, (page + 1) * PAGE), head.byteLength + index * PAGE),
  );
  return snapshot;
}

/** Return the memory of a snapshot. Throws if the snapshot is incomplete. */
export function unpackMemory(snapshot: ArrayBuffer): Uint8Array {
  const [length = 0, pageCount = 0] = new Uint32Array(snapshot, 0, 2);
  const full = new Uint32Array(snapshot, 2 * WORD, pageCount);
  const memory = new Uint8Array(length);
  full.forEach((page, index) => {
    const begins = page * PAGE;
    memory.set(
      new Uint8Array(snapshot, (2 + pageCount) * WORD + index * PAGE, Math.min(PAGE, length - begins)),
      begins,
    );
  });
  return memory;
}

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
export const hash = async (bytes: ArrayBuffer): Promise<string> => hex(await crypto.subtle.digest("SHA-256", bytes));
/** Return the cache key of a snapshot: the hash of its library, because a snapshot works with that library only. */
const name = async (library: ArrayBuffer): Promise<string> => `/${SHELF}/${await hash(library)}`;

/** Return whether a snapshot is stored, possibly of another library. */
export const has = (): Promise<boolean> => globalThis.caches?.has(SHELF).catch(() => false) ?? Promise.resolve(false);

/** Return the memory stored for a library; undefined if there is none or it cannot be read. */
export async function loadSnapshot(library: ArrayBuffer): Promise<Uint8Array | undefined> {
  try {
    const response = await caches.match(await name(library), { cacheName: SHELF });
    return response && unpackMemory(await response.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Store a memory in place of any other. If there is no space, nothing is stored. */
export async function keep(library: ArrayBuffer, memory: Uint8Array): Promise<void> {
  try {
    const snapshot = packMemory(memory);
    await forget();
    await (await caches.open(SHELF)).put(await name(library), new Response(snapshot));
  } catch (error) {
    console.info(error);
  }
}

export const forget = async (): Promise<unknown> => globalThis.caches?.delete(SHELF);
