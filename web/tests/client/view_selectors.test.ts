import { describe, expect, it } from "vitest";
import type { Public, UpdateMessage } from "../../src/client/protocol";
import { told } from "../game";
import {
  receivedCards,
  asksFor,
  backs,
  isDeep,
  lastCall,
  groupNotes,
  handToPlay,
  sitsOut,
  tricksOf,
  turnedBids,
  turnedUpCards,
} from "../../src/client/view_selectors";

const PASS = 52;
const BID = 53;

function deal(changes: object): Public {
  const empty = { phase: "auction", turn: 0, actor: 0, dealer: 2, shown: [0, 0, 0], said: [], tricks: null };
  return { ...empty, ...changes } as unknown as Public;
}

function update(of: Public, view: object = {}, more: object = {}): UpdateMessage {
  return { view: { seat: 0, public: of, hand: 0, notes: [], ...view }, legal: [], ...more } as unknown as UpdateMessage;
}

const auction = (...live: number[]) => ({ turn: live[0], live, high: null, holder: null });
const tricks = (changes: object) => ({
  seats: [0, 1, 2],
  line: [0, 1, 2],
  table: [],
  won: [0, 0, 0],
  past: [],
  ...changes,
});
const holding = (hand: number, seats: number) =>
  told({ hand }, { sides: Array.from({ length: seats }, (_, seat) => [seat]) });

describe("who takes part", () => {
  it("is told by the auction: whoever is out of it and has not passed was never in it", () => {
    const of = deal({ auction: auction(1, 2), said: [{ seat: 0, action: PASS }] });
    expect([0, 1, 2, 3].map((seat) => sitsOut(of, seat))).toEqual([false, false, false, true]);
  });

  it("is told by the tricks once they have begun", () => {
    const of = deal({ auction: auction(1), tricks: tricks({ seats: [0, 1] }) });
    expect([0, 1, 2].map((seat) => sitsOut(of, seat))).toEqual([false, false, true]);
  });

  it("is everybody where there is no auction", () => {
    expect(sitsOut(deal({}), 1)).toBe(false);
  });
});

it("keeps the top of a trick free for a fourth player, and for a card that nobody plays, during the deal", () => {
  const past = [{ line: [0, 1, 2], cards: [1, 2, 3], winner: 0, lead: 9 }];
  expect(isDeep(deal({ shown: [0, 0, 0, 0] }))).toBe(true);
  expect(isDeep(deal({ tricks: tricks({ lead: 9 }) }))).toBe(true);
  expect(isDeep(deal({ tricks: tricks({ lead: null, past }) }))).toBe(true);
  expect(isDeep(deal({ tricks: tricks({ lead: null, past: [{ ...past[0], lead: null }] }) }))).toBe(false);
});

it("counts the tricks of partners together", () => {
  const of = deal({ tricks: tricks({ won: [1, 2, 3, 4] }) });
  expect(tricksOf(of, [[0, 2], [1, 3]], 2)).toBe(4);
  expect(tricksOf(of, [[0], [1], [2], [3]], 2)).toBe(3);
  expect(tricksOf(deal({}), [[0]], 0)).toBeNull();
});

it("knows the last call of a seat, whatever it turned up afterwards", () => {
  const said = [
    { seat: 1, action: BID },
    { seat: 0, action: PASS },
    { seat: 1, action: 7 },
  ];
  expect([0, 1, 2].map((seat) => lastCall(deal({ said }), seat))).toEqual([PASS, BID, null]);
});

describe("the cards that a player holds", () => {
  it("are what was dealt to three, less what was played", () => {
    expect(backs(update(deal({})), holding(10, 3), 1)).toBe(10);
    expect(backs(update(deal({})), holding(16, 3), 1)).toBe(16);
    expect(backs(update(deal({})), holding(0, 3), 1)).toBe(0);
    const past = [{ line: [0, 1, 2], cards: [1, 2, 3], winner: 0, lead: null }];
    const of = deal({ tricks: tricks({ past, table: [4, 5] }) });
    expect([0, 1, 2].map((seat) => backs(update(of), holding(10, 3), seat))).toEqual([8, 8, 9]);
  });

  it("are not drawn for four", () => {
    expect(backs(update(deal({})), holding(13, 4), 1)).toBe(0);
  });
});

it("tells cards that were turned up from sealed bids", () => {
  const said = [
    { seat: 1, action: BID },
    { seat: 1, action: 7 },
    { seat: 1, action: 9 },
  ];
  const open = told({}, { calls: ["pass", "low"] });
  const closed = told({ aloud: ["low"] }, { calls: ["pass", "low"] });
  expect(turnedUpCards(deal({ said }), open)).toEqual([
    { seat: 1, card: 7 },
    { seat: 1, card: 9 },
  ]);
  expect(turnedUpCards(deal({ said }), closed)).toEqual([]);
  expect([...turnedBids(deal({ said }), closed)]).toEqual([[1, 9]]);
  expect([...turnedBids(deal({ said: [{ seat: 2, action: PASS }] }), closed)]).toEqual([]);
  expect([...turnedBids(deal({ said }), open)]).toEqual([]);
});

it("marks the cards that one took up or got, until a trick is over", () => {
  const notes = [
    { kind: "gave", seat: 1, action: 3 },
    { kind: "got", seat: 1, action: 12 },
    { kind: "took", seat: 0, action: 5 },
  ];
  expect([...receivedCards(update(deal({}), { notes }))]).toEqual([12, 5]);
  expect(receivedCards(update(deal({ tricks: tricks({ past: [{}] }) }), { notes })).size).toBe(0);
  const more = [...notes, { kind: "got", seat: 1, action: 11 }] as Parameters<typeof groupNotes>[0];
  expect(groupNotes(more).map((one) => one.actions)).toEqual([[3], [12, 11], [5]]);
});

it("says from which hand is played", () => {
  const of = deal({ phase: "play", turn: 1, shown: [0, 96, 0] });
  expect(handToPlay(update(of, { hand: 7 }, { legal: [5] }))).toEqual({ seat: 1, mask: 96 });
  expect(handToPlay(update(of, { hand: 7 }))).toEqual({ seat: 0, mask: 7 });
});

it("tells calls from cards", () => {
  expect(asksFor([3, PASS, BID])).toEqual({ calls: [PASS, BID], cards: true });
  expect(asksFor([PASS])).toEqual({ calls: [PASS], cards: false });
});
