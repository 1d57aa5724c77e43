// The browser detects every trick of a malicious server, each with its own message.
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { TableState } from "../../src/table/state/table_state.svelte";
import { checks, choices, timesWithheld, verdict, unrevealedSeats } from "../../src/fair/deck_checks";
import { commitment, drawnCut, drawnEntropy, hashText, shuffleDeck } from "../../src/fair/shuffle";
import { words } from "../../src/language/language.svelte";
import type { Deck } from "../../src/client/protocol";
import { settings } from "../../src/settings/settings.svelte";
import { welcome } from "../messages";
import { sockets, type FakeSocket } from "../sockets";
import { BOT, ACCOMPLICE, MaliciousServer, people, YOU } from "./malicious_server";

let table: TableState;
let server: MaliciousServer;

const { pack } = welcome;
/** Checks that another deck may also fail, by chance. */
const CHANCE = ["hand", "played", "refused"];

function openTable(): void {
  table?.close();
  const fakeSockets: FakeSocket[] = [];
  table = new TableState("x", sockets(fakeSockets));
  fakeSockets[0]!.open();
  server = new MaliciousServer(fakeSockets[0]!);
  server.send(welcome, people);
  flushSync();
}

/** Fix all random numbers: an ignored cut would equal the one drawn from the seed once in 31 times. */
function fixRandomNumbers(): void {
  let state = 1;
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    const bytes = new Uint8Array(array!.buffer, array!.byteOffset, array!.byteLength);
    for (let at = 0; at < bytes.length; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      bytes[at] = state >>> 24;
    }
    return array;
  });
}

beforeEach(async () => {
  fixRandomNumbers();
  localStorage.clear();
  settings.cutSelf = false;
  await words.topic("fair");
  await words.switchTo("en");
  openTable();
});
afterEach(() => {
  table.close();
  vi.restoreAllMocks();
});

const failedChecks = (deck: Deck): string[] =>
  checks(deck, pack, table.shuffleNotes, server.opened)
    .filter(({ good }) => !good)
    .map(({ what }) => what);
const verdictOf = (deck: Deck): string => {
  const found = checks(deck, pack, table.shuffleNotes, server.opened);
  return verdict(deck, found, table.shuffleNotes.noted[`${deck.deal}.${deck.attempt}`]);
};
/** Play deals until the rules accept a deck, or refuse it as the server wants: they refuse one in thirty-two. */
function playDeal(trick: () => void = () => undefined): Deck {
  for (;;) {
    localStorage.clear();
    openTable();
    trick();
    const deck = server.playDeal();
    if ((server.deck.deck[31] === 5) === server.wantsRefusal) return deck;
  }
}
const reshuffled = (deck: Deck, changes: Partial<Deck>): Deck => {
  const inputs = { ...deck, ...changes };
  return { ...inputs, deck: shuffleDeck(pack, inputs) };
};

