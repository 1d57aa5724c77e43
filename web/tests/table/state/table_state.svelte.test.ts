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

let fakeSockets: FakeSocket[];
let table: TableState;

const socket = (): FakeSocket => fakeSockets.at(-1)!;
const receive = (...messages: ServerMessage[]): void => messages.forEach((message) => socket().hear(message));
/** Return the messages of a type sent over the last socket. */
const sent = (type: string) => socket().sent.filter((message) => (message as { type: string }).type === type);
/** Let this number of milliseconds pass. */
const elapse = (ms: number): void => {
  flushSync();
  vi.advanceTimersByTime(ms);
  flushSync();
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  localStorage.clear();
  for (const [name, values] of Object.entries(CHOICES)) Object.assign(settings, { [name]: values[0] });
  await words.switchTo("en");
  fakeSockets = [];
  table = new TableState("x", sockets(fakeSockets));
  socket().open();
  receive(welcome, seats());
  flushSync();
  await untilPasses(() => expect(table.seats).not.toBeNull());
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
});

const [game = ""] = GAMES;

describe("the displayed table", () => {
  it("has no update before the messages of the game have been loaded", async () => {
    const secondTable = new TableState("y", sockets(fakeSockets));
    socket().open();
    receive({ ...welcome, game }, seats(), update(1));
    expect([secondTable.welcome?.game, secondTable.update]).toEqual([game, null]);
    flushSync();
    await untilPasses(() => expect(secondTable.update?.n).toBe(1));
    expect(secondTable.speech.text("game")).toBe(words.text(`game-${game}`));
    secondTable.close();
  });

  it("keeps its game messages if reloading them fails, and tries again after the next welcome", async () => {
    receive({ ...welcome, game });
    flushSync();
    await untilPasses(() => expect(table.words.has("game")).toBe(true));
    const load = vi.spyOn(Words.prototype, "game").mockRejectedValueOnce(new Error("connection lost"));
    receive({ ...welcome, game });
    flushSync();
    await expect(load.mock.results[0]?.value).rejects.toThrow();
    await Promise.resolve();
    expect(table.speech.text("game")).toBe(words.text(`game-${game}`));
    receive({ ...welcome, game });
    flushSync();
    expect(load).toHaveBeenCalledTimes(2);
    load.mockRestore();
  });

  it("pauses at a complete trick while later messages wait", () => {
    receive(after(1, 0), after(2, 1), update(3), seats({ stage: "rest" }));
    expect(table.update?.n).toBe(1);
    elapse(240);
    expect([table.update?.n, table.fullTrick?.winner]).toEqual([2, 1]);
    elapse(999);
    expect([table.update?.n, table.seats?.stage]).toEqual([2, "deal"]);
    elapse(1);
    expect([table.update?.n, table.fullTrick]).toEqual([3, null]);
    elapse(240);
    expect(table.seats?.stage).toBe("rest");
  });

  it("pauses at a complete trick for the time set by the player, and not at all if that is 0", () => {
    settings.rest = 0;
    receive(after(1, 0), after(2, 1));
    elapse(240);
    expect([table.update?.n, table.fullTrick]).toEqual([2, null]);
    settings.rest = 2000;
    receive(after(3, 2));
    elapse(240);
    elapse(1999);
    expect(table.fullTrick).not.toBeNull();
    elapse(1);
    expect(table.fullTrick).toBeNull();
  });

  it("pauses at a complete trick even if animations are off", () => {
    settings.speed = 0;
    receive(after(1, 0), after(2, 1));
    expect(table.fullTrick).not.toBeNull();
    elapse(1000);
    expect(table.fullTrick).toBeNull();
  });

  it("waits until all sealed bids have been turned up, and not at all if animations are off", () => {
    const said = [1, 2].map((seat) => ({ seat, action: seat }));
    const bidding = (n: number) => update(n, { view: view({ phase: "bid" }), moved: [] });
    const turnedUp = (n: number) => update(n, { view: view({ said }) });
    receive({ ...welcome, presentation: { ...PLAIN, aloud: ["none"] } });
    receive(bidding(1), turnedUp(2), update(3));
    elapse(1219);
    expect(table.update?.n).toBe(2);
    elapse(1);
    expect(table.update?.n).toBe(3);
    elapse(240);
    settings.speed = 0;
    receive(bidding(4), turnedUp(5), update(6));
    expect(table.update?.n).toBe(6);
  });

  it("jumps to the last update when the player skips a pause", () => {
    receive(after(1, 0), after(2, 1), after(3, 1), after(4, 2));
    elapse(240);
    table.skip();
    expect([table.update?.n, table.fullTrick]).toEqual([4, null]);
  });

  it("jumps to the last update without pauses while the page is hidden", () => {
    vi.stubGlobal("document", { ...document, hidden: true });
    receive(after(1, 0), after(2, 1), after(3, 1));
    expect([table.update?.n, table.fullTrick]).toEqual([3, null]);
    vi.unstubAllGlobals();
  });

  it("does not pause at a complete trick whose last card the player did not see", () => {
    receive(after(1, 0), after(9, 3, { moved: [] }));
    elapse(240);
    expect([table.update?.n, table.fullTrick]).toEqual([9, null]);
  });

  it("shows the agreement that ended the deal for 3 s, or until the player skips it", () => {
    const did = [{ key: "did-take-rest", numbers: { player: 1, hand: 3, tricks: 2 } }];
    const over = update(2, { did, moved: [], view: view({ phase: "over", turn: null, actor: null }) });
    receive(after(1, 0), over, seats({ stage: "rest" }));
    elapse(240);
    expect([table.update?.n, table.agreement, table.seats?.stage]).toEqual([2, did[0], "deal"]);
    elapse(2999);
    expect(table.agreement).not.toBeNull();
    elapse(1);
    expect([table.agreement, table.seats?.stage]).toEqual([null, "rest"]);
    receive(after(3, 0), { ...over, n: 4 }, seats({ stage: "over" }));
    elapse(240);
    table.skip();
    expect([table.agreement, table.seats?.stage]).toEqual([null, "over"]);
  });

  it("shows the line of play of a granted claim for 2 s or until skipped, even with pauses off", () => {
    settings.rest = 0;
    const did = [{ key: "did-agree", numbers: { counted: [0, 1, 0] } }];
    const line = [{ line: [1, 2, 0], cards: [12, 3, 4], winner: 1, lead: null }];
    const over = update(2, { did, line, moved: [], view: view({ phase: "over", turn: null, actor: null }) });
    receive(after(1, 0), over, seats({ stage: "rest" }));
    elapse(240);
    elapse(1999);
    expect([table.agreement, table.update?.line, table.seats?.stage]).toEqual([did[0], line, "deal"]);
    elapse(1);
    expect([table.agreement, table.seats?.stage]).toEqual([null, "rest"]);
    receive(after(3, 0), { ...over, n: 4 }, seats({ stage: "over" }));
    elapse(240);
    table.skip();
    expect([table.agreement, table.seats?.stage]).toEqual([null, "over"]);
  });

  it("shows an agreement without a line of play for 2 s, even with pauses off", () => {
    settings.rest = 0;
    const did = [{ key: "did-agree", numbers: { counted: [1, 1, 0] } }];
    receive(after(1, 0), update(2, { did, moved: [], view: view({ phase: "over" }) }));
    elapse(240);
    elapse(1999);
    expect(table.agreement).toEqual(did[0]);
    elapse(1);
    expect(table.agreement).toBeNull();
  });

  it("does not pause at a deal that was already over in the first update", () => {
    const over = (n: number) =>
      update(n, {
        did: [{ key: "did-agree", numbers: { counted: [1, 1, 0] } }],
        moved: [],
        view: view({ phase: "over" }),
      });
    receive(over(1));
    expect(table.agreement).toBeNull();
    receive(over(2));
    expect(table.agreement).toBeNull();
  });

  it("is replaced by the messages of a new connection, without the old pause and chat", () => {
    receive(after(1, 0), after(2, 1));
    receive({ type: "chatted", seat: 1, name: "Vera", text: "hm", preset: "", id: "id-Vera" });
    elapse(240);
    expect(table.fullTrick).not.toBeNull();
    socket().shut(1006);
    expect([table.status, table.mustAct]).toEqual(["lost", false]);
    elapse(500);
    socket().open();
    receive(welcome, seats(), after(7, 4, { moved: [], legal: [5], asked: [0] }));
    expect([table.update?.n, table.fullTrick, table.chat.length, table.mustAct]).toEqual([7, null, 0, true]);
  });

  it("hides the deal from a player who loses the seat if watchers see deals only after their end", () => {
    receive({ ...welcome, delayed: true }, seats(), update(1, { legal: [5], asked: [0], moved: [] }));
    expect(table.mustAct).toBe(true);
    receive(seats({ you: null, removed: ["id-Anna"] }));
    expect([table.update, table.mustAct, table.isDealHidden]).toEqual([null, false, true]);
    elapse(60_000);
    expect(table.announcer.lines.map(({ text }) => text).join(" ")).toContain(words.text("table-unseen"));
    receive(update(2, { moved: [] }), seats({ you: null, stage: "rest" }));
    expect([table.update?.n, table.isDealHidden]).toEqual([2, false]);
    receive(sealed({ deal: 2, step: "cut" }), seats({ you: null }));
    expect(table.isDealHidden).toBe(false);
    receive(sealed({ deal: 2, step: "dealt" }));
    expect(table.isDealHidden).toBe(true);
  });

  it("has each deck once, in the order of the deals", () => {
    const inputs = { seed: "", entropy: [], cut: 1, cut_from: "", withheld: [] } as const;
    const deck = { attempt: 1, ...inputs, entropy: [], withheld: [], deck: [], refused: "" };
    receive({ type: "opened", decks: [{ ...deck, deal: 2 }] });
    receive({ type: "opened", decks: [{ ...deck, deal: 1 }, { ...deck, deal: 2 }, { ...deck, deal: 2, attempt: 2 }] });
    expect(table.decks.map(({ deal, attempt }) => [deal, attempt])).toEqual([[1, 1], [2, 1], [2, 2]]);
  });
});

