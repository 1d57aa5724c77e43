// Everything the parts draw from: one table, as the server tells it and as it is shown.
import { words } from "../language/language.svelte";
import { Announcer } from "../table/announcements/announcer.svelte";
import { shuffleKey } from "../fair/deck_checks";
import { anyCut, ShuffleParticipant } from "../fair/shuffle_participant.svelte";
import type {
  Chatted,
  Deck,
  GameView,
  Hinted,
  Noted,
  Opened,
  Pointing,
  Propose,
  Reason,
  Receipt,
  Refused,
  Sealed,
  Seats,
  Sent,
  Sheet,
  Told,
  Trick,
  Update,
  Welcome,
  Wondered,
} from "./protocol";
import { PAUSE, TURN } from "../table/cards/card_motion";
import { CALLS, sureKey } from "./presentation";
import { SITE } from "./host";
import { MessageQueue } from "./message_queue";
import { inPlay, isOver, turnedBids } from "../table/view_selectors";
import { lasting, settings } from "../settings/settings.svelte";
import { personName } from "../language/display_names";
import { Speech } from "../language/speech";
import { asking, changes, declined, everything, happened, held, mixed, removals, scored, seated, trickPart } from "../table/announcements/live_sentences";
import { Connection, type Socket, type Status } from "./connection";
import { keepMuted, mutedAt } from "../chat/muted";
import { CoachState, type Shown as Coaching } from "../coach/coach_state.svelte";
import type { Words } from "../language/words";

/** The messages that are shown in their order, each for as long as it needs. */
type Shown = Update | Seats | Sheet | Sealed | Opened;

/** How long a card travels, in milliseconds; meanwhile nothing else moves. */
const TRAVEL = 240;
/** How many times as long as a trick the hands lie that an agreement has opened. */
const READ = 3;
/** How long the line of play of a granted claim is shown, in milliseconds. */
const LOOK = 2000;
/** How long a forced card waits before it plays itself, in milliseconds. */
const FORCED = 500;
/** How long a line of the chat stands at the seat, in milliseconds. */
const BUBBLE = 6000;
/** How long the notice of a result stands, in milliseconds. */
const RESULT = 6000;
/** What is told within this time of a welcome, in milliseconds, was said before. */
const FRESH = 1000;

/** Refusals without words: what comes next says more, be it the fresh View or the shuffle that went on without us. */
const SILENT = ["stale", "shuffle-earlier", "shuffle-later"];

/** The refused command: what it was, so that the answer appears where it was given. */
export type Refusal = Refused & { of: "act" | "propose" | "other" };

/** What a bot did at a version; `act` is null where it was done face down. */
export interface Deed {
  n: number;
  seat: number;
  act: number | null;
}

/** A hint that was asked for at a version; `told` is null while it is thought of. */
export interface Hint {
  n: number;
  told: Hinted | null;
}