describe("an honest server", () => {
  it("passes every check", () => {
    const deck = playDeal();
    expect(failedChecks(deck)).toEqual([]);
    expect(verdictOf(deck)).toBe("good");
    const found = checks(deck, pack, table.shuffleNotes, server.opened).map(({ what }) => what);
    const all = ["seed", "promise", "early", "once", "entropies", "bots", "mine", "cut", "own-cut", "hand", "deck"];
    expect(found).toEqual(all);
  });

  it("passes every check if no player cuts", () => {
    settings.cutSelf = true;
    const deck = playDeal();
    expect([failedChecks(deck), deck.cut_from]).toEqual([[], "seed"]);
  });

  it("passes every check after a lost connection and after the page is reloaded", () => {
    server.requestHashes();
    server.send(welcome, people);
    server.requestHashes();
    server.requestEntropies();
    const reloadedSockets: FakeSocket[] = [];
    table.close();
    table = new TableState("x", sockets(reloadedSockets));
    reloadedSockets[0]!.open();
    const continued = new MaliciousServer(reloadedSockets[0]!);
    const { seed, now, friendEntropy, hash } = server;
    Object.assign(continued, { seed, now, friendEntropy, hash });
    server = continued;
    server.send(welcome, people);
    server.requestEntropies();
    server.requestCut();
    server.dealDeck();
    server.endDeal();
    expect(failedChecks(server.openDeck())).toEqual([]);
  });

  it("gets a weaker verdict in a browser that has no notes of the deck", () => {
    const deck = playDeal();
    expect(verdict(deck, checks(deck, pack, null, server.opened), undefined)).toBe("made");
    expect(checks(deck, pack, { noted: {}, last: "" }, server.opened)).toEqual([{ what: "deck", good: true }]);
  });

  it("cannot pass off a deck that this browser helped to shuffle as a fixed deck", () => {
    const deck = { ...playDeal(), seed: "", entropy: [], cut: 0 };
    expect(failedChecks(deck)).not.toEqual([]);
    expect(verdict(deck, checks(deck, pack, null, [deck]), undefined)).toBe("given");
  });

  it("gets a weaker verdict in a browser that joined the shuffle late or only watched", () => {
    const late = playDeal(() => {
      server.alterShuffle = (message) => (message.step === "hashes" ? [] : [message]);
      server.send(welcome, people);
    });
    expect([failedChecks(late), verdictOf(late)]).toEqual([[], "told"]);
    const watched = playDeal(() => server.send({ ...people, you: null }));
    expect([failedChecks(watched), verdictOf(watched)]).toEqual([[], "told"]);
  });

  it("passes every check if it redeals a refused deck", () => {
    const deck = playDeal(() => (server.wantsRefusal = true));
    expect([failedChecks(deck), deck.refused]).toEqual([[], "bottom-card"]);
    server.startShuffle(2);
    const next = server.playDeal();
    expect(failedChecks(next)).toEqual([]);
    expect(checks(next, pack, table.shuffleNotes, server.opened)).toContainEqual({ what: "earlier", good: true });
  });
});

describe("the choices of the last player in a shuffle", () => {
  it("are two for each number of another player, times the possible cuts of another person", () => {
    playDeal();
    expect(choices(table.shuffleNotes.noted["1.1"]!, 32)).toBe(2);
    playDeal(() => {
      server.cutter = ACCOMPLICE;
      server.startShuffle();
    });
    expect(choices(table.shuffleNotes.noted["1.1"]!, 32)).toBe(62);
    playDeal(() => {
      server.cutter = BOT;
      server.startShuffle();
      server.alterShuffle = (message) => [
        { ...message, hashes: [message.hashes[0]!, null, null], entropies: [message.entropies[0]!, null, null] },
      ];
      server.alterDealt = (deck) =>
        reshuffled(deck, { entropy: deck.entropy.map((text, s) => (s ? drawnEntropy(deck.seed, s) : text)) });
    });
    expect(choices(table.shuffleNotes.noted["1.1"]!, 32)).toBe(1);
  });

  it("are counted for each player who withholds a number", () => {
    const deck = playDeal(() => {
      server.wantsRefusal = true;
      server.doesFriendReveal = false;
    });
    expect([failedChecks(deck), deck.withheld, unrevealedSeats(table.shuffleNotes.noted["1.1"]!)]).toEqual([
      [],
      [ACCOMPLICE],
      [ACCOMPLICE],
    ]);
    server.startShuffle(2);
    expect(failedChecks(server.playDeal())).toEqual([]);
    expect(timesWithheld(table.shuffleNotes, ACCOMPLICE, { deal: 1, attempt: 1 })).toBe(1);
    expect(timesWithheld(table.shuffleNotes, ACCOMPLICE, { deal: 1, attempt: 2 })).toBe(2);
  });
});

function ignoreCommands(type: string): void {
  server.alterCommand = (command) => (command.type === type ? null : command);
}

