// The state of one table, as received from its host and as currently shown; all table components draw from it.
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
import { SITE } from "./transport";
import { MessageQueue } from "./message_queue";
import { inPlay, isOver, turnedBids } from "../table/view_selectors";
import { lasting, settings } from "../settings/settings.svelte";
import { personName } from "../language/display_names";
import { Speech } from "../language/speech";
import { asking, changes, declined, everything, happened, held, mixed, removals, scored, seated, trickPart } from "../table/announcements/live_sentences";
import { Connection, type Socket, type Status } from "./connection";
import { saveMuted, mutedIds } from "../chat/muted_people";
import { CoachState, type Shown as Coaching } from "../coach/coach_state.svelte";
import type { Words } from "../language/words";

/** The messages that are queued and shown in order, each for as long as it needs. */
type Shown = Update | Seats | Sheet | Sealed | Opened;

/** Milliseconds for a card to move; nothing else moves in the meantime. */
const TRAVEL = 240;
/** How many times as long as a finished trick the hands revealed by an agreement are shown. */
const READ = 3;
/** Milliseconds for which the line of play of a granted claim is shown. */
const LOOK = 2000;
/** Milliseconds before a forced card is played automatically. */
const FORCED = 500;
/** Milliseconds for which a chat message is shown at its seat. */
const BUBBLE = 6000;
/** Milliseconds for which the notice of a result is shown. */
const RESULT = 6000;
/** Chat messages that arrive within this time after a welcome (milliseconds) are history. */
const FRESH = 1000;

/** Refusals shown without a message, because the next state explains itself: a newer View, or a shuffle that moved
 * on. */
const SILENT = ["stale", "shuffle-earlier", "shuffle-later"];

/** A refused command, with its type, so that the refusal is shown where the command was given. */
export type Refusal = Refused & { of: "act" | "propose" | "other" };

/** An action of a bot at a version; `act` is null if it was face down. */
export interface Deed {
  n: number;
  seat: number;
  act: number | null;
}

/** A hint requested at a version; `told` is null until it arrives. */
export interface Hint {
  n: number;
  told: Hinted | null;
}

