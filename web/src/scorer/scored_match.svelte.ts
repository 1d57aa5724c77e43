// The match open on the scorer page: its stored data and its current state.
import type { DrawnMatch } from "../client/sheet_source";
import { NotDone } from "../client/http_client";
import { refusal } from "../client/error_messages";
import { score, type Answer, type Effect, type Listed, type Scored, type Step, type Task, type What } from "../client/score_client";
import { endShared, enterSteps, MAX_STEPS, share, sharedSteps, type Shared } from "../client/shared_score_client";
import { visitor } from "../client/current_user.svelte";
import { words } from "../language/language.svelte";
import { Speech } from "../language/speech";
import type { Words } from "../language/words";
import { resultOf } from "./evenings";
import { keep, newId, type KeptMatch } from "./saved_matches";
import { appliedSince, commonLength } from "./shared_steps";

const seconds = (): number => Math.floor(Date.now() / 1000);

/** Return how many steps can be undone and redone. */
function stepsBack(steps: readonly Step[]): { undo: number; redo: number } {
  const found = { undo: 0, redo: 0 };
  for (const { type } of steps) {
    const by = type === "undo" ? -1 : 1;
    found.undo += by;
    found.redo = type === "undo" || type === "redo" ? found.redo - by : 0;
  }
  return found;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Milliseconds before retrying a server that did not answer. */
const AGAIN_MS = 1000;

/** Steps of others that conflict with steps of this phone that have not reached the server. */
export interface Conflict {
  /** All steps on the server. */
  theirs: Step[];
  /** The entries missing on this phone (`theirs`) and on the server (`mine`). */
  entries: { theirs: Listed[]; mine: Listed[] };
  /** This phone's steps can be appended to those of the others. */
  addable: boolean;
}

/** Return whether the server's refusal is final; otherwise the same request may succeed later. */
const isRefusal = (error: unknown): boolean =>
  error instanceof NotDone && error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status);

const fresh = (): Task => ({ answers: [], fault: false, how: "append", entry: "", assume: true });

export class ScoredMatch {
  kept: KeptMatch = $state.raw({} as KeptMatch);
  /** The current state; null until it is known. */
  now: Scored | null = $state.raw(null);
  words: Words | null = $state.raw(null);
  /** A step being previewed, and its effect. */
  step: Step | null = $state.raw(null);
  effect: Effect | null = $state.raw(null);
  waiting = $state(false);
  /** The reason why there was no answer; "" if there was. */
  failed = $state("");
  /** The last action done, for the live region. */
  done = $state("");
  /** Not everything could be stored. */
  full = $state(false);
  /** The server of a shared match does not answer, so entries of others may be missing. */
  lost = $state(false);
  /** This user started the sharing. */
  yours = $state(false);
  /** The conflict that the user has to resolve before this phone's steps are shared; null if there is none. */
  conflict: Conflict | null = $state.raw(null);
  #ending = false;
  #asked = 0;
  /** The steps on which `now` is based. */
  #known: readonly Step[] | null = $state.raw(null);

  constructor(match: KeptMatch) {
    this.kept = match;
  }

