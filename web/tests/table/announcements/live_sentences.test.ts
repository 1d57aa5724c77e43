import { describe, expect, it } from "vitest";
import type { Reason, SeatsMessage, SheetMessage } from "../../../src/client/protocol";
import { Speech } from "../../../src/language/speech";
import {
  describePrompt,
  changeSentences,
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
const game = told({ neighbours: { left: 1 } });
const ask = [{ key: "ask-play", numbers: {} }];

describe("the sentences about a table", () => {
  it("prompt for a card, name a missing suit, and list the playable cards unless all are", () => {
    const promptFor = (legal: number[], trickChanges: Parameters<typeof tricks>[0]) =>
      describePrompt(speech, update(1, { ask, legal, view: view({ tricks: tricks(trickChanges) }) }));
    expect(promptFor([5, 6, 7, 8], { table: [12] })).toBe("Your card.");
    expect(promptFor([8, 5], { table: [12] })).toBe("Your card. You can play: ten of spades, seven of spades.");
    expect(promptFor([5, 6, 7, 8], {})).toBe("Your lead.");
    expect(promptFor([5, 6, 7, 8], { table: [51] })).toBe("Your card. You have no hearts. Any card may be played.");
    expect(promptFor([5], { table: [51] })).toBe("Your card. You have no hearts. You can play: seven of spades.");
    expect(promptFor([5, 6, 7, 8], { lead: 14 })).toBe("Your card. You have no clubs. Any card may be played.");
    expect(describePrompt(speech, update(1, { ask, legal: [] }))).toBe("");
  });

  it("prompt for a card of an open hand that the reader plays, and list its playable cards unless all are", () => {
    const openHandView = view({ turn: 1, shown: [0, 0b1100, 0], tricks: tricks({ turn: 1, table: [51] }) });
    expect(describePrompt(speech, update(1, { ask, legal: [2, 3], view: openHandView }))).toBe("Your card.");
    const restricted = update(1, { ask, legal: [3], view: openHandView });
    expect(describePrompt(speech, restricted)).toBe("Your card. You can play: five of spades.");
  });

  it("describe the whole table on request", () => {
    const tricksInPlay = tricks({ line: [2, 0, 1], table: [12, 5], won: [1, 0, 2] });
    const tableView = view({ tricks: tricksInPlay, shown: [0, 1 << 6, 0] }, 0b11000000);
    const facts = [{ key: "contract", numbers: { seat: 1, call: 53 } }];
    expect(describeTable(speech, update(1, { view: tableView, facts, asked: [1] }))).toEqual([
      "Vera plays 6 spades.",
      "There are no trumps.",
      "On the table: Tigran ace of spades, Anna seven of spades.",
      "Tricks: Anna 1, Vera 0, Tigran 2.",
      "Open hand of Vera: spades eight.",
      "Your hand: spades nine, eight.",
      "Waiting for Vera.",
    ]);
  });

  it("start with the facts of the deal on the first view, except those in the recap", () => {
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

  it("shorten a card played to a trick, and add the consequences to the last one", () => {
    const play = (player: number, card: number) => ({ key: "did-play", numbers: { player, card } });
    const take = { key: "did-take", numbers: { player: 1 } };
    const annaSpeech = new Speech(words, { calls: [], sides: [], names, you: 0 }, true);
    const playUpdate = (did: Reason[], trickChanges: Parameters<typeof tricks>[0]) =>
      update(1, { did, view: view({ tricks: tricks(trickChanges) }) });
    const completeTrick = { line: [1, 2, 0], cards: [12, 5, 6], winner: 1, lead: null };
    const first = playUpdate([play(1, 12)], { line: [1, 2, 0], table: [12], past: [completeTrick] });
    const { deal } = first.view.public.match;
    expect(trickPart(speech, first, null, ["Vera plays ace of spades."])).toEqual({
      trick: `${deal}.1`,
      position: 0,
      cardText: "Vera ace of spades",
      consequences: [],
    });
    const last = playUpdate([play(0, 6), take], { past: [completeTrick] });
    expect(trickPart(annaSpeech, last, completeTrick, eventSentences(annaSpeech, last))).toEqual({
      trick: `${deal}.0`,
      position: 2,
      cardText: "you eight of spades",
      consequences: ["Vera takes the trick."],
    });
    const twoCards = playUpdate([play(1, 12), play(2, 5)], { table: [12], past: [] });
    expect(trickPart(speech, twoCards, null, eventSentences(speech, twoCards))).toBeNull();
  });

  it("list the players in order from the reader's seat, and the reader's partner", () => {
    const noPartners = [[0], [1], [2]];
    expect(seatingSentences(speech, noPartners, 1)).toEqual(["Players round the table: Vera, Tigran, Anna."]);
    expect(seatingSentences(speech, noPartners, null)).toEqual(["Players round the table: Anna, Vera, Tigran."]);
    expect(seatingSentences(speech, [[0, 2], [1]], 0)).toEqual([
      "Players round the table: Anna, Vera, Tigran.",
      "You play with Tigran.",
    ]);
  });

  it("name a lead card that no player played, or state that the table is empty", () => {
    const leadCardView = view({ tricks: tricks({ lead: 12 }) });
    expect(describeTable(speech, update(1, { view: leadCardView }))[1]).toBe("On the table: ace of spades.");
    const emptyTableView = view({ tricks: tricks() });
    expect(describeTable(speech, update(1, { view: emptyTableView }))[1]).toBe("The table is empty.");
  });

  it("list what the last deal wrote on the score sheet, and the settlement", () => {
    const reason = { key: "made", numbers: { tricks: 6, needed: 6, value: 2 } };
    const row = { entries: [{ column: "pool", side: 1, amount: -2, reason }] };
    const lines = [{ deal: 1, dealer: 0, outcome: null, row }];
    const sheet: SheetMessage = { type: "sheet", lines, totals: [], settlement: [], winners: [], taken_back: [] };
    expect(scoreSentences(speech, game, sheet)).toEqual(["Vera, Pool: −2; made, 6 tricks, 6 needed."]);
    const whists = { entries: [{ column: "left", side: 1, amount: 8, reason }] };
    expect(scoreSentences(speech, game, { ...sheet, lines: [{ ...lines[0]!, row: whists }] })).toEqual([
      "Vera, Whists on the left (Tigran): 8; made, 6 tricks, 6 needed.",
    ]);
    const settledSheet = { ...sheet, lines: [], settlement: ["-1/3", "+2 1/3", "-2"] };
    const [settlementSentence] = scoreSentences(speech, game, settledSheet);
    expect(settlementSentence).toBe("Settlement now: Anna −1/3, Vera +2 1/3, Tigran −2.");
  });
});

describe("the sentences about a shuffle", () => {
  const did = [
    { key: "deal-begins", numbers: { deal: 1, dealer: 0 } },
    { key: "deal-sealed", numbers: { commitment: "c0ffee" } },
  ];
  it("name the dealer once per attempt, without the digits of the commitment", () => {
    expect(shuffleSentences(speech, null, sealed({ did }))).toEqual(["Deal 1. Dealer: Anna."]);
    expect(shuffleSentences(speech, sealed(), sealed({ did }))).toEqual([]);
    expect(shuffleSentences(speech, sealed(), sealed({ did, attempt: 2 }))).toHaveLength(1);
  });
});

describe("the sentences about the seats", () => {
  const changes = (table: Speech, old: SeatsMessage | null, after: SeatsMessage) =>
    changeSentences(table, old, after, () => "Boris");
  const vera = { name: "Vera", level: "", here: true, owner: true, id: "" };
  const withSeat2 = (person: typeof vera | null) => seats({ seats: [vera, person, vera] });

  it.each([
    ["leaves the page", vera, { ...vera, here: false }, "Vera is away."],
    ["comes back", { ...vera, here: false }, vera, "Vera is back."],
    [
      "is replaced by a bot",
      { ...vera, here: false },
      { ...vera, here: false, level: "rule" },
      "A bot plays for Vera.",
    ],
    ["takes over from the bot", { ...vera, level: "rule" }, vera, "Vera is back."],
    ["sits down", null, vera, "Vera sits on seat 2."],
    ["leaves the seat", vera, null, "Vera has left the seat."],
  ])("announce that a player %s", (_, old, after, sentence) => {
    expect(changes(speech, withSeat2(old), withSeat2(after))).toEqual([sentence]);
  });

  it("state how many seconds the table waits for a player who lost the connection", () => {
    const lost = seats({ seats: [vera, { ...vera, here: false }, vera], absent_in: [null, 59_900, null] });
    expect(changes(speech, withSeat2(vera), lost)).toEqual(["Vera lost the connection. Seconds to wait: 60."]);
  });

  it("name a removed person and the remover to the host, the others and the removed person", () => {
    const boris = { ...vera, name: "Boris", id: "b" };
    const bot = { name: "Tigran", level: "rule", here: true, owner: false, id: "" };
    const removalSentences = (seatChanges: Partial<SeatsMessage>, seat: typeof vera | null = bot) =>
      changes(
        speech,
        seats({ ...seatChanges, seats: [vera, boris, vera] }),
        seats({ ...seatChanges, removed: ["b"], seats: [vera, seat, vera] }),
      );
    expect(removalSentences({ host: true, host_seat: 0 })).toEqual([
      "You have removed Boris.",
      "Tigran, a bot, plays that seat now.",
    ]);
    expect(removalSentences({ host_seat: 2, you: 0 }, null)).toEqual(["Vera has removed Boris."]);
    expect(removalSentences({ host_seat: null, you: 0 }, null)).toEqual(["The host has removed Boris."]);
    expect(removalSentences({ host_seat: 0, me: "b", you: null }, null)).toEqual([
      "Vera has removed you from this table.",
    ]);
    const joinedLater = seats({ host_seat: 1, me: "b", you: null, removed: ["b"] });
    expect(changes(speech, null, joinedLater)).toEqual(["Vera has removed you from this table."]);
  });

  it("announce once, to players only, that a newcomer is choosing a name for a seat", () => {
    const openTable = (you: number | null, reserved: number[]) => seats({ stage: "open", you, reserved });
    expect(changes(speech, openTable(0, []), openTable(0, [1]))).toEqual(["A player is choosing a name for seat 2."]);
    expect(changes(speech, openTable(0, [1]), openTable(0, [1]))).toEqual([]);
    expect(changes(speech, openTable(null, []), openTable(null, [1]))).toEqual([]);
  });

  it("announce once that a rematch is ready at a new table", () => {
    expect(changes(speech, seats({ stage: "over" }), seats({ stage: "over", again: "t2" }))).toEqual([
      "A rematch is ready at a new table.",
    ]);
    expect(changes(speech, seats({ again: "t2" }), seats({ again: "t2" }))).toEqual([]);
  });

  it("are empty for the first message, and if nothing has changed", () => {
    const table = withSeat2(vera);
    expect([changes(speech, null, table), changes(speech, table, table)]).toEqual([[], []]);
  });

  it("announce a proposal once, with its verdict, and its end unless an action has shown it", () => {
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
    const withVerdict = seats({ proposal: { ...proposal, verdict: { key: "claim-just", numbers: {} } } });
    const verdict = "You see every card in play: best play gives that result.";
    expect(changes(speech, seats(), withVerdict)).toEqual([sentence, verdict]);
    expect(changes(speech, table, seats())).toEqual(["The proposal is over."]);
    expect(changeSentences(speech, table, seats(), () => "", true)).toEqual([]);
    expect(speech.reason(proposalReason({ ...proposal, what: "replace", seat: 1 }))).toBe(
      "Tigran asks for a bot on the seat of Vera.",
    );
  });

  it("announce the end of the match time, a forfeit, and why a match is not rated", () => {
    const sentencesFor = (after: Partial<SeatsMessage>) => changeSentences(speech, seats(), seats(after), () => "");
    expect(sentencesFor({ ending: "soon" })).toEqual(["Ten minutes are left for the match."]);
    expect(sentencesFor({ ending: "last" })).toEqual(["The time of the match is over. This is the last deal."]);
    expect(sentencesFor({ forfeits: [1] })).toEqual(["Vera has forfeited the match; a bot plays on."]);
    expect(sentencesFor({ unrated: "device" })).toEqual(["This match is not rated: two seats are on the same device."]);
  });

  it("name the action that an undo proposal concerns, and who declined or withdrew it", () => {
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
    const undoSentences = (action: number | null, back: number, by = 2) => {
      const open = seats({ you: 1, proposal: { ...undo, action, back } });
      return [...changes(speech, seats({ you: 1 }), open), ...changes(speech, open, seats({ you: 1, declined: by }))];
    };
    expect(undoSentences(4, 1)).toEqual([
      "Anna asks to take back six of spades.",
      "Tigran says no: six of spades stands.",
    ]);
    expect(undoSentences(53, 1, 1)).toEqual(["Anna asks to take back 6 spades.", "You say no: 6 spades stands."]);
    expect(undoSentences(null, 1)).toEqual([
      "Anna asks to take the last action back.",
      "Tigran says no: the last action stands.",
    ]);
    expect(undoSentences(4, 3)[1]).toBe("Tigran says no: six of spades stands, and so does everything since.");
    expect(undoSentences(4, 1, 0)[1]).toBe("Anna withdraws the proposal.");
  });
});
