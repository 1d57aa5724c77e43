// Links with a whole match in the fragment: the lines of its file, compressed.
import { matchFileText, parseMatchFile, type SavedMatch } from "../saved_matches";

const PREFIX = "match=";
/** The maximum size of a match's file: data that decompresses to more is rejected. */
const MAX_BYTES = 2_000_000;

async function pipeBytes(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    parts.push(chunk.value);
    length += chunk.value.length;
    if (length > MAX_BYTES) throw new RangeError("too long");
  }
  const allBytes = new Uint8Array(length);
  parts.reduce((offset, part) => (allBytes.set(part, offset), offset + part.length), 0);
  return allBytes;
}

/** Return the address fragment of a match. */
export async function matchFragment(match: Pick<SavedMatch, "head" | "steps">): Promise<string> {
  const bytes = new TextEncoder().encode(matchFileText(match));
  const compressed = await pipeBytes(bytes, new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(compressed, (byte) => String.fromCharCode(byte)).join(""));
  return PREFIX + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the match in an address fragment; null if there is none. */
export async function matchInFragment(hash: string): Promise<SavedMatch | null> {
  const text = hash.replace(/^#/, "");
  if (!text.startsWith(PREFIX)) return null;
  try {
    const binary = atob(text.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return parseMatchFile(new TextDecoder().decode(await pipeBytes(bytes, new DecompressionStream("deflate-raw"))));
  } catch {
    return null;
  }
}
