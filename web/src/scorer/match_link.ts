// Links with a whole match in the fragment: the lines of its file, compressed.
import { asFile, ofFile, type KeptMatch } from "./saved_matches";

const PREFIX = "match=";
/** The maximum size of a match's file: data that decompresses to more is rejected. */
const MOST = 2_000_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    length += next.value.length;
    if (length > MOST) throw new RangeError("too long");
  }
  const all = new Uint8Array(length);
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

/** Return the address fragment of a match. */
export async function fragmentOf(match: Pick<KeptMatch, "head" | "steps">): Promise<string> {
  const packed = await through(new TextEncoder().encode(asFile(match)), new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return PREFIX + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the match in an address fragment; null if there is none. */
export async function matchOf(hash: string): Promise<KeptMatch | null> {
  const text = hash.replace(/^#/, "");
  if (!text.startsWith(PREFIX)) return null;
  try {
    const packed = atob(text.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
    return ofFile(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  } catch {
    return null;
  }
}
