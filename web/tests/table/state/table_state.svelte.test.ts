import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hashText } from "../../../src/fair/shuffle";
import { words } from "../../../src/language/language.svelte";
import type { Proposal, Remark, ServerMessage, UpdateMessage } from "../../../src/client/protocol";
import { CHOICES, settings } from "../../../src/settings/settings.svelte";
import { TableState } from "../../../src/table/state/table_state.svelte";
import { Words } from "../../../src/language/words";
import { GAMES, PLAIN } from "../../game";
import { after, sealed, seats, update, view, welcome } from "../../messages";
import { sockets, type FakeSocket } from "../../sockets";
import { untilPasses } from "../../waiting";

let line: FakeSocket[];
let table: TableState;

const socket = (): FakeSocket => line.at(-1)!;
const hear = (...messages: ServerMessage[]): void => messages.forEach((message) => socket().hear(message));
const sent = (type: string) => socket().sent.filter((message) => (message as { type: string }).type === type);
const pass = (ms: number): void => {
  flushSync();
  vi.advanceTimersByTime(ms);
  flushSync();
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  localStorage.clear();
  for (const [name, values] of Object.entries(CHOICES)) Object.assign(settings, { [name]: values[0] });
  
  await words.speak("en");
  line = [];
  table = new TableState("x", sockets(line));
  socket().open();
  hear(welcome, seats());
  flushSync();
  await untilPasses(() => expect(table.seats).not.toBeNull());
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
});

const [game = ""] = GAMES;