export class TableState {
  welcome: Welcome | null = $state.raw(null);
  seats: Seats | null = $state.raw(null);
  /** The state being drawn. */
  shown: Update | null = $state.raw(null);
  sheet: Sheet | null = $state.raw(null);
  /** The shuffle in progress; null while cards are played. */
  sealed: Sealed | null = $state.raw(null);
  /** The decks of finished and redealt deals, in the order of the deals. */
  decks: readonly Deck[] = $state.raw([]);
  /** The open cards at which players are pointing. */
  pointed: readonly Pointing[] = $state.raw([]);
  /** The ids of the people whom the reader has muted. */
  muted: ReadonlySet<string> = $state.raw(new Set());
  /** The latest chat message of each seat, shown for some seconds. */
  bubbles: Readonly<Record<number, string>> = $state.raw({});
  /** The chat without the messages of muted people. */
  chat: readonly Chatted[] = $derived.by(() => this.#visible());
  /** A deal is in progress that spectators see only after it has ended. */
  unseen: boolean = $derived.by(() => {
    if (this.you !== null || !this.welcome?.delayed || this.seats?.stage !== "deal") return false;
    return this.sealed ? this.sealed.step === "dealt" : !this.shown;
  });
  status: Status = $state("connecting");
  /** The server's reason for closing the connection, if it sent one. */
  goodbye: Reason | null = $state.raw(null);
  refused: Refusal | null = $state.raw(null);
  /** Notices about who declined a proposal or removed a person. */
  result: readonly Reason[] = $state.raw([]);
  /** The reader was removed from their seat and now watches. */
  watches = $state(false);
  wondered: Wondered | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** The bots' actions in this deal that the reader has seen. */
  deeds: readonly Deed[] = $state.raw([]);
  /** The reader's reports of such actions that the server accepted. */
  complaints: readonly Noted[] = $state.raw([]);
  /** The finished trick that is still on the table. */
  resting: Trick | null = $state.raw(null);
  /** The agreement that ended the deal, while its notice is shown. */
  ending: Reason | null = $state.raw(null);
  /** Cards and calls that were sent and have no answer yet. */
  sent: readonly number[] = $state.raw([]);
  /** Cards selected for the discard, until there are `owed` of them. */
  chosen: readonly number[] = $state.raw([]);
  /** An action that needs confirmation, until the player confirms it with `insist`. */
  doubted: number | number[] | null = $state.raw(null);
  /** When `shown` (for its clocks) or `sealed` (for its `millis`) arrived: `performance.now()`. */
  heardAt = $state(0);
  /** The translated messages of this game. */
  words: Words = $state.raw(words.now);
  readonly announcer = new Announcer();
  readonly coach: CoachState;

  /** Names by seat; "" for an empty seat. */
  names: readonly string[] = $derived(this.seats?.seats.map((person) => (person ? personName(this.words, person) : "")) ?? []);
  you: number | null = $derived(this.seats?.you ?? null);
  speech: Speech = $derived(this.#speech(false));
  spoken: Speech = $derived(this.#speech(true));
  legal: ReadonlySet<number> = $derived(new Set(this.shown?.legal));
  /** Whether the reader has to act in the deal and can. */
  asked: boolean = $derived(this.status === "open" && !this.resting && !this.sent.length && this.legal.size > 0);
  /** The coach's current remark: at a prompt, about a deviating answer, and after the deal. */
  coached: Coaching | null = $derived.by(() => {
    const now = this.sent.length ? null : this.coach.of(this.shown);
    const asked = !this.resting && this.legal.size > 0;
    return asked || this.seats?.stage === "over" || now?.remark?.kind === "otherwise" ? now : null;
  });
  /** The remark at the question that you have just answered, until another player acts. */
  #answered: Coaching | null = $state.raw(null);
  /** What the mark of the coach shows. */
  coachMark: Coaching | null = $derived.by(() => this.coached ?? (this.coach.left ? null : this.#answered));
  /** Whether the reader can ask for a hint. */
  advisable: boolean = $derived(this.asked && this.seats?.practice === true);
  /** Whether the reader's answer to a proposal is due; this question takes precedence over the deal's. */
  consulted: boolean = $derived(this.you !== null && !!this.seats?.proposal?.waits.includes(this.you));
  /** The number of cards to discard together; 0 if none or only one. */
  owed: number = $derived(this.shown ? together(this.shown.view) : 0);
  /** The only card that the reader can play. */
  forced: number | null = $derived(this.asked && this.shown ? only(this.shown) : null);

  /** The other player whose cut is awaited. */
  cutter: number | null = $derived(this.sealed ? this.#cutter(this.sealed) : null);
  /** Whether the reader's cut is awaited. */
  cutting: boolean = $derived(this.status === "open" && this.sealed !== null && this.#mayCut(this.sealed));

  readonly #queue: MessageQueue<Shown>;
  readonly #connection: Connection;
  readonly #participant: ShuffleParticipant;
  readonly #stop: () => void;
  #said: readonly Chatted[] = $state.raw([]);
  /** The chat before the last welcome, which sends it again. */
  #before: readonly Chatted[] = [];
  /** The last command; `n` is the version that its receipt named, null until then. */
  #command: { id: string; n: number | null } | null = null;
  /** The ids of the proposals sent. */
  #proposed = new Set<string>();
  #sitting: number | null = null;
  #begun = 0;
  /** No View of the deal has arrived since the welcome. */
  #anew = true;
  /** An action was taken in the deal since the last message about the seats. */
  #acted = false;
  /** The sentences already announced about this deck's shuffle. */
  #mixed: readonly string[] = [];
  /** The seats played by bots. */
  #bots: readonly number[] = $state.raw([]);
  /** Whether the reader cuts by hand. Against bots only, the device cuts by default: no opponent needs the
   * assurance. */
  readonly #cutsByHand: boolean = $derived(
    settings[this.#bots.length < (this.welcome?.sides.flat().length ?? 0) - 1 ? "cutSelf" : "cutBots"],
  );

  constructor(
    readonly id: string,
    socket: () => Socket,
    /** This device hosts the table. */
    readonly here = SITE,
  ) {
    this.muted = mutedIds(id);
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
      // No card plays itself while the coach speaks of it: nobody could read that.
      $effect(() => this.#force(settings.auto && !this.coached ? this.forced : null));
    });
  }

  /** The notes of the shuffles, against which decks are checked. */
  get noted() {
    return this.#participant.notes;
  }

  // Player actions

  /** Send one or more actions. A call that needs confirmation waits in `doubted` until `insist`. If several cards are
   * to be discarded, single ones are collected in `chosen` (a second tap removes one), and `lay` sends them. For an
   * illegal action, ask which rule forbids it. */
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

  /** Return the call among some actions that needs confirmation; null if there is none. */
  dear(action: number | number[]): number | null {
    const { welcome } = this;
    return [action].flat().find((one) => one >= CALLS && welcome && sureKey(welcome, one) !== null) ?? null;
  }

  /** Send the action that waited for confirmation. */
  insist(): void {
    if (this.shown && this.asked && this.doubted !== null) this.#send(this.shown, this.doubted);
  }

  /** Send the selected cards if there are enough of them. */
  lay(): void {
    if (this.owed && this.chosen.length === this.owed) this.act([...this.chosen]);
  }

  /** Ask which rule forbids an action; the answer arrives in `wondered`. */
  why(action: number): void {
    if (this.shown) this.#connection.send({ type: "why", n: this.shown.n, act: action });
  }

  /** Ask what the strongest computer player would do; the answer arrives in `hint`. */
  advise(): void {
    this.skip();
    if (!this.shown || !this.advisable) return;
    this.refused = null;
    this.hint = { n: this.shown.n, told: null };
    this.#connection.send({ type: "hint", n: this.shown.n });
  }

  /** Bring the coach back; if the coach is here, ask whether it should leave, or withdraw that question. */
  toggleCoach(): void {
    this.hint = null; // it may have the place of the question
    this.coach.toggle();
  }

  /** Point at a card of a partner's open hand; a second time, stop pointing. */
  pointAt(card: number): void {
    if (!this.shown) return;
    const already = this.pointed.some((one) => one.by === this.you && one.card === card);
    this.#tell({ type: "point", n: this.shown.n, card: already ? null : card });
  }

  propose(what: Propose["what"], details: { tricks?: number; seat?: number } = {}): void {
    this.refused = null;
    this.#proposed.add(this.#connection.propose({ what, ...details }));
  }

  /** Answer the open proposal; its author withdraws it with no. */
  answer(yes: boolean): void {
    const proposal = this.seats?.proposal;
    if (proposal) this.#connection.send({ type: "answer", proposal: proposal.number, yes });
  }

  /** Mute or unmute a person, at their seat and in the chat; remembered for this table. */
  mute(person: string, muted: boolean): void {
    const others = [...this.muted].filter((id) => id !== person);
    this.muted = new Set(muted ? [...others, person] : others);
    saveMuted(this.id, this.muted);
  }

  /** Return the name of a person by their id at this table; `Guest` if it is unknown. */
  nameOf(person: string): string {
    const seat = this.seats?.seats.findIndex((one) => one?.id === person) ?? -1;
    const said = [...this.#said].reverse().find(({ id }) => id === person)?.name;
    return (seat < 0 ? said : this.names[seat]) || words.text("nameless");
  }

  /** Remove a person; for the table's owner. */
  remove(person: string): void {
    this.#tell({ type: "remove", person });
  }

  /** Close the table to newcomers or open it again; for the table's owner. */
  lock(locked: boolean): void {
    this.#tell({ type: "lock", locked });
  }

  /** Return the action of a bot that played a card; null if no bot did. */
  deed(card: number): Deed | null {
    return this.deeds.find(({ act }) => act === card) ?? null;
  }

  /** Return whether the reader has reported a bot's action. */
  reported({ n, seat }: Deed): boolean {
    return this.complaints.some((one) => one.n === n && one.seat === seat);
  }

  /** Report a bot's action as bad. */
  report({ n, seat }: Deed): void {
    this.#tell({ type: "report", n, seat });
  }

  /** Send a chat message. */
  say(text: string): void {
    this.#tell({ type: "chat", text });
  }

  /** Send a preset chat message, which each reader sees in their own language. */
  preset(preset: string): void {
    this.#tell({ type: "chat", preset });
  }

  /** End the pause after a finished trick. */
  skip(): void {
    this.#queue.skip();
  }

  /** Announce the whole table to the screen reader. */
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

  /** Reserve a seat while the player chooses a name; null releases it. */
  reserve(seat: number | null): void {
    this.#tell({ type: "reserve", seat });
  }

  stand(): void {
    this.#tell({ type: "stand" });
  }

  /** Start the match; `anyway`: even if a seat is reserved. */
  start(anyway = false): void {
    this.#tell({ type: "start", anyway });
  }

  /** Put a computer player on an empty seat; an empty level removes it. */
  fill(seat: number, level = ""): void {
    this.#tell({ type: "fill", seat, level });
  }

  rematch(): void {
    this.#tell({ type: "rematch" });
  }

  /** Take the seat back from another window, or reconnect at once. */
  connect(): void {
    this.#connection.connect();
  }

  /** Close the connection and stop all timers; the page is being left. */
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
    this.#answered = this.coached?.remark?.kind === "otherwise" ? null : this.coached;
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

  // Received messages

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

  /** Reset the state: the host sends everything again after a welcome. */
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

  /** Return the sentence for a player who points at a card. */
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

  /** Show a result notice for some seconds. */
  #conclude(result: readonly Reason[]): void {
    if (!result.length) return;
    this.result = result;
    setTimeout(() => {
      if (this.result === result) this.result = [];
    }, RESULT);
  }

  /** Show a chat message at its seat for some seconds. */
  #bubble(seat: number, text: string): void {
    this.bubbles = { ...this.bubbles, [seat]: text };
    setTimeout(() => {
      if (this.bubbles[seat] === text) this.bubbles = { ...this.bubbles, [seat]: "" };
    }, BUBBLE);
  }

  /** Return the text of a preset, or the text that was typed. */
  chatText({ preset, text }: Pick<Chatted, "preset" | "text">): string {
    return preset ? this.words.text(`chat-${preset}`) : text;
  }

  #visible(): readonly Chatted[] {
    return settings.chat ? this.#said.filter(({ id }) => !this.muted.has(id)) : [];
  }

  /** Forget the sent command: it has been answered. */
  #settled(): void {
    this.#command = null;
    this.sent = [];
  }

  // Shown state

  /** Draw a message, and announce it if the deal becomes hidden from watchers; return the milliseconds before the next
   * one. */
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
        // A player's view ends when they leave their seat; a watcher may have to wait for the end of the deal.
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
    if (update.moved.some(({ seat }) => seat !== this.you)) this.#answered = null;
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
    if (ending) {
      this.ending = ending;
      return Math.max(LOOK, update.line.length ? 0 : settings.rest * READ);
    }
    if (!trick || !settings.rest) return update.moved.length ? lasting(TRAVEL) : 0;
    this.resting = trick;
    return settings.rest;
  }

  /** Announce the progress of a shuffle; the first View of the deal must not announce it again. */
  #mix(sentences: readonly string[]): void {
    this.announcer.say(sentences);
    this.#mixed = [...this.#mixed, ...sentences];
  }

  #awaitsCut = ({ step, cut }: Sealed): boolean => step === "cut" && cut === null;

  #mayCut(sealed: Sealed): boolean {
    if (!this.#awaitsCut(sealed) || sealed.cutter !== this.you || !this.#cutsByHand) return false;
    return this.noted.noted[shuffleKey(sealed)]?.cutSent === null;
  }

  /** Return the other player whose cut is awaited; a bot is not shown as waited for. */
  #cutter(sealed: Sealed): number | null {
    const { cutter } = sealed;
    return this.#awaitsCut(sealed) && cutter !== this.you && !this.seats?.seats[cutter]?.level ? cutter : null;
  }

