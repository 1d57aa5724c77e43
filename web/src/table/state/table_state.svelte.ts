// The state of one table, as received from its host and as currently shown; all table components draw from it.
import { words } from "../../language/language.svelte";
import { Announcer } from "../announcements/announcer.svelte";
import { shuffleKey } from "../../fair/deck_checks";
import { anyCut, ShuffleParticipant } from "../../fair/shuffle_participant.svelte";
import type {
  ChatMessage,
  Deck,
  FriendCall,
  GameView,
  HintMessage,
  NotedMessage,
  DecksMessage,
  Pointing,
  ProposeCommand,
  Reason,
  ReceiptMessage,
  RefusedMessage,
  ShuffleMessage,
  SeatsMessage,
  ClientCommand,
  SheetMessage,
  ServerMessage,
  Trick,
  UpdateMessage,
  WelcomeMessage,
  WhyMessage,
} from "../../client/protocol";
import { BID_PAUSE_MS, BID_TURN_MS } from "../bid_timing";
import { FIRST_CALL, confirmationKey } from "../../client/presentation";
import { SITE } from "../../client/transport";
import { MessageQueue } from "../../client/message_queue";
import { isInPlay, isOver, turnedBids } from "../../client/view_selectors";
import { lasting, settings } from "../../settings/settings.svelte";
import { personName } from "../../language/display_names";
import { Speech } from "../../language/speech";
import {
  describePrompt,
  changeSentences,
  declinedReason,
  describeTable,
  eventSentences,
  handSentences,
  shuffleSentences,
  removalReasons,
  scoreSentences,
  seatingSentences,
  trickPart,
} from "../announcements/live_sentences";
import { Connection, type Socket, type ConnectionStatus } from "../../client/connection";
import { saveMutedIds, loadMutedIds } from "./muted_people";
import { CoachState, type ShownCoaching } from "./coach_state.svelte";
import type { Words } from "../../language/words";

/** The messages that are queued and shown in order, each for as long as it needs. */
type QueuedMessage = UpdateMessage | SeatsMessage | SheetMessage | ShuffleMessage | DecksMessage;

/** Milliseconds for a card to move; nothing else moves in the meantime. */
const CARD_TRAVEL_MS = 240;
/** How many times as long as a finished trick the hands revealed by an agreement are shown. */
const OPEN_HANDS_FACTOR = 3;
/** Milliseconds for which the line of play of a granted claim is shown. */
const LINE_OF_PLAY_MS = 2000;
/** Milliseconds before a forced card is played automatically. */
const FORCED_CARD_MS = 500;
/** Milliseconds for which a chat message is shown at its seat. */
const BUBBLE_MS = 6000;
/** Milliseconds for which the notice of a result is shown. */
const RESULT_MS = 6000;
/** Chat messages that arrive within this time after a welcome (milliseconds) are history. */
const HISTORY_MS = 1000;

/** Refusals shown without a message, because the next state explains itself: a newer View, or a shuffle that moved
 * on. */
const SILENT_REFUSALS = ["stale", "shuffle-earlier", "shuffle-later"];

/** A refused command, with its type, so that the refusal is shown where the command was given. */
export type Refusal = RefusedMessage & { command: "act" | "propose" | "other" };

/** An action of a bot at a version; `act` is null if it was face down. */
export interface BotAction {
  n: number;
  seat: number;
  act: number | null;
}

/** A hint requested at a version; `response` is null until it arrives. */
export interface HintState {
  n: number;
  response: HintMessage | null;
}