describe("what is shown", () => {
  it("is nothing before the words of the game are there", async () => {
    const other = new TableState("y", sockets(line));
    socket().open();
    hear({ ...welcome, game }, seats(), update(1));
    expect([other.welcome?.game, other.update]).toEqual([game, null]);
    flushSync();
    await untilPasses(() => expect(other.update?.n).toBe(1));
    expect(other.speech.text("game")).toBe(words.text(`game-${game}`));
    other.close();
  });

  it("keeps its words while those of the game cannot be loaded, and asks again at the next connection", async () => {
    hear({ ...welcome, game });
    flushSync();
    await untilPasses(() => expect(table.words.has("game")).toBe(true));
    const load = vi.spyOn(Words.prototype, "game").mockRejectedValueOnce(new Error("the line is cut"));
    hear({ ...welcome, game });
    flushSync();
    await expect(load.mock.results[0]?.value).rejects.toThrow();
    await Promise.resolve();
    expect(table.speech.text("game")).toBe(words.text(`game-${game}`));
    hear({ ...welcome, game });
    flushSync();
    expect(load).toHaveBeenCalledTimes(2);
    load.mockRestore();
  });

  it("rests when a trick is full, and all that follows waits", () => {
    hear(after(1, 0), after(2, 1), update(3), seats({ stage: "rest" }));
    expect(table.update?.n).toBe(1);
    pass(240);
    expect([table.update?.n, table.resting?.winner]).toEqual([2, 1]);
    pass(999);
    expect([table.update?.n, table.seats?.stage]).toEqual([2, "deal"]);
    pass(1);
    expect([table.update?.n, table.resting]).toEqual([3, null]);
    pass(240);
    expect(table.seats?.stage).toBe("rest");
  });

  it("rests as long as one likes, and not at all if one likes", () => {
    settings.rest = 0;
    hear(after(1, 0), after(2, 1));
    pass(240);
    expect([table.update?.n, table.resting]).toEqual([2, null]);
    settings.rest = 2000;
    hear(after(3, 2));
    pass(240);
    pass(1999);
    expect(table.resting).not.toBeNull();
    pass(1);
    expect(table.resting).toBeNull();
  });

  it("rests even where nothing moves", () => {
    settings.speed = 0;
    hear(after(1, 0), after(2, 1));
    expect(table.resting).not.toBeNull();
    pass(1000);
    expect(table.resting).toBeNull();
  });

  it("waits until all sealed bids lie face up, at the chosen speed", () => {
    const said = [1, 2].map((seat) => ({ seat, action: seat }));
    const bidding = (n: number) => update(n, { view: view({ phase: "bid" }), moved: [] });
    const turned = (n: number) => update(n, { view: view({ said }) });
    hear({ ...welcome, presentation: { ...PLAIN, aloud: ["none"] } });
    hear(bidding(1), turned(2), update(3));
    pass(1219);
    expect(table.update?.n).toBe(2);
    pass(1);
    expect(table.update?.n).toBe(3);
    pass(240);
    settings.speed = 0;
    hear(bidding(4), turned(5), update(6));
    expect(table.update?.n).toBe(6);
  });

  it("is everything at once after a tap", () => {
    hear(after(1, 0), after(2, 1), after(3, 1), after(4, 2));
    pass(240);
    table.skip();
    expect([table.update?.n, table.resting]).toEqual([4, null]);
  });

  it("is everything at once where nobody looks", () => {
    vi.stubGlobal("document", { ...document, hidden: true });
    hear(after(1, 0), after(2, 1), after(3, 1));
    expect([table.update?.n, table.resting]).toEqual([3, null]);
    vi.unstubAllGlobals();
  });

  it("does not rest for a trick that one has not seen fall", () => {
    hear(after(1, 0), after(9, 3, { moved: [] }));
    pass(240);
    expect([table.update?.n, table.resting]).toEqual([9, null]);
  });

  it("stays for a while where an agreement has ended the deal", () => {
    const did = [{ key: "did-take-rest", numbers: { player: 1, hand: 3, tricks: 2 } }];
    const over = update(2, { did, moved: [], view: view({ phase: "over", turn: null, actor: null }) });
    hear(after(1, 0), over, seats({ stage: "rest" }));
    pass(240);
    expect([table.update?.n, table.ending, table.seats?.stage]).toEqual([2, did[0], "deal"]);
    pass(2999);
    expect(table.ending).not.toBeNull();
    pass(1);
    expect([table.ending, table.seats?.stage]).toEqual([null, "rest"]);
    hear(after(3, 0), { ...over, n: 4 }, seats({ stage: "over" }));
    pass(240);
    table.skip();
    expect([table.ending, table.seats?.stage]).toEqual([null, "over"]);
  });

  it("shows the line of play of a granted claim for two seconds, even where nothing rests, or until a tap", () => {
    settings.rest = 0;
    const did = [{ key: "did-agree", numbers: { counted: [0, 1, 0] } }];
    const line = [{ line: [1, 2, 0], cards: [12, 3, 4], winner: 1, lead: null }];
    const over = update(2, { did, line, moved: [], view: view({ phase: "over", turn: null, actor: null }) });
    hear(after(1, 0), over, seats({ stage: "rest" }));
    pass(240);
    pass(1999);
    expect([table.ending, table.update?.line, table.seats?.stage]).toEqual([did[0], line, "deal"]);
    pass(1);
    expect([table.ending, table.seats?.stage]).toEqual([null, "rest"]);
    hear(after(3, 0), { ...over, n: 4 }, seats({ stage: "over" }));
    pass(240);
    table.skip();
    expect([table.ending, table.seats?.stage]).toEqual([null, "over"]);
  });

  it("shows the open hands for two seconds where an agreement left no line of play, even where nothing rests", () => {
    settings.rest = 0;
    const did = [{ key: "did-agree", numbers: { counted: [1, 1, 0] } }];
    hear(after(1, 0), update(2, { did, moved: [], view: view({ phase: "over" }) }));
    pass(240);
    pass(1999);
    expect(table.ending).toEqual(did[0]);
    pass(1);
    expect(table.ending).toBeNull();
  });

  it("does not stay for a deal that one finds over", () => {
    const over = (n: number) =>
      update(n, {
        did: [{ key: "did-agree", numbers: { counted: [1, 1, 0] } }],
        moved: [],
        view: view({ phase: "over" }),
      });
    hear(over(1));
    expect(table.ending).toBeNull();
    hear(over(2));
    expect(table.ending).toBeNull();
  });

  it("is told anew after a new connection", () => {
    hear(after(1, 0), after(2, 1), { type: "chatted", seat: 1, name: "Vera", text: "hm", preset: "", id: "id-Vera" });
    pass(240);
    expect(table.resting).not.toBeNull();
    socket().shut(1006);
    expect([table.status, table.mustAct]).toEqual(["lost", false]);
    pass(500);
    socket().open();
    hear(welcome, seats(), after(7, 4, { moved: [], legal: [5], asked: [0] }));
    expect([table.update?.n, table.resting, table.chat.length, table.mustAct]).toEqual([7, null, 0, true]);
  });

  it("drops the deal of whoever loses their seat where watchers see each deal once it has ended", () => {
    hear({ ...welcome, delayed: true }, seats(), update(1, { legal: [5], asked: [0], moved: [] }));
    expect(table.mustAct).toBe(true);
    hear(seats({ you: null, removed: ["id-Anna"] }));
    expect([table.update, table.mustAct, table.unseen]).toEqual([null, false, true]);
    pass(60_000);
    expect(table.announcer.lines.map(({ text }) => text).join(" ")).toContain(words.text("table-unseen"));
    hear(update(2, { moved: [] }), seats({ you: null, stage: "rest" }));
    expect([table.update?.n, table.unseen]).toEqual([2, false]);
    hear(sealed({ deal: 2, step: "cut" }), seats({ you: null }));
    expect(table.unseen).toBe(false);
    hear(sealed({ deal: 2, step: "dealt" }));
    expect(table.unseen).toBe(true);
  });

  it("keeps the decks in order, each once", () => {
    const made = { seed: "", entropy: [], cut: 1, cut_from: "", withheld: [] } as const;
    const deck = { attempt: 1, ...made, entropy: [], withheld: [], deck: [], refused: "" };
    hear({ type: "opened", decks: [{ ...deck, deal: 2 }] });
    hear({ type: "opened", decks: [{ ...deck, deal: 1 }, { ...deck, deal: 2 }, { ...deck, deal: 2, attempt: 2 }] });
    expect(table.decks.map(({ deal, attempt }) => [deal, attempt])).toEqual([[1, 1], [2, 1], [2, 2]]);
  });
});

