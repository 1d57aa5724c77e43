// The player's part in each shuffle: the hash, the entropy and the cut. All messages sent and received are noted for
// later checks.
import { shuffleKey, type Fault, type Noted, type ShuffleNotes } from "./deck_checks";
import { entropy, hashed } from "./shuffle";
import { keepNotes, notesOf } from "./shuffle_notes";
import type { Deck, GameView, Sealed, Sent } from "../client/protocol";
import { isOver } from "../table/view_selectors";

const STEPS: readonly Sealed["step"][] = ["hashes", "entropies", "cut", "dealt"];
const at = (step: Sealed["step"]): number => STEPS.indexOf(step);
/** Milliseconds before the server would use the cut derived from its seed: at that point this device cuts for a player
 * who has not. */
export const SPARE = 2000;

export class ShuffleParticipant {
  /** The notes of this table's shuffles, against which its decks are checked. */
  notes: ShuffleNotes = $state.raw({ noted: {}, last: "" });
  #answered = new Set<string>();
  /** No message about cards has arrived on this connection yet. */
  #fresh = true;
  /** The keys of the current shuffle and of the shuffle of the deal in play, as far as this connection has received
   * them. */
  #shuffles = "";
  #deals = "";
  #opened = new Set<string>();
  /** Cuts the deck if the player takes too long. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly send: (message: Sent) => boolean,
  ) {
    this.notes = notesOf(table);
  }

  /** After reconnecting, answer open requests again; messages in between were not observed. */
  again(): void {
    this.#answered = new Set();
    this.#fresh = true;
    this.#shuffles = this.#deals = "";
    this.#opened = new Set();
  }

  /** Answer a shuffle in progress. `cut` is this device's cut; for a player who cuts `byHand` it is used only just
   * before the timeout. `bots` are the seats played by bots. */
  heard(sealed: Sealed, you: number | null, cut: number, byHand: boolean, bots: readonly number[]): void {
    clearTimeout(this.#timer);
    const { deal, attempt, step } = sealed;
    const key = shuffleKey(sealed);
    const note = this.#noted(key, sealed, you, bots);
    this.#keep(key, note);
    if (you === null) return;
    const hash = hashed(note.mine);
    if (step === "hashes" && sealed.hashes[you] !== hash && !note.shown) {
      this.#once(key, { type: "hash", deal, attempt, hash }, { promised: true });
    } else if (step === "entropies" && sealed.hashes[you] === hash && note.promised) {
      this.#once(key, { type: "entropy", deal, attempt, entropy: note.mine }, { shown: true });
    } else if (step === "cut" && sealed.cutter === you && sealed.cut === null) {
      if (byHand && note.cutSent === null)
        this.#timer = setTimeout(() => this.cut(sealed, cut), Math.max(0, sealed.millis - SPARE));
      else this.cut(sealed, cut);
    }
  }

  /** Cut a deck; only the first cut counts. */
  cut(sealed: Sealed, cards: number): void {
    clearTimeout(this.#timer);
    const { deal, attempt } = sealed;
    const key = shuffleKey(sealed);
    const cut = this.notes.noted[key]?.cutSent ?? cards;
    this.#once(key, { type: "cut", deal, attempt, cut }, { cutSent: cut });
  }

  /** Cancel the automatic cut. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Note the hand as dealt, and that the deal is in play. */
  viewed({ hand, public: shown }: GameView): void {
    const { last, noted } = this.notes;
    const note = noted[last];
    this.#deals = note && last.startsWith(`${shown.match.deal}.`) && !isOver(shown) ? last : "";
    if (note && this.#shuffles === last && note.step === "dealt") this.#keep(last, { ...note, hand });
    this.#fresh = false;
    this.#shuffles = "";
  }

  /** Note the revealed decks; a deck still being shuffled or played is revealed too early. */
  opened(decks: readonly Deck[]): void {
    for (const key of decks.map(shuffleKey)) {
      const note = this.notes.noted[key];
      const early = key === this.#deals || (key === this.#shuffles && note?.step !== "dealt");
      if (note && early) this.#keep(key, { ...note, faults: adding(note.faults, "early") });
      this.#opened.add(key);
    }
  }

  #noted(key: string, sealed: Sealed, you: number | null, bots: readonly number[]): Noted {
    const late = this.#fresh && sealed.step !== "hashes";
    this.#fresh = false;
    this.#shuffles = key;
    this.#deals = "";
    let note = this.notes.noted[key];
    if (!note) {
      note = begun(sealed, you, late, bots);
      if (this.#opened.has(key)) note = { ...note, faults: adding(note.faults, "early") };
      if (you !== null && sealed.step !== "hashes" && !late) note = { ...note, faults: adding(note.faults, "asked") };
    }
    return seen(note, sealed, bots);
  }

  /** Send a message once per connection, and note what was sent. */
  #once(key: string, message: Sent, sent: Partial<Noted>): void {
    const answer = `${key} ${message.type}`;
    const note = this.notes.noted[key];
    if (this.#answered.has(answer) || !note || !this.send(message)) return;
    this.#answered.add(answer);
    this.#keep(key, { ...note, ...sent });
  }

  #keep(key: string, note: Noted): void {
    this.notes = { noted: { ...this.notes.noted, [key]: note }, last: this.#shuffles || this.notes.last };
    keepNotes(this.table, this.notes);
  }
}

function begun(sealed: Sealed, seat: number | null, late: boolean, bots: readonly number[]): Noted {
  const { commitment, places, refusals, dealer, cutter, step, cut, cut_from: cutFrom } = sealed;
  const told = { commitment, places, refusals, dealer, cutter, step, cut, cutFrom, hashes: null, entropies: null };
  const own = { seat, mine: entropy(), promised: false, shown: false, cutSent: null, late };
  return { ...told, ...own, bots, botPromised: false, faults: [], hand: null };
}

/** Return the note updated by a message, with the faults in which it contradicts earlier ones. */
function seen(note: Noted, sealed: Sealed, bots: readonly number[]): Noted {
  const step = at(sealed.step);
  const hashes = step >= at("entropies") ? (note.hashes ?? sealed.hashes) : null;
  const entropies = step >= at("cut") ? (note.entropies ?? sealed.entropies) : null;
  const terms = ({ places, refusals, dealer, cutter }: Pick<Sealed, "places" | "refusals" | "dealer" | "cutter"> | Noted) =>
    JSON.stringify([places, refusals, dealer, cutter]);
  const still = note.bots.filter((seat) => bots.includes(seat));
  let { faults } = note;
  if (step < at(note.step)) faults = adding(faults, "once");
  if (sealed.commitment !== note.commitment) faults = adding(faults, "promise");
  if (hashes && hashes.join() !== sealed.hashes.join()) faults = adding(faults, "promise");
  if (entropies && entropies.join() !== sealed.entropies.join()) faults = adding(faults, "entropies");
  if (terms(sealed) !== terms(note)) faults = adding(faults, "terms");
  return {
    ...note,
    step: sealed.step,
    cut: sealed.cut,
    cutFrom: sealed.cut_from,
    hashes: note.hashes ?? hashes,
    entropies: note.entropies ?? entropies,
    bots: still,
    botPromised: note.botPromised || still.some((seat) => sealed.hashes[seat] !== null),
    faults,
  };
}

const adding = (faults: readonly Fault[], fault: Fault): readonly Fault[] => [...new Set([...faults, fault])];

/** Return a random cut. */
export function anyCut(pack: number): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (word % (pack - 1));
}