type Trick = [name: string, found: string[], trick: () => void];
const TRICKS: Trick[] = [
  ["ignores the hash of the player", ["mine"], () => ignoreCommands("hash")],
  ["ignores the number of the player", ["mine"], () => ignoreCommands("entropy")],
  [
    "replaces the hash and the number of the player",
    ["mine"],
    () => {
      server.alterCommand = (command) => (command.type === "hash" ? { ...command, hash: hashText("c0ffee") } : command);
      const requestCut = server.requestCut.bind(server);
      server.requestCut = () => {
        server.entropy = "c0ffee";
        requestCut();
      };
    },
  ],
  [
    "does not ask the player for a hash",
    ["asked"],
    () => {
      server.send({ ...(server.deck = server.createDeck(), server.view("over")) });
      server.alterShuffle = (message) => (message.step === "hashes" ? [] : [message]);
    },
  ],
  [
    "changes the cut of the player",
    ["own-cut"],
    () => (server.alterCommand = (command) => (command.cut ? { ...command, cut: (command.cut % 31) + 1 } : command)),
  ],
  [
    "ignores the cut of the player",
    ["own-cut"],
    () => (server.alterCommand = (command) => (command.cut ? null : command)),
  ],
  [
    "changes the cut when the deal is over",
    ["cut", "own-cut"],
    () => (server.alterOpened = (deck) => reshuffled(deck, { cut: (deck.cut % 31) + 1 })),
  ],
  [
    "cuts in place of the player",
    ["forged-cut"],
    () => {
      settings.cutSelf = true;
      server.cut = 7;
    },
  ],
  [
    "chooses the cut of a bot",
    ["bots"],
    () => {
      server.cutter = BOT;
      server.startShuffle();
      server.cut = 9;
    },
  ],
  [
    "changes the cut drawn for a player who did not cut",
    ["missing-cut"],
    () => {
      server.cutter = ACCOMPLICE;
      server.startShuffle();
      server.alterDealt = (deck) => reshuffled(deck, { cut: (deck.cut % 31) + 1 });
    },
  ],
  [
    "reveals the seed before all hashes are received",
    ["early"],
    () => server.send({ type: "opened", decks: [{ ...server.createDeck(), deck: [] }] }),
  ],
  ["reveals the seed while the cards are played", ["early"], () => (server.endDeal = () => undefined)],
  [
    "changes its commitment",
    ["seed", "promise"],
    () => {
      server.alterShuffle = (message) => {
        if (message.step === "cut") server.seed = "ab".repeat(32);
        return [{ ...message, commitment: commitment(server.seed) }];
      };
    },
  ],
  [
    "lets an accomplice commit when the player's number is known",
    ["promise", "entropies"],
    () => {
      server.alterShuffle = (message) => [
        message.step === "entropies" ? { ...message, hashes: [message.hashes[0]!, null, null] } : message,
      ];
    },
  ],
  [
    "lets an accomplice reveal another number",
    ["entropies"],
    () => {
      const requestCut = server.requestCut.bind(server);
      server.requestCut = () => {
        server.friendEntropy = "0ther";
        requestCut();
      };
    },
  ],
  [
    "lets a bot commit to a number of its choice",
    ["entropies", "bots", "withheld"],
    () => {
      server.alterShuffle = (message) => [
        message.step === "hashes" ? message : { ...message, hashes: [...message.hashes.slice(0, 2), hashText("bot")] },
      ];
      server.alterOpened = (deck) => reshuffled(deck, { entropy: [...deck.entropy.slice(0, 2), "bot"] });
    },
  ],
  [
    "repeats the shuffle when it knows the numbers",
    ["once"],
    () => {
      server.requestHashes();
      server.requestEntropies();
    },
  ],
  [
    "repeats the shuffle with another seed",
    ["seed", "promise", "once"],
    () => {
      server.requestHashes();
      server.requestEntropies();
      const { hash, entropy } = server;
      server.startShuffle();
      Object.assign(server, { hash, entropy });
    },
  ],
  [
    "hides a shuffle that was broken off",
    ["earlier"],
    () => {
      server.requestHashes();
      server.requestEntropies();
      server.requestCut();
      server.startShuffle(2);
    },
  ],
  [
    "plays a deck that the rules refuse",
    ["played"],
    () => {
      server.wantsRefusal = true;
      server.alterOpened = (deck) => ({ ...deck, refused: "" });
    },
  ],
  [
    "refuses a deck that the rules accept",
    ["refused"],
    () => (server.alterOpened = (deck) => ({ ...deck, refused: "bottom-card" })),
  ],
  [
    "changes the rules for refusing a deck after the shuffle",
    ["terms"],
    () => {
      server.alterShuffle = (message) => [message.step === "dealt" ? { ...message, refusals: [] } : message];
    },
  ],
  [
    "changes the order of dealing when it knows the cards",
    ["terms"],
    () => {
      server.alterShuffle = (message) => [
        message.step === "dealt" ? { ...message, places: [...message.places].reverse() } : message,
      ];
    },
  ],
  [
    "opens another seed",
    ["seed", "missing-cut"],
    () => {
      settings.cutSelf = true;
      server.alterOpened = (deck) => {
        const seed = "1".repeat(64);
        return reshuffled(deck, { seed, entropy: [...deck.entropy.slice(0, 2), drawnEntropy(seed, 2)] });
      };
    },
  ],
  [
    "opens the deck in another order",
    ["deck"],
    () => (server.alterOpened = (deck) => ({ ...deck, deck: [...deck.deck.slice(1), deck.deck[0]!] })),
  ],
  ["opens an invalid seed", ["seed", "deck"], () => (server.alterOpened = (deck) => ({ ...deck, seed: "zz" }))],
  ["deals another hand", ["hand"], () => (server.alterHand = (hand) => (hand % 2 ? hand - 1 : hand + 1))],
  [
    "hides that a number was withheld",
    ["withheld"],
    () => {
      server.doesFriendReveal = false;
      server.alterOpened = (deck) => ({ ...deck, withheld: [] });
    },
  ],
  [
    "replaces the number of the player when the deal is over",
    ["entropies", "mine"],
    () => {
      server.alterOpened = (deck) =>
        reshuffled(deck, { entropy: [drawnEntropy(deck.seed, YOU), ...deck.entropy.slice(1)] });
    },
  ],
];