describe("what is done", () => {
  const mine = (n: number, legal: number[], changes = {}) => update(n, { legal, asked: [0], moved: [], ...changes });

  it("is sent, and marked until the View comes", () => {
    hear(mine(4, [5, 6]));
    expect(table.mustAct).toBe(true);
    table.act(5);
    const [act] = sent("act") as [{ id: string }];
    expect(act).toMatchObject({ n: 4, act: 5 });
    expect([table.sentActions, table.mustAct]).toEqual([[5], false]);
    table.act(6);
    expect(sent("act")).toHaveLength(1);
    hear({ type: "receipt", id: act.id, n: 5 });
    expect(table.sentActions).toEqual([5]);
    hear(update(5));
    expect(table.sentActions).toEqual([]);
  });

  it("is not marked any more whichever comes first, receipt or View", () => {
    hear(mine(4, [5, 6]));
    table.act(5);
    hear(update(5));
    expect(table.sentActions).toEqual([5]);
    hear({ type: "receipt", id: (sent("act")[0] as { id: string }).id, n: 5 });
    expect(table.sentActions).toEqual([]);
  });

  it("is sent once, though the line breaks before the receipt", () => {
    hear(mine(4, [5, 6]));
    table.act(5);
    const before = sent("act");
    socket().shut(1006);
    pass(500);
    socket().open();
    expect(sent("act")).toEqual(before);
    hear(welcome, seats(), mine(5, [9], {}), { type: "receipt", id: (before[0] as { id: string }).id, n: 5 });
    expect([table.sentActions, table.mustAct]).toEqual([[], true]);
  });

  it("is refused with a reason, until something else happens", () => {
    hear(mine(4, [5, 6]));
    table.act(5);
    const id = (sent("act")[0] as { id: string }).id;
    hear({ type: "refused", reason: { key: "must-follow", numbers: { suit: 1 } }, id, legal: [6] });
    expect([table.lastRefusal?.of, table.sentActions]).toEqual(["act", []]);
    hear(mine(5, [5, 6]));
    expect(table.lastRefusal).toBeNull();
  });

  it("is silent when it came too late: the fresh View says it", () => {
    hear(mine(4, [5, 6]));
    table.act(5);
    hear(mine(6, [7]));
    const { id } = sent("act")[0] as { id: string };
    hear({ type: "refused", reason: { key: "stale", numbers: {} }, id, legal: [] });
    expect([table.lastRefusal, table.sentActions, table.mustAct]).toEqual([null, [], true]);
  });

  it("asks why, where it is not legal", () => {
    hear(mine(4, [5, 6]));
    table.act(30);
    expect([sent("act"), sent("why")]).toEqual([[], [{ type: "why", n: 4, act: 30 }]]);
    hear({ type: "why", n: 4, act: 30, reason: { key: "must-follow", numbers: { suit: 0 } } });
    expect(table.explanation?.act).toBe(30);
    hear(update(5));
    expect(table.explanation).toBeNull();
  });

  it("ends the rest of a trick first", () => {
    hear(after(1, 0), after(2, 1, { legal: [5], asked: [0] }));
    pass(240);
    expect(table.mustAct).toBe(false);
    table.act(5);
    expect([table.resting, sent("act").length]).toEqual([null, 1]);
  });

  it("collects the cards that are laid away together", () => {
    const queue = [{ giver: 0, receiver: null, count: 2 }];
    hear(mine(4, [5, 6, 7], { view: view({ phase: "discard", exchange: { queue } }) }));
    expect(table.owed).toBe(2);
    table.act(5);
    table.lay();
    table.act(6);
    table.act(5);
    table.act(7);
    expect([table.chosenCards, sent("act")]).toEqual([[6, 7], []]);
    table.act(5);
    expect(table.chosenCards).toEqual([6, 7]);
    table.lay();
    expect([sent("act"), table.chosenCards]).toEqual([[expect.objectContaining({ n: 4, act: [6, 7] })], []]);
  });

  it("sends single cards at once, and gifts one by one", () => {
    for (const [n, receiver, count] of [[4, null, 1], [6, 2, 2]] as const) {
      const queue = [{ giver: 0, receiver, count }];
      hear(mine(n, [5, 6], { view: view({ phase: "discard", exchange: { queue } }) }));
      expect(table.owed).toBe(0);
      table.act(5);
      const { id } = sent("act").at(-1) as { id: string };
      hear({ type: "receipt", id, n: n + 1 }, update(n + 1, { moved: [] }));
    }
    expect(sent("act").map((act) => (act as { act: number }).act)).toEqual([5, 5]);
  });

  it("plays a forced card by itself after half a second, if one wants that", () => {
    hear(mine(4, [5]));
    pass(5000);
    expect(sent("act")).toEqual([]);
    settings.auto = true;
    pass(499);
    expect(sent("act")).toEqual([]);
    pass(1);
    expect(sent("act")).toEqual([expect.objectContaining({ n: 4, act: 5 })]);
  });

  it.each([
    ["two cards", mine(4, [5, 6])],
    ["a call", mine(4, [52])],
    ["a discard", mine(4, [5], { view: view({ phase: "discard" }) })],
    ["a trick that still lies there", after(4, 1, { legal: [5] })],
  ])("does not play by itself: %s", (_, message) => {
    settings.auto = true;
    settings.rest = 2000;
    hear(after(3, 0), message);
    pass(1000);
    expect(sent("act")).toEqual([]);
  });

  it("says yes and no to the proposal that lies there", () => {
    const proposal = {
      number: 7,
      what: "undo",
      by: 1,
      seat: null,
      waits: [0],
      back: 0,
      action: null,
      tricks: 0,
      left: 0,
      verdict: null,
    } as const;
    hear(seats({ proposal: { ...proposal, waits: [0] } }));
    expect(table.mustAnswerProposal).toBe(true);
    table.answer(false);
    expect(sent("answer")).toEqual([{ type: "answer", proposal: 7, yes: false }]);
  });

  it("shows for six seconds who declines a proposal, and says it", () => {
    const proposal = {
      number: 7,
      what: "undo",
      by: 0,
      seat: null,
      waits: [1],
      back: 1,
      action: 4,
      tricks: 0,
      left: 0,
      verdict: null,
    } as const;
    hear(seats({ proposal: { ...proposal, waits: [1] } }), seats({ declined: 1 }));
    expect(table.result.map((one) => table.speech.reason(one))).toEqual(["Vera says no: ♠6 stands."]);
    pass(5999);
    expect(table.result).toHaveLength(1);
    pass(1);
    expect(table.result).toEqual([]);
    expect(table.announcer.lines.map(({ text }) => text).join(" ")).toContain("Vera says no: six of spades stands.");
  });

  it("forgets who declined once something else is proposed", () => {
    const proposal = {
      number: 1,
      by: 0,
      what: "claim",
      waits: [1],
      tricks: 2,
      left: 3,
      seat: null,
      back: 0,
      action: null,
      verdict: null,
    } as unknown as Proposal;
    hear(seats({ proposal }), seats({ declined: 1 }));
    expect(table.result).toHaveLength(1);
    hear(seats({ proposal: { ...proposal, number: 2 } }), seats());
    expect(table.result).toEqual([]);
  });

  it("names what was refused of a proposal, though the game goes on", () => {
    table.propose("undo");
    const [{ id }] = sent("propose") as [{ id: string }];
    hear({ type: "refused", reason: { key: "undo-others", numbers: {} }, id, legal: [] }, update(8));
    expect(table.lastRefusal?.of).toBe("propose");
  });
});

