// The player's part in each shuffle: the hash, the entropy and the cut. All messages sent and received are noted for
// later checks.
import {
  shuffleKey,
  type ShuffleFault,
  type ObservedShuffle,
  type PreparedShuffle,
  type ShuffleNotes,
} from "./deck_checks";
import { entropy, hashText } from "./shuffle";
import { keepNotes, notesOf } from "./shuffle_notes";
import type {
  Deck,
  GameView,
  NextShuffleMessage,
  SeatsMessage,
  ShuffleMessage,
  ClientCommand,
} from "../client/protocol";
import { isOver } from "../client/view_selectors";

const STEPS: readonly ShuffleMessage["step"][] = ["hashes", "entropies", "cut", "dealt"];
const stepIndex = (step: ShuffleMessage["step"]): number => STEPS.indexOf(step);
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
  /** The seats for which only bots can contribute, by the latest message about the seats. */
  #bots: readonly number[] = [];
  /** By commitment: the shuffles of which this connection has brought messages. */
  #followed = new Set<string>();
  /** Cuts the deck if the player takes too long. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly send: (message: ClientCommand) => boolean,
  ) {
    this.notes = notesOf(table);
  }

  /** After reconnecting, answer open requests again; messages in between were not observed. */
  resume(): void {
    this.#answered = new Set();
    this.#fresh = true;
    this.#shuffles = this.#deals = "";
    this.#opened = new Set();
    this.#followed = new Set();
  }

  /** Note which seats bots play. */
  noteSeats(message: SeatsMessage): void {
    this.#bots = botSeats(message);
    const { last, noted, prepared } = this.notes;
    const note = noted[last];
    const lostBot = (shuffle: ObservedShuffle | PreparedShuffle): boolean =>
      this.#followed.has(shuffle.commitment) && shuffle.bots.some((seat) => !this.#bots.includes(seat));
    if (note && note.step !== "dealt" && lostBot(note)) this.#save(last, { ...note, bots: this.#stillBots(note.bots) });
    if (prepared && lostBot(prepared)) this.#savePrepared({ ...prepared, bots: this.#stillBots(prepared.bots) });
  }

  #stillBots(seats: readonly number[]): readonly number[] {
    return seats.filter((seat) => this.#bots.includes(seat));
  }

  /** Answer a shuffle in progress. `cut` is this device's cut; for a player who cuts `cutsByHand` it is used only just
   * before the timeout. */
  answerShuffle(shuffle: ShuffleMessage, you: number | null, cut: number, cutsByHand: boolean): void {
    clearTimeout(this.#timer);
    const { deal, attempt, step } = shuffle;
    const key = shuffleKey(shuffle);
    const note = this.#noteOf(key, shuffle, you);
    this.#save(key, note);
    if (you === null) return;
    const hash = hashText(note.mine);
    if (step === "hashes" && shuffle.hashes[you] !== hash && !note.shown) {
      this.#sendOnce(key, { type: "hash", deal, attempt, hash }, { promised: true });
    } else if (step === "entropies" && shuffle.hashes[you] === hash && note.promised) {
      this.#sendOnce(key, { type: "entropy", deal, attempt, entropy: note.mine }, { shown: true });
    } else if (step === "cut" && shuffle.cutter === you && shuffle.cut === null) {
      if (cutsByHand && note.cutSent === null)
        this.#timer = setTimeout(() => this.cut(shuffle, cut), Math.max(0, shuffle.millis - SPARE));
      else this.cut(shuffle, cut);
    }
  }

  /** Answer a message about the next deck of a turn-based table. */
  answerAhead(message: NextShuffleMessage, you: number | null): void {
    const { deal, attempt, commitment, step } = message;
    const old = this.notes.prepared;
    if (old && old.commitment !== commitment && !this.#isNoted(old))
      this.notes = { ...this.notes, missed: [...(this.notes.missed ?? []), old] };
    // Only the first shuffle on a connection may have begun before the player connected.
    const knownBots = old?.commitment === commitment ? old.bots : this.#bots;
    const bots = this.#followBots(knownBots, message, this.#followed.size === 0);
    const prepared = updatePrepared(old, message, you, bots);
    this.#savePrepared(prepared);
    if (you === null) return;
    const hash = hashText(prepared.mine);
    if (step === "hashes" && message.hashes[you] !== hash && !prepared.shown) {
      if (this.#isAnswered(`${commitment} hash`) || !this.send({ type: "hash", deal, attempt, hash })) return;
      this.#savePrepared({ ...prepared, promised: true });
    } else if (step === "entropies" && message.hashes[you] === hash && prepared.promised && !message.revealed[you]) {
      const command: ClientCommand = { type: "entropy", deal, attempt, entropy: prepared.mine };
      if (this.#isAnswered(`${commitment} entropy`) || !this.send(command)) return;
      this.#savePrepared({ ...prepared, shown: true });
    }
  }

  /** Return whether messages about a prepared shuffle have arrived after the deal. */
  #isNoted({ commitment }: PreparedShuffle): boolean {
    return Object.values(this.notes.noted).some((note) => note.commitment === commitment);
  }

  /** Return whether an input was sent on this connection already, and note that it is sent now. */
  #isAnswered(answer: string): boolean {
    const isAnswered = this.#answered.has(answer);
    this.#answered.add(answer);
    return isAnswered;
  }

  #savePrepared(prepared: PreparedShuffle): void {
    this.notes = { ...this.notes, prepared };
    keepNotes(this.table, this.notes);
  }

  /** Cut a deck; only the first cut counts. */
  cut(shuffle: ShuffleMessage, cards: number): void {
    clearTimeout(this.#timer);
    const { deal, attempt } = shuffle;
    const key = shuffleKey(shuffle);
    const cut = this.notes.noted[key]?.cutSent ?? cards;
    this.#sendOnce(key, { type: "cut", deal, attempt, cut }, { cutSent: cut });
  }

  /** Cancel the automatic cut. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Note the hand as dealt, and that the deal is in play. */
  noteHand({ hand, public: publicState }: GameView): void {
    const { last, noted } = this.notes;
    const note = noted[last];
    this.#deals = note && last.startsWith(`${publicState.match.deal}.`) && !isOver(publicState) ? last : "";
    if (note && this.#shuffles === last && note.step === "dealt") this.#save(last, { ...note, hand });
    this.#fresh = false;
    this.#shuffles = "";
  }

  /** Note the revealed decks; a deck still being shuffled or played is revealed too early. */
  noteDecks(decks: readonly Deck[]): void {
    for (const key of decks.map(shuffleKey)) {
      const note = this.notes.noted[key];
      const early = key === this.#deals || (key === this.#shuffles && note?.step !== "dealt");
      if (note && early) this.#save(key, { ...note, faults: adding(note.faults, "early") });
      this.#opened.add(key);
    }
  }

  /** Return the seats that remain of `bots` (see `ObservedShuffle`) after a message.
   *
   * `hasGap`: this browser may have missed what happened before this message, the first one about the shuffle on its
   * connection. Then a person may have had a bot's seat meanwhile, sent a hash or a cut, and been replaced. An honest
   * server keeps both. */
  #followBots(
    bots: readonly number[],
    message: ShuffleMessage | NextShuffleMessage,
    hasGap: boolean,
  ): readonly number[] {
    const { commitment, step, hashes, type } = message;
    const isFirst = !this.#followed.has(commitment);
    this.#followed.add(commitment);
    const remaining = this.#stillBots(bots);
    if (!hasGap || !isFirst) return remaining;
    const mayBeCut = type === "ahead" ? step === "entropies" : stepIndex(step) >= stepIndex("cut");
    return mayBeCut ? [] : remaining.filter((seat) => hashes[seat] === null);
  }

  #noteOf(key: string, shuffle: ShuffleMessage, you: number | null): ObservedShuffle {
    const isFresh = this.#fresh;
    const late = isFresh && shuffle.step !== "hashes";
    this.#fresh = false;
    this.#shuffles = key;
    this.#deals = "";
    let note = this.notes.noted[key];
    const { prepared } = this.notes;
    const isPrepared = !note && prepared?.commitment === shuffle.commitment;
    const bots = this.#followBots((isPrepared ? prepared : note)?.bots ?? this.#bots, shuffle, isFresh);
    if (isPrepared) return this.#takeOver(key, prepared, shuffle, you, bots);
    if (!note) {
      note = newNote(shuffle, you, late, bots);
      if (this.#opened.has(key)) note = { ...note, faults: adding(note.faults, "early") };
      if (you !== null && shuffle.step !== "hashes" && !late) note = { ...note, faults: adding(note.faults, "asked") };
    }
    return updateNote(note, shuffle, bots);
  }

  /** Return the first note of a shuffle for which inputs were sent during the deal before. */
  #takeOver(
    key: string,
    prepared: PreparedShuffle,
    shuffle: ShuffleMessage,
    you: number | null,
    bots: readonly number[],
  ): ObservedShuffle {
    const { mine, shown, received, hashes } = prepared;
    const isUsed = you !== null && shown && shuffle.entropies[you] === mine;
    // A deal may end before the number was asked for, or while it was on its way. Then it need not be in the deck.
    const ownState = { mine, promised: (shown && received) || isUsed, shown, faults: prepared.faults };
    let note = { ...newNote(shuffle, you, false, bots), ...ownState };
    const terms = [prepared.places[shuffle.dealer], prepared.refusals[shuffle.dealer]];
    if (JSON.stringify(terms) !== JSON.stringify([shuffle.places, shuffle.refusals]))
      note = { ...note, faults: adding(note.faults, "terms") };
    if (hashes && hashes.join() !== shuffle.hashes.join()) note = { ...note, faults: adding(note.faults, "promise") };
    if (you !== null && received && shuffle.entropies[you] === null)
      note = { ...note, faults: adding(note.faults, "entropies") };
    if (this.#opened.has(key)) note = { ...note, faults: adding(note.faults, "early") };
    return updateNote(note, shuffle, bots);
  }

  /** Send a message once per connection, and note what was sent. */
  #sendOnce(key: string, message: ClientCommand, changes: Partial<ObservedShuffle>): void {
    const answer = `${key} ${message.type}`;
    const note = this.notes.noted[key];
    if (this.#answered.has(answer) || !note || !this.send(message)) return;
    this.#answered.add(answer);
    this.#save(key, { ...note, ...changes });
  }

  #save(key: string, note: ObservedShuffle): void {
    const noted = { ...this.notes.noted, [key]: note };
    this.notes = { ...this.notes, noted, last: this.#shuffles || this.notes.last };
    keepNotes(this.table, this.notes);
  }
}

/** Return the seats for which only bots can contribute to a shuffle. At a turn-based table a person who is late for a
 * decision has no such seat, although a bot decides. */
const botSeats = ({ seats, overdue }: SeatsMessage): readonly number[] =>
  seats.flatMap((person, seat) => (person?.level && !overdue[seat] ? [seat] : []));

/** Return whether a hash was sent for one of these seats. */
const hasHashOf = (seats: readonly number[], { hashes }: ShuffleMessage | NextShuffleMessage): boolean =>
  seats.some((seat) => hashes[seat] !== null);

/** Return the note of the next shuffle updated by a message, with the faults in which it contradicts earlier ones. */
function updatePrepared(
  known: PreparedShuffle | undefined,
  message: NextShuffleMessage,
  you: number | null,
  bots: readonly number[],
): PreparedShuffle {
  const { deal, attempt, commitment, places, refusals } = message;
  const own = { seat: you, mine: entropy(), promised: false, shown: false, received: false };
  const fresh = { deal, attempt, commitment, places, refusals, hashes: null, bots, ...own, faults: [] };
  const old: PreparedShuffle = known?.commitment === commitment ? known : fresh;
  const hashes = old.hashes ?? (message.step === "entropies" ? message.hashes : null);
  let { faults } = old;
  const isSameTerms = JSON.stringify([places, refusals]) === JSON.stringify([old.places, old.refusals]);
  if (!isSameTerms) faults = adding(faults, "terms");
  if (hashes && hashes.join() !== message.hashes.join()) faults = adding(faults, "promise");
  if (hasHashOf(bots, message)) faults = adding(faults, "bots");
  const received = old.received || (you !== null && (message.revealed[you] ?? false));
  return { ...old, seat: you, hashes, received, bots, faults };
}

function newNote(
  shuffle: ShuffleMessage,
  seat: number | null,
  late: boolean,
  bots: readonly number[],
): ObservedShuffle {
  const { commitment, places, refusals, dealer, cutter, step, cut, cut_from: cutFrom } = shuffle;
  const terms = { commitment, places, refusals, dealer, cutter, step, cut, cutFrom, hashes: null, entropies: null };
  const ownState = { seat, mine: entropy(), promised: false, shown: false, cutSent: null, late };
  return { ...terms, ...ownState, bots, faults: [], hand: null };
}

/** Return the note updated by a message, with the faults in which it contradicts earlier ones. */
function updateNote(note: ObservedShuffle, shuffle: ShuffleMessage, bots: readonly number[]): ObservedShuffle {
  const step = stepIndex(shuffle.step);
  const hashes = step >= stepIndex("entropies") ? (note.hashes ?? shuffle.hashes) : null;
  const entropies = step >= stepIndex("cut") ? (note.entropies ?? shuffle.entropies) : null;
  const terms = ({
    places,
    refusals,
    dealer,
    cutter,
  }: Pick<ShuffleMessage, "places" | "refusals" | "dealer" | "cutter"> | ObservedShuffle) =>
    JSON.stringify([places, refusals, dealer, cutter]);
  let { faults } = note;
  if (step < stepIndex(note.step)) faults = adding(faults, "once");
  if (shuffle.commitment !== note.commitment) faults = adding(faults, "promise");
  if (hashes && hashes.join() !== shuffle.hashes.join()) faults = adding(faults, "promise");
  if (entropies && entropies.join() !== shuffle.entropies.join()) faults = adding(faults, "entropies");
  if (terms(shuffle) !== terms(note)) faults = adding(faults, "terms");
  if (hasHashOf(bots, shuffle)) faults = adding(faults, "bots");
  return {
    ...note,
    step: shuffle.step,
    cut: shuffle.cut,
    cutFrom: shuffle.cut_from,
    hashes: note.hashes ?? hashes,
    entropies: note.entropies ?? entropies,
    bots,
    faults,
  };
}

const adding = (faults: readonly ShuffleFault[], fault: ShuffleFault): readonly ShuffleFault[] => [
  ...new Set([...faults, fault]),
];

/** Return a random cut. */
export function anyCut(pack: number): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (word % (pack - 1));
}
