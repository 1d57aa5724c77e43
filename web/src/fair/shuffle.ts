/* The shuffle of `prikup.history.shuffle`, implemented again, so that the browser can check a deck without asking the
 * server.
 *
 * SHA-256 comes from a library: `crypto.subtle` is missing on pages served over plain http by another machine in the
 * home network. */
import { hmac as createHmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex as hex, hexToBytes, utf8ToBytes as bytes } from "@noble/hashes/utils.js";
import type { Reason } from "../client/protocol";

/** All inputs of a shuffle: the server's seed (64 hex digits), the entropy of each seat, and the cut. */
export interface Shuffle {
  seed: string;
  entropy: readonly string[];
  cut: number;
}

/** The inputs are not valid for a shuffle. */
export class BadShuffle extends Error {
  constructor(readonly reason: Reason) {
    super(reason.key);
  }
}

const hmac = (key: Uint8Array, message: Uint8Array): Uint8Array => createHmac(sha256, key, message);

/** Return the SHA-256 of a text's bytes, in hex: the commitment to an entropy. */
export const hashText = (text: string): string => hex(sha256(bytes(text)));

/** Return new random entropy: 32 hex digits. */
export const entropy = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

/** Return whether a text is 64 hex digits, as a seed must be. */
export const isSeed = (text: string): boolean => /^[0-9a-fA-F]{64}$/.test(text);

function seedBytes(seed: string): Uint8Array {
  if (!isSeed(seed)) throw new BadShuffle({ key: "not-a-seed", numbers: { text: seed } });
  return hexToBytes(seed);
}

/** Return the server's commitment before the deal: the SHA-256 of the seed's bytes, in hex. */
export const commitment = (seed: string): string => hex(sha256(seedBytes(seed)));

/** Return the entropy of a seat that gave none: it is derived from the seed. */
export const drawnEntropy = (seed: string, seat: number): string =>
  hex(hmac(seedBytes(seed), bytes(`entropy ${seat}`)));

/** Return the cut derived from the seed, for when no person cuts. */
export function drawnCut(seed: string, pack: number): number {
  let rest = 0;
  for (const byte of hmac(seedBytes(seed), bytes("cut")).subarray(0, 8)) rest = (rest * 256 + byte) % (pack - 1);
  return 1 + rest;
}

function* words({ seed, entropy }: Shuffle): Generator<number> {
  for (const text of entropy) {
    if (!/^[0-9A-Za-z]+$/.test(text)) throw new BadShuffle({ key: "not-entropy", numbers: { text } });
  }
  const key = hmac(seedBytes(seed), bytes(["prikup shuffle 1", ...entropy].join("|")));
  for (let counter = 0; ; counter++) {
    const count = new DataView(new ArrayBuffer(8));
    count.setUint32(4, counter);
    const { buffer, byteOffset } = hmac(key, new Uint8Array(count.buffer));
    const block = new DataView(buffer, byteOffset);
    for (let i = 0; i < 32; i += 4) yield block.getUint32(i);
  }
}

/** Return the deck, top card first. Throws BadShuffle for an invalid seed or entropy, or a cut that leaves one part
 * empty. */
export function shuffleDeck(pack: readonly number[], shuffle: Shuffle): number[] {
  const { cut } = shuffle;
  if (!Number.isInteger(cut) || cut < 1 || cut >= pack.length)
    throw new BadShuffle({ key: "not-a-cut", numbers: { cut, most: pack.length - 1 } });
  const deck = [...pack].sort((a, b) => a - b);
  const stream = words(shuffle);
  for (let i = deck.length - 1; i > 0; i--) {
    const limit = Math.floor(2 ** 32 / (i + 1)) * (i + 1);
    let word: number;
    do word = stream.next().value as number;
    while (word >= limit);
    const j = word % (i + 1);
    [deck[i], deck[j]] = [deck[j]!, deck[i]!];
  }
  return [...deck.slice(cut), ...deck.slice(0, cut)];
}