  readonly task = $derived.by(() => this.kept.task ?? fresh());
  /** The draft; null if the list has changed since the last response. */
  readonly draft = $derived.by(() => (this.#known === this.kept.steps ? (this.now?.draft ?? null) : null));
  /** How many steps can be undone and redone, from the steps themselves: a tap may precede a response. */
  readonly back = $derived.by(() => stepsBack(this.kept.steps));
  readonly table = $derived.by((): DrawnMatch | null => {
    if (!this.now || !this.words) return null;
    const { game, sheet, names } = this.now;
    return { welcome: game, sheet, words: this.words, speech: this.speech, names, you: null };
  });
  /** The tables at which entries were made: earlier seatings, with the lines of their sheets, and the current one. */
  readonly tables = $derived.by((): DrawnMatch[] => {
    const { words, table } = this;
    if (!this.now || !words || !table) return [];
    const sheet = { type: "sheet" as const, totals: [], settlement: [], winners: [], taken_back: [] };
    const past = this.now.past.map(({ game, names, lines }) => {
      const speech = new Speech(words, { calls: game.calls, sides: game.sides, names });
      return { welcome: game, sheet: { ...sheet, lines }, words, speech, names, you: null };
    });
    return [...past, table];
  });
  /** Return the table at which an entry was made. */
  readonly tableOf = ({ seating }: Listed): DrawnMatch => this.tables[seating] ?? this.table!;
  /** The players by seat. */
  readonly names = $derived(this.now?.names ?? []);
  readonly speech = $derived.by(() => {
    const { calls = [], sides = [] } = this.now?.game ?? {};
    return new Speech(this.words ?? words.current, { calls, sides, names: this.names });
  });

  /** Request the state of the match, including the deal being entered. */
  async ask(): Promise<void> {
    this.#asked += 1;
    const turn = this.#asked;
    this.waiting = true;
    this.failed = "";
    try {
      const { head, steps } = this.kept;
      const known = this.#known;
      const [found, spoken] = await Promise.all([
        score({ head, steps, task: this.task, step: this.step }),
        this.words?.lang === words.lang ? this.words : words.game(head.game),
      ]);
      if (turn !== this.#asked) return;
      this.words = spoken;
      if (found.type === "refused") {
        const why = new Speech(spoken, { calls: [], names: head.names, sides: [] }).reason(found.reason);
        if (known && steps.length > known.length) {
          this.#keep({ steps: [...known] }); // drop the steps since the last valid state
          await this.ask();
        }
        this.failed = why;
        return;
      }
      this.#known = steps;
      this.now = found;
      const result = resultOf(found);
      if (!same(result, this.kept.result)) this.#keep({ result });
      this.effect = found.effect;
    } catch (error) {
      if (turn === this.#asked) this.failed = refusal(words, error);
    } finally {
      if (turn === this.#asked) this.waiting = false;
    }
  }

  #keep(changes: Partial<KeptMatch>): void {
    this.kept = { ...this.kept, ...changes };
    this.full = !keep(this.kept);
  }

  /** Set the answers of the deal being entered. */
  answer(answers: Answer[], assume = true): Promise<void> {
    this.#keep({ task: { ...this.task, answers, assume } });
    return this.ask();
  }

  /** Start entering a deal or a fault, at the end or at the position of an entry. */
  tell(place: Partial<Task> = {}): Promise<void> {
    this.step = null;
    const task = { ...fresh(), ...place };
    this.#keep({ task: place.fault || place.entry ? task : null });
    return this.ask();
  }

  /** Add the entered deal to the list. */
  async write(): Promise<void> {
    const what = this.draft?.what;
    if (!what) return;
    const { how, entry } = this.task;
    await this.do(how === "replace" ? this.replacing(entry, what) : this.entering(what, "", how === "insert" ? entry : ""));
  }

  /** Return the step that adds an entry at the end, or before another entry. */
  entering(what: What, note = "", before = ""): Step {
    const entry = { id: newId(), at: seconds(), what, ...(note && { note }) };
    return before ? { type: "insert", before, entry } : { type: "append", entry };
  }

  replacing(id: string, what: What, note = ""): Step {
    return { type: "replace", id, at: seconds(), what, ...(note && { note }) };
  }

  /** Preview a step without applying it. */
  consider(step: Step | null): Promise<void> {
    this.step = step;
    this.effect = null;
    return this.ask();
  }

  /** Apply and save a step. If the server of a shared match refuses it, nothing changes and the draft is kept; if the
   * server does not answer, the step is sent later. */
  async do(step: Step): Promise<void> {
    const { shared, steps } = this.kept;
    this.step = null;
    this.effect = null;
    const sent = shared && !this.unsent ? await this.#enter(shared, steps.length, step) : false;
    if (sent === null) return;
    const heard = shared && same(this.kept.steps[steps.length], step); // already read from the server
    if (heard) this.#keep({ task: null });
    else this.#save([...this.kept.steps, step], sent ? 1 : 0);
    await this.ask();
    this.done = words.text(step.type === "undo" ? "scorer-undone" : "scorer-written");
  }

  /** Save steps and clear the draft. `sent` is the number of additional steps that are on the server of a shared
   * match. */
  #save(steps: Step[], sent: number): void {
    const { shared } = this.kept;
    const all = shared && { ...shared, sent: this.#sent + sent };
    this.#keep({ steps, task: null, ...(all && { shared: all }) });
  }

  // Sharing

  /** The number of this phone's steps that have not reached the server of a shared match. */
  readonly unsent = $derived.by(() => (this.kept.shared ? this.kept.steps.length - this.#sent : 0));

  get #sent(): number {
    return this.kept.shared?.sent ?? this.kept.steps.length;
  }

  /** Read-only: the link had no key. */
  readonly watched = $derived.by(() => this.kept.shared !== undefined && !this.kept.shared.key);

  /** Share the match with other phones. */
  async share(): Promise<void> {
    this.failed = "";
    try {
      await visitor.ensureUser();
      const { head, steps } = this.kept;
      this.#keep({ shared: { ...(await share(head, steps)), sent: steps.length } });
      this.yours = true;
    } catch (error) {
      this.failed = refusal(words, error);
    }
  }

  /** Stop sharing; the other phones keep their copies. */
  async unshare(): Promise<void> {
    const { shared } = this.kept;
    if (!shared) return;
    this.#ending = true;
    try {
      await endShared(shared.id);
      this.#part();
    } catch (error) {
      this.failed = refusal(words, error);
    }
    this.#ending = false;
  }

  /** Follow the entries of others; return a function that stops. */
  follow(): () => void {
    let here = true;
    const going = async (): Promise<void> => {
      for (let first = true; here && this.kept.shared; first = false) {
        try {
          const { conflict } = this;
          const known = conflict ? conflict.theirs.length : this.kept.steps.length;
          await this.#read(first || (this.unsent && !conflict) ? undefined : known);
        } catch (error) {
          if (!here) return;
          if (error instanceof NotDone && error.status === 404 && !this.#ending) {
            this.#part();
            this.failed = refusal(words, error);
            return;
          }
          this.lost = !this.#ending;
          await new Promise((done) => setTimeout(done, AGAIN_MS));
        }
      }
    };
    void going();
    return () => (here = false);
  }

  /** Read the server's steps; with `after`, wait until there are others than the first `after`. */
  async #read(after?: number): Promise<void> {
    const { shared } = this.kept;
    if (!shared) return;
    const { steps: theirs, yours } = await sharedSteps(shared.id, after);
    if (this.kept.shared?.id !== shared.id) return;
    [this.lost, this.yours] = [false, yours];
    const common = commonLength(this.kept.steps, theirs);
    if (common === theirs.length) {
      if (common < this.#sent) return; // an outdated response, from before this phone's last entry
      this.conflict = null;
      this.#keep({ shared: { ...this.kept.shared, sent: common } });
      await this.#send(theirs);
    } else if (this.unsent && common < this.kept.steps.length) await this.#ask(theirs);
    else await this.#take(theirs);
  }

  /** Replace this phone's steps by the server's. */
  async #take(theirs: Step[]): Promise<void> {
    this.conflict = null;
    this.#keep({ steps: theirs, ...(this.kept.shared && { shared: { ...this.kept.shared, sent: theirs.length } }) });
    await this.ask();
  }

  /** Send the steps that the server does not have. */
  async #send(theirs: Step[]): Promise<void> {
    try {
      for (let { shared } = this.kept; shared && this.unsent; { shared } = this.kept) {
        const some = this.kept.steps.slice(this.#sent, this.#sent + MAX_STEPS);
        await enterSteps(shared, this.#sent, some);
        this.#keep({ shared: { ...shared, sent: this.#sent + some.length } });
      }
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error instanceof NotDone && error.status === 409) return; // others were faster: their steps are read next
      await this.#ask(theirs);
      this.failed = refusal(words, error);
    }
  }

  /** Ask the user what to do with steps that do not simply follow the server's. */
  async #ask(theirs: Step[]): Promise<void> {
    const { head, steps } = this.kept;
    const found = await score({ head, steps: theirs, task: fresh(), step: null });
    const others = found.type === "scored" ? found.entries : [];
    const lacking = (some: Listed[], all: Listed[]): Listed[] => some.filter(({ id }) => !all.some((one) => one.id === id));
    const own = this.now?.entries ?? [];
    this.conflict = {
      theirs,
      entries: { theirs: lacking(others, own), mine: lacking(own, others) },
      addable: appliedSince(steps, commonLength(steps, theirs)) !== null,
    };
  }

  /** Append this phone's steps to those of the others. */
  async addMine(): Promise<void> {
    const { conflict, kept } = this;
    const mine = conflict && appliedSince(kept.steps, commonLength(kept.steps, conflict.theirs));
    if (!conflict || !mine || !kept.shared) return;
    const steps = [...conflict.theirs, ...mine];
    try {
      const found = await score({ head: kept.head, steps, task: fresh(), step: null });
      if (found.type === "refused") {
        this.failed = this.speech.reason(found.reason);
        return;
      }
      this.conflict = null;
      this.#keep({ steps, shared: { ...kept.shared, sent: conflict.theirs.length } });
      await this.ask();
      await this.#send(conflict.theirs);
    } catch (error) {
      this.failed = refusal(words, error);
    }
  }

  /** Continue with the steps of the others only; `copy`: save this phone's list as a separate match. */
  async takeTheirs(copy: boolean): Promise<void> {
    const { conflict } = this;
    if (!conflict) return;
    if (copy) {
      const { shared: _, ...own } = this.kept;
      this.full = !keep({ ...own, id: newId(), task: null });
      if (this.full) return;
    }
    await this.#take(conflict.theirs);
  }

  /** Send a step after the first `known`. Return whether it reached the server; null if it was refused, in which case
   * the entries of others and the reason are shown. */
  async #enter(shared: Shared, known: number, step: Step): Promise<boolean | null> {
    this.waiting = true;
    try {
      await enterSteps(shared, known, [step]);
      return true;
    } catch (error) {
      this.lost = !isRefusal(error);
      if (this.lost) return false;
      await this.#read().catch(() => (this.lost = true));
      this.failed = refusal(words, error);
      return null;
    } finally {
      this.waiting = false;
    }
  }

  #part(): void {
    this.kept = { ...this.kept };
    delete this.kept.shared;
    this.#keep({});
    [this.lost, this.yours] = [false, false];
  }
}
