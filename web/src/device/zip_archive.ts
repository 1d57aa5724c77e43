// Read an uncompressed ZIP archive of the engine. The HTTP layer compresses the archive as a whole, and better.

/** The signature of a local file header; after the last file another signature follows. */
const FILE = 0x04034b50;
/** The offsets of the size, name length and extra length in a local file header, and the header's length. */
const [SIZE, NAME, MORE, HEAD] = [18, 26, 28, 30] as const;

/** Yield the files of an archive by path, as views into the archive's memory. */
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
