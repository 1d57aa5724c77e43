/* The shuffle of `prikup.history.shuffle`, written again, so that the browser can check a deck without asking the server.
 *
 * SHA-256 is our own: `crypto.subtle` is missing where a page comes over plain http from another machine of the house. */
import type { Deck, Reason } from "../client/protocol";

/** All inputs of a shuffle: the server's seed (64 hex digits), the entropy of each seat, and the cut. */
export interface Shuffle {
  seed: string;
  entropy: readonly string[];
  cut: number;
}

/** Inputs that no shuffle can have. */
export class BadShuffle extends Error {
  constructor(readonly reason: Reason) {
    super(reason.key);
  }
}

const K = Uint32Array.from(
  (
    "428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 " +
    "72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da " +
    "983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 " +
    "650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 " +
    "19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 " +
    "90befffa a4506ceb bef9a3f7 c67178f2"
  )
    .split(" ")
    .map((word) => parseInt(word, 16)),
);
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const BLOCK = 64;
type Eight = [number, number, number, number, number, number, number, number];

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Return the message, a 1 bit, zeros, and its length in bits, in blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const size = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(size - 4, message.length * 8);
  return view;
}

function schedule(view: DataView, offset: number): Uint32Array {
  const w = new Uint32Array(BLOCK);
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(offset + 4 * i);
  for (let i = 16; i < BLOCK; i++) {
    const early = w[i - 15]!;
    const late = w[i - 2]!;
    const a = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const b = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    w[i] = w[i - 16]! + a + w[i - 7]! + b;
  }
  return w;
}

/** The SHA-256 of some bytes (FIPS 180-4). */
export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message);
  const state = Uint32Array.from(START);
  for (let offset = 0; offset < view.byteLength; offset += BLOCK) {
    const w = schedule(view, offset);
    let words = [...state] as Eight;
    for (let i = 0; i < BLOCK; i++) {
      const [a, b, c, d, e, f, g, h] = words;
      const choice = (e & f) ^ (~e & g);
      const most = (a & b) ^ (a & c) ^ (b & c);
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + K[i]! + w[i]!) | 0;
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most;
      words = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    words.forEach((word, i) => (state[i] = state[i]! + word));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** HMAC-SHA256 (RFC 2104). */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK ? sha256(key) : key;
  const pad = (byte: number): Uint8Array => {
    const block = new Uint8Array(BLOCK).fill(byte);
    short.forEach((value, i) => (block[i] = value ^ byte));
    return block;
  };
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Bytes as hex digits. */
export const hex = (data: Uint8Array): string =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The SHA-256 of a text's bytes, in hex: what is told of an entropy before the entropy itself. */
export const hashed = (text: string): string => hex(sha256(bytes(text)));

/** Fresh entropy: 32 hex digits. */
export const entropy = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

function seedBytes(seed: string): Uint8Array {
  if (!/^[0-9a-fA-F]{64}$/.test(seed)) throw new BadShuffle({ key: "not-a-seed", numbers: { text: seed } });
  return Uint8Array.from({ length: 32 }, (_, i) => parseInt(seed.slice(2 * i, 2 * i + 2), 16));
}

/** What the server tells before the deal: the SHA-256 of the seed's bytes, in hex. */
export const commitment = (seed: string): string => hex(sha256(seedBytes(seed)));

/** The entropy of a seat that gave none: it follows from the seed. */
export const drawnEntropy = (seed: string, seat: number): string =>
  hex(hmac(seedBytes(seed), bytes(`entropy ${seat}`)));

/** The cut that follows from the seed, where no person cuts. */
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
    const block = new DataView(hmac(key, new Uint8Array(count.buffer)).buffer);
    for (let i = 0; i < 32; i += 4) yield block.getUint32(i);
  }
}

/** Return the deck, top first. Throws BadShuffle for a bad seed, entropy or a cut that leaves a half empty. */
export function shuffled(pack: readonly number[], shuffle: Shuffle): number[] {
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

/** What was seen of a shuffle while it went on: nothing of it can be changed afterwards. */
export interface Noted {
  commitment: string;
  /** By seat; null where the entropy follows from the seed. Empty: they were not seen. */
  hashes: readonly (string | null)[];
  /** Our own entropy, if we gave any. */
  mine: { seat: number; entropy: string } | null;
  cut: number | null;
}

/** A thing that was checked of a deck. */
export interface Check {
  what: "seed" | "entropies" | "mine" | "cut" | "deck";
  good: boolean;
}

/** What can be checked of an opened deck: the order of the cards always, the rest against what was noted. */
export function checks(deck: Deck, pack: readonly number[], noted?: Noted): Check[] {
  const found: Check[] = [];
  const add = (what: Check["what"], good: () => boolean): void => {
    found.push({ what, good: fits(good) });
  };
  if (noted) {
    add("seed", () => commitment(deck.seed) === noted.commitment);
    if (noted.hashes.length)
      add("entropies", () => deck.entropy.every((text, seat) => kept(deck.seed, text, seat, noted)));
    const { mine, cut } = noted;
    if (mine) add("mine", () => deck.entropy[mine.seat] === mine.entropy);
    if (cut !== null) add("cut", () => deck.cut === cut);
  }
  add("deck", () => shuffled(pack, deck).join() === deck.deck.join());
  return found;
}

/** Return whether a seat's entropy is that which was promised, or follows from the seed where nothing was. */
function kept(seed: string, text: string, seat: number, noted: Noted): boolean {
  const hash = noted.hashes[seat];
  return hash ? hashed(text) === hash : text === drawnEntropy(seed, seat);
}

function fits(good: () => boolean): boolean {
  try {
    return good();
  } catch (error) {
    if (error instanceof BadShuffle) return false;
    throw error;
  }
}