describe("chat", () => {
  const chatted = (text: string) =>
    ({ type: "chatted", seat: 1, name: "Vera", text, preset: "", id: "id-Vera" }) as const;

  it("is said once, though a new connection tells all of it again", () => {
    settings.reading = 0;
    pass(60_000);
    const said = () => table.announcer.lines.map(({ text }) => text).filter((text) => text.startsWith("Vera:"));
    hear(chatted("one"), chatted("two"));
    pass(1);
    expect(said()).toEqual(["Vera: one", "Vera: two"]);
    table.announcer.lines = [];
    socket().shut(1006);
    pass(500);
    socket().open();
    hear(welcome, seats(), chatted("two"), chatted("two"), chatted("three"));
    pass(1);
    expect(said()).toEqual(["Vera: two", "Vera: three"]);
    expect(table.chat).toHaveLength(3);
  });

  it("is not shown of those who are muted, nor where it is off", () => {
    const said = (name: string, seat: number) =>
      ({ type: "chatted", seat, name, text: "hm", preset: "", id: `id-${name}` }) as const;
    hear(said("Vera", 1), said("Tigran", 2));
    table.mute("id-Vera", true);
    expect(table.chat.map(({ name }) => name)).toEqual(["Tigran"]);
    settings.chat = false;
    expect(table.chat).toEqual([]);
  });
});