export class TableState {
  welcome: Welcome | null = $state.raw(null);
  seats: Seats | null = $state.raw(null);
  /** What is drawn now. */
  shown: Update | null = $state.raw(null);
  sheet: Sheet | null = $state.raw(null);
  /** The shuffle under way; null while cards are played. */
  sealed: Sealed | null = $state.raw(null);
  /** The decks of finished deals and refused ones, in the order of the deals. */
  decks: readonly Deck[] = $state.raw([]);
  /** The cards of open hands at which somebody points. */
  pointed: readonly Pointing[] = $state.raw([]);
  /** The ids of the people here whom the reader does not hear. */
  muted: ReadonlySet<string> = $state.raw(new Set());
  /** What the players have just said, by seat, for some seconds. */
  bubbles: Readonly<Record<number, string>> = $state.raw({});
  /** What was said in the chat, without the people who are muted. */
  chat: readonly Chatted[] = $derived.by(() => this.#visible());
  /** A deal is being played that watchers see once it has ended. */
  unseen: boolean = $derived.by(() => {
    if (this.you !== null || !this.welcome?.delayed || this.seats?.stage !== "deal") return false;
    return this.sealed ? this.sealed.step === "dealt" : !this.shown;
  });
  status: Status = $state("connecting");
  /** Why the server closed the connection, if it said so. */
  goodbye: Reason | null = $state.raw(null);
  refused: Refusal | null = $state.raw(null);
  /** Who has just said no to a proposal, or removed somebody. */
  result: readonly Reason[] = $state.raw([]);
  /** You were removed, and go on watching. */
  watches = $state(false);
  wondered: Wondered | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** What bots have done in this deal, as far as you have seen them do it. */
  deeds: readonly Deed[] = $state.raw([]);
  /** Your reports of such deeds that were taken. */
  complaints: readonly Noted[] = $state.raw([]);
  /** The finished trick that still lies there. */
  resting: Trick | null = $state.raw(null);
  /** How an agreement has ended the deal, for as long as that is read. */
  ending: Reason | null = $state.raw(null);
  /** Cards and calls that were sent and are not answered yet. */
  sent: readonly number[] = $state.raw([]);
  /** Cards chosen to be laid away, until there are `owed` of them. */
  chosen: readonly number[] = $state.raw([]);
  /** What was answered with a call that is asked about once more, until the player insists on it. */
  doubted: number | number[] | null = $state.raw(null);
  /** When `shown` (its clocks) and `sealed` (its `millis`) were heard: `performance.now()`. */
  heardAt = $state(0);
  /** The words of this game. */
  words: Words = $state.raw(words.now);
  readonly announcer = new Announcer();
  readonly coach: CoachState;

  /** By seat; an empty seat has the name "". */
  names: readonly string[] = $derived(this.seats?.seats.map((person) => (person ? personName(this.words, person) : "")) ?? []);
  you: number | null = $derived(this.seats?.you ?? null);
  speech: Speech = $derived(this.#speech(false));
  spoken: Speech = $derived(this.#speech(true));
  legal: ReadonlySet<number> = $derived(new Set(this.shown?.legal));
  /** Whether the deal asks you something now, and you can answer. */
  asked: boolean = $derived(this.status === "open" && !this.resting && !this.sent.length && this.legal.size > 0);
  /** What the coach says now: at your question, of your last answer if it differs, and after the deal. */
  coached: Coaching | null = $derived.by(() => {
    const now = this.sent.length ? null : this.coach.of(this.shown);
    return this.asked || this.seats?.stage === "over" || now?.remark?.kind === "otherwise" ? now : null;
  });
  /** Whether you can ask for a hint now. */
  advisable: boolean = $derived(this.asked && this.seats?.practice === true);
  /** Whether your word on a proposal is awaited: that question goes before the deal's. */
  consulted: boolean = $derived(this.you !== null && !!this.seats?.proposal?.waits.includes(this.you));
  /** How many cards you have to lay away together; 0 where it is none or a single card. */
  owed: number = $derived(this.shown ? together(this.shown.view) : 0);
  /** The only card you may play now. */
  forced: number | null = $derived(this.asked && this.shown ? only(this.shown) : null);

  /** Another player whom the deck waits for. */
  cutter: number | null = $derived(this.sealed ? this.#cutter(this.sealed) : null);
  /** Whether the deck waits for you to cut it. */
  cutting: boolean = $derived(this.status === "open" && this.sealed !== null && this.#mayCut(this.sealed));

  readonly #queue: MessageQueue<Shown>;
  readonly #connection: Connection;
  readonly #participant: ShuffleParticipant;
  readonly #stop: () => void;
  #said: readonly Chatted[] = $state.raw([]);
  /** What was said before this connection, which tells it again. */
  #before: readonly Chatted[] = [];
  /** The command that was sent and is not answered yet, and once it is, its version. */
  #command: { id: string; n: number | null } | null = null;
  /** The proposals that were sent. */
  #proposed = new Set<string>();
  #sitting: number | null = null;
  #begun = 0;
  /** Nothing of the deal has been told since the welcome. */
  #anew = true;
  /** Something was done in the deal since the last message about the seats. */
  #acted = false;
  /** What the shuffle has said of this deck. */
  #mixed: readonly string[] = [];
  /** The seats that bots play. */
  #bots: readonly number[] = $state.raw([]);
  /** Against bots nobody is there whom a cut would assure: the device makes it, unless the player wants to. */
  readonly #cutsByHand: boolean = $derived(
    settings[this.#bots.length < (this.welcome?.sides.flat().length ?? 0) - 1 ? "cutSelf" : "cutBots"],
  );

  constructor(
    readonly id: string,
    socket: () => Socket,
    /** This device hosts the table. */
    readonly here = SITE,
  ) {
    this.muted = mutedAt(id);
    this.coach = new CoachState(id);
    this.#queue = new MessageQueue(
      (message, at) => this.#show(message, at),
      () => (this.resting = this.ending = null),
    );
    const listener = { heard: (message: Told) => this.#heard(message), changed: (now: Status) => this.#changed(now) };
    this.#connection = new Connection(listener, socket);
    this.#participant = new ShuffleParticipant(id, (message) => this.#connection.send(message));
    this.#stop = $effect.root(() => {
      $effect(() => this.#learn(words.now, this.welcome?.game));
      $effect(() => this.#force(settings.auto ? this.forced : null));
    });
  }

  /** The notes of the shuffles, to check the decks against. */
  get noted() {
    return this.#participant.notes;
  }

  // What the player does

  /** Do an action or several. A call that would be dear if it were a slip waits in `doubted` until `insist`. Where several cards are to be laid away, single ones are collected in `chosen` (a second
   * tap takes it back), and `lay` sends them. An action that is not legal asks why. */
  act(action: number | number[]): void {
    this.skip();
    const shown = this.shown;
    const first = typeof action === "number" ? action : action[0];
    if (!shown || first === undefined || !this.asked) return;
    if (!this.legal.has(first)) this.why(first);
    else if (typeof action === "number" && this.owed) this.#choose(action);
    else if (this.dear(action) !== null) this.doubted = action;
    else this.#send(shown, action);
  }

  /** Return the call among some actions that is asked about once more; null where there is none. */
  dear(action: number | number[]): number | null {
    const { welcome } = this;
    return [action].flat().find((one) => one >= CALLS && welcome && sureKey(welcome, one) !== null) ?? null;
  }

  /** Do what was asked about once more. */
  insist(): void {
    if (this.shown && this.asked && this.doubted !== null) this.#send(this.shown, this.doubted);
  }

  /** Send the chosen cards, once there are enough of them. */
  lay(): void {
    if (this.owed && this.chosen.length === this.owed) this.act([...this.chosen]);
  }

  /** Ask which rule forbids an action; `wondered` is the answer. */
  why(action: number): void {
    if (this.shown) this.#connection.send({ type: "why", n: this.shown.n, act: action });
  }

  /** Ask what the strongest computer player would do; `hint` is the answer. */
  advise(): void {
    this.skip();
    if (!this.shown || !this.advisable) return;
    this.refused = null;
    this.hint = { n: this.shown.n, told: null };
    this.#connection.send({ type: "hint", n: this.shown.n });
  }

  /** Point at a card of a partner's open hand, and the second time at none any more. */
  pointAt(card: number): void {
    if (!this.shown) return;
    const already = this.pointed.some((one) => one.by === this.you && one.card === card);
    this.#tell({ type: "point", n: this.shown.n, card: already ? null : card });
  }

  propose(what: Propose["what"], details: { tricks?: number; seat?: number } = {}): void {
    this.refused = null;
    this.#proposed.add(this.#connection.propose({ what, ...details }));
  }

  /** Give your word on the proposal that lies there; its author takes it back with no. */
  answer(yes: boolean): void {
    const proposal = this.seats?.proposal;
    if (proposal) this.#connection.send({ type: "answer", proposal: proposal.number, yes });
  }

  /** Hear a person no more, or again: their seat, their chat; remembered for this table. */
  mute(person: string, muted: boolean): void {
    const others = [...this.muted].filter((id) => id !== person);
    this.muted = new Set(muted ? [...others, person] : others);
    keepMuted(this.id, this.muted);
  }

  /** The name of a person by their id here, `Guest` where nobody knows it. */
  nameOf(person: string): string {
    const seat = this.seats?.seats.findIndex((one) => one?.id === person) ?? -1;
    const said = [...this.#said].reverse().find(({ id }) => id === person)?.name;
    return (seat < 0 ? said : this.names[seat]) || words.text("nameless");
  }

  /** Send a person away; for the host. */
  remove(person: string): void {
    this.#tell({ type: "remove", person });
  }

  /** Close the table to newcomers, or open it again; for the host. */
  lock(locked: boolean): void {
    this.#tell({ type: "lock", locked });
  }

  /** Return who played a card, if that was a bot. */
  deed(card: number): Deed | null {
    return this.deeds.find(({ act }) => act === card) ?? null;
  }

  /** Whether you have called bad what a bot did. */
  reported({ n, seat }: Deed): boolean {
    return this.complaints.some((one) => one.n === n && one.seat === seat);
  }

  /** Call bad what a bot did. */
  report({ n, seat }: Deed): void {
    this.#tell({ type: "report", n, seat });
  }

  /** Say a text to the table. */
  say(text: string): void {
    this.#tell({ type: "chat", text });
  }

  /** Say a preset, which each reads in their own language. */
  preset(preset: string): void {
    this.#tell({ type: "chat", preset });
  }

  /** End the rest of the trick that lies there. */
  skip(): void {
    this.#queue.skip();
  }

  /** Have the whole table read by the screen reader. */
  read(): void {
    if (this.shown) this.announcer.read(everything(this.spoken, this.shown));
  }

  next(): void {
    this.#tell({ type: "next" });
  }

  cut(cards: number): void {
    const sealed = this.sealed;
    this.refused = null;
    if (sealed) this.#participant.cut(sealed, cards);
  }

  sit(seat: number): void {
    this.#tell({ type: "sit", seat });
  }

  /** Keep a seat while its player chooses a name; null gives it back. */
  reserve(seat: number | null): void {
    this.#tell({ type: "reserve", seat });
  }

  stand(): void {
    this.#tell({ type: "stand" });
  }

  /** Begin the match; `anyway`: though somebody is about to sit down. */
  start(anyway = false): void {
    this.#tell({ type: "start", anyway });
  }

  /** Put a computer player on an empty seat; no level takes it away again. */
  fill(seat: number, level = ""): void {
    this.#tell({ type: "fill", seat, level });
  }

  rematch(): void {
    this.#tell({ type: "rematch" });
  }

  /** Take the seat back from another window, or try again at once. */
  connect(): void {
    this.#connection.connect();
  }

  /** Leave the page: the connection is closed. */
  close(): void {
    this.#connection.close();
    this.#participant.stop();
    this.#queue.clear();
    this.announcer.stop();
    this.#stop();
  }

  #tell(message: Sent): void {
    this.refused = null;
    this.#connection.send(message);
  }

  #choose(card: number): void {
    const others = this.chosen.filter((chosen) => chosen !== card);
    if (others.length < this.chosen.length) this.chosen = others;
    else if (others.length < this.owed) this.chosen = [...others, card];
  }

  #send(shown: Update, action: number | number[]): void {
    this.refused = this.wondered = this.hint = null;
    this.sent = typeof action === "number" ? [action] : action;
    this.chosen = [];
    this.doubted = null;
    this.#command = { id: this.#connection.act(shown.n, action), n: null };
  }

  #force(card: number | null): (() => void) | undefined {
    if (card === null) return undefined;
    const timer = setTimeout(() => this.act(card), FORCED);
    return () => clearTimeout(timer);
  }

  // What is heard

  #heard(message: Told): void {
    switch (message.type) {
      case "welcome":
        return this.#welcomed(message);
      case "receipt":
        return this.#received(message);
      case "refused":
        return this.#denied(message);
      case "why":
        this.wondered = message;
        if (message.reason) this.announcer.say([this.spoken.reason(message.reason)]);
        return;
      case "hint":
        if (this.hint?.n === message.n) this.hint = { n: message.n, told: message };
        return;
      case "pointed":
        return this.#pointed(message.cards);
      case "chatted":
        return this.#chatted(message);
      case "noted":
        this.complaints = [...this.complaints, message];
        this.announcer.say([this.words.text("report-noted")]);
        return;
      case "goodbye":
        this.goodbye = message.reason;
        return;
      case "seats":
        this.#sitting = message.you;
        this.#bots = message.seats.flatMap((person, seat) => (person?.level ? [seat] : []));
        break;
      case "sealed": {
        const cut = anyCut(this.welcome?.pack.length ?? 2);
        this.#participant.heard(message, this.#sitting, cut, this.#cutsByHand, this.#bots);
        break;
      }
      case "view":
        this.#participant.viewed(message.view);
        break;
      case "opened":
        this.#participant.opened(message.decks);
    }
    this.#queue.add(message);
  }

  #changed(status: Status): void {
    this.status = status;
    if (status === "open") this.goodbye = null;
    if (status === "elsewhere" || status === "gone") this.#settled();
    if (status !== "connecting") this.announcer.say([words.text(`live-${status}`)]);
  }