describe("an action of the player", () => {
  const ownTurn = (n: number, legal: number[], changes = {}) => update(n, { legal, asked: [0], moved: [], ...changes });

  it("is sent, and marked as sent until the view with its result arrives", () => {
    receive(ownTurn(4, [5, 6]));
    expect(table.mustAct).toBe(true);
    table.act(5);
    const [act] = sent("act") as [{ id: string }];
    expect(act).toMatchObject({ n: 4, act: 5 });
    expect([table.sentActions, table.mustAct]).toEqual([[5], false]);
    table.act(6);
    expect(sent("act")).toHaveLength(1);
    receive({ type: "receipt", id: act.id, n: 5 });
    expect(table.sentActions).toEqual([5]);
    receive(update(5));
    expect(table.sentActions).toEqual([]);
  });

  it("stays marked as sent until its receipt arrives if the view arrives first", () => {
    receive(ownTurn(4, [5, 6]));
    table.act(5);
    receive(update(5));
    expect(table.sentActions).toEqual([5]);
    receive({ type: "receipt", id: (sent("act")[0] as { id: string }).id, n: 5 });
    expect(table.sentActions).toEqual([]);
  });

  it("is sent again with the same id if the connection is lost before the receipt", () => {
    receive(ownTurn(4, [5, 6]));
    table.act(5);
    const oldCommands = sent("act") as { id: string }[];
    socket().shut(1006);
    elapse(500);
    socket().open();
    expect(sent("act")).toEqual(oldCommands);
    receive(welcome, seats(), ownTurn(5, [9], {}), { type: "receipt", id: oldCommands[0]!.id, n: 5 });
    expect([table.sentActions, table.mustAct]).toEqual([[], true]);
  });

  it("shows the reason if it is refused, until the next update", () => {
    receive(ownTurn(4, [5, 6]));
    table.act(5);
    const id = (sent("act")[0] as { id: string }).id;
    receive({ type: "refused", reason: { key: "must-follow", numbers: { suit: 1 } }, id, legal: [6] });
    expect([table.lastRefusal?.command, table.sentActions]).toEqual(["act", []]);
    receive(ownTurn(5, [5, 6]));
    expect(table.lastRefusal).toBeNull();
  });

  it("shows no notice if it is refused as stale after a newer view", () => {
    receive(ownTurn(4, [5, 6]));
    table.act(5);
    receive(ownTurn(6, [7]));
    const { id } = sent("act")[0] as { id: string };
    receive({ type: "refused", reason: { key: "stale", numbers: {} }, id, legal: [] });
    expect([table.lastRefusal, table.sentActions, table.mustAct]).toEqual([null, [], true]);
  });

  it("requests an explanation instead of being sent if it is illegal", () => {
    receive(ownTurn(4, [5, 6]));
    table.act(30);
    expect([sent("act"), sent("why")]).toEqual([[], [{ type: "why", n: 4, act: 30 }]]);
    receive({ type: "why", n: 4, act: 30, reason: { key: "must-follow", numbers: { suit: 0 } } });
    expect(table.explanation?.act).toBe(30);
    receive(update(5));
    expect(table.explanation).toBeNull();
  });

  it("ends the pause at a complete trick before it is sent", () => {
    receive(after(1, 0), after(2, 1, { legal: [5], asked: [0] }));
    elapse(240);
    expect(table.mustAct).toBe(false);
    table.act(5);
    expect([table.fullTrick, sent("act").length]).toEqual([null, 1]);
  });

  it("is collected for a discard of several cards, and sent with the others once all are chosen", () => {
    const queue = [{ giver: 0, receiver: null, count: 2 }];
    receive(ownTurn(4, [5, 6, 7], { view: view({ phase: "discard", exchange: { queue } }) }));
    expect(table.cardsDue).toBe(2);
    table.act(5);
    table.discard();
    table.act(6);
    table.act(5);
    table.act(7);
    expect([table.chosenCards, sent("act")]).toEqual([[6, 7], []]);
    table.act(5);
    expect(table.chosenCards).toEqual([6, 7]);
    table.discard();
    expect([sent("act"), table.chosenCards]).toEqual([[expect.objectContaining({ n: 4, act: [6, 7] })], []]);
  });

  it("is sent at once for a discard of one card, and for each card passed to a player", () => {
    for (const [n, receiver, count] of [[4, null, 1], [6, 2, 2]] as const) {
      const queue = [{ giver: 0, receiver, count }];
      receive(ownTurn(n, [5, 6], { view: view({ phase: "discard", exchange: { queue } }) }));
      expect(table.cardsDue).toBe(0);
      table.act(5);
      const { id } = sent("act").at(-1) as { id: string };
      receive({ type: "receipt", id, n: n + 1 }, update(n + 1, { moved: [] }));
    }
    expect(sent("act").map((act) => (act as { act: number }).act)).toEqual([5, 5]);
  });

  it("is sent automatically after half a second for a forced card, if that setting is on", () => {
    receive(ownTurn(4, [5]));
    elapse(5000);
    expect(sent("act")).toEqual([]);
    settings.auto = true;
    elapse(499);
    expect(sent("act")).toEqual([]);
    elapse(1);
    expect(sent("act")).toEqual([expect.objectContaining({ n: 4, act: 5 })]);
  });

  it.each([
    ["two playable cards", ownTurn(4, [5, 6])],
    ["a call", ownTurn(4, [52])],
    ["a discard", ownTurn(4, [5], { view: view({ phase: "discard" }) })],
    ["a card after a trick that is still shown", after(4, 1, { legal: [5] })],
  ])("is not sent automatically for %s", (_, message) => {
    settings.auto = true;
    settings.rest = 2000;
    receive(after(3, 0), message);
    elapse(1000);
    expect(sent("act")).toEqual([]);
  });

});

