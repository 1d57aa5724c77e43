// The proof of work that a server wants of a new guest where many have come from one address.
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes as bytes } from "@noble/hashes/utils.js";

/** More bits than any server asks for: they would take many minutes. */
const MOST_BITS = 26;
/** Milliseconds after which the page has its turn: it still draws, and answers. */
const TURN = 12;

/** Return the number of zero bits with which a hash begins. */
function zeroBits(hash: Uint8Array): number {
  const at = hash.findIndex((byte) => byte !== 0);
  return at < 0 ? hash.length * 8 : at * 8 + Math.clz32(hash[at]!) - 24;
}

/**
 * Return the puzzle with the number that solves it; "" for a text that is no puzzle.
 *
 * Its first part is the number of zero bits with which the SHA-256 of the solution has to begin.
 */
export async function solution(puzzle: string): Promise<string> {
  const bits = /^\d{1,2}(?=\.)/.test(puzzle) ? parseInt(puzzle) : MOST_BITS + 1;
  if (bits > MOST_BITS) return "";
  const begun = sha256.create().update(bytes(`${puzzle}.`));
  const hash = sha256.create();
  for (let number = 0; ; ) {
    for (const end = performance.now() + TURN; performance.now() < end; ) {
      for (const next = number + 100; number < next; number++) {
        begun._cloneInto(hash).update(bytes(String(number)));
        if (zeroBits(hash.digest()) >= bits) return `${puzzle}.${number}`;
      }
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}