describe("our part in the shuffle", () => {
  it("is a promise, then what was promised, each once", () => {
    hear(sealed(), sealed({ hashes: [null, "b".repeat(64), null] }));
    const [{ hash }] = sent("hash") as [{ hash: string }];
    expect(sent("hash")).toHaveLength(1);
    const hashes = [hash, null, null];
    hear(sealed({ hashes, step: "entropies" }), sealed({ hashes, step: "entropies" }));
    const [{ entropy }] = sent("entropy") as [{ entropy: string }];
    expect([sent("entropy").length, hashText(entropy)]).toEqual([1, hash]);
    hear(sealed({ hashes, step: "cut", entropies: [entropy, null, null] }));
    hear(sealed({ hashes, step: "dealt", entropies: [entropy, null, null], cut: 3, cut_from: "seed" }));
    hear(update(1, { moved: [], view: view({}, 0b1100000) }));
    expect(table.shuffleNotes.noted["1.1"]).toMatchObject({
      commitment: "c".repeat(64),
      hashes,
      entropies: [entropy, null, null],
      mine: entropy,
      promised: true,
      shown: true,
      cut: 3,
      hand: 0b1100000,
      faults: [],
    });
    expect(new TableState("x", sockets([])).shuffleNotes).toEqual(table.shuffleNotes);
  });

  it("reveals nothing where another promise is told than the one that was given", () => {
    hear(sealed(), sealed({ hashes: ["d".repeat(64), null, null], step: "entropies" }));
    expect(sent("entropy")).toEqual([]);
  });

  it("is the same entropy after a lost connection", () => {
    hear(sealed());
    const before = sent("hash");
    socket().shut(1006);
    pass(500);
    socket().open();
    hear(welcome, seats(), sealed());
    expect(sent("hash")).toEqual(before);
  });

  describe("the cut", () => {
    const cutting = { step: "cut", cutter: 0, millis: 22_000 } as const;
    const bots = seats();
    bots.seats = bots.seats.map((person, seat) => (person && seat ? { ...person, level: "rule" } : person));

    it("is drawn at once by the device of a player alone with bots", () => {
      hear(bots, sealed(cutting));
      expect(table.cutting).toBe(false);
      const [{ cut }] = sent("cut") as [{ cut: number }];
      expect(cut).toBeGreaterThan(0);
      expect(cut).toBeLessThan(32);
    });

    it("is the player's against bots, too, if they want it", () => {
      settings.cutBots = true;
      hear(bots, sealed(cutting));
      expect([table.cutting, sent("cut")]).toEqual([true, []]);
    });

    const heard = (): string => table.announcer.lines.map(({ text }) => text).join(" ");

    it("is asked for aloud, and of the others it is said who cuts", () => {
      hear(sealed(cutting));
      pass(10_000);
      expect(heard()).toContain("You cut the deck. Enter cuts it in the middle.");
      hear(sealed({ ...cutting, attempt: 2, cutter: 1 }));
      expect(table.cutter).toBe(1);
      pass(10_000);
      expect(heard()).toContain("Vera cuts the deck.");
    });

    it("of a bot is waited for by nobody", () => {
      hear(bots, sealed({ ...cutting, cutter: 1 }));
      expect([table.cutter, heard()]).toEqual([null, expect.not.stringContaining("cut")]);
    });

    it("is the player's among people, and sent once", () => {
      hear(sealed(cutting));
      expect([table.cutting, sent("cut")]).toEqual([true, []]);
      table.cut(9);
      expect(table.cutting).toBe(false);
      pass(30_000);
      expect(sent("cut")).toEqual([{ type: "cut", deal: 1, attempt: 1, cut: 9 }]);
    });

    it("is drawn by the device of a player who lets 20 seconds pass", () => {
      hear(sealed(cutting));
      pass(19_999);
      expect(sent("cut")).toEqual([]);
      pass(1);
      expect(sent("cut")).toHaveLength(1);
      expect(table.cutting).toBe(false);
    });

    it("is drawn at once if the player does not want it", () => {
      settings.cutSelf = false;
      hear(sealed(cutting));
      expect(sent("cut")).toHaveLength(1);
    });

    it("is sent again after a lost connection, and is the same", () => {
      hear(sealed(cutting));
      table.cut(9);
      socket().shut(1006);
      pass(500);
      socket().open();
      hear(welcome, seats(), sealed({ ...cutting, millis: 20_000 }));
      expect(table.cutting).toBe(false);
      expect(sent("cut")).toEqual([{ type: "cut", deal: 1, attempt: 1, cut: 9 }]);
    });
  });

  it("is none where one only watches", () => {
    hear(seats({ you: null }), sealed());
    expect(sent("hash")).toEqual([]);
  });

  it("keeps the first that was told of a promise, and what was wrong", () => {
    const [first, other] = ["a", "b"].map((digit) => [null, digit.repeat(64), null]);
    hear(sealed({ hashes: first!, step: "entropies" }), sealed({ hashes: other!, step: "entropies", commitment: "e" }));
    expect(table.shuffleNotes.noted["1.1"]).toMatchObject({
      commitment: "c".repeat(64),
      hashes: first,
      faults: ["promise"],
    });
  });
});