export class TableState {
  welcome: WelcomeMessage | null = $state.raw(null);
  seats: SeatsMessage | null = $state.raw(null);
  /** The state being drawn. */
  update: UpdateMessage | null = $state.raw(null);
  sheet: SheetMessage | null = $state.raw(null);
  /** The shuffle in progress; null while cards are played. */
  shuffle: ShuffleMessage | null = $state.raw(null);
  /** The decks of finished and redealt deals, in the order of the deals. */
  decks: readonly Deck[] = $state.raw([]);
  /** The open cards at which players are pointing. */
  pointedCards: readonly Pointing[] = $state.raw([]);
  /** The ids of the people whom the reader has muted. */
  mutedIds: ReadonlySet<string> = $state.raw(new Set());
  /** The latest chat message of each seat, shown for some seconds. */
  bubbles: Readonly<Record<number, string>> = $state.raw({});
  /** The chat without the messages of muted people. */
  chat: readonly ChatMessage[] = $derived.by(() => this.#visibleChat());
  /** A deal is in progress that spectators see only after it has ended. */
  isDealHidden: boolean = $derived.by(() => {
    if (this.you !== null || !this.welcome?.delayed || this.seats?.stage !== "deal") return false;
    return this.shuffle ? this.shuffle.step === "dealt" : !this.update;
  });
  status: ConnectionStatus = $state("connecting");
  /** The server's reason for closing the connection, if it sent one. */
  closeReason: Reason | null = $state.raw(null);
  lastRefusal: Refusal | null = $state.raw(null);
  /** Notices about who declined a proposal or removed a person. */
  resultNotices: readonly Reason[] = $state.raw([]);
  /** The reader was removed from their seat and now watches. */
  hasStayedToWatch = $state(false);
  explanation: WhyMessage | null = $state.raw(null);
  hint: HintState | null = $state.raw(null);
  /** The bots' actions in this deal that the reader has seen. */
  botActions: readonly BotAction[] = $state.raw([]);
  /** The reader's reports of such actions that the server accepted. */
  reports: readonly NotedMessage[] = $state.raw([]);
  /** The finished trick that is still on the table. */
  fullTrick: Trick | null = $state.raw(null);
  /** The open calls of friends to other tables. */
  calls: readonly FriendCall[] = $state.raw([]);
  /** The agreement that ended the deal, while its notice is shown. */
  agreement: Reason | null = $state.raw(null);
  /** Cards and calls that were sent and have no answer yet. */
  sentActions: readonly number[] = $state.raw([]);
  /** Cards selected for the discard, until there are `cardsDue` of them. */
  chosenCards: readonly number[] = $state.raw([]);
  /** An action that needs confirmation, until the player confirms it with `confirm`. */
  unconfirmedAction: number | number[] | null = $state.raw(null);
  /** When `update` (for its clocks) or `shuffle` (for its `millis`) arrived: `performance.now()`. */
  receivedAt = $state(0);
  /** The translated messages of this game. */
  words: Words = $state.raw(words.current);
  readonly announcer = new Announcer();
  readonly coach: CoachState;

  /** Names by seat; "" for an empty seat. */
  names: readonly string[] = $derived(
    this.seats?.seats.map((person) => (person ? personName(this.words, person) : "")) ?? [],
  );
  you: number | null = $derived(this.seats?.you ?? null);
  speech: Speech = $derived(this.#createSpeech(false));
  ariaSpeech: Speech = $derived(this.#createSpeech(true));
  legal: ReadonlySet<number> = $derived(new Set(this.update?.legal));
  /** Whether the reader has to act in the deal and can. */
  mustAct: boolean = $derived(
    this.status === "open" && !this.fullTrick && !this.sentActions.length && this.legal.size > 0,
  );
  /** The coach's current remark: at a prompt, about a deviating answer, and after the deal. */
  coaching: ShownCoaching | null = $derived.by(() => {
    const current = this.sentActions.length ? null : this.coach.coachingFor(this.update);
    const hasLegalActions = !this.fullTrick && this.legal.size > 0;
    return hasLegalActions || this.seats?.stage === "over" || current?.remark?.kind === "otherwise" ? current : null;
  });
  /** The remark at the question that you have just answered, until another player acts. */
  #answeredCoaching: ShownCoaching | null = $state.raw(null);
  /** What the mark of the coach shows. */
  coachMark: ShownCoaching | null = $derived.by(
    () => this.coaching ?? (this.coach.isDismissed ? null : this.#answeredCoaching),
  );
  /** Whether the reader can ask for a hint. */
  canAskHint: boolean = $derived(this.mustAct && this.seats?.practice === true);
  /** Whether the reader's answer to a proposal is due; this question takes precedence over the deal's. */
  mustAnswerProposal: boolean = $derived(this.you !== null && !!this.seats?.proposal?.waits.includes(this.you));
  /** The number of cards to discard together; 0 if none or only one. */
  cardsDue: number = $derived(this.update ? countDiscards(this.update.view) : 0);
  /** The only card that the reader can play. */
  forcedCard: number | null = $derived(this.mustAct && this.update ? forcedCardOf(this.update) : null);

  /** The other player whose cut is awaited. */
  cutter: number | null = $derived(this.shuffle ? this.#awaitedCutter(this.shuffle) : null);
  /** Whether the reader's cut is awaited. */
  mustCut: boolean = $derived(this.status === "open" && this.shuffle !== null && this.#canCut(this.shuffle));

  readonly #queue: MessageQueue<QueuedMessage>;
  readonly #connection: Connection;
  readonly #participant: ShuffleParticipant;
  readonly #stopEffects: () => void;
  #allChat: readonly ChatMessage[] = $state.raw([]);
  /** The chat before the last welcome, which sends it again. */
  #chatBeforeReload: readonly ChatMessage[] = [];
  /** The last command; `n` is the version that its receipt named, null until then. */
  #command: { id: string; n: number | null } | null = null;
  /** The ids of the proposals sent. */
  #sentProposals = new Set<string>();
  #receivedSeat: number | null = null;
  #connectedAt = 0;
  /** No View of the deal has arrived since the welcome. */
  #isFirstView = true;
  /** An action was taken in the deal since the last message about the seats. */
  #hasActed = false;
  /** The sentences already announced about this deck's shuffle. */
  #announcedShuffle: readonly string[] = [];
  /** The ids of the friends' calls already announced. */
  readonly #announcedCalls = new Set<string>();
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
    readonly onDevice = SITE,
  ) {
    this.mutedIds = loadMutedIds(id);
    this.coach = new CoachState(id);
    this.#queue = new MessageQueue(
      (message, receivedAt) => this.#show(message, receivedAt),
      () => (this.fullTrick = this.agreement = null),
    );
    const listener = {
      receive: (message: ServerMessage) => this.#receive(message),
      changeStatus: (status: ConnectionStatus) => this.#changeStatus(status),
    };
    this.#connection = new Connection(listener, socket);
    this.#participant = new ShuffleParticipant(id, (message) => this.#connection.send(message));
    this.#stopEffects = $effect.root(() => {
      $effect(() => this.#loadWords(words.current, this.welcome?.game));
      // No card plays itself while the coach speaks of it: nobody could read that.
      $effect(() => this.#scheduleForcedCard(settings.auto && !this.coaching ? this.forcedCard : null));
    });
  }

  /** The notes of the shuffles, against which decks are checked. */
  get shuffleNotes() {
    return this.#participant.notes;
  }

  // Player actions

  /** Send one or more actions. A call that needs confirmation waits in `unconfirmedAction` until `confirm`. If several
   * cards are to be discarded, single ones are collected in `chosenCards` (a second tap removes one), and `discard`
   * sends them. For an illegal action, ask which rule forbids it. */
  act(action: number | number[]): void {
    this.skip();
    const update = this.update;
    const first = typeof action === "number" ? action : action[0];
    if (!update || first === undefined || !this.mustAct) return;
    if (!this.legal.has(first)) this.askWhy(first);
    else if (typeof action === "number" && this.cardsDue) this.#toggleCard(action);
    else if (this.callToConfirm(action) !== null) this.unconfirmedAction = action;
    else this.#sendAction(update, action);
  }

  /** Return the call among some actions that needs confirmation; null if there is none. */
  callToConfirm(action: number | number[]): number | null {
    const { welcome } = this;
    return (
      [action].flat().find((call) => call >= FIRST_CALL && welcome && confirmationKey(welcome, call) !== null) ?? null
    );
  }

  /** Send the action that waited for confirmation. */
  confirm(): void {
    if (this.update && this.mustAct && this.unconfirmedAction !== null)
      this.#sendAction(this.update, this.unconfirmedAction);
  }

  /** Send the selected cards if there are enough of them. */
  discard(): void {
    if (this.cardsDue && this.chosenCards.length === this.cardsDue) this.act([...this.chosenCards]);
  }

  /** Ask which rule forbids an action; the answer arrives in `explanation`. */
  askWhy(action: number): void {
    if (this.update) this.#connection.send({ type: "why", n: this.update.n, act: action });
  }

  /** Ask what the strongest computer player would do; the answer arrives in `hint`. */
  askHint(): void {
    this.skip();
    if (!this.update || !this.canAskHint) return;
    this.lastRefusal = null;
    this.hint = { n: this.update.n, response: null };
    this.#connection.send({ type: "hint", n: this.update.n });
  }

  /** Bring the coach back; if the coach is here, ask whether it should leave, or withdraw that question. */
  toggleCoach(): void {
    this.hint = null; // it may have the place of the question
    this.coach.toggle();
  }

  /** Point at a card of a partner's open hand; a second time, stop pointing. */
  pointAt(card: number): void {
    if (!this.update) return;
    const isPointing = this.pointedCards.some((pointer) => pointer.by === this.you && pointer.card === card);
    this.#sendCommand({ type: "point", n: this.update.n, card: isPointing ? null : card });
  }

  propose(kind: ProposeCommand["what"], details: { tricks?: number; seat?: number } = {}): void {
    this.lastRefusal = null;
    this.#sentProposals.add(this.#connection.propose({ what: kind, ...details }));
  }

  /** Answer the open proposal; its author withdraws it with no. */
  answer(accepts: boolean): void {
    const proposal = this.seats?.proposal;
    if (proposal) this.#connection.send({ type: "answer", proposal: proposal.number, yes: accepts });
  }

  /** Mute or unmute a person, at their seat and in the chat; remembered for this table. */
  mute(person: string, isMuted: boolean): void {
    const remainingIds = [...this.mutedIds].filter((id) => id !== person);
    this.mutedIds = new Set(isMuted ? [...remainingIds, person] : remainingIds);
    saveMutedIds(this.id, this.mutedIds);
  }

  /** Return the name of a person by their id at this table; `Guest` if it is unknown. */
  nameOf(person: string): string {
    const seat = this.seats?.seats.findIndex((occupant) => occupant?.id === person) ?? -1;
    const chatName = [...this.#allChat].reverse().find(({ id }) => id === person)?.name;
    return (seat < 0 ? chatName : this.names[seat]) || words.text("nameless");
  }

  /** Remove a person; for the table's owner. */
  removePerson(person: string): void {
    this.#sendCommand({ type: "remove", person });
  }

  /** Close the table to newcomers or open it again; for the table's owner. */
  setLocked(isLocked: boolean): void {
    this.#sendCommand({ type: "lock", locked: isLocked });
  }

  /** Return the action of a bot that played a card; null if no bot did. */
  botActionWithCard(card: number): BotAction | null {
    return this.botActions.find(({ act }) => act === card) ?? null;
  }

  /** Return whether the reader has reported a bot's action. */
  hasReported({ n, seat }: BotAction): boolean {
    return this.reports.some((report) => report.n === n && report.seat === seat);
  }

  /** Report a bot's action as bad. */
  report({ n, seat }: BotAction): void {
    this.#sendCommand({ type: "report", n, seat });
  }

  /** Send a chat message. */
  sendChat(text: string): void {
    this.#sendCommand({ type: "chat", text });
  }

  /** Send a preset chat message, which each reader sees in their own language. */
  sendPreset(preset: string): void {
    this.#sendCommand({ type: "chat", preset });
  }

  /** End the pause after a finished trick. */
  skip(): void {
    this.#queue.skip();
  }

  /** Announce the whole table to the screen reader. */
  announceTable(): void {
    if (this.update) this.announcer.announceNow(describeTable(this.ariaSpeech, this.update));
  }

  continueMatch(): void {
    this.#sendCommand({ type: "next" });
  }

  cut(cards: number): void {
    const shuffle = this.shuffle;
    this.lastRefusal = null;
    if (shuffle) this.#participant.cut(shuffle, cards);
  }

  sit(seat: number): void {
    this.#sendCommand({ type: "sit", seat });
  }

  /** Reserve a seat while the player chooses a name; null releases it. */
  reserve(seat: number | null): void {
    this.#sendCommand({ type: "reserve", seat });
  }

  leaveSeat(): void {
    this.#sendCommand({ type: "stand" });
  }

  /** Start the match; `anyway`: even if a seat is reserved. */
  start(anyway = false): void {
    this.#sendCommand({ type: "start", anyway });
  }

  /** Put a computer player on an empty seat; an empty level removes it. */
  setBot(seat: number, level = ""): void {
    this.#sendCommand({ type: "fill", seat, level });
  }

  rematch(): void {
    this.#sendCommand({ type: "rematch" });
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
    this.#stopEffects();
  }

  #sendCommand(message: ClientCommand): void {
    this.lastRefusal = null;
    this.#connection.send(message);
  }

  #toggleCard(card: number): void {
    const otherCards = this.chosenCards.filter((chosenCard) => chosenCard !== card);
    if (otherCards.length < this.chosenCards.length) this.chosenCards = otherCards;
    else if (otherCards.length < this.cardsDue) this.chosenCards = [...otherCards, card];
  }

  #sendAction(update: UpdateMessage, action: number | number[]): void {
    this.lastRefusal = this.explanation = this.hint = null;
    this.#answeredCoaching = this.coaching?.remark?.kind === "otherwise" ? null : this.coaching;
    this.sentActions = typeof action === "number" ? [action] : action;
    this.chosenCards = [];
    this.unconfirmedAction = null;
    this.#command = { id: this.#connection.act(update.n, action), n: null };
  }

  #scheduleForcedCard(card: number | null): (() => void) | undefined {
    if (card === null) return undefined;
    const timer = setTimeout(() => this.act(card), FORCED_CARD_MS);
    return () => clearTimeout(timer);
  }

  // Received messages

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        return this.#reset(message);
      case "receipt":
        return this.#acceptReceipt(message);
      case "refused":
        return this.#acceptRefusal(message);
      case "why":
        this.explanation = message;
        if (message.reason) this.announcer.announce([this.ariaSpeech.reason(message.reason)]);
        return;
      case "hint":
        if (this.hint?.n === message.n) this.hint = { n: message.n, response: message };
        return;
      case "pointed":
        return this.#showPointing(message.cards);
      case "chatted":
        return this.#addChat(message);
      case "noted":
        this.reports = [...this.reports, message];
        this.announcer.announce([this.words.text("report-noted")]);
        return;
      case "invited":
        return this.showCalls(message.calls);
      case "goodbye":
        this.closeReason = message.reason;
        return;
      case "seats":
        this.#receivedSeat = message.you;
        this.#bots = message.seats.flatMap((person, seat) => (person?.level ? [seat] : []));
        this.#participant.noteSeats(message);
        break;
      case "sealed": {
        const cut = anyCut(this.welcome?.pack.length ?? 2);
        this.#participant.answerShuffle(message, this.#receivedSeat, cut, this.#cutsByHand);
        break;
      }
      case "ahead":
        this.#participant.answerAhead(message, this.#receivedSeat);
        return;
      case "view":
        this.#participant.noteHand(message.view);
        break;
      case "opened":
        this.#participant.noteDecks(message.decks);
    }
    this.#queue.add(message);
  }

  #changeStatus(status: ConnectionStatus): void {
    this.status = status;
    if (status === "open") this.closeReason = null;
    if (status === "elsewhere" || status === "gone") this.#forgetCommand();
    if (status !== "connecting") this.announcer.announce([words.text(`live-${status}`)]);
  }

  /** Reset the state: the host sends everything again after a welcome. */
  #reset(welcome: WelcomeMessage): void {
    this.#queue.clear();
    this.#isFirstView = true;
    this.#participant.resume();
    this.welcome = welcome;
    this.#connectedAt = performance.now();
    this.#chatBeforeReload = this.#allChat;
    this.#allChat = this.decks = [];
    this.botActions = [];
    this.fullTrick = this.agreement = this.hint = null;
    this.pointedCards = [];
    this.calls = [];
  }

  #acceptReceipt(receipt: ReceiptMessage): void {
    this.#sentProposals.delete(receipt.id);
    if (this.#command?.id !== receipt.id) return;
    this.#command.n = receipt.n;
    if (this.update && this.update.n >= receipt.n) this.#forgetCommand();
  }

  #acceptRefusal(refusal: RefusedMessage): void {
    const isAct = refusal.id !== "" && this.#command?.id === refusal.id;
    const isProposal = this.#sentProposals.delete(refusal.id);
    if (isAct) this.#forgetCommand();
    if (!refusal.id && !this.hint?.response) this.hint = null;
    if (SILENT_REFUSALS.includes(refusal.reason.key)) return;
    this.lastRefusal = { ...refusal, command: isAct ? "act" : isProposal ? "propose" : "other" };
    this.announcer.announce([words.text("live-refused", { why: this.ariaSpeech.reason(refusal.reason) })]);
  }

  /** Show the open calls of friends to other tables, and announce the new ones. */
  showCalls(calls: readonly FriendCall[]): void {
    this.calls = calls.filter(({ table }) => table !== this.id);
    const newCalls = this.calls.filter(({ id }) => !this.#announcedCalls.has(id));
    newCalls.forEach(({ id }) => this.#announcedCalls.add(id));
    this.announcer.announce(newCalls.map(({ name }) => words.text("friend-news-call", { name })));
  }

  #showPointing(cards: readonly Pointing[]): void {
    const old = this.pointedCards;
    this.pointedCards = cards;
    const newPointings = cards.filter(
      (pointer) => pointer.by !== this.you && !old.some((was) => was.by === pointer.by && was.card === pointer.card),
    );
    this.announcer.announce(newPointings.map((pointer) => this.pointText(pointer, this.ariaSpeech)));
  }

  /** Return the sentence for a player who points at a card. */
  pointText = ({ by, seat, card }: Pointing, speech: Speech): string =>
    speech.text("points-at", { player: by, other: seat, card });

  #addChat(message: ChatMessage): void {
    this.#allChat = [...this.#allChat, message];
    const repeatedIndex = this.#chatBeforeReload.findIndex(
      ({ id, text, preset }) => id === message.id && text === message.text && preset === message.preset,
    );
    this.#chatBeforeReload = this.#chatBeforeReload.slice(repeatedIndex + 1);
    if (repeatedIndex >= 0) return;
    if (message.seat !== null && performance.now() - this.#connectedAt > HISTORY_MS)
      this.#showBubble(message.seat, this.chatText(message));
    if (message === this.chat.at(-1) && message.seat !== this.#receivedSeat)
      this.announcer.announce([
        this.words.text("live-said", { name: message.name || words.text("nameless"), text: this.chatText(message) }),
      ]);
  }

  /** Show a result notice for some seconds. */
  #showResult(result: readonly Reason[]): void {
    if (!result.length) return;
    this.resultNotices = result;
    setTimeout(() => {
      if (this.resultNotices === result) this.resultNotices = [];
    }, RESULT_MS);
  }

  /** Show a chat message at its seat for some seconds. */
  #showBubble(seat: number, text: string): void {
    this.bubbles = { ...this.bubbles, [seat]: text };
    setTimeout(() => {
      if (this.bubbles[seat] === text) this.bubbles = { ...this.bubbles, [seat]: "" };
    }, BUBBLE_MS);
  }

  /** Return the text of a preset, or the text that was typed. */
  chatText({ preset, text }: Pick<ChatMessage, "preset" | "text">): string {
    return preset ? this.words.text(`chat-${preset}`) : text;
  }

  #visibleChat(): readonly ChatMessage[] {
    return settings.chat ? this.#allChat.filter(({ id }) => !this.mutedIds.has(id)) : [];
  }

  /** Forget the sent command: it has been answered. */
  #forgetCommand(): void {
    this.#command = null;
    this.sentActions = [];
  }

  // Shown state

  /** Draw a message, and announce it if the deal becomes hidden from watchers; return the milliseconds before the next
   * one. */
  #show(message: QueuedMessage, receivedAt: number): number {
    const wasHidden = this.isDealHidden;
    const pauseMs = this.#draw(message, receivedAt);
    if (this.isDealHidden && !wasHidden) this.announcer.announce([this.words.text("table-unseen")]);
    return pauseMs;
  }

  #draw(message: QueuedMessage, receivedAt: number): number {
    switch (message.type) {
      case "seats":
        this.announcer.announce(
          changeSentences(this.ariaSpeech, this.seats, message, (id) => this.nameOf(id), this.#hasActed),
        );
        this.#hasActed = false;
        if (message.proposal) this.resultNotices = [];
        this.#showResult(
          [
            declinedReason(this.seats, message) ?? [],
            removalReasons(this.seats, message, (id) => this.nameOf(id)),
          ].flat(),
        );
        // A player's view ends when they leave their seat; a watcher may have to wait for the end of the deal.
        if (this.you !== null && message.you === null && this.welcome?.delayed && message.stage === "deal")
          this.update = null;
        this.seats = message;
        return 0;
      case "sheet":
        this.#updateSheet(message);
        return 0;
      case "opened":
        this.decks = mergeDecks(this.decks, message.decks);
        return 0;
      case "sealed":
        this.#announceShuffle(shuffleSentences(this.ariaSpeech, this.shuffle, message, this.#cutPrompt(message)));
        this.botActions = [];
        this.shuffle = message;
        this.receivedAt = receivedAt;
        return 0;
      case "view":
        return this.#showUpdate(message, receivedAt);
    }
  }

  #showUpdate(update: UpdateMessage, receivedAt: number): number {
    const trick = finishedTrickOf(this.update, update);
    const isFirstView = this.#isFirstView;
    if (update.did.length) this.#hasActed = true;
    const isNewDeal = isFirstView || this.update?.view.public.match.deal !== update.view.public.match.deal;
    const ending = agreementOf(this.update, update);
    const newBidCount = this.update ? this.#turnedBidCount(update) - this.#turnedBidCount(this.update) : 0;
    const question = describePrompt(this.ariaSpeech, update);
    const isSameQuestion =
      !isFirstView && this.update !== null && question === describePrompt(this.ariaSpeech, this.update);
    this.update = update;
    if (update.moved.some(({ seat }) => seat !== this.you)) this.#answeredCoaching = null;
    this.#recordBotActions(update);
    this.receivedAt = receivedAt;
    this.shuffle = this.explanation = this.unconfirmedAction = null;
    if (this.lastRefusal?.command === "act") this.lastRefusal = null;
    if (!update.legal.length) this.hint = null;
    this.chosenCards = this.chosenCards.filter((card) => update.legal.includes(card));
    const answeredVersion = this.#command?.n;
    if (answeredVersion != null && update.n >= answeredVersion) this.#forgetCommand();
    const sentences = eventSentences(this.ariaSpeech, update, isFirstView).filter(
      (sentence) => !this.#announcedShuffle.includes(sentence),
    );
    if (isFirstView) sentences.unshift(...seatingSentences(this.ariaSpeech, this.welcome?.sides ?? [], this.you));
    const part = isFirstView ? null : trickPart(this.ariaSpeech, update, trick, sentences);
    this.announcer.announce(
      [...sentences, ...(isNewDeal ? handSentences(this.ariaSpeech, update) : [])],
      isSameQuestion ? undefined : question,
      part,
    );
    this.#isFirstView = false;
    this.#announcedShuffle = [];
    if (newBidCount > 0) return newBidCount * lasting(BID_TURN_MS + BID_PAUSE_MS);
    if (ending) {
      this.agreement = ending;
      return Math.max(LINE_OF_PLAY_MS, update.line.length ? 0 : settings.rest * OPEN_HANDS_FACTOR);
    }
    if (!trick || !settings.rest) return update.moved.length ? lasting(CARD_TRAVEL_MS) : 0;
    this.fullTrick = trick;
    return settings.rest;
  }

  /** Announce the progress of a shuffle; the first View of the deal must not announce it again. */
  #announceShuffle(sentences: readonly string[]): void {
    this.announcer.announce(sentences);
    this.#announcedShuffle = [...this.#announcedShuffle, ...sentences];
  }

  #isCutAwaited = ({ step, cut }: ShuffleMessage): boolean => step === "cut" && cut === null;

  #canCut(shuffle: ShuffleMessage): boolean {
    if (!this.#isCutAwaited(shuffle) || shuffle.cutter !== this.you || !this.#cutsByHand) return false;
    return this.shuffleNotes.noted[shuffleKey(shuffle)]?.cutSent === null;
  }

  /** Return the other player whose cut is awaited; a bot is not shown as waited for. */
  #awaitedCutter(shuffle: ShuffleMessage): number | null {
    const { cutter } = shuffle;
    return this.#isCutAwaited(shuffle) && cutter !== this.you && !this.seats?.seats[cutter]?.level ? cutter : null;
  }

  /** Return the announcement of an awaited cut; "" if none is awaited of a person. */
  #cutPrompt(shuffle: ShuffleMessage): string {
    if (this.#canCut(shuffle)) return words.text("live-cut");
    const cutter = this.#awaitedCutter(shuffle);
    return cutter === null ? "" : this.ariaSpeech.text("table-cuts", { player: cutter });
  }

  /** Record the actions that bots have just taken, so that the player can report them. */
  #recordBotActions({ n, moved }: UpdateMessage): void {
    const botMoves = moved.filter(({ seat }) => this.seats?.seats[seat]?.level);
    if (botMoves.length && this.you !== null)
      this.botActions = [...this.botActions, ...botMoves.map((move) => ({ n, ...move }))];
  }

  /** Return the number of sealed bids that are face up. */
  #turnedBidCount({ view }: UpdateMessage): number {
    return this.welcome ? turnedBids(view.public, this.welcome).size : 0;
  }

  #updateSheet(sheet: SheetMessage): void {
    const oldLineCount = this.sheet?.lines.length;
    this.sheet = sheet;
    if (this.welcome && oldLineCount !== undefined && sheet.lines.length === oldLineCount + 1)
      this.announcer.announce(scoreSentences(this.ariaSpeech, this.welcome, sheet));
  }

  /** Load the game's messages in the current language; nothing is shown before they are loaded. If loading fails, the
   * table uses the messages it has, and the next connection tries again. */
  #loadWords(commonWords: Words, game: string | undefined): void {
    if (!game) return;
    commonWords
      .game(game)
      .catch(() => this.words)
      .then((gameWords) => {
        if (commonWords !== words.current) return;
        this.words = gameWords;
        this.#queue.open();
      });
  }

  #createSpeech(aloud: boolean): Speech {
    const { calls = [], sides = [] } = this.welcome ?? {};
    return new Speech(this.words, { calls, sides, names: this.names, you: this.you }, aloud);
  }
}

