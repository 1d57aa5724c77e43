// The player's part in each shuffle: a promise, the entropy, the cut. All that is told meanwhile is noted.
import { entropy, hashed, type Noted } from "./shuffle";
import { keepNotes, notesOf, type ShuffleNotes } from "./shuffle_notes";
import type { Sealed, Sent } from "../client/protocol";

export const shuffleKey = (of: { deal: number; attempt: number }): string => `${of.deal}.${of.attempt}`;

export class ShuffleParticipant {
  /** The notes of this table's shuffles, to check its decks against. */
  notes: ShuffleNotes = $state.raw(notesOf(""));
  #answered = new Set<string>();

  constructor(
    readonly table: string,
    readonly send: (message: Sent) => boolean,
  ) {
    this.notes = notesOf(table);
  }

  /** Answer again, after a new connection, whatever still waits. */
  again(): void {
    this.#answered = new Set();
  }

  /** Answer a shuffle under way. `cut` is the number of cards to be cut at once; null: the player cuts by hand. */
  heard(sealed: Sealed, you: number | null, cut: number | null): void {
    const { deal, attempt, step } = sealed;
    const key = shuffleKey(sealed);
    const mine = this.notes.mine[key] ?? entropy();
    this.#note(key, sealed, you, mine);
    if (you === null) return;
    const hash = hashed(mine);
    if (step === "hashes" && sealed.hashes[you] === null) {
      this.#once(key, { type: "hash", deal, attempt, hash });
    } else if (step === "entropies" && sealed.hashes[you] === hash && sealed.entropies[you] === null) {
      this.#once(key, { type: "entropy", deal, attempt, entropy: mine });
    } else if (step === "cut" && sealed.cutter === you && sealed.cut === null && cut !== null) {
      this.#once(key, { type: "cut", deal, attempt, cut });
    }
  }

  /** Note the hand as it was first seen in this deal. */
  dealt(hand: number): void {
    const { last, hands } = this.notes;
    if (last && !(last in hands)) this.#keep({ ...this.notes, hands: { ...hands, [last]: hand } });
  }

  /** A hash that was told cannot become another one; null means that its seat did not keep the promise. */
  #note(key: string, sealed: Sealed, you: number | null, mine: string): void {
    const { noted, ...notes } = this.notes;
    const old = noted[key];
    const given = you !== null && sealed.entropies[you] === mine ? { seat: you, entropy: mine } : null;
    const note: Noted = {
      commitment: old?.commitment ?? sealed.commitment,
      hashes: sealed.hashes.map((hash, seat) => hash && (old?.hashes[seat] ?? hash)),
      mine: old?.mine ?? given,
      cut: old?.cut ?? sealed.cut,
    };
    this.#keep({ ...notes, noted: { ...noted, [key]: note }, mine: { ...notes.mine, [key]: mine }, last: key });
  }

  #once(key: string, message: Sent): void {
    const answer = `${key} ${message.type}`;
    if (!this.#answered.has(answer) && this.send(message)) this.#answered.add(answer);
  }

  #keep(notes: ShuffleNotes): void {
    this.notes = notes;
    keepNotes(this.table, notes);
  }
}

/** Return a cut that cannot be foreseen. */
export function anyCut(pack: number): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (word % (pack - 1));
}
