// A snapshot of Python's memory after start-up, cached by the browser: starting from it takes a third of the time.
/** The cache name does not use the builds' prefix, so the service worker keeps it: a snapshot depends on the library
 * only. */
const CACHE_NAME = "python-begun";
/** Bytes per page. Most of the memory is empty: only pages that are not all zeros are stored. */
const PAGE_BYTES = 4096;
/** Bytes per word of the header: the memory's length, the number of pages stored, then each page's index. */
const WORD_BYTES = 4;

/** Return a snapshot: the pages that are not empty, with a header. */
export function packMemory(memory: Uint8Array): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / WORD_BYTES);
  const step = PAGE_BYTES / WORD_BYTES;
  const storedPages: number[] = [];
  for (let start = 0; start < words.length; start += step) {
    const end = Math.min(start + step, words.length);
    for (let word = start; word < end; word += 1)
      if (words[word]) {
        storedPages.push(start / step);
        break;
      }
  }
  const header = new Uint32Array([memory.length, storedPages.length, ...storedPages]);
  const snapshot = new Uint8Array(header.byteLength + storedPages.length * PAGE_BYTES);
  snapshot.set(new Uint8Array(header.buffer));
  storedPages.forEach((page, index) =>
    snapshot.set(memory.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES), header.byteLength + index * PAGE_BYTES),
  );
  return snapshot;
}

/** Return the memory of a snapshot. Throws if the snapshot is incomplete. */
export function unpackMemory(snapshot: ArrayBuffer): Uint8Array {
  const [length = 0, pageCount = 0] = new Uint32Array(snapshot, 0, 2);
  const storedPages = new Uint32Array(snapshot, 2 * WORD_BYTES, pageCount);
  const memory = new Uint8Array(length);
  storedPages.forEach((page, index) => {
    const start = page * PAGE_BYTES;
    memory.set(
      new Uint8Array(snapshot, (2 + pageCount) * WORD_BYTES + index * PAGE_BYTES, Math.min(PAGE_BYTES, length - start)),
      start,
    );
  });
  return memory;
}

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
export const hash = async (bytes: ArrayBuffer): Promise<string> => hex(await crypto.subtle.digest("SHA-256", bytes));
/** Return the cache key of a snapshot: the hash of its library, because a snapshot works with that library only. */
const cacheKey = async (library: ArrayBuffer): Promise<string> => `/${CACHE_NAME}/${await hash(library)}`;

/** Return whether a snapshot is stored, possibly of another library. */
export const hasSnapshot = (): Promise<boolean> =>
  globalThis.caches?.has(CACHE_NAME).catch(() => false) ?? Promise.resolve(false);

/** Return the memory stored for a library; undefined if there is none or it cannot be read. */
export async function loadSnapshot(library: ArrayBuffer): Promise<Uint8Array | undefined> {
  try {
    const response = await caches.match(await cacheKey(library), { cacheName: CACHE_NAME });
    return response && unpackMemory(await response.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Store a memory in place of any other. If there is no space, nothing is stored. */
export async function saveSnapshot(library: ArrayBuffer, memory: Uint8Array): Promise<void> {
  try {
    const snapshot = packMemory(memory);
    await deleteSnapshot();
    await (await caches.open(CACHE_NAME)).put(await cacheKey(library), new Response(snapshot));
  } catch (error) {
    console.info(error);
  }
}

export const deleteSnapshot = async (): Promise<unknown> => globalThis.caches?.delete(CACHE_NAME);
