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
import { BOT, FRIEND, MaliciousServer, people, YOU } from "./malicious_server";

let table: TableState;
let server: MaliciousServer;

const { pack } = welcome;
/** Checks that another deck may also fail, by chance. */
const CHANCE = ["hand", "played", "refused"];

function sit(): void {
  table?.close();
  const line: FakeSocket[] = [];
  table = new TableState("x", sockets(line));
  line[0]!.open();
  server = new MaliciousServer(line[0]!);
  server.hear(welcome, people);
  flushSync();
}

/** Fix all random numbers: a cut that was not heard equals the one from the seed once in 31 times. */
function dice(): void {
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
  dice();
  localStorage.clear();
  settings.cutSelf = false;
  await words.topic("fair");
  await words.speak("en");
  sit();
});
afterEach(() => {
  table.close();
  vi.restoreAllMocks();
});

const bad = (deck: Deck): string[] =>
  checks(deck, pack, table.shuffleNotes, server.opened)
    .filter(({ good }) => !good)
    .map(({ what }) => what);
const result = (deck: Deck): string => {
  const found = checks(deck, pack, table.shuffleNotes, server.opened);
  return verdict(deck, found, table.shuffleNotes.noted[`${deck.deal}.${deck.attempt}`]);
};
/** Play a deck that the rules accept: they refuse one in thirty-two. */
function plays(trick: () => void = () => undefined): Deck {
  for (;;) {
    localStorage.clear();
    sit();
    trick();
    const deck = server.plays();
    if ((server.deck.deck[31] === 5) === server.refused) return deck;
  }
}
const remade = (deck: Deck, changes: Partial<Deck>): Deck => {
  const inputs = { ...deck, ...changes };
  return { ...inputs, deck: shuffleDeck(pack, inputs) };
};

describe("an honest server", () => {
  it("is found to be honest", () => {
    const deck = plays();
    expect(bad(deck)).toEqual([]);
    expect(result(deck)).toBe("good");
    const found = checks(deck, pack, table.shuffleNotes, server.opened).map(({ what }) => what);
    const all = ["seed", "promise", "early", "once", "entropies", "bots", "mine", "cut", "own-cut", "hand", "deck"];
    expect(found).toEqual(all);
  });

  it("is not accused where nobody cuts", () => {
    settings.cutSelf = true;
    const deck = plays();
    expect([bad(deck), deck.cut_from]).toEqual([[], "seed"]);
  });

  it("is not accused of a lost connection, nor by a page that is loaded again", () => {
    server.promises();
    server.hear(welcome, people);
    server.promises();
    server.shown();
    const again: FakeSocket[] = [];
    table.close();
    table = new TableState("x", sockets(again));
    again[0]!.open();
    const moved = new MaliciousServer(again[0]!);
    Object.assign(moved, { seed: server.seed, now: server.now, friends: server.friends, hash: server.hash });
    server = moved;
    server.hear(welcome, people);
    server.shown();
    server.cuts();
    server.deals();
    server.ends();
    expect(bad(server.open())).toEqual([]);
  });

  it("is believed, no more, by one who has noted nothing of a deck", () => {
    const deck = plays();
    expect(verdict(deck, checks(deck, pack, null, server.opened), undefined)).toBe("made");
    expect(checks(deck, pack, { noted: {}, last: "" }, server.opened)).toEqual([{ what: "deck", good: true }]);
  });

  it("cannot say of a deck that was shuffled here that it was given", () => {
    const deck = { ...plays(), seed: "", entropy: [], cut: 0 };
    expect(bad(deck)).not.toEqual([]);
    expect(verdict(deck, checks(deck, pack, null, [deck]), undefined)).toBe("given");
  });

  it("has told those who watched or came late what it deals from", () => {
    const late = plays(() => {
      server.tells = (told) => (told.step === "hashes" ? [] : [told]);
      server.hear(welcome, people);
    });
    expect([bad(late), result(late)]).toEqual([[], "told"]);
    const watched = plays(() => server.hear({ ...people, you: null }));
    expect([bad(watched), result(watched)]).toEqual([[], "told"]);
  });

  it("deals again where it has to", () => {
    const deck = plays(() => (server.refused = true));
    expect([bad(deck), deck.refused]).toEqual([[], "bottom-card"]);
    server.new(2);
    const next = server.plays();
    expect(bad(next)).toEqual([]);
    expect(checks(next, pack, table.shuffleNotes, server.opened)).toContainEqual({ what: "earlier", good: true });
  });
});