  /** Everything is told anew. */
  #welcomed(welcome: Welcome): void {
    this.#queue.clear();
    this.#anew = true;
    this.#participant.again();
    this.welcome = welcome;
    this.#begun = performance.now();
    this.#before = this.#said;
    this.#said = this.decks = [];
    this.deeds = [];
    this.resting = this.ending = this.hint = null;
    this.pointed = [];
  }

  #received(receipt: Receipt): void {
    this.#proposed.delete(receipt.id);
    if (this.#command?.id !== receipt.id) return;
    this.#command.n = receipt.n;
    if (this.shown && this.shown.n >= receipt.n) this.#settled();
  }

  #denied(refused: Refused): void {
    const acted = refused.id !== "" && this.#command?.id === refused.id;
    const proposed = this.#proposed.delete(refused.id);
    if (acted) this.#settled();
    if (!refused.id && !this.hint?.told) this.hint = null;
    if (SILENT.includes(refused.reason.key)) return;
    this.refused = { ...refused, of: acted ? "act" : proposed ? "propose" : "other" };
    this.announcer.say([words.text("live-refused", { why: this.spoken.reason(refused.reason) })]);
  }

  #pointed(cards: readonly Pointing[]): void {
    const old = this.pointed;
    this.pointed = cards;
    const fresh = cards.filter((one) => one.by !== this.you && !old.some((was) => was.by === one.by && was.card === one.card));
    this.announcer.say(fresh.map((one) => this.pointText(one, this.spoken)));
  }

  /** Who points at which card, in a sentence. */
  pointText = ({ by, seat, card }: Pointing, speech: Speech): string =>
    speech.text("points-at", { player: by, other: seat, card });

  #chatted(chatted: Chatted): void {
    this.#said = [...this.#said, chatted];
    const known = this.#before.findIndex(({ id, text, preset }) => id === chatted.id && text === chatted.text && preset === chatted.preset);
    this.#before = this.#before.slice(known + 1);
    if (known >= 0) return;
    if (chatted.seat !== null && performance.now() - this.#begun > FRESH) this.#bubble(chatted.seat, this.chatText(chatted));
    if (chatted === this.chat.at(-1) && chatted.seat !== this.#sitting)
      this.announcer.say([this.words.text("live-said", { name: chatted.name || words.text("nameless"), text: this.chatText(chatted) })]);
  }

  /** Show for some seconds what became of a proposal or of a person. */
  #conclude(result: readonly Reason[]): void {
    if (!result.length) return;
    this.result = result;
    setTimeout(() => {
      if (this.result === result) this.result = [];
    }, RESULT);
  }

  /** Let what a seat says stand beside it for a while. */
  #bubble(seat: number, text: string): void {
    this.bubbles = { ...this.bubbles, [seat]: text };
    setTimeout(() => {
      if (this.bubbles[seat] === text) this.bubbles = { ...this.bubbles, [seat]: "" };
    }, BUBBLE);
  }

  /** The words of a preset, or the text that was written. */
  chatText({ preset, text }: Pick<Chatted, "preset" | "text">): string {
    return preset ? this.words.text(`chat-${preset}`) : text;
  }

  #visible(): readonly Chatted[] {
    return settings.chat ? this.#said.filter(({ id }) => !this.muted.has(id)) : [];
  }

  /** Nothing that was sent waits any more. */
  #settled(): void {
    this.#command = null;
    this.sent = [];
  }

  // What is shown

  /** Draw a message, and say it where nothing is shown from then on; return how long it has to lie before the next, in
   * milliseconds. */
  #show(message: Shown, at: number): number {
    const unseen = this.unseen;
    const lies = this.#draw(message, at);
    if (this.unseen && !unseen) this.announcer.say([this.words.text("table-unseen")]);
    return lies;
  }

  #draw(message: Shown, at: number): number {
    switch (message.type) {
      case "seats":
        this.announcer.say(changes(this.spoken, this.seats, message, (id) => this.nameOf(id), this.#acted));
        this.#acted = false;
        if (message.proposal) this.result = [];
        this.#conclude([declined(this.seats, message) ?? [], removals(this.seats, message, (id) => this.nameOf(id))].flat());
        // The view of a seat ends with the seat; a watcher's may come once the deal has ended.
        if (this.you !== null && message.you === null && this.welcome?.delayed && message.stage === "deal") this.shown = null;
        this.seats = message;
        return 0;
      case "sheet":
        this.#write(message);
        return 0;
      case "opened":
        this.decks = merged(this.decks, message.decks);
        return 0;
      case "sealed":
        this.#mix(mixed(this.spoken, this.sealed, message, this.#cutPrompt(message)));
        this.deeds = [];
        this.sealed = message;
        this.heardAt = at;
        return 0;
      case "view":
        return this.#update(message, at);
    }
  }

  #update(update: Update, at: number): number {
    const trick = finished(this.shown, update);
    const anew = this.#anew;
    if (update.did.length) this.#acted = true;
    const dealt = anew || this.shown?.view.public.match.deal !== update.view.public.match.deal;
    const ending = agreed(this.shown, update);
    const bids = this.shown ? this.#turned(update) - this.#turned(this.shown) : 0;
    const question = asking(this.spoken, update);
    const asked = !anew && this.shown !== null && question === asking(this.spoken, this.shown);
    this.shown = update;
    this.#did(update);
    this.heardAt = at;
    this.sealed = this.wondered = this.doubted = null;
    if (this.refused?.of === "act") this.refused = null;
    if (!update.legal.length) this.hint = null;
    this.chosen = this.chosen.filter((card) => update.legal.includes(card));
    const answered = this.#command?.n;
    if (answered != null && update.n >= answered) this.#settled();
    const told = happened(this.spoken, update, anew).filter((sentence) => !this.#mixed.includes(sentence));
    if (anew) told.unshift(...seated(this.spoken, this.welcome?.sides ?? [], this.you));
    const part = anew ? null : trickPart(this.spoken, update, trick, told);
    this.announcer.say([...told, ...(dealt ? held(this.spoken, update) : [])], asked ? undefined : question, part);
    this.#anew = false;
    this.#mixed = [];
    if (bids > 0) return bids * lasting(TURN + PAUSE);
    if (ending && (update.line.length || settings.rest)) {
      this.ending = ending;
      return update.line.length ? LOOK : settings.rest * READ;
    }
    if (!trick || !settings.rest) return update.moved.length ? lasting(TRAVEL) : 0;
    this.resting = trick;
    return settings.rest;
  }

  /** Say how the shuffle goes on; what holds of the deal then is not told again with its first View. */
  #mix(sentences: readonly string[]): void {
    this.announcer.say(sentences);
    this.#mixed = [...this.#mixed, ...sentences];
  }

  #awaitsCut = ({ step, cut }: Sealed): boolean => step === "cut" && cut === null;

  #mayCut(sealed: Sealed): boolean {
    if (!this.#awaitsCut(sealed) || sealed.cutter !== this.you || !this.#cutsByHand) return false;
    return this.noted.noted[shuffleKey(sealed)]?.cutSent === null;
  }

  /** Return the other player who is asked to cut; nobody waits for a bot. */
  #cutter(sealed: Sealed): number | null {
    const { cutter } = sealed;
    return this.#awaitsCut(sealed) && cutter !== this.you && !this.seats?.seats[cutter]?.level ? cutter : null;
  }

  /** Return what is said of a cut that is awaited. */
  #cutPrompt(sealed: Sealed): string {
    if (this.#mayCut(sealed)) return words.text("live-cut");
    const cutter = this.#cutter(sealed);
    return cutter === null ? "" : this.spoken.text("table-cuts", { player: cutter });
  }

  /** Remember what bots have just done, for a player who may call it bad. */
  #did({ n, moved }: Update): void {
    const fresh = moved.filter(({ seat }) => this.seats?.seats[seat]?.level);
    if (fresh.length && this.you !== null) this.deeds = [...this.deeds, ...fresh.map((one) => ({ n, ...one }))];
  }

  /** How many sealed bids lie face up. */
  #turned({ view }: Update): number {
    return this.welcome ? turnedBids(view.public, this.welcome).size : 0;
  }

  #write(sheet: Sheet): void {
    const before = this.sheet?.lines.length;
    this.sheet = sheet;
    if (this.welcome && before !== undefined && sheet.lines.length === before + 1)
      this.announcer.say(scored(this.spoken, this.welcome, sheet));
  }

  /** The words of the game, in the language that is spoken now; until they are there, nothing is shown. Where they
   * cannot be loaded the table goes on with the words there are, and the next connection asks again. */
  #learn(now: Words, game: string | undefined): void {
    if (!game) return;
    now
      .game(game)
      .catch(() => this.words)
      .then((learned) => {
        if (now !== words.now) return;
        this.words = learned;
        this.#queue.open();
      });
  }

  #speech(spoken: boolean): Speech {
    const { calls = [], sides = [] } = this.welcome ?? {};
    return new Speech(this.words, { calls, sides, names: this.names, you: this.you }, spoken);
  }
}