test.each(TRICKS)("a server that %s is detected", (_, found, trick) => {
  const deck = playDeal(() => {
    settings.cutSelf = false;
    trick();
  });
  const failed = failedChecks(deck);
  expect(failed.filter((what) => found.includes(what))).toEqual(found);
  expect(
    failed.filter((what) => !found.includes(what) && !CHANCE.includes(what)),
    "other failed checks",
  ).toEqual([]);
  expect(verdictOf(deck)).toBe("bad");
});

test.each(["en", "ru"] as const)("every failed check has its own message, in %s", async (language) => {
  await words.switchTo(language);
  const all = [...new Set(TRICKS.flatMap(([, found]) => found))];
  const sentences = all.map((what) => words.text(`check-${what}-bad`));
  expect(new Set(sentences).size).toBe(all.length);
  expect(sentences.filter((sentence) => sentence.startsWith("check-"))).toEqual([]);
  for (const verdict of ["good", "told", "made", "bad"])
    expect(words.text(`checked-${verdict}`)).not.toBe(`checked-${verdict}`);
});

test("a cut that no player made must follow from the seed, even in a log without notes", () => {
  settings.cutSelf = true;
  const deck = playDeal();
  expect(deck.cut).toBe(drawnCut(deck.seed, 32));
  expect(checks(reshuffled(deck, { cut: (deck.cut % 31) + 1 }), pack, null, []).filter(({ good }) => !good)).toEqual([
    { what: "missing-cut", good: false },
  ]);
});
