// The proof of work that a server demands of a new guest if many have come from the same address.
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes as bytes } from "@noble/hashes/utils.js";

/** The largest difficulty accepted, in bits; servers ask for less. More would take many minutes. */
const MAX_BITS = 26;
/** Milliseconds of work before yielding to the page, so that it still draws and responds. */
const SLICE_MS = 12;

/** Return the number of leading zero bits of a hash. */
function zeroBits(hash: Uint8Array): number {
  const index = hash.findIndex((byte) => byte !== 0);
  return index < 0 ? hash.length * 8 : index * 8 + Math.clz32(hash[index]!) - 24;
}

/** Return the puzzle with the number that solves it; "" if the text is not a valid puzzle.
 *
 * Its first part is the number of leading zero bits that the SHA-256 of the solution must have. */
export async function solvePuzzle(puzzle: string): Promise<string> {
  const bits = /^\d{1,2}(?=\.)/.test(puzzle) ? parseInt(puzzle) : MAX_BITS + 1;
  if (bits > MAX_BITS) return "";
  const prefixHash = sha256.create().update(bytes(`${puzzle}.`));
  const hash = sha256.create();
  for (let number = 0; ; ) {
    for (const end = performance.now() + SLICE_MS; performance.now() < end; ) {
      for (const next = number + 100; number < next; number++) {
        prefixHash._cloneInto(hash).update(bytes(String(number)));
        if (zeroBits(hash.digest()) >= bits) return `${puzzle}.${number}`;
      }
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}
