import { describe, expect, it } from "vitest";
import type { Reason, SeatsMessage, SheetMessage } from "../../../src/client/protocol";
import { Speech } from "../../../src/language/speech";
import {
  asking,
  changes as changed,
  describeTable,
  eventSentences,
  shuffleSentences,
  proposalReason,
  scoreSentences,
  seatingSentences,
  trickPart,
} from "../../../src/table/announcements/live_sentences";
import { spoken, told } from "../../game";
import { sealed, seats, tricks, update, view } from "../../messages";

const words = await spoken("en");
const names = ["Anna", "Vera", "Tigran"];
const speech = new Speech(words, { calls: ["pass", "6S"], sides: [[0], [1], [2]], names }, true);
const drawn = told({ neighbours: { left: 1 } });
const ask = [{ key: "ask-play", numbers: {} }];

describe("what is said of a table", () => {
  it("ends with the question, and with the cards that can be played where not all can", () => {
    const asked = (legal: number[], of: Parameters<typeof tricks>[0]) =>
      asking(speech, update(1, { ask, legal, view: view({ tricks: tricks(of) }) }));
    expect(asked([5, 6, 7, 8], { table: [12] })).toBe("Your card.");
    expect(asked([8, 5], { table: [12] })).toBe("Your card. You can play: ten of spades, seven of spades.");
    expect(asked([5, 6, 7, 8], {})).toBe("Your lead.");
    expect(asked([5, 6, 7, 8], { table: [51] })).toBe("Your card. You have no hearts. Any card may be played.");
    expect(asked([5], { table: [51] })).toBe("Your card. You have no hearts. You can play: seven of spades.");
    expect(asked([5, 6, 7, 8], { lead: 14 })).toBe("Your card. You have no clubs. Any card may be played.");
    expect(asking(speech, update(1, { ask, legal: [] }))).toBe("");
  });

  it("is said of the open hand that one plays", () => {
    const open = view({ turn: 1, shown: [0, 0b1100, 0], tricks: tricks({ turn: 1, table: [51] }) });
    expect(asking(speech, update(1, { ask, legal: [2, 3], view: open }))).toBe("Your card.");
    expect(asking(speech, update(1, { ask, legal: [3], view: open }))).toBe("Your card. You can play: five of spades.");
  });

  it("is the whole table where one asks for it", () => {
    const playing = tricks({ line: [2, 0, 1], table: [12, 5], won: [1, 0, 2] });
    const now = view({ tricks: playing, shown: [0, 1 << 6, 0] }, 0b11000000);
    const facts = [{ key: "contract", numbers: { seat: 1, call: 53 } }];
    expect(describeTable(speech, update(1, { view: now, facts, asked: [1] }))).toEqual([
      "Vera plays 6 spades.",
      "There are no trumps.",
      "On the table: Tigran ace of spades, Anna seven of spades.",
      "Tricks: Anna 1, Vera 0, Tigran 2.",
      "Open hand of Vera: spades eight.",
      "Your hand: spades nine, eight.",
      "Waiting for Vera.",
    ]);
  });

  it("begins with what holds, unless the recap says it", () => {
    const contract = { key: "contract", numbers: { seat: 1, call: 53 } };
    const played = { key: "did-play", numbers: { player: 1, card: 12 } };
    const facts = [contract];
    expect(eventSentences(speech, update(1, { facts, recap: [played] }), true)).toEqual([
      "Vera plays 6 spades.",
      "Vera plays ace of spades.",
    ]);
    expect(eventSentences(speech, update(1, { facts, recap: [contract] }), true)).toEqual(["Vera plays 6 spades."]);
    expect(eventSentences(speech, update(1, { facts, recap: [], did: [played] }))).toEqual([
      "Vera plays ace of spades.",
    ]);
  });

  it("is a card of a trick in few words, and with the last what follows from it", () => {
    const play = (player: number, card: number) => ({ key: "did-play", numbers: { player, card } });
    const take = { key: "did-take", numbers: { player: 1 } };
    const own = new Speech(words, { calls: [], sides: [], names, you: 0 }, true);
    const of = (did: Reason[], given: Parameters<typeof tricks>[0]) =>
      update(1, { did, view: view({ tricks: tricks(given) }) });
    const whole = { line: [1, 2, 0], cards: [12, 5, 6], winner: 1, lead: null };
    const first = of([play(1, 12)], { line: [1, 2, 0], table: [12], past: [whole] });
    const { deal } = first.view.public.match;
    expect(trickPart(speech, first, null, ["Vera plays ace of spades."])).toEqual({
      trick: `${deal}.1`,
      place: 0,
      card: "Vera ace of spades",
      then: [],
    });
    const last = of([play(0, 6), take], { past: [whole] });
    expect(trickPart(own, last, whole, eventSentences(own, last))).toEqual({
      trick: `${deal}.0`,
      place: 2,
      card: "you eight of spades",
      then: ["Vera takes the trick."],
    });
    const more = of([play(1, 12), play(2, 5)], { table: [12], past: [] });
    expect(trickPart(speech, more, null, eventSentences(speech, more))).toBeNull();
  });

  it("tells the order round the table from the player on, and with whom they play", () => {
    const alone = [[0], [1], [2]];
    expect(seatingSentences(speech, alone, 1)).toEqual(["Players round the table: Vera, Tigran, Anna."]);
    expect(seatingSentences(speech, alone, null)).toEqual(["Players round the table: Anna, Vera, Tigran."]);
    expect(seatingSentences(speech, [[0, 2], [1]], 0)).toEqual([
      "Players round the table: Anna, Vera, Tigran.",
      "You play with Tigran.",
    ]);
  });

  it("says the card that nobody played but that was led, and that none lies there", () => {
    const led = view({ tricks: tricks({ lead: 12 }) });
    expect(describeTable(speech, update(1, { view: led }))[1]).toBe("On the table: ace of spades.");
    const empty = view({ tricks: tricks() });
    expect(describeTable(speech, update(1, { view: empty }))[1]).toBe("The table is empty.");
  });

  it("is what the last deal wrote", () => {
    const reason = { key: "made", numbers: { tricks: 6, needed: 6, value: 2 } };
    const row = { entries: [{ column: "pool", side: 1, amount: -2, reason }] };
    const lines = [{ deal: 1, dealer: 0, outcome: null, row }];
    const sheet: SheetMessage = { type: "sheet", lines, totals: [], settlement: [], winners: [], taken_back: [] };
    expect(scoreSentences(speech, drawn, sheet)).toEqual(["Vera, Pool: −2; made, 6 tricks, 6 needed."]);
    const whists = { entries: [{ column: "left", side: 1, amount: 8, reason }] };
    expect(scoreSentences(speech, drawn, { ...sheet, lines: [{ ...lines[0]!, row: whists }] })).toEqual([
      "Vera, Whists on the left (Tigran): 8; made, 6 tricks, 6 needed.",
    ]);
    const [stands] = scoreSentences(speech, drawn, { ...sheet, lines: [], settlement: ["-1/3", "+2 1/3", "-2"] });
    expect(stands).toBe("Settlement now: Anna −1/3, Vera +2 1/3, Tigran −2.");
  });
});