describe("a proposal", () => {
  it("awaits the player's answer, and is answered with no when the player declines", () => {
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
    receive(seats({ proposal: { ...proposal, waits: [0] } }));
    expect(table.mustAnswerProposal).toBe(true);
    table.answer(false);
    expect(sent("answer")).toEqual([{ type: "answer", proposal: 7, yes: false }]);
  });

  it("shows for 6 s, and announces, who declined it", async () => {
    receive({ ...welcome, game }, seats());
    flushSync();
    await untilPasses(() => expect(table.words.has("declined-undo")).toBe(true)); // with the words of the game
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
    receive(seats({ proposal: { ...proposal, waits: [1] } }), seats({ declined: 1 }));
    expect(table.resultNotices.map((reason) => table.speech.reason(reason))).toEqual(["Vera says no: ♠6 stands."]);
    elapse(5999);
    expect(table.resultNotices).toHaveLength(1);
    elapse(1);
    expect(table.resultNotices).toEqual([]);
    expect(table.announcer.lines.map(({ text }) => text).join(" ")).toContain("Vera says no: six of spades stands.");
  });

  it("no longer shows who declined it when another proposal is made", () => {
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
    receive(seats({ proposal }), seats({ declined: 1 }));
    expect(table.resultNotices).toHaveLength(1);
    receive(seats({ proposal: { ...proposal, number: 2 } }), seats());
    expect(table.resultNotices).toEqual([]);
  });

  it("keeps its refusal visible after the next update", () => {
    table.propose("undo");
    const [{ id }] = sent("propose") as [{ id: string }];
    receive({ type: "refused", reason: { key: "undo-others", numbers: {} }, id, legal: [] }, update(8));
    expect(table.lastRefusal?.command).toBe("propose");
  });
});

