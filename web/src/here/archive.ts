// An archive of the engine (ZIP), whose files lie in it as they are: what sends it packs all of it together, and better.

/** What begins a file; after the last one comes another sign. */
const FILE = 0x04034b50;
/** Where the head of a file says its size, the lengths of its name and of what is said besides, and where that is over. */
const [SIZE, NAME, MORE, HEAD] = [18, 26, 28, 30] as const;

/** Yield the files of an archive, each by its path, in the archive's own memory. */
export function* filesOf(archive: ArrayBuffer): Generator<[path: string, bytes: Uint8Array]> {
  const all = new DataView(archive);
  const letters = new TextDecoder();
  let at = 0;
  while (at + HEAD <= archive.byteLength && all.getUint32(at, true) === FILE) {
    const named = at + HEAD;
    const length = all.getUint16(at + NAME, true);
    const begins = named + length + all.getUint16(at + MORE, true);
    const bytes = new Uint8Array(archive, begins, all.getUint32(at + SIZE, true));
    yield [letters.decode(new Uint8Array(archive, named, length)), bytes];
    at = begins + bytes.length;
  }
}