describe("what is said of a shuffle", () => {
  const did = [
    { key: "deal-begins", numbers: { deal: 1, dealer: 0 } },
    { key: "deal-sealed", numbers: { commitment: "c0ffee" } },
  ];
  it("is whose deal it is, once, and no digits", () => {
    expect(shuffleSentences(speech, null, sealed({ did }))).toEqual(["Deal 1. Dealer: Anna."]);
    expect(shuffleSentences(speech, sealed(), sealed({ did }))).toEqual([]);
    expect(shuffleSentences(speech, sealed(), sealed({ did, attempt: 2 }))).toHaveLength(1);
  });
});

describe("what is said of the seats", () => {
  const changes = (table: Speech, before: SeatsMessage | null, after: SeatsMessage) =>
    changed(table, before, after, () => "Boris");
  const vera = { name: "Vera", level: "", here: true, owner: true, id: "" };
  const with1 = (person: typeof vera | null) => seats({ seats: [vera, person, vera] });

  it.each([
    ["leaves the page", vera, { ...vera, here: false }, "Vera is away."],
    ["comes back", { ...vera, here: false }, vera, "Vera is back."],
    ["is played for", { ...vera, here: false }, { ...vera, here: false, level: "rule" }, "A bot plays for Vera."],
    ["plays again", { ...vera, level: "rule" }, vera, "Vera is back."],
    ["sits down", null, vera, "Vera sits on seat 2."],
    ["stands up", vera, null, "Vera has left the seat."],
  ])("is that somebody %s", (_, before, after, sentence) => {
    expect(changes(speech, with1(before), with1(after))).toEqual([sentence]);
  });

  it("is how long somebody is waited for whose connection is lost", () => {
    const lost = seats({ seats: [vera, { ...vera, here: false }, vera], absent_in: [null, 59_900, null] });
    expect(changes(speech, with1(vera), lost)).toEqual(["Vera lost the connection. Seconds to wait: 60."]);
  });

  it("is who was removed by whom, to everybody", () => {
    const boris = { ...vera, name: "Boris", id: "b" };
    const bot = { name: "Tigran", level: "rule", here: true, owner: false, id: "" };
    const said = (of: Partial<SeatsMessage>, seat: typeof vera | null = bot) =>
      changes(
        speech,
        seats({ ...of, seats: [vera, boris, vera] }),
        seats({ ...of, removed: ["b"], seats: [vera, seat, vera] }),
      );
    expect(said({ host: true, host_seat: 0 })).toEqual([
      "You have removed Boris.",
      "Tigran, a bot, plays that seat now.",
    ]);
    expect(said({ host_seat: 2, you: 0 }, null)).toEqual(["Vera has removed Boris."]);
    expect(said({ host_seat: null, you: 0 }, null)).toEqual(["The host has removed Boris."]);
    expect(said({ host_seat: 0, me: "b", you: null }, null)).toEqual(["Vera has removed you from this table."]);
    const later = seats({ host_seat: 1, me: "b", you: null, removed: ["b"] });
    expect(changes(speech, null, later)).toEqual(["Vera has removed you from this table."]);
  });

  it("say to who plays that somebody is choosing a name, once", () => {
    const kept = (you: number | null, reserved: number[]) => seats({ stage: "open", you, reserved });
    expect(changes(speech, kept(0, []), kept(0, [1]))).toEqual(["A player is choosing a name for seat 2."]);
    expect(changes(speech, kept(0, [1]), kept(0, [1]))).toEqual([]);
    expect(changes(speech, kept(null, []), kept(null, [1]))).toEqual([]);
  });

  it("say that there is a table for another match", () => {
    expect(changes(speech, seats({ stage: "over" }), seats({ stage: "over", again: "t2" }))).toEqual([
      "A rematch is ready at a new table.",
    ]);
    expect(changes(speech, seats({ again: "t2" }), seats({ again: "t2" }))).toEqual([]);
  });

  it("is nothing where nothing changed, or at first sight", () => {
    expect([changes(speech, null, with1(vera)), changes(speech, with1(vera), with1(vera))]).toEqual([[], []]);
  });

  it("is each proposal, once", () => {
    const proposal = {
      number: 1,
      what: "claim" as const,
      by: 2,
      tricks: 4,
      left: 5,
      seat: null,
      action: null,
      waits: [0, 1],
      back: 0,
      verdict: null,
    };
    const table = seats({ proposal });
    const sentence = "Tigran claims 4 of the 5 tricks left.";
    expect(changes(speech, seats(), table)).toEqual([sentence]);
    expect(changes(speech, table, seats({ proposal: { ...proposal, waits: [1] } }))).toEqual([]);
    const judged = seats({ proposal: { ...proposal, verdict: { key: "claim-just", numbers: {} } } });
    const right = "You see every card in play: best play gives that result.";
    expect(changes(speech, seats(), judged)).toEqual([sentence, right]);
    expect(changes(speech, table, seats())).toEqual(["The proposal is over."]);
    expect(changed(speech, table, seats(), () => "", true)).toEqual([]);
    expect(speech.reason(proposalReason({ ...proposal, what: "replace", seat: 1 }))).toBe(
      "Tigran asks for a bot on the seat of Vera.",
    );
  });

  it("is said of a rated match and of a time limit", () => {
    const said = (changes: Partial<SeatsMessage>) => changed(speech, seats(), seats(changes), () => "");
    expect(said({ ending: "soon" })).toEqual(["Ten minutes are left for the match."]);
    expect(said({ ending: "last" })).toEqual(["The time of the match is over. This is the last deal."]);
    expect(said({ forfeits: [1] })).toEqual(["Vera has forfeited the match; a bot plays on."]);
    expect(said({ unrated: "device" })).toEqual(["This match is not rated: two seats are on the same device."]);
  });

  it("is which action is asked back, who says no to that, and what stands", () => {
    const undo = {
      number: 1,
      what: "undo" as const,
      by: 0,
      tricks: 0,
      left: 0,
      seat: null,
      waits: [1, 2],
      back: 1,
      verdict: null,
    };
    const said = (action: number | null, back: number, by = 2) => {
      const asks = seats({ you: 1, proposal: { ...undo, action, back } });
      return [...changes(speech, seats({ you: 1 }), asks), ...changes(speech, asks, seats({ you: 1, declined: by }))];
    };
    expect(said(4, 1)).toEqual(["Anna asks to take back six of spades.", "Tigran says no: six of spades stands."]);
    expect(said(53, 1, 1)).toEqual(["Anna asks to take back 6 spades.", "You say no: 6 spades stands."]);
    expect(said(null, 1)).toEqual([
      "Anna asks to take the last action back.",
      "Tigran says no: the last action stands.",
    ]);
    expect(said(4, 3)[1]).toBe("Tigran says no: six of spades stands, and so does everything since.");
    expect(said(4, 1, 0)[1]).toBe("Anna withdraws the proposal.");
  });
});