describe("a card that is pointed at", () => {
  const pointed = (by: number, card: number): ServerMessage => ({
    type: "pointed",
    cards: [{ by, seat: 3 - by, card }],
  });

  beforeEach(() => {
    settings.speed = 0;
    hear(update(4, { partners: [2] }));
  });

  it("is told to the table at this version, and the second time no card is", () => {
    table.pointAt(12);
    hear(pointed(table.you!, 12));
    table.pointAt(12);
    expect(sent("point")).toMatchObject([
      { n: 4, card: 12 },
      { n: 4, card: null },
    ]);
  });

  it("is read aloud once, and not to whom points", () => {
    const say = vi.spyOn(table.announcer, "say");
    hear(pointed(table.you!, 12));
    expect(say.mock.calls.flat(2)).toEqual([]);
    hear(pointed(1, 11), pointed(1, 11));
    expect(say.mock.calls.flat(2)).toEqual([expect.stringContaining(table.ariaSpeech.card(11))]);
  });

  it("is forgotten when everything is told anew", () => {
    hear(pointed(1, 11));
    expect(table.pointedCards).toHaveLength(1);
    hear(welcome);
    expect(table.pointedCards).toEqual([]);
  });
});

describe("what is heard", () => {
  const idle = { key: "not-playing", numbers: { seat: 1 } };
  const heard = (say: { mock: { calls: unknown[][] } }): string => say.mock.calls.flat(2).join(" ");

  it("is the hand, once in a deal", () => {
    settings.speed = 0;
    const say = vi.spyOn(table.announcer, "say");
    hear(update(4, { view: view({}, 0b11000000) }), update(5, { view: view({}, 0b10000000), did: [idle] }));
    expect(heard(say).match(/Your hand/g)).toHaveLength(1);
  });

  it("is a question once, though it is asked of others too", () => {
    settings.speed = 0;
    const say = vi.spyOn(table.announcer, "say");
    const asked = { ask: [{ key: "ask-play", numbers: {} }], legal: [52] };
    hear(update(4, asked), update(5, { ...asked, did: [idle] }), update(6), update(7, asked));
    expect(say.mock.calls.map(([, question]) => question)).toEqual(["ask-play", undefined, "", "ask-play"]);
  });

  it("is what one has missed, when the line is back", () => {
    settings.speed = 0;
    hear(update(4));
    const say = vi.spyOn(table.announcer, "say");
    hear(welcome, seats(), update(6, { recap: [idle], view: view({}, 0b11000000) }));
    expect(heard(say)).toContain("Vera sits this deal out.");
    expect(heard(say)).toContain("Your hand: spades nine, eight.");
  });

  it("is told once of what the shuffle has told already", () => {
    settings.speed = 0;
    const say = vi.spyOn(table.announcer, "say");
    hear(sealed({ step: "dealt", did: [idle] }), update(4, { facts: [idle], view: view({}, 0b11000000) }));
    expect(heard(say).match(/Vera sits this deal out/g)).toHaveLength(1);
  });
});