describe("chat", () => {
  const chatted = (text: string) =>
    ({ type: "chatted", seat: 1, name: "Vera", text, preset: "", id: "id-Vera" }) as const;

  it("is announced once, even if a new connection sends all of it again", () => {
    settings.reading = 0;
    elapse(60_000);
    const announced = () => table.announcer.lines.map(({ text }) => text).filter((text) => text.startsWith("Vera:"));
    receive(chatted("one"), chatted("two"));
    elapse(1);
    expect(announced()).toEqual(["Vera: one", "Vera: two"]);
    table.announcer.lines = [];
    socket().shut(1006);
    elapse(500);
    socket().open();
    receive(welcome, seats(), chatted("two"), chatted("two"), chatted("three"));
    elapse(1);
    expect(announced()).toEqual(["Vera: two", "Vera: three"]);
    expect(table.chat).toHaveLength(3);
  });

  it("omits the messages of muted people, and is empty if it is switched off", () => {
    const chattedBy = (name: string, seat: number) =>
      ({ type: "chatted", seat, name, text: "hm", preset: "", id: `id-${name}` }) as const;
    receive(chattedBy("Vera", 1), chattedBy("Tigran", 2));
    table.mute("id-Vera", true);
    expect(table.chat.map(({ name }) => name)).toEqual(["Tigran"]);
    settings.chat = false;
    expect(table.chat).toEqual([]);
  });
});

