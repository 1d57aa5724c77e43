import { describe, expect, it } from "vitest";
import type { Public, UpdateMessage } from "../../src/client/protocol";
import { told } from "../game";
import {
  receivedCards,
  requestedActions,
  faceDownCount,
  canHaveTopCard,
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

function update(publicState: Public, viewChanges: object = {}, changes: object = {}): UpdateMessage {
  const view = { seat: 0, public: publicState, hand: 0, notes: [], ...viewChanges };
  return { view, legal: [], ...changes } as unknown as UpdateMessage;
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
const gameWith = (hand: number, seats: number) =>
  told({ hand }, { sides: Array.from({ length: seats }, (_, seat) => [seat]) });

describe("sitsOut", () => {
  it("is true in the auction only for a seat that is not in the bidding and has made no call", () => {
    const publicState = deal({ auction: auction(1, 2), said: [{ seat: 0, action: PASS }] });
    expect([0, 1, 2, 3].map((seat) => sitsOut(publicState, seat))).toEqual([false, false, false, true]);
  });

  it("is true in the play only for a seat that takes no part in the tricks", () => {
    const publicState = deal({ auction: auction(1), tricks: tricks({ seats: [0, 1] }) });
    expect([0, 1, 2].map((seat) => sitsOut(publicState, seat))).toEqual([false, false, true]);
  });

  it("is false before the play in a game without an auction", () => {
    expect(sitsOut(deal({}), 1)).toBe(false);
  });
});

it("isDeep is true with four players, or if a card that no player played has led a trick", () => {
  const past = [{ line: [0, 1, 2], cards: [1, 2, 3], winner: 0, lead: 9 }];
  expect(canHaveTopCard(deal({ shown: [0, 0, 0, 0] }))).toBe(true);
  expect(canHaveTopCard(deal({ tricks: tricks({ lead: 9 }) }))).toBe(true);
  expect(canHaveTopCard(deal({ tricks: tricks({ lead: null, past }) }))).toBe(true);
  expect(canHaveTopCard(deal({ tricks: tricks({ lead: null, past: [{ ...past[0], lead: null }] }) }))).toBe(false);
});

it("tricksOf adds up the tricks of partners, and is null before the play", () => {
  const publicState = deal({ tricks: tricks({ won: [1, 2, 3, 4] }) });
  expect(tricksOf(publicState, [[0, 2], [1, 3]], 2)).toBe(4);
  expect(tricksOf(publicState, [[0], [1], [2], [3]], 2)).toBe(3);
  expect(tricksOf(deal({}), [[0]], 0)).toBeNull();
});

it("lastCall is the last call of a seat even if the seat turned up a card afterwards", () => {
  const said = [
    { seat: 1, action: BID },
    { seat: 0, action: PASS },
    { seat: 1, action: 7 },
  ];
  expect([0, 1, 2].map((seat) => lastCall(deal({ said }), seat))).toEqual([PASS, BID, null]);
});

describe("backs", () => {
  it("is the number of cards dealt to a seat less those it has played, at a table of three", () => {
    expect(faceDownCount(update(deal({})), gameWith(10, 3), 1)).toBe(10);
    expect(faceDownCount(update(deal({})), gameWith(16, 3), 1)).toBe(16);
    expect(faceDownCount(update(deal({})), gameWith(0, 3), 1)).toBe(0);
    const past = [{ line: [0, 1, 2], cards: [1, 2, 3], winner: 0, lead: null }];
    const publicState = deal({ tricks: tricks({ past, table: [4, 5] }) });
    expect([0, 1, 2].map((seat) => faceDownCount(update(publicState), gameWith(10, 3), seat))).toEqual([8, 8, 9]);
  });

  it("is 0 at a table of four", () => {
    expect(faceDownCount(update(deal({})), gameWith(13, 4), 1)).toBe(0);
  });
});

it("turnedBids lists turned-up cards if bids are sealed, turnedUpCards in other games", () => {
  const said = [
    { seat: 1, action: BID },
    { seat: 1, action: 7 },
    { seat: 1, action: 9 },
  ];
  const openGame = told({}, { calls: ["pass", "low"] });
  const sealedGame = told({ aloud: ["low"] }, { calls: ["pass", "low"] });
  expect(turnedUpCards(deal({ said }), openGame)).toEqual([
    { seat: 1, card: 7 },
    { seat: 1, card: 9 },
  ]);
  expect(turnedUpCards(deal({ said }), sealedGame)).toEqual([]);
  expect([...turnedBids(deal({ said }), sealedGame)]).toEqual([[1, 9]]);
  expect([...turnedBids(deal({ said: [{ seat: 2, action: PASS }] }), sealedGame)]).toEqual([]);
  expect([...turnedBids(deal({ said }), openGame)]).toEqual([]);
});

it("receivedCards is empty after the first trick; groupNotes groups notes by kind and player", () => {
  const notes = [
    { kind: "gave", seat: 1, action: 3 },
    { kind: "got", seat: 1, action: 12 },
    { kind: "took", seat: 0, action: 5 },
  ];
  expect([...receivedCards(update(deal({}), { notes }))]).toEqual([12, 5]);
  expect(receivedCards(update(deal({ tricks: tricks({ past: [{}] }) }), { notes })).size).toBe(0);
  const moreNotes = [...notes, { kind: "got", seat: 1, action: 11 }] as Parameters<typeof groupNotes>[0];
  expect(groupNotes(moreNotes).map((group) => group.actions)).toEqual([[3], [12, 11], [5]]);
});

it("handToPlay is the open hand if the viewer plays from it, otherwise the viewer's own", () => {
  const publicState = deal({ phase: "play", turn: 1, shown: [0, 96, 0] });
  expect(handToPlay(update(publicState, { hand: 7 }, { legal: [5] }))).toEqual({ seat: 1, mask: 96 });
  expect(handToPlay(update(publicState, { hand: 7 }))).toEqual({ seat: 0, mask: 7 });
});

it("asksFor returns the legal calls, and whether a card is legal", () => {
  expect(requestedActions([3, PASS, BID])).toEqual({ calls: [PASS, BID], cards: true });
  expect(requestedActions([PASS])).toEqual({ calls: [PASS], cards: false });
});