/** Return how many cards the viewer has to discard at once; 0 for a single one. Cards for another player are passed one
 * by one: the card returned for each reveals information. */
function countDiscards({ seat, public: { actor, exchange } }: GameView): number {
  const debt = exchange?.queue[0];
  return debt && seat !== null && actor === seat && debt.receiver === null && debt.count > 1 ? debt.count : 0;
}

/** Return the only card that can be played; null if there are several. */
function forcedCardOf({ view, legal }: UpdateMessage): number | null {
  const [card] = legal;
  return isInPlay(view.public) && legal.length === 1 && card !== undefined && card < FIRST_CALL ? card : null;
}

/** Return the trick that an update has finished; null if the player did not see it happen. */
export function finishedTrickOf(old: UpdateMessage | null, current: UpdateMessage): Trick | null {
  const oldCount = old?.view.public.tricks?.past.length ?? 0;
  const past = current.view.public.tricks?.past ?? [];
  return old && current.moved.length && past.length === oldCount + 1 ? (past.at(-1) ?? null) : null;
}

/** Return the agreement that ended the deal; null if the player did not see it happen. */
function agreementOf(old: UpdateMessage | null, current: UpdateMessage): Reason | null {
  const hasEnded = old && !isOver(old.view.public) && isOver(current.view.public);
  return hasEnded && !current.moved.length ? (current.did[0] ?? null) : null;
}

function mergeDecks(old: readonly Deck[], newDecks: readonly Deck[]): Deck[] {
  const key = ({ deal, attempt }: Deck) => deal * 1000 + attempt;
  const decksByKey = new Map([...old, ...newDecks].map((deck) => [key(deck), deck]));
  return [...decksByKey.values()].sort((a, b) => key(a) - key(b));
}
