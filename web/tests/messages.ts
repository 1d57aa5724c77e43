// Minimal messages of a table of three.
import type {
  GameView,
  ShuffleMessage,
  SeatsMessage,
  Trick,
  Tricks,
  UpdateMessage,
  WelcomeMessage,
} from "../src/client/protocol";
import { PLAIN } from "./game";

export const welcome: WelcomeMessage = {
  type: "welcome",
  table: "x",
  game: "made-up",
  options: "standard",
  rules: {},
  sides: [[0], [1], [2]],
  calls: ["pass", "6S"],
  columns: ["pool"],
  pack: Array.from({ length: 32 }, (_, i) => i),
  absent: "bot",
  clock: null,
  chat: true,
  presets: ["thanks"],
  levels: ["rule"],
  presentation: PLAIN,
  delayed: false,
  glossary: [],
  coach: false,
  origin: null,
  minutes: 0,
  after: "round",
  turns: null,
};

export function seats(changes: Partial<SeatsMessage> = {}): SeatsMessage {
  const person = (name: string) => ({ name, level: "", here: true, owner: true, id: `id-${name}` });
  return {
    type: "seats",
    stage: "deal",
    seats: ["Anna", "Vera", "Tigran"].map(person),
    you: 0,
    host: false,
    waits: [],
    proposal: null,
    declined: null,
    watchers: 0,
    locked: false,
    me: "id-Anna",
    absent_in: [],
    host_seat: null,
    removed: [],
    reserved: [],
    listing: "",
    starting: false,
    rated: false,
    unrated: "",
    forfeits: [],
    ratings: [],
    ending: "",
    left_ms: null,
    time_runs: false,
    overdue: [],
    often_absent: [],
    again: "",
    practice: false,
    ...changes,
  };
}

export function sealed(changes: Partial<ShuffleMessage> = {}): ShuffleMessage {
  const none = [null, null, null];
  return {
    type: "sealed",
    deal: 1,
    attempt: 1,
    dealer: 2,
    commitment: "c".repeat(64),
    step: "hashes",
    hashes: none,
    entropies: none,
    cutter: 1,
    cut: null,
    cut_from: "",
    places: [],
    refusals: [],
    millis: 2000,
    did: [],
    ...changes,
  };
}

export const trick = (winner: number): Trick => ({ line: [0, 1, 2], cards: [5, 6, 7], winner, lead: null });

export function tricks(changes: Partial<Tricks> = {}): Tricks {
  return {
    turn: 0,
    order: { trump: null, ace_low: false },
    follow: "free",
    seats: [0, 1, 2],
    last: null,
    line: [0, 1, 2],
    table: [],
    won: [0, 0, 0],
    past: [],
    agreed: [],
    lead: null,
    ...changes,
  };
}

export function view(publicly: Partial<GameView["public"]> = {}, hand = 0b111100000): GameView {
  const match = { deal: 1, dealer: 0, totals: [], carry: null };
  const basic: GameView["public"] = {
    phase: "play",
    turn: 0,
    actor: 0,
    dealer: 0,
    shown: [0, 0, 0],
    match,
    said: [],
    tricks: null,
  };
  return { seat: 0, public: { ...basic, ...publicly }, hand, notes: [] };
}

export function update(n: number, changes: Partial<UpdateMessage> = {}): UpdateMessage {
  return {
    type: "view",
    n,
    did: [],
    moved: [{ seat: 1, act: 6 }],
    view: view(),
    legal: [],
    asked: [],
    facts: [],
    ask: [],
    best: null,
    laid: [],
    clock: null,
    mine: null,
    claim: null,
    partners: [],
    recap: [],
    possible: [],
    stood_in: [],
    meanings: [],
    coach: null,
    traced: [],
    line: [],
    ...changes,
  };
}

/** The state after some tricks. */
export const after = (n: number, past: number, changes: Partial<UpdateMessage> = {}): UpdateMessage =>
  update(n, { view: view({ tricks: tricks({ past: Array.from({ length: past }, () => trick(1)) }) }), ...changes });