/** Return how many cards the viewer has to lay away at once, if it is more than one. Cards that are given to another
 * player go singly: what comes back for each is news. */
function together({ seat, public: { actor, exchange } }: GameView): number {
  const debt = exchange?.queue[0];
  return debt && seat !== null && actor === seat && debt.receiver === null && debt.count > 1 ? debt.count : 0;
}

/** Return the only card that can be played; null where there are several. */
function only({ view, legal }: Update): number | null {
  const [card] = legal;
  return inPlay(view.public) && legal.length === 1 && card !== undefined && card < CALLS ? card : null;
}

/** Return the trick that an update has finished, if the player saw it happen. */
export function finished(before: Update | null, after: Update): Trick | null {
  const was = before?.view.public.tricks?.past.length ?? 0;
  const past = after.view.public.tricks?.past ?? [];
  return before && after.moved.length && past.length === was + 1 ? (past.at(-1) ?? null) : null;
}

/** Return how an agreement has ended the deal, if the player saw it happen. */
function agreed(before: Update | null, after: Update): Reason | null {
  const ends = before && !isOver(before.view.public) && isOver(after.view.public);
  return ends && !after.moved.length ? (after.did[0] ?? null) : null;
}

function merged(old: readonly Deck[], more: readonly Deck[]): Deck[] {
  const key = ({ deal, attempt }: Deck) => deal * 1000 + attempt;
  const all = new Map([...old, ...more].map((deck) => [key(deck), deck]));
  return [...all.values()].sort((a, b) => key(a) - key(b));
}