describe("a report", () => {
  const person = (level: string) => ({ name: level || "Anna", level, here: true, owner: !level, id: "" });
  const withBots = seats({ seats: ["", "rule", "rule"].map(person) });
  const told = () => table.deeds.map(({ n, seat, act }) => `${n} ${seat} ${act}`);

  beforeEach(() => {
    settings.speed = 0;
    hear(withBots, update(4, { moved: [{ seat: 1, act: 52 }] }), update(5, { moved: [{ seat: 0, act: 53 }] }));
  });

  it("can be made of all that bots did in the deal, of hidden cards and of a call said twice too", () => {
    hear(update(6, { moved: [{ seat: 2, act: null }] }), update(7, { moved: [{ seat: 1, act: 52 }] }));
    expect(told()).toEqual(["4 1 52", "6 2 null", "7 1 52"]);
    table.report(table.deeds[0]!);
    expect(sent("report")).toEqual([{ type: "report", n: 4, seat: 1 }]);
    hear({ type: "noted", n: 4, seat: 1 });
    expect(table.deeds.map((deed) => table.hasReported(deed))).toEqual([true, false, false]);
  });

  it("knows a card by itself, whoever played it", () => {
    hear(update(6, { moved: [{ seat: 2, act: 7 }] }));
    expect([table.deed(7)?.seat, table.deed(8)]).toEqual([2, null]);
  });

  it("is of this deal, and of no deal that was not seen", () => {
    hear(seats({ stage: "rest", seats: withBots.seats }));
    expect(told()).toEqual(["4 1 52"]);
    hear(sealed({ deal: 2 }));
    expect(told()).toEqual([]);
  });

  it("cannot be made by those who watch", () => {
    hear({ ...withBots, you: null }, update(6, { moved: [{ seat: 2, act: 7 }] }));
    expect(told()).toEqual(["4 1 52"]);
  });
});

