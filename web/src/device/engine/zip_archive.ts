// Read an uncompressed ZIP archive of the engine. The HTTP layer compresses the archive as a whole, and better.

/** The signature of a local file header; after the last file another signature follows. */
const FILE = 0x04034b50;
/** The offsets of the size, name length and extra length in a local file header, and the header's length. */
const [SIZE, NAME, EXTRA, HEAD] = [18, 26, 28, 30] as const;

/** Yield the files of an archive by path, as views into the archive's memory. */
export function* filesOf(archive: ArrayBuffer): Generator<[path: string, bytes: Uint8Array]> {
  const view = new DataView(archive);
  const letters = new TextDecoder();
  let offset = 0;
  while (offset + HEAD <= archive.byteLength && view.getUint32(offset, true) === FILE) {
    const nameStart = offset + HEAD;
    const length = view.getUint16(offset + NAME, true);
    const begins = nameStart + length + view.getUint16(offset + EXTRA, true);
    const bytes = new Uint8Array(archive, begins, view.getUint32(offset + SIZE, true));
    yield [letters.decode(new Uint8Array(archive, nameStart, length)), bytes];
    offset = begins + bytes.length;
  }
}
