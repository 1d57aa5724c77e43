// A server with decks of its choice: it behaves like an honest one, except for the tricks it is configured with.
import { commitment, drawnCut, drawnEntropy, entropy, hashText, shuffleDeck } from "../../src/fair/shuffle";
import type { Deck, DeckRule, ShuffleMessage, ServerMessage } from "../../src/client/protocol";
import { sealed, seats, update, view, welcome } from "../messages";
import type { FakeSocket } from "../sockets";

/** The honest player, who cuts; the server's accomplice; a bot. */
export const [YOU, FRIEND, BOT] = [0, 1, 2];
const BOTTOM = 31;
const SEVEN = 5;
const RULE: DeckRule = {
  reason: { key: "bottom-card", numbers: {} },
  places: [BOTTOM],
  cards: [SEVEN],
  without: [],
  shows: null,
};
const HEX = 64;

type Said = { type: string; hash?: string; entropy?: string; cut?: number };

/** Return a new random seed. */
const fresh = (): string => (entropy() + entropy()).slice(0, HEX);

export class MaliciousServer {
  cutter = YOU;
  attempt = 1;
  seed = fresh();
  friends = entropy();
  /** Whether the accomplice reveals the number, and whether the rules refuse the deck. */
  shows = true;
  refused = false;
  hash: string | null = null;
  entropy: string | null = null;
  cut: number | null = null;
  readonly opened: Deck[] = [];
  now: ShuffleMessage = sealed();
  deck!: Deck;
  /** The tricks: changes to messages received, to the state sent, and to the deck opened. */
  takes = (said: Said): Said | null => said;
  tells = (told: ShuffleMessage): ShuffleMessage[] => [told];
  opens = (deck: Deck): Deck => deck;
  makes = (deck: Deck): Deck => deck;
  hand = (hand: number): number => hand;
  #heard = 0;

  constructor(readonly socket: FakeSocket) {
    this.new();
  }

  hear(...messages: ServerMessage[]): void {
    messages.forEach((message) => this.socket.hear(message));
  }

  /** Start a shuffle. */
  new(attempt = 1): void {
    this.attempt = attempt;
    this.seed = fresh();
    this.hash = this.entropy = this.cut = null;
    this.now = sealed({
      attempt,
      commitment: commitment(this.seed),
      cutter: this.cutter,
      places: welcome.pack.map((_, place) => (place < BOTTOM - 1 ? place % 3 : null)),
      refusals: [RULE],
    });
  }

  tell(changes: Partial<ShuffleMessage> = {}): void {
    this.now = { ...this.now, ...changes };
    this.hear(...this.tells(this.now));
    const said = (this.socket.sent as Said[]).slice(this.#heard);
    this.#heard += said.length;
    for (const taken of said.map((one) => this.takes(one))) {
      this.hash = taken?.hash ?? this.hash;
      this.entropy = taken?.entropy ?? this.entropy;
      this.cut = taken?.cut ?? this.cut;
    }
  }

  promises(): void {
    this.tell({ step: "hashes" });
  }

  shown(): void {
    this.tell({ step: "entropies", hashes: [this.hash, hashText(this.friends), null] });
  }

  cuts(): void {
    this.tell({ step: "cut", entropies: [this.entropy, this.shows ? this.friends : null, null] });
  }

  /** Create the deck from the numbers sent. */
  made(changes: Partial<Deck> = {}): Deck {
    const { entropies, hashes } = this.now;
    const { seed, attempt } = this;
    const given = entropies.map((text, seat) => text ?? drawnEntropy(seed, seat));
    const withheld = hashes.flatMap((hash, seat) => (hash && entropies[seat] === null ? [seat] : []));
    const cut = this.cut ?? drawnCut(seed, welcome.pack.length);
    const from = this.cut === null ? ("seed" as const) : ("player" as const);
    const inputs = { seed, entropy: given, cut, ...changes };
    const deck = shuffleDeck(welcome.pack, inputs);
    const refused = deck[BOTTOM] === SEVEN ? RULE.reason.key : "";
    return { deal: 1, attempt, refused, cut_from: from, withheld, deck, ...inputs };
  }

  deals(): void {
    this.deck = this.makes(this.made());
    this.tell({ step: "dealt", cut: this.deck.cut, cut_from: this.deck.cut_from });
    if (!this.deck.refused) this.hear(this.view("play"));
  }

  view(phase: string): ServerMessage {
    const own = this.deck.deck.filter((_, place) => this.now.places[place] === YOU);
    const hand = this.hand(own.reduce((mask, card) => mask + 2 ** card, 0));
    return update(1, { moved: [], view: view({ phase }, hand) });
  }

  ends(): void {
    if (!this.deck.refused) this.hear(this.view("over"));
  }

  open(): Deck {
    const deck = this.opens(this.deck);
    this.opened.push(deck);
    this.hear({ type: "opened", decks: [deck] });
    return deck;
  }

  /** Return whether the rules accept or refuse the next deck as the server wants. */
  get lucky(): boolean {
    return this.made().refused !== "" === this.refused;
  }

  /** Run the whole shuffle, and open the deck. */
  plays(): Deck {
    this.promises();
    this.shown();
    this.cuts();
    this.deals();
    this.ends();
    return this.open();
  }
}

/** The seats at the table of such a server. */
export const people = seats({
  seats: ["Anna", "Vera", "Tigran"].map((name, seat) => ({
    name,
    level: seat === BOT ? "rule" : "",
    here: true,
    owner: true,
    id: "",
  })),
});