  /** Return the announcement of an awaited cut; "" if none is awaited of a person. */
  #cutPrompt(sealed: Sealed): string {
    if (this.#mayCut(sealed)) return words.text("live-cut");
    const cutter = this.#cutter(sealed);
    return cutter === null ? "" : this.spoken.text("table-cuts", { player: cutter });
  }

  /** Record the actions that bots have just taken, so that the player can report them. */
  #did({ n, moved }: Update): void {
    const fresh = moved.filter(({ seat }) => this.seats?.seats[seat]?.level);
    if (fresh.length && this.you !== null) this.deeds = [...this.deeds, ...fresh.map((one) => ({ n, ...one }))];
  }

  /** Return the number of sealed bids that are face up. */
  #turned({ view }: Update): number {
    return this.welcome ? turnedBids(view.public, this.welcome).size : 0;
  }

  #write(sheet: Sheet): void {
    const before = this.sheet?.lines.length;
    this.sheet = sheet;
    if (this.welcome && before !== undefined && sheet.lines.length === before + 1)
      this.announcer.say(scored(this.spoken, this.welcome, sheet));
  }

  /** Load the game's messages in the current language; nothing is shown before they are loaded. If loading fails, the
   * table uses the messages it has, and the next connection tries again. */
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

/** Return how many cards the viewer has to discard at once; 0 for a single one. Cards for another player are passed one
 * by one: the card returned for each reveals information. */
