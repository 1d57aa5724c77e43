// The browser finds the same faults as the terminal in the same messages about a shuffle: `fair_orders.json` has orders
// of messages, each with the checks of the deck that must fail. tests/terminal/client/test_shuffle_orders.py says how
// to read it.
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import type { ClientCommand, Deck, NextShuffleMessage, SeatsMessage, ShuffleMessage } from "../../src/client/protocol";
import { checks } from "../../src/fair/deck_checks";
import { commitment, drawnCut, drawnEntropy, hashText, shuffleDeck } from "../../src/fair/shuffle";
import { ShuffleParticipant } from "../../src/fair/shuffle_participant.svelte";
import { sealed, seats, welcome } from "../messages";

interface Entry {
  type: "connect" | "reload" | "seats" | "ahead" | "sealed" | "opened";
  deal?: number;
  bots?: number[];
  late?: number[];
  step?: ShuffleMessage["step"];
  hashes?: (string | null)[];
  entropies?: (string | null)[];
  revealed?: boolean[];
  withheld?: number[];
  cutter?: number;
  cut?: number;
}
interface Order {
  name: string;
  wrong: string[];
  messages: Entry[];
}

const orders = JSON.parse(readFileSync("tests/fair_orders.json", "utf-8")) as Order[];
const YOU = 1;
const TABLE = "t";
const { pack } = welcome;
const PLACES = [0, 1, 2];

const seedOf = ({ deal = 2 }: Entry): string => deal.toString(16).padStart(64, "0");

class OrderClient {
  readonly wrong = new Set<string>();
  #participant = this.#load();
  #hash = "";
  #entropy = "";
  #decks: Deck[] = [];

  #load(): ShuffleParticipant {
    return new ShuffleParticipant(TABLE, (command) => this.#note(command));
  }

  #note(command: ClientCommand): boolean {
    if (command.type === "hash") this.#hash = command.hash;
    if (command.type === "entropy") this.#entropy = command.entropy;
    return true;
  }

  read(entry: Entry): void {
    switch (entry.type) {
      case "reload":
        this.#participant = this.#load();
        break;
      case "connect":
        this.#participant.resume();
        break;
      case "seats":
        this.#participant.noteSeats(seatsOf(entry));
        break;
      case "ahead":
        this.#participant.answerAhead(this.#nextShuffle(entry), YOU);
        break;
      case "sealed":
        this.#participant.answerShuffle(this.#shuffle(entry), YOU, 1, true);
        break;
      case "opened":
        this.#open(this.#deck(entry));
    }
  }

  #open(deck: Deck): void {
    this.#decks.push(deck);
    this.#participant.noteDecks([deck]);
    for (const { what, good } of checks(deck, pack, this.#participant.notes, this.#decks))
      if (!good) this.wrong.add(what);
  }

  #hashes({ hashes = [] }: Entry): (string | null)[] {
    return hashes.map((text) => (text === "you" ? this.#hash : text && hashText(text)));
  }

  #entropies({ entropies = [null, null, null] }: Entry): (string | null)[] {
    return entropies.map((text) => (text === "you" ? this.#entropy : text));
  }

  #nextShuffle(entry: Entry): NextShuffleMessage {
    return {
      type: "ahead",
      deal: entry.deal ?? 2,
      attempt: 1,
      commitment: commitment(seedOf(entry)),
      step: entry.step as NextShuffleMessage["step"],
      hashes: this.#hashes(entry),
      revealed: entry.revealed ?? [false, false, false],
      places: [PLACES, PLACES, PLACES],
      refusals: [[], [], []],
    };
  }

  #shuffle(entry: Entry): ShuffleMessage {
    const { cut, cut_from } = this.#deck(entry);
    return sealed({
      deal: entry.deal ?? 2,
      attempt: 1,
      dealer: 0,
      commitment: commitment(seedOf(entry)),
      step: entry.step!,
      hashes: this.#hashes(entry),
      entropies: this.#entropies(entry),
      cutter: entry.cutter ?? 0,
      places: PLACES,
      refusals: [],
      ...(entry.step === "dealt" && { cut, cut_from }),
    });
  }

  #deck(entry: Entry): Deck {
    const { deal = 2, withheld = [] } = entry;
    const seed = seedOf(entry);
    const entropy = this.#entropies(entry).map((text, seat) => text ?? drawnEntropy(seed, seat));
    const inputs = { seed, entropy, cut: entry.cut ?? drawnCut(seed, pack.length) };
    const cutFrom = entry.cut === undefined ? "seed" : "player";
    return { deal, attempt: 1, refused: "", withheld, cut_from: cutFrom, deck: shuffleDeck(pack, inputs), ...inputs };
  }
}

function seatsOf({ bots = [], late = [] }: Entry): SeatsMessage {
  const { seats: people } = seats();
  const levelOf = (seat: number): string => (bots.includes(seat) || late.includes(seat) ? "rule" : "");
  return seats({
    seats: people.map((person, seat) => person && { ...person, level: levelOf(seat) }),
    overdue: people.map((_, seat) => Number(late.includes(seat))),
  });
}

afterEach(() => localStorage.clear());

test.each(orders)("$name", ({ messages, wrong }) => {
  const client = new OrderClient();
  messages.forEach((entry) => client.read(entry));
  expect([...client.wrong].sort()).toEqual(wrong);
});