describe("what the last to speak could still choose", () => {
  it("is told with its size", () => {
    plays();
    expect(choices(table.shuffleNotes.noted["1.1"]!, 32)).toBe(2);
    plays(() => {
      server.cutter = FRIEND;
      server.new();
    });
    expect(choices(table.shuffleNotes.noted["1.1"]!, 32)).toBe(62);
    plays(() => {
      server.cutter = BOT;
      server.new();
      server.tells = (told) => [
        { ...told, hashes: [told.hashes[0]!, null, null], entropies: [told.entropies[0]!, null, null] },
      ];
      server.makes = (deck) =>
        remade(deck, { entropy: deck.entropy.map((text, s) => (s ? drawnEntropy(deck.seed, s) : text)) });
    });
    expect(choices(table.shuffleNotes.noted["1.1"]!, 32)).toBe(1);
  });

  it("is counted where a number was withheld", () => {
    const deck = plays(() => {
      server.refused = true;
      server.shows = false;
    });
    expect([bad(deck), deck.withheld, unrevealedSeats(table.shuffleNotes.noted["1.1"]!)]).toEqual([
      [],
      [FRIEND],
      [FRIEND],
    ]);
    server.new(2);
    expect(bad(server.plays())).toEqual([]);
    expect(timesWithheld(table.shuffleNotes, FRIEND, { deal: 1, attempt: 1 })).toBe(1);
    expect(timesWithheld(table.shuffleNotes, FRIEND, { deal: 1, attempt: 2 })).toBe(2);
  });
});