describe("a hint", () => {
  const asked = (n: number) => update(n, { legal: [5, 6], asked: [0] });
  const hinted = (n: number): ServerMessage => ({
    type: "hint",
    n,
    plan: [6],
    worth: [{ plan: [6], points: 1.25 }],
    why: null,
  });
  const thinking = { n: 4, response: null };

  beforeEach(() => {
    settings.speed = 0;
    hear(seats({ practice: true }), asked(4));
    table.advise();
  });

  it("is asked for at a version, and comes", () => {
    expect(sent("hint")).toEqual([{ type: "hint", n: 4 }]);
    expect(table.hint).toEqual(thinking);
    hear(hinted(4));
    expect(table.hint?.response?.plan).toEqual([6]);
  });

  it("is only to be had at one's turn, and where one plays alone", () => {
    hear(update(5));
    table.advise();
    hear(seats({ practice: false }), asked(6));
    table.advise();
    expect([sent("hint").length, table.hint, table.advisable]).toEqual([1, null, false]);
  });

  it("stays while others lay sealed bids", () => {
    hear(asked(5), hinted(4));
    expect(table.hint?.response?.n).toBe(4);
  });

  it("goes when one acts, and when it is not one's turn any more", () => {
    hear(hinted(4));
    table.act(5);
    expect(table.hint).toBeNull();
    hear(asked(6));
    flushSync();
    hear({ type: "receipt", id: (sent("act")[0] as { id: string }).id, n: 5 });
    table.advise();
    expect(table.hint?.n).toBe(6);
    hear(update(7));
    expect(table.hint).toBeNull();
  });

  it("that comes too late, or that nobody waits for, is not shown", () => {
    table.hint = null;
    hear(hinted(4));
    expect(table.hint).toBeNull();
    hear(asked(5));
    table.advise();
    hear(hinted(4));
    expect(table.hint).toEqual({ n: 5, response: null });
  });

  it("that is refused says why", () => {
    hear({ type: "refused", reason: { key: "hint-failed", numbers: {} }, id: "", legal: [] });
    expect([table.hint, table.lastRefusal?.reason.key]).toEqual([null, "hint-failed"]);
  });

  it("is not waited for when the connection is a new one", () => {
    hear(welcome);
    expect(table.hint).toBeNull();
  });
});

describe("the coach", () => {
  const remark = (number: number, kind: Remark["kind"] = "plan"): Remark => ({
    number,
    say: [{ key: kind, numbers: {} }],
    points: "",
    kind,
  });
  const says = (n: number, remarks: Remark[], changes: Partial<UpdateMessage> = {}) =>
    update(n, { coach: { of: 9, remarks, answer: [], things: [] }, ...changes });
  const did = (n: number, seat: number, changes: Partial<UpdateMessage> = {}) =>
    update(n, { moved: [{ seat, act: 5 }], ...changes });
  const marked = () => table.coachMark?.remark?.number ?? null;
  const asks = { legal: [5, 6], asked: [0] };

  beforeEach(() => {
    hear({ ...welcome, coach: true }, seats());
    flushSync();
  });

  it("is read until another player acts after the answer", () => {
    hear(says(1, [remark(1)], { ...asks, moved: [{ seat: 2, act: 7 }] }));
    expect(marked()).toBe(1);
    table.act(5);
    expect(marked()).toBe(1);
    hear(did(2, 0));
    expect(marked()).toBe(1);
    pass(1000);
    hear(did(3, 1));
    expect(marked()).toBeNull();
  });

  it("is read of another answer until the player goes on or acts again", () => {
    const differs = remark(1, "otherwise");
    hear(says(2, [differs], { moved: [{ seat: 0, act: 5 }] }), says(3, [differs], { moved: [{ seat: 1, act: 6 }] }));
    expect(table.coachMark?.hasMore).toBe(true);
    hear(says(4, [differs, remark(2)], { ...asks, moved: [{ seat: 2, act: 7 }] }));
    expect(marked()).toBe(1);
    table.act(5);
    expect(marked()).toBeNull();
  });

  it("is read while the connection is lost", () => {
    hear(says(1, [remark(1)], asks));
    socket().shut(1006);
    expect([table.mustAct, marked()]).toEqual([false, 1]);
  });

  it("is not hurried by a card that would play itself", () => {
    settings.auto = true;
    hear(says(1, [remark(1)], { legal: [5], asked: [0] }));
    pass(1000);
    expect(sent("act")).toEqual([]);
    table.coach.leave();
    pass(1000);
    expect(sent("act")).toHaveLength(1);
  });

  it("is asked to leave, and comes back at once", () => {
    table.toggleCoach();
    expect([table.coach.leaving, table.coach.isDismissed]).toEqual([true, false]);
    table.toggleCoach();
    expect(table.coach.leaving).toBe(false);
    table.coach.leave();
    table.toggleCoach();
    expect([table.coach.leaving, table.coach.isDismissed]).toEqual([false, false]);
  });
});
