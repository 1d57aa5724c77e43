// A table at one of the reader's own mistakes, as they saw it then; the review of the deal judges each answer.
import type { Question } from "../client/api_types";
import type { Socket } from "../client/connection";
import { FIRST_CALL } from "../client/presentation";
import type { ClientCommand, ServerMessage, UpdateMessage } from "../client/protocol";
import { TableState } from "../table/state/table_state.svelte";
import { judgeAnswer, rightChoices, type Attempt } from "./better_choice";
import { isSame } from "./choices";
import type { OwnMistake } from "./own_mistakes";

/** The suits of the right cards; for calls only the number of right ones. */
export type ChoiceHint = { suits: number[] } | { right: number; choices: number };

export class QuestionTable {
  readonly table: TableState;
  /** The answers tried, starting with the original decision. */
  attempts: readonly Attempt[] = $state.raw([]);
  /** The last answer; null before the first. */
  last: Attempt | null = $state.raw(null);
  hint: ChoiceHint | null = $state.raw(null);
  /** The right answer was requested. */
  isRevealed = $state(false);
  readonly isSolved: boolean = $derived(this.last?.verdict === "right");
  readonly isOver: boolean = $derived.by(() => this.isSolved || this.isRevealed);
  readonly #socket: QuestionSocket;

  constructor(
    readonly mistake: OwnMistake,
    question: Question,
    /** Called after each answer. */
    readonly onattempt: (attempt: Attempt) => void,
  ) {
    const { match, deal, decision } = mistake;
    this.attempts = [judgeAnswer(decision, decision.did)];
    this.#socket = new QuestionSocket(question, decision.did.length, (acts) => this.#answer(acts));
    this.table = new TableState(`${match.id}/${deal}/${decision.at}`, () => this.#socket, true);
  }

  showHint(): void {
    const right = rightChoices(this.mistake.decision);
    const best = right[0]?.does ?? [];
    this.hint = best.every((act) => act < FIRST_CALL)
      ? { suits: [...new Set(best.map((card) => Math.floor(card / 13)))] }
      : { right: right.length, choices: this.mistake.decision.choices?.length ?? 0 };
  }

  close(): void {
    this.table.close();
  }

  #answer(acts: readonly number[]): void {
    const answer = judgeAnswer(this.mistake.decision, acts);
    this.last = answer;
    if (!this.attempts.some((attempt) => isSame(attempt.acts, acts))) this.attempts = [...this.attempts, answer];
    if (answer.verdict === "right") this.#socket.showCard(acts);
    this.onattempt(answer);
  }
}

/** A socket that plays the host of a table stopped at one question. */
class QuestionSocket implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readonly #question: Question;

  /** `cardsAtOnce` is the number of cards discarded with one answer. */
  constructor(
    question: Question,
    cardsAtOnce: number,
    readonly onanswer: (acts: readonly number[]) => void,
  ) {
    this.#question = { ...question, view: limitCardsDue(question.view, cardsAtOnce) };
    queueMicrotask(() => {
      this.onopen?.(new Event("open"));
      for (const message of [this.#question.table, this.#question.seats, this.#question.view]) this.#emit(message);
    });
  }

  send(text: string): void {
    queueMicrotask(() => this.#receive(JSON.parse(text) as ClientCommand)); // answers come later than their question
  }

  #receive(command: ClientCommand): void {
    if (command.type === "why") this.#explain(command.act);
    if (command.type !== "act") return;
    // The question stays open: the answer is judged, but not executed.
    this.#emit({ type: "refused", id: command.id, reason: { key: "stale", numbers: {} }, legal: [] });
    this.onanswer([command.act].flat());
  }

  /** Put a right card on the table; calls are not shown. */
  showCard([card = FIRST_CALL, ...otherCards]: readonly number[]): void {
    const { view } = this.#question;
    const { tricks, turn } = view.view.public;
    if (card >= FIRST_CALL || otherCards.length || !tricks || turn === null)
      return this.#emit({ ...view, n: view.n + 1, legal: [], ask: [], asked: [] });
    const isOwnTurn = turn === view.view.seat;
    const withoutCard = (mask: number, isIncluded: boolean) => (isIncluded ? mask - 2 ** card : mask);
    const openHands = view.view.public.shown.map((mask, seat) => withoutCard(mask, mask > 0 && seat === turn));
    const publicState = {
      ...view.view.public,
      shown: openHands,
      tricks: { ...tricks, table: [...tricks.table, card] },
    };
    const nextView = { ...view.view, hand: withoutCard(view.view.hand, isOwnTurn), public: publicState };
    this.#emit({
      ...view,
      n: view.n + 1,
      view: nextView,
      legal: [],
      ask: [],
      asked: [],
      moved: [{ seat: turn, act: card }],
    });
  }

  close(): void {
    this.onmessage = null;
  }

  #explain(act: number): void {
    const reason = this.#question.forbidden.find((entry) => entry.act === act)?.reason ?? null;
    this.#emit({ type: "why", n: this.#question.view.n, act, reason });
  }

  #emit(message: ServerMessage): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}

/** Return the question with the number of cards due reduced to `count`. */
function limitCardsDue(update: UpdateMessage, count: number): UpdateMessage {
  const { exchange } = update.view.public;
  const [debt, ...laterDebts] = exchange?.queue ?? [];
  if (!exchange || !debt || debt.count <= count) return update;
  const nextExchange = { ...exchange, queue: [{ ...debt, count }, ...laterDebts] };
  return { ...update, view: { ...update.view, public: { ...update.view.public, exchange: nextExchange } } };
}
