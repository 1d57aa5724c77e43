// Python's memory as it is once it has begun, kept by this browser: Python begins anew from that in a third of the time.
/** Not named as the caches of builds, which the service worker ends: it is of the library that it began with. */
const SHELF = "python-begun";
/** Most of the memory is empty: it is kept by pages that are not. */
const PAGE = 4096;
/** What says which pages there are: the length of all, how many there are, then the number of each. */
const WORD = 4;

/** Return what is kept, packed: its pages that are not empty. */
export function packed(memory: Uint8Array): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / WORD);
  const step = PAGE / WORD;
  const full: number[] = [];
  for (let at = 0; at < words.length; at += step) {
    const end = Math.min(at + step, words.length);
    for (let word = at; word < end; word += 1)
      if (words[word]) {
        full.push(at / step);
        break;
      }
  }
  const head = new Uint32Array([memory.length, full.length, ...full]);
  const found = new Uint8Array(head.byteLength + full.length * PAGE);
  found.set(new Uint8Array(head.buffer));
  full.forEach((page, at) => found.set(memory.subarray(page * PAGE, (page + 1) * PAGE), head.byteLength + at * PAGE));
  return found;
}

/** Return the memory that was packed. Throws where that is not whole. */
export function unpacked(kept: ArrayBuffer): Uint8Array {
  const [length = 0, many = 0] = new Uint32Array(kept, 0, 2);
  const full = new Uint32Array(kept, 2 * WORD, many);
  const memory = new Uint8Array(length);
  full.forEach((page, at) => {
    const begins = page * PAGE;
    memory.set(new Uint8Array(kept, (2 + many) * WORD + at * PAGE, Math.min(PAGE, length - begins)), begins);
  });
  return memory;
}

const hex = (bytes: ArrayBuffer): string => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
export const hash = async (bytes: ArrayBuffer): Promise<string> => hex(await crypto.subtle.digest("SHA-256", bytes));
/** Under what it is kept that began with a library: with another one it could not go on. */
const name = async (library: ArrayBuffer): Promise<string> => `/${SHELF}/${await hash(library)}`;

/** Whether something is kept, if only of another library. */
export const has = (): Promise<boolean> => globalThis.caches?.has(SHELF).catch(() => false) ?? Promise.resolve(false);

/** Return what is kept that began with a library; undefined where nothing is, or nothing that can be read. */
export async function begun(library: ArrayBuffer): Promise<Uint8Array | undefined> {
  try {
    const found = await caches.match(await name(library), { cacheName: SHELF });
    return found && unpacked(await found.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Keep a memory, in place of any other. Without room it is not kept. */
export async function keep(library: ArrayBuffer, memory: Uint8Array): Promise<void> {
  try {
    const kept = packed(memory);
    await forget();
    await (await caches.open(SHELF)).put(await name(library), new Response(kept));
  } catch (error) {
    console.info(error);
  }
}

export const forget = async (): Promise<unknown> => globalThis.caches?.delete(SHELF);
