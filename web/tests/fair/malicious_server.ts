// A malicious server: it behaves like an honest one, except for the tricks it is configured with.
import { commitment, drawnCut, drawnEntropy, entropy, hashText, shuffleDeck } from "../../src/fair/shuffle";
import type { Deck, DeckRule, ShuffleMessage, ServerMessage } from "../../src/client/protocol";
import { sealed, seats, update, view, welcome } from "../messages";
import type { FakeSocket } from "../sockets";

/** The honest player, who cuts; the server's accomplice; a bot. */
export const [YOU, ACCOMPLICE, BOT] = [0, 1, 2];
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

type SentCommand = { type: string; hash?: string; entropy?: string; cut?: number };

/** Return a new random seed. */
const newSeed = (): string => (entropy() + entropy()).slice(0, HEX);

export class MaliciousServer {
  cutter = YOU;
  attempt = 1;
  seed = newSeed();
  friendEntropy = entropy();
  /** Whether the accomplice reveals the number, and whether the rules are to refuse the deck. */
  doesFriendReveal = true;
  wantsRefusal = false;
  hash: string | null = null;
  entropy: string | null = null;
  cut: number | null = null;
  readonly opened: Deck[] = [];
  now: ShuffleMessage = sealed();
  deck!: Deck;
  /** The tricks: changes to commands received, to the messages sent, and to the deck dealt and opened. */
  alterCommand = (command: SentCommand): SentCommand | null => command;
  alterShuffle = (message: ShuffleMessage): ShuffleMessage[] => [message];
  alterOpened = (deck: Deck): Deck => deck;
  alterDealt = (deck: Deck): Deck => deck;
  alterHand = (hand: number): number => hand;
  #readCount = 0;

  constructor(readonly socket: FakeSocket) {
    this.startShuffle();
  }

  send(...messages: ServerMessage[]): void {
    messages.forEach((message) => this.socket.hear(message));
  }

  /** Start a shuffle. */
  startShuffle(attempt = 1): void {
    this.attempt = attempt;
    this.seed = newSeed();
    this.hash = this.entropy = this.cut = null;
    this.now = sealed({
      attempt,
      commitment: commitment(this.seed),
      cutter: this.cutter,
      places: welcome.pack.map((_, place) => (place < BOTTOM - 1 ? place % 3 : null)),
      refusals: [RULE],
    });
  }

  sendShuffle(changes: Partial<ShuffleMessage> = {}): void {
    this.now = { ...this.now, ...changes };
    this.send(...this.alterShuffle(this.now));
    const commands = (this.socket.sent as SentCommand[]).slice(this.#readCount);
    this.#readCount += commands.length;
    for (const altered of commands.map((command) => this.alterCommand(command))) {
      this.hash = altered?.hash ?? this.hash;
      this.entropy = altered?.entropy ?? this.entropy;
      this.cut = altered?.cut ?? this.cut;
    }
  }

  requestHashes(): void {
    this.sendShuffle({ step: "hashes" });
  }

  requestEntropies(): void {
    this.sendShuffle({ step: "entropies", hashes: [this.hash, hashText(this.friendEntropy), null] });
  }

  requestCut(): void {
    const friendEntropy = this.doesFriendReveal ? this.friendEntropy : null;
    this.sendShuffle({ step: "cut", entropies: [this.entropy, friendEntropy, null] });
  }

  /** Create the deck from the numbers sent. */
  createDeck(changes: Partial<Deck> = {}): Deck {
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

  dealDeck(): void {
    this.deck = this.alterDealt(this.createDeck());
    this.sendShuffle({ step: "dealt", cut: this.deck.cut, cut_from: this.deck.cut_from });
    if (!this.deck.refused) this.send(this.view("play"));
  }

  view(phase: string): ServerMessage {
    const own = this.deck.deck.filter((_, place) => this.now.places[place] === YOU);
    const hand = this.alterHand(own.reduce((mask, card) => mask + 2 ** card, 0));
    return update(1, { moved: [], view: view({ phase }, hand) });
  }

  endDeal(): void {
    if (!this.deck.refused) this.send(this.view("over"));
  }

  openDeck(): Deck {
    const deck = this.alterOpened(this.deck);
    this.opened.push(deck);
    this.send({ type: "opened", decks: [deck] });
    return deck;
  }

  /** Run the whole shuffle and the deal, and open the deck. */
  playDeal(): Deck {
    this.requestHashes();
    this.requestEntropies();
    this.requestCut();
    this.dealDeck();
    this.endDeal();
    return this.openDeck();
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