type Trick = [name: string, found: string[], trick: () => void];
const TRICKS: Trick[] = [
  ["does not hear the promise", ["mine"], () => (server.takes = (said) => (said.type === "hash" ? null : said))],
  ["does not hear the number", ["mine"], () => (server.takes = (said) => (said.type === "entropy" ? null : said))],
  [
    "promises another number for the player",
    ["mine"],
    () => {
      server.takes = (said) => (said.type === "hash" ? { ...said, hash: hashText("c0ffee") } : said);
      const cuts = server.cuts.bind(server);
      server.cuts = () => {
        server.entropy = "c0ffee";
        cuts();
      };
    },
  ],
  [
    "does not ask",
    ["asked"],
    () => {
      server.hear({ ...(server.deck = server.made(), server.view("over")) });
      server.tells = (told) => (told.step === "hashes" ? [] : [told]);
    },
  ],
  [
    "cuts elsewhere",
    ["own-cut"],
    () => (server.takes = (said) => (said.cut ? { ...said, cut: (said.cut % 31) + 1 } : said)),
  ],
  ["does not hear the cut", ["own-cut"], () => (server.takes = (said) => (said.cut ? null : said))],
  [
    "cuts again when the deal is over",
    ["cut", "own-cut"],
    () => (server.opens = (deck) => remade(deck, { cut: (deck.cut % 31) + 1 })),
  ],
  [
    "cuts in the name of the player",
    ["forged-cut"],
    () => {
      settings.cutSelf = true;
      server.cut = 7;
    },
  ],
  [
    "cuts for a bot",
    ["bots"],
    () => {
      server.cutter = BOT;
      server.new();
      server.cut = 9;
    },
  ],
  [
    "draws a cut that nobody made",
    ["missing-cut"],
    () => {
      server.cutter = FRIEND;
      server.new();
      server.makes = (deck) => remade(deck, { cut: (deck.cut % 31) + 1 });
    },
  ],
  [
    "tells the seed before all have promised",
    ["early"],
    () => server.hear({ type: "opened", decks: [{ ...server.made(), deck: [] }] }),
  ],
  ["tells the seed while the cards are played", ["early"], () => (server.ends = () => undefined)],
  [
    "changes its own promise",
    ["seed", "promise"],
    () => {
      server.tells = (told) => {
        if (told.step === "cut") server.seed = "ab".repeat(32);
        return [{ ...told, commitment: commitment(server.seed) }];
      };
    },
  ],
  [
    "lets a friend promise when the player's number is known",
    ["promise", "entropies"],
    () => {
      server.tells = (told) => [told.step === "entropies" ? { ...told, hashes: [told.hashes[0]!, null, null] } : told];
    },
  ],
  [
    "lets a friend show another number",
    ["entropies"],
    () => {
      const cuts = server.cuts.bind(server);
      server.cuts = () => {
        server.friends = "0ther";
        cuts();
      };
    },
  ],
  [
    "lets a bot promise a number of its choice",
    ["entropies", "bots", "withheld"],
    () => {
      server.tells = (told) => [
        told.step === "hashes" ? told : { ...told, hashes: [...told.hashes.slice(0, 2), hashText("bot")] },
      ];
      server.opens = (deck) => remade(deck, { entropy: [...deck.entropy.slice(0, 2), "bot"] });
    },
  ],
  [
    "shuffles again where it does not like the numbers",
    ["once"],
    () => {
      server.promises();
      server.shown();
    },
  ],
  [
    "shuffles again with another seed",
    ["seed", "promise", "once"],
    () => {
      server.promises();
      server.shown();
      const { hash, entropy } = server;
      server.new();
      Object.assign(server, { hash, entropy });
    },
  ],
  [
    "does not count a shuffle that was broken off",
    ["earlier"],
    () => {
      server.promises();
      server.shown();
      server.cuts();
      server.new(2);
    },
  ],
  [
    "plays a deck that had to be refused",
    ["played"],
    () => {
      server.refused = true;
      server.opens = (deck) => ({ ...deck, refused: "" });
    },
  ],
  [
    "refuses a deck that had not to be refused",
    ["refused"],
    () => (server.opens = (deck) => ({ ...deck, refused: "bottom-card" })),
  ],
  [
    "makes a rule to refuse by",
    ["terms"],
    () => {
      server.tells = (told) => [told.step === "dealt" ? { ...told, refusals: [] } : told];
    },
  ],
  [
    "deals in another order once it knows the cards",
    ["terms"],
    () => (server.tells = (told) => [told.step === "dealt" ? { ...told, places: [...told.places].reverse() } : told]),
  ],
  [
    "opens another seed",
    ["seed", "missing-cut"],
    () => {
      settings.cutSelf = true;
      server.opens = (deck) => {
        const seed = "1".repeat(64);
        return remade(deck, { seed, entropy: [...deck.entropy.slice(0, 2), drawnEntropy(seed, 2)] });
      };
    },
  ],
  [
    "opens another order",
    ["deck"],
    () => (server.opens = (deck) => ({ ...deck, deck: [...deck.deck.slice(1), deck.deck[0]!] })),
  ],
  ["opens nonsense", ["seed", "deck"], () => (server.opens = (deck) => ({ ...deck, seed: "zz" }))],
  ["deals another hand", ["hand"], () => (server.hand = (hand) => (hand % 2 ? hand - 1 : hand + 1))],
  [
    "does not count a number that was withheld",
    ["withheld"],
    () => {
      server.shows = false;
      server.opens = (deck) => ({ ...deck, withheld: [] });
    },
  ],
  [
    "leaves a number out when the deal is over",
    ["entropies", "mine"],
    () =>
      (server.opens = (deck) => remade(deck, { entropy: [drawnEntropy(deck.seed, YOU), ...deck.entropy.slice(1)] })),
  ],
];

test.each(TRICKS)("a server that %s is found", (_, found, trick) => {
  const deck = plays(() => {
    settings.cutSelf = false;
    trick();
  });
  const failed = bad(deck);
  expect(failed.filter((what) => found.includes(what))).toEqual(found);
  expect(
    failed.filter((what) => !found.includes(what) && !CHANCE.includes(what)),
    "nothing else is said to be wrong",
  ).toEqual([]);
  expect(result(deck)).toBe("bad");
});

test.each(["en", "ru"] as const)("every trick has its own sentence, in %s", async (language) => {
  await words.speak(language);
  const all = [...new Set(TRICKS.flatMap(([, found]) => found))];
  const sentences = all.map((what) => words.text(`check-${what}-bad`));
  expect(new Set(sentences).size).toBe(all.length);
  expect(sentences.filter((sentence) => sentence.startsWith("check-"))).toEqual([]);
  for (const verdict of ["good", "told", "made", "bad"])
    expect(words.text(`checked-${verdict}`)).not.toBe(`checked-${verdict}`);
});

test("a cut that nobody made follows from the seed, in a log too", () => {
  settings.cutSelf = true;
  const deck = plays();
  expect(deck.cut).toBe(drawnCut(deck.seed, 32));
  expect(checks(remade(deck, { cut: (deck.cut % 31) + 1 }), pack, null, []).filter(({ good }) => !good)).toEqual([
    { what: "missing-cut", good: false },
  ]);
});