function together({ seat, public: { actor, exchange } }: GameView): number {
  const debt = exchange?.queue[0];
  return debt && seat !== null && actor === seat && debt.receiver === null && debt.count > 1 ? debt.count : 0;
}

/** Return the only card that can be played; null if there are several. */
function only({ view, legal }: Update): number | null {
  const [card] = legal;
  return inPlay(view.public) && legal.length === 1 && card !== undefined && card < CALLS ? card : null;
}

/** Return the trick that an update has finished; null if the player did not see it happen. */
export function finished(before: Update | null, after: Update): Trick | null {
  const was = before?.view.public.tricks?.past.length ?? 0;
  const past = after.view.public.tricks?.past ?? [];
  return before && after.moved.length && past.length === was + 1 ? (past.at(-1) ?? null) : null;
}

/** Return the agreement that ended the deal; null if the player did not see it happen. */
function agreed(before: Update | null, after: Update): Reason | null {
  const ends = before && !isOver(before.view.public) && isOver(after.view.public);
  return ends && !after.moved.length ? (after.did[0] ?? null) : null;
}

function merged(old: readonly Deck[], more: readonly Deck[]): Deck[] {
  const key = ({ deal, attempt }: Deck) => deal * 1000 + attempt;
  const all = new Map([...old, ...more].map((deck) => [key(deck), deck]));
  return [...all.values()].sort((a, b) => key(a) - key(b));
}
