// Read an uncompressed ZIP archive of the engine. The HTTP layer compresses the archive as a whole, and better.

/** The signature of a local file header; after the last file another signature follows. */
const FILE_SIGNATURE = 0x04034b50;
/** The offsets of the size, name length and extra length in a local file header, and the header's length. */
const [SIZE_OFFSET, NAME_LENGTH_OFFSET, EXTRA_LENGTH_OFFSET, HEADER_LENGTH] = [18, 26, 28, 30] as const;

/** Yield the files of an archive by path, as views into the archive's memory. */
export function* filesInArchive(archive: ArrayBuffer): Generator<[path: string, bytes: Uint8Array]> {
  const view = new DataView(archive);
  const decoder = new TextDecoder();
  let offset = 0;
  while (offset + HEADER_LENGTH <= archive.byteLength && view.getUint32(offset, true) === FILE_SIGNATURE) {
    const nameStart = offset + HEADER_LENGTH;
    const length = view.getUint16(offset + NAME_LENGTH_OFFSET, true);
    const dataStart = nameStart + length + view.getUint16(offset + EXTRA_LENGTH_OFFSET, true);
    const bytes = new Uint8Array(archive, dataStart, view.getUint32(offset + SIZE_OFFSET, true));
    yield [decoder.decode(new Uint8Array(archive, nameStart, length)), bytes];
    offset = dataStart + bytes.length;
  }
}