describe("the device during a shuffle", () => {
  it("sends a hash, then the entropy with that hash, each once, and saves the shuffle", () => {
    receive(sealed(), sealed({ hashes: [null, "b".repeat(64), null] }));
    const [{ hash }] = sent("hash") as [{ hash: string }];
    expect(sent("hash")).toHaveLength(1);
    const hashes = [hash, null, null];
    receive(sealed({ hashes, step: "entropies" }), sealed({ hashes, step: "entropies" }));
    const [{ entropy }] = sent("entropy") as [{ entropy: string }];
    expect([sent("entropy").length, hashText(entropy)]).toEqual([1, hash]);
    receive(sealed({ hashes, step: "cut", entropies: [entropy, null, null] }));
    receive(sealed({ hashes, step: "dealt", entropies: [entropy, null, null], cut: 3, cut_from: "seed" }));
    receive(update(1, { moved: [], view: view({}, 0b1100000) }));
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

  it("does not reveal the entropy if the server shows another hash than the player sent", () => {
    receive(sealed(), sealed({ hashes: ["d".repeat(64), null, null], step: "entropies" }));
    expect(sent("entropy")).toEqual([]);
  });

  it("sends the same hash again after a lost connection", () => {
    receive(sealed());
    const oldHashes = sent("hash");
    socket().shut(1006);
    elapse(500);
    socket().open();
    receive(welcome, seats(), sealed());
    expect(sent("hash")).toEqual(oldHashes);
  });

  describe("the cut", () => {
    const cutting = { step: "cut", cutter: 0, millis: 22_000 } as const;
    const botSeats = seats();
    botSeats.seats = botSeats.seats.map((person, seat) => (person && seat ? { ...person, level: "rule" } : person));

    it("is made by the device at once if all other players are bots", () => {
      receive(botSeats, sealed(cutting));
      expect(table.mustCut).toBe(false);
      const [{ cut }] = sent("cut") as [{ cut: number }];
      expect(cut).toBeGreaterThan(0);
      expect(cut).toBeLessThan(32);
    });

    it("is made by the player against bots if that setting is on", () => {
      settings.cutBots = true;
      receive(botSeats, sealed(cutting));
      expect([table.mustCut, sent("cut")]).toEqual([true, []]);
    });

    const announced = (): string => table.announcer.lines.map(({ text }) => text).join(" ");

    it("is announced as a prompt to the player, or with the name of another player who cuts", () => {
      receive(sealed(cutting));
      elapse(10_000);
      expect(announced()).toContain("You cut the deck. Enter cuts it in the middle.");
      receive(sealed({ ...cutting, attempt: 2, cutter: 1 }));
      expect(table.cutter).toBe(1);
      elapse(10_000);
      expect(announced()).toContain("Vera cuts the deck.");
    });

    it("is neither awaited nor announced if a bot cuts", () => {
      receive(botSeats, sealed({ ...cutting, cutter: 1 }));
      expect([table.cutter, announced()]).toEqual([null, expect.not.stringContaining("cut")]);
    });

    it("is made by the player at a table with people, and sent once", () => {
      receive(sealed(cutting));
      expect([table.mustCut, sent("cut")]).toEqual([true, []]);
      table.cut(9);
      expect(table.mustCut).toBe(false);
      elapse(30_000);
      expect(sent("cut")).toEqual([{ type: "cut", deal: 1, attempt: 1, cut: 9 }]);
    });

    it("is made by the device if the player does not cut within 20 s", () => {
      receive(sealed(cutting));
      elapse(19_999);
      expect(sent("cut")).toEqual([]);
      elapse(1);
      expect(sent("cut")).toHaveLength(1);
      expect(table.mustCut).toBe(false);
    });

    it("is made by the device at once if cutting by hand is switched off", () => {
      settings.cutSelf = false;
      receive(sealed(cutting));
      expect(sent("cut")).toHaveLength(1);
    });

    it("is sent again unchanged after a lost connection", () => {
      receive(sealed(cutting));
      table.cut(9);
      socket().shut(1006);
      elapse(500);
      socket().open();
      receive(welcome, seats(), sealed({ ...cutting, millis: 20_000 }));
      expect(table.mustCut).toBe(false);
      expect(sent("cut")).toEqual([{ type: "cut", deal: 1, attempt: 1, cut: 9 }]);
    });
  });

  it("sends no hash if the player only watches", () => {
    receive(seats({ you: null }), sealed());
    expect(sent("hash")).toEqual([]);
  });

  it("keeps the first commitment and hashes received, and notes a fault if they change", () => {
    const [firstHashes, otherHashes] = ["a", "b"].map((digit) => [null, digit.repeat(64), null]);
    receive(
      sealed({ hashes: firstHashes!, step: "entropies" }),
      sealed({ hashes: otherHashes!, step: "entropies", commitment: "e" }),
    );
    expect(table.shuffleNotes.noted["1.1"]).toMatchObject({
      commitment: "c".repeat(64),
      hashes: firstHashes,
      faults: ["promise"],
    });
  });
});

describe("a card at which a player points", () => {
  const pointed = (by: number, card: number): ServerMessage => ({
    type: "pointed",
    cards: [{ by, seat: 3 - by, card }],
  });

  beforeEach(() => {
    settings.speed = 0;
    receive(update(4, { partners: [2] }));
  });

  it("is sent with the current version, and withdrawn by pointing at it again", () => {
    table.pointAt(12);
    receive(pointed(table.you!, 12));
    table.pointAt(12);
    expect(sent("point")).toMatchObject([
      { n: 4, card: 12 },
      { n: 4, card: null },
    ]);
  });

  it("is announced once to the other players, not to the player who points", () => {
    const announce = vi.spyOn(table.announcer, "announce");
    receive(pointed(table.you!, 12));
    expect(announce.mock.calls.flat(2)).toEqual([]);
    receive(pointed(1, 11), pointed(1, 11));
    expect(announce.mock.calls.flat(2)).toEqual([expect.stringContaining(table.ariaSpeech.card(11))]);
  });

  it("is forgotten after a new welcome", () => {
    receive(pointed(1, 11));
    expect(table.pointedCards).toHaveLength(1);
    receive(welcome);
    expect(table.pointedCards).toEqual([]);
  });
});

describe("the announcements of a table", () => {
  const sittingOut = { key: "not-playing", numbers: { seat: 1 } };
  const announcedText = (announce: { mock: { calls: unknown[][] } }): string => announce.mock.calls.flat(2).join(" ");

  it("include the hand once per deal", () => {
    settings.speed = 0;
    const announce = vi.spyOn(table.announcer, "announce");
    receive(update(4, { view: view({}, 0b11000000) }), update(5, { view: view({}, 0b10000000), did: [sittingOut] }));
    expect(announcedText(announce).match(/Your hand/g)).toHaveLength(1);
  });

  it("repeat a prompt only after an update without it", () => {
    settings.speed = 0;
    const announce = vi.spyOn(table.announcer, "announce");
    const prompt = { ask: [{ key: "ask-play", numbers: {} }], legal: [52] };
    receive(update(4, prompt), update(5, { ...prompt, did: [sittingOut] }), update(6), update(7, prompt));
    expect(announce.mock.calls.map(([, question]) => question)).toEqual(["ask-play", undefined, "", "ask-play"]);
  });

  it("include missed events and the hand after a reconnection", () => {
    settings.speed = 0;
    receive(update(4));
    const announce = vi.spyOn(table.announcer, "announce");
    receive(welcome, seats(), update(6, { recap: [sittingOut], view: view({}, 0b11000000) }));
    expect(announcedText(announce)).toContain("Vera sits this deal out.");
    expect(announcedText(announce)).toContain("Your hand: spades nine, eight.");
  });

  it("do not repeat in the first view what the shuffle has announced", () => {
    settings.speed = 0;
    const announce = vi.spyOn(table.announcer, "announce");
    receive(sealed({ step: "dealt", did: [sittingOut] }));
    receive(update(4, { facts: [sittingOut], view: view({}, 0b11000000) }));
    expect(announcedText(announce).match(/Vera sits this deal out/g)).toHaveLength(1);
  });
});

describe("a report of a bot's action", () => {
  const person = (level: string) => ({ name: level || "Anna", level, here: true, owner: !level, id: "" });
  const withBots = seats({ seats: ["", "rule", "rule"].map(person) });
  const reportable = () => table.botActions.map(({ n, seat, act }) => `${n} ${seat} ${act}`);

  beforeEach(() => {
    settings.speed = 0;
    receive(withBots, update(4, { moved: [{ seat: 1, act: 52 }] }), update(5, { moved: [{ seat: 0, act: 53 }] }));
  });

  it("is possible for every bot action of the deal, even a face-down card or a repeated call", () => {
    receive(update(6, { moved: [{ seat: 2, act: null }] }), update(7, { moved: [{ seat: 1, act: 52 }] }));
    expect(reportable()).toEqual(["4 1 52", "6 2 null", "7 1 52"]);
    table.report(table.botActions[0]!);
    expect(sent("report")).toEqual([{ type: "report", n: 4, seat: 1 }]);
    receive({ type: "noted", n: 4, seat: 1 });
    expect(table.botActions.map((action) => table.hasReported(action))).toEqual([true, false, false]);
  });

  it("finds the action by the card that a bot played", () => {
    receive(update(6, { moved: [{ seat: 2, act: 7 }] }));
    expect([table.botActionWithCard(7)?.seat, table.botActionWithCard(8)]).toEqual([2, null]);
  });

  it("is possible after the deal until the next shuffle starts", () => {
    receive(seats({ stage: "rest", seats: withBots.seats }));
    expect(reportable()).toEqual(["4 1 52"]);
    receive(sealed({ deal: 2 }));
    expect(reportable()).toEqual([]);
  });

  it("is not possible for an action that the reader only watched", () => {
    receive({ ...withBots, you: null }, update(6, { moved: [{ seat: 2, act: 7 }] }));
    expect(reportable()).toEqual(["4 1 52"]);
  });
});

describe("a hint", () => {
  const ownTurn = (n: number) => update(n, { legal: [5, 6], asked: [0] });
  const hintFor = (n: number): ServerMessage => ({
    type: "hint",
    n,
    plan: [6],
    worth: [{ plan: [6], points: 1.25 }],
    why: null,
  });
  const awaitedHint = { n: 4, response: null };

  beforeEach(() => {
    settings.speed = 0;
    receive(seats({ practice: true }), ownTurn(4));
    table.askHint();
  });

  it("is requested for the current version, and shown when it arrives", () => {
    expect(sent("hint")).toEqual([{ type: "hint", n: 4 }]);
    expect(table.hint).toEqual(awaitedHint);
    receive(hintFor(4));
    expect(table.hint?.response?.plan).toEqual([6]);
  });

  it("is available only on the player's turn, and only at a practice table", () => {
    receive(update(5));
    table.askHint();
    receive(seats({ practice: false }), ownTurn(6));
    table.askHint();
    expect([sent("hint").length, table.hint, table.canAskHint]).toEqual([1, null, false]);
  });

  it("is shown even if a newer update has arrived, while the player still has to act", () => {
    receive(ownTurn(5), hintFor(4));
    expect(table.hint?.response?.n).toBe(4);
  });

  it("disappears when the player acts, and when the turn of the player ends", () => {
    receive(hintFor(4));
    table.act(5);
    expect(table.hint).toBeNull();
    receive(ownTurn(6));
    flushSync();
    receive({ type: "receipt", id: (sent("act")[0] as { id: string }).id, n: 5 });
    table.askHint();
    expect(table.hint?.n).toBe(6);
    receive(update(7));
    expect(table.hint).toBeNull();
  });

  it("is not shown if it was not requested, or if another one was requested since", () => {
    table.hint = null;
    receive(hintFor(4));
    expect(table.hint).toBeNull();
    receive(ownTurn(5));
    table.askHint();
    receive(hintFor(4));
    expect(table.hint).toEqual({ n: 5, response: null });
  });

  it("is replaced by the reason if it is refused", () => {
    receive({ type: "refused", reason: { key: "hint-failed", numbers: {} }, id: "", legal: [] });
    expect([table.hint, table.lastRefusal?.reason.key]).toEqual([null, "hint-failed"]);
  });

  it("is no longer awaited after a new welcome", () => {
    receive(welcome);
    expect(table.hint).toBeNull();
  });
});

describe("the calls of friends", () => {
  const call = (id: string, of = "other") => ({ id, name: "Boris", table: of, game: "made-up" });
  it("are those to other tables", () => {
    receive({ type: "invited", calls: [call("1"), call("2", "x")] });
    expect(table.calls.map(({ id }) => id)).toEqual(["1"]);
    receive({ type: "invited", calls: [] });
    expect(table.calls).toEqual([]);
  });

  it("are announced once, also after a reconnection", () => {
    const announce = vi.spyOn(table.announcer, "announce");
    const announced = () => announce.mock.calls.flat(2).filter((text) => String(text).startsWith("Boris"));
    receive({ type: "invited", calls: [call("1")] });
    expect(announced()).toEqual([words.text("friend-news-call", { name: "Boris" })]);
    receive(welcome);
    expect(table.calls).toEqual([]);
    receive({ type: "invited", calls: [call("1")] });
    expect([table.calls.length, announced().length]).toEqual([1, 1]);
  });
});

describe("the coach", () => {
  const remark = (number: number, kind: Remark["kind"] = "plan"): Remark => ({
    number,
    say: [{ key: kind, numbers: {} }],
    points: "",
    kind,
  });
  const coached = (n: number, remarks: Remark[], changes: Partial<UpdateMessage> = {}) =>
    update(n, { coach: { of: 9, remarks, answer: [], things: [] }, ...changes });
  const moveBy = (n: number, seat: number, changes: Partial<UpdateMessage> = {}) =>
    update(n, { moved: [{ seat, act: 5 }], ...changes });
  const shownRemark = () => table.coachMark?.remark?.number ?? null;
  const prompt = { legal: [5, 6], asked: [0] };

  beforeEach(() => {
    receive({ ...welcome, coach: true }, seats());
    flushSync();
  });

  it("shows its remark until another player acts after the player's answer", () => {
    receive(coached(1, [remark(1)], { ...prompt, moved: [{ seat: 2, act: 7 }] }));
    expect(shownRemark()).toBe(1);
    table.act(5);
    expect(shownRemark()).toBe(1);
    receive(moveBy(2, 0));
    expect(shownRemark()).toBe(1);
    elapse(1000);
    receive(moveBy(3, 1));
    expect(shownRemark()).toBeNull();
  });

  it("shows a remark on a deviating answer until the player acts again", () => {
    const deviation = remark(1, "otherwise");
    receive(coached(2, [deviation], { moved: [{ seat: 0, act: 5 }] }));
    receive(coached(3, [deviation], { moved: [{ seat: 1, act: 6 }] }));
    expect(table.coachMark?.hasMore).toBe(true);
    receive(coached(4, [deviation, remark(2)], { ...prompt, moved: [{ seat: 2, act: 7 }] }));
    expect(shownRemark()).toBe(1);
    table.act(5);
    expect(shownRemark()).toBeNull();
  });

  it("shows its remark while the connection is lost", () => {
    receive(coached(1, [remark(1)], prompt));
    socket().shut(1006);
    expect([table.mustAct, shownRemark()]).toEqual([false, 1]);
  });

  it("holds back an automatic forced card until it has left", () => {
    settings.auto = true;
    receive(coached(1, [remark(1)], { legal: [5], asked: [0] }));
    elapse(1000);
    expect(sent("act")).toEqual([]);
    table.coach.dismiss();
    elapse(1000);
    expect(sent("act")).toHaveLength(1);
  });

  it("asks for confirmation before it leaves, and comes back without one", () => {
    table.toggleCoach();
    expect([table.coach.isConfirmingDismissal, table.coach.isDismissed]).toEqual([true, false]);
    table.toggleCoach();
    expect(table.coach.isConfirmingDismissal).toBe(false);
    table.coach.dismiss();
    table.toggleCoach();
    expect([table.coach.isConfirmingDismissal, table.coach.isDismissed]).toEqual([false, false]);
  });
});
