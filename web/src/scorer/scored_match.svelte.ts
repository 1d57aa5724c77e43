// The match open on the scorer page: its stored data and its current state.
import type { SheetSource } from "../sheet/sheet_source";
import { NotDone } from "../client/http_client";
import { refusal } from "../language/error_messages";
import type {
  EntryContent,
  EntryPreview,
  EntryTask,
  FormAnswer,
  HistoryLine,
  ListedEntry,
  Reply,
} from "../client/api_types";
import { score } from "../client/score_client";
import {
  stopSharing,
  enterSteps,
  MAX_STEPS,
  shareMatch,
  sharedSteps,
  type StoredSharedMatch,
} from "../client/shared_score_client";
import { visitor } from "../client/current_user.svelte";
import { words } from "../language/language.svelte";
import { oneAtATime } from "../ui/helpers/one_at_a_time";
import { Speech } from "../language/speech";
import type { Words } from "../language/words";
import { settlementOf } from "./evenings";
import { saveMatch, saveResult, newId, type SavedMatch } from "./saved_matches";
import { appliedSteps, commonLength } from "./shared_steps";

const seconds = (): number => Math.floor(Date.now() / 1000);

/** Return how many steps can be undone and redone. */
function countUndoable(steps: readonly HistoryLine[]): { undo: number; redo: number } {
  const counts = { undo: 0, redo: 0 };
  for (const { type } of steps) {
    const change = type === "undo" ? -1 : 1;
    counts.undo += change;
    counts.redo = type === "undo" || type === "redo" ? counts.redo - change : 0;
  }
  return counts;
}

const isSame = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second);

/** Milliseconds before retrying a server that did not answer. */
const RETRY_MS = 1000;

/** Steps of others that conflict with steps of this phone that have not reached the server. */
export interface Conflict {
  /** All steps on the server. */
  theirs: HistoryLine[];
  /** The entries missing on this phone (`theirs`) and on the server (`mine`). */
  entries: { theirs: ListedEntry[]; mine: ListedEntry[] };
  /** This phone's steps can be appended to those of the others. */
  canAppend: boolean;
}

/** Return whether the server's refusal is final; otherwise the same request may succeed later. */
const isRefusal = (error: unknown): boolean =>
  error instanceof NotDone && error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status);

const emptyTask = (): Required<EntryTask> => ({ answers: [], fault: false, how: "append", entry: "", assume: true });

export class ScoredMatch {
  saved: SavedMatch = $state.raw({} as SavedMatch);
  /** The current state; null until it is known. */
  pageState: Reply | null = $state.raw(null);
  words: Words | null = $state.raw(null);
  /** A step being previewed, and its effect. */
  step: HistoryLine | null = $state.raw(null);
  effect: EntryPreview | null = $state.raw(null);
  waiting = $state(false);
  /** The reason why there was no answer; "" if there was. */
  errorText = $state("");
  /** The last action done, for the live region. */
  notice = $state("");
  /** Not everything could be stored. */
  isStorageFull = $state(false);
  /** The server of a shared match does not answer, so entries of others may be missing. */
  isOffline = $state(false);
  /** This user started the sharing. */
  isSharer = $state(false);
  /** The conflict that the user has to resolve before this phone's steps are shared; null if there is none. */
  conflict: Conflict | null = $state.raw(null);
  #ending = false;
  /** Whether the last step given has been saved, and the number of steps that the server has refused. */
  #lastSaving: Promise<boolean> = Promise.resolve(true);
  #refusals = 0;
  #requests = 0;
  /** The steps on which `pageState` is based. */
  #shownSteps: readonly HistoryLine[] | null = $state.raw(null);

  constructor(match: SavedMatch) {
    this.saved = match;
  }

  readonly task = $derived.by(() => this.saved.task ?? emptyTask());
  /** The draft; null if the list has changed since the last response. */
  readonly draft = $derived.by(() => (this.#shownSteps === this.saved.steps ? (this.pageState?.draft ?? null) : null));
  /** How many steps can be undone and redone, from the steps themselves: a tap may precede a response. */
  readonly undoCounts = $derived.by(() => countUndoable(this.saved.steps));
  readonly table = $derived.by((): SheetSource | null => {
    if (!this.pageState || !this.words) return null;
    const { game, sheet, names } = this.pageState;
    return { welcome: game, sheet, words: this.words, speech: this.speech, names, you: null };
  });
  /** The tables at which entries were made: earlier seatings, with the lines of their sheets, and the current one. */
  readonly tables = $derived.by((): SheetSource[] => {
    const { words, table } = this;
    if (!this.pageState || !words || !table) return [];
    const sheet = { totals: [], settlement: [], winners: [], taken_back: [] };
    const past = this.pageState.past.map(({ game, names, lines }) => {
      const speech = new Speech(words, { calls: game.calls, sides: game.sides, names });
      return { welcome: game, sheet: { ...sheet, lines }, words, speech, names, you: null };
    });
    return [...past, table];
  });
  /** Return the table at which an entry was made. */
  readonly tableOf = ({ seating }: ListedEntry): SheetSource => this.tables[seating] ?? this.table!;
  /** The players by seat. */
  readonly names = $derived(this.pageState?.names ?? []);
  readonly speech = $derived.by(() => {
    const { calls = [], sides = [] } = this.pageState?.game ?? {};
    return new Speech(this.words ?? words.current, { calls, sides, names: this.names });
  });

  /** Request the state of the match, including the deal being entered. */
  async reload(): Promise<void> {
    this.#requests += 1;
    const requestNumber = this.#requests;
    this.waiting = true;
    this.errorText = "";
    try {
      const { head, steps } = this.saved;
      const shownSteps = this.#shownSteps;
      const [response, gameWords] = await Promise.all([
        score({ head, steps, task: this.task, step: this.step }),
        this.words?.lang === words.lang ? this.words : words.game(head.game),
      ]);
      if (requestNumber !== this.#requests) return;
      this.words = gameWords;
      if (response.type === "refused") {
        const reason = new Speech(gameWords, { calls: [], names: head.names, sides: [] }).reason(response.reason);
        if (this.task.entry) {
          this.#save({ task: null }); // its entry may be gone: another phone has deleted it
          await this.reload();
        } else if (shownSteps && steps.length > shownSteps.length && shownSteps.length >= this.#sharedCount) {
          this.#save({ steps: [...shownSteps] }); // drop the steps since the last valid state
          await this.reload();
        }
        this.errorText = reason;
        return;
      }
      this.#shownSteps = steps;
      this.pageState = response;
      const result = settlementOf(response);
      if (!isSame(result, this.saved.result)) {
        this.saved = { ...this.saved, result };
        saveResult(this.saved, result);
      }
      this.effect = response.effect;
    } catch (error) {
      if (requestNumber === this.#requests) this.errorText = refusal(words, error);
    } finally {
      if (requestNumber === this.#requests) this.waiting = false;
    }
  }

  #save(changes: Partial<SavedMatch>): void {
    this.saved = { ...this.saved, ...changes };
    this.isStorageFull = !saveMatch(this.saved);
  }

  /** Set the answers of the deal being entered. */
  answer(answers: FormAnswer[], assume = true): Promise<void> {
    this.#save({ task: { ...this.task, answers, assume } });
    return this.reload();
  }

  /** Start entering a deal or a fault, at the end or at the position of an entry. */
  startEntry(place: EntryTask = {}): Promise<void> {
    this.step = null;
    const task = { ...emptyTask(), ...place };
    this.#save({ task: place.fault || place.entry ? task : null });
    return this.reload();
  }

  /** Add the entered deal to the list. */
  readonly addDeal = oneAtATime(async (): Promise<void> => {
    const entryType = this.draft?.what;
    if (!entryType) return;
    const { how, entry } = this.task;
    await this.applyStep(
      how === "replace"
        ? this.stepToReplace(entry, entryType)
        : this.stepToAdd(entryType, "", how === "insert" ? entry : ""),
    );
  });

  /** Return the step that adds an entry at the end, or before another entry. */
  stepToAdd(entryType: EntryContent, note = "", beforeEntry = ""): HistoryLine {
    const entry = { id: newId(), at: seconds(), what: entryType, ...(note && { note }) };
    return beforeEntry ? { type: "insert", before: beforeEntry, entry } : { type: "append", entry };
  }

  stepToReplace(id: string, entryType: EntryContent, note = ""): HistoryLine {
    return { type: "replace", id, at: seconds(), what: entryType, ...(note && { note }) };
  }

  /** Preview a step without applying it. */
  preview(step: HistoryLine | null): Promise<void> {
    this.step = step;
    this.effect = null;
    return this.reload();
  }

  /** Apply and save a step, after those given before. If the server of a shared match refuses it, nothing changes and
   * the draft is kept; if the server does not answer, the step is sent later. */
  async applyStep(step: HistoryLine): Promise<void> {
    this.step = null;
    this.effect = null;
    const refusals = this.#refusals;
    // A step given before an earlier one was refused was meant for a list that is another now.
    const saving = this.#lastSaving.then(() => refusals === this.#refusals && this.#saveStep(step));
    this.#lastSaving = saving.catch(() => false);
    if (!(await saving)) return;
    await this.reload();
    this.notice = words.text(step.type === "undo" ? "scorer-undone" : "scorer-written");
  }

  /** Save a step, at the server of a shared match too; return whether it was accepted. */
  async #saveStep(step: HistoryLine): Promise<boolean> {
    const { shared, steps } = this.saved;
    const wasSent = shared && !this.unsent ? await this.#sendStep(shared, steps.length, step) : false;
    if (wasSent === null) {
      this.#refusals += 1;
      return false;
    }
    const wasRead = shared && isSame(this.saved.steps[steps.length], step); // already read from the server
    if (wasRead) this.#save({ task: null });
    else this.#saveSteps([...this.saved.steps, step], wasSent ? 1 : 0);
    return true;
  }

  /** Save steps and clear the draft. `sentCount` is the number of additional steps that are on the server of a shared
   * match. */
  #saveSteps(steps: HistoryLine[], sentCount: number): void {
    const { shared } = this.saved;
    const sharedState = shared && { ...shared, sent: this.#sentCount + sentCount };
    this.#save({ steps, task: null, ...(sharedState && { shared: sharedState }) });
  }

  // Sharing

  /** The number of this phone's steps that have not reached the server of a shared match. */
  readonly unsent = $derived.by(() => (this.saved.shared ? this.saved.steps.length - this.#sentCount : 0));

  get #sentCount(): number {
    return this.saved.shared?.sent ?? this.saved.steps.length;
  }

  /** The number of steps that other phones have too, so that they cannot be dropped here. */
  get #sharedCount(): number {
    return this.saved.shared ? this.#sentCount : 0;
  }

  /** Read-only: the link had no key. */
  readonly isWatched = $derived.by(() => this.saved.shared !== undefined && !this.saved.shared.key);

  /** Share the match with other phones. */
  readonly share = oneAtATime(async (): Promise<void> => {
    this.errorText = "";
    try {
      await visitor.ensureUser();
      const { head, steps } = this.saved;
      this.#save({ shared: { ...(await shareMatch(head, steps)), sent: steps.length } });
      this.isSharer = true;
    } catch (error) {
      this.errorText = refusal(words, error);
    }
  });

  /** Stop sharing; the other phones keep their copies. */
  async unshare(): Promise<void> {
    const { shared } = this.saved;
    if (!shared) return;
    this.#ending = true;
    try {
      await stopSharing(shared.id);
      this.#forgetShare();
    } catch (error) {
      this.errorText = refusal(words, error);
    }
    this.#ending = false;
  }

  /** Follow the entries of others; return a function that stops. */
  follow(): () => void {
    let isCurrent = true;
    const poll = async (): Promise<void> => {
      for (let first = true; isCurrent && this.saved.shared; first = false) {
        try {
          const { conflict } = this;
          const knownCount = conflict ? conflict.theirs.length : this.saved.steps.length;
          await this.#readShared(first || (this.unsent && !conflict) ? undefined : knownCount, () => isCurrent);
        } catch (error) {
          if (!isCurrent) return;
          if (error instanceof NotDone && error.status === 404 && !this.#ending) {
            this.#forgetShare();
            this.errorText = refusal(words, error);
            return;
          }
          this.isOffline = !this.#ending;
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }
    };
    void poll();
    return () => (isCurrent = false);
  }

  /** Read the server's steps; with `after`, wait until there are others than the first `after`. The answer is dropped
   * if it is not `isWanted` any more: the match may have been deleted here meanwhile, or opened again. */
  async #readShared(after?: number, isWanted = (): boolean => true): Promise<void> {
    const { shared } = this.saved;
    if (!shared) return;
    const { steps: theirs, yours } = await sharedSteps(shared.id, after);
    if (!isWanted() || this.saved.shared?.id !== shared.id) return;
    [this.isOffline, this.isSharer] = [false, yours];
    const common = commonLength(this.saved.steps, theirs);
    if (common === theirs.length) {
      if (common < this.#sentCount) return; // an outdated response, from before this phone's last entry
      this.conflict = null;
      this.#save({ shared: { ...this.saved.shared, sent: common } });
      await this.#sendUnsent(theirs);
    } else if (this.unsent && common < this.saved.steps.length) await this.#askAboutConflict(theirs);
    else await this.#acceptTheirs(theirs);
  }

  /** Replace this phone's steps by the server's. */
  async #acceptTheirs(theirs: HistoryLine[]): Promise<void> {
    this.conflict = null;
    this.#save({ steps: theirs, ...(this.saved.shared && { shared: { ...this.saved.shared, sent: theirs.length } }) });
    await this.reload();
  }

  /** Send the steps that the server does not have. */
  async #sendUnsent(theirs: HistoryLine[]): Promise<void> {
    try {
      for (let { shared } = this.saved; shared && this.unsent; { shared } = this.saved) {
        const sentBefore = this.#sentCount;
        const unsentSteps = this.saved.steps.slice(sentBefore, sentBefore + MAX_STEPS);
        await enterSteps(shared, sentBefore, unsentSteps);
        if (this.saved.shared?.id !== shared.id) return; // no longer shared
        // They may have been read from the server meanwhile.
        const sent = Math.max(this.#sentCount, sentBefore + unsentSteps.length);
        this.#save({ shared: { ...this.saved.shared, sent } });
      }
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error instanceof NotDone && error.status === 409) return; // others were faster: their steps are read next
      await this.#askAboutConflict(theirs);
      this.errorText = refusal(words, error);
    }
  }

  /** Ask the user what to do with steps that do not simply follow the server's. */
  async #askAboutConflict(theirs: HistoryLine[]): Promise<void> {
    const { head, steps } = this.saved;
    const response = await score({ head, steps: theirs, task: emptyTask(), step: null });
    const theirEntries = response.type === "scored" ? response.entries : [];
    const lacking = (entries: ListedEntry[], otherEntries: ListedEntry[]): ListedEntry[] =>
      entries.filter(({ id }) => !otherEntries.some((entry) => entry.id === id));
    const ownEntries = this.pageState?.entries ?? [];
    this.conflict = {
      theirs,
      entries: { theirs: lacking(theirEntries, ownEntries), mine: lacking(ownEntries, theirEntries) },
      canAppend: appliedSteps(steps, commonLength(steps, theirs)) !== null,
    };
  }

  /** Append this phone's steps to those of the others. */
  async appendOwnSteps(): Promise<void> {
    const { conflict, saved } = this;
    const ownSteps = conflict && appliedSteps(saved.steps, commonLength(saved.steps, conflict.theirs));
    if (!conflict || !ownSteps || !saved.shared) return;
    const steps = [...conflict.theirs, ...ownSteps];
    try {
      const response = await score({ head: saved.head, steps, task: emptyTask(), step: null });
      if (conflict !== this.conflict || saved.steps !== this.saved.steps) return await this.appendOwnSteps();
      if (response.type === "refused") {
        this.errorText = this.speech.reason(response.reason);
        return;
      }
      this.conflict = null;
      this.#save({ steps, shared: { ...saved.shared, sent: conflict.theirs.length } });
      await this.reload();
      await this.#sendUnsent(conflict.theirs);
    } catch (error) {
      this.errorText = refusal(words, error);
    }
  }

  /** Continue with the steps of the others only; `copy`: save this phone's list as a separate match. */
  async useTheirSteps(copy: boolean): Promise<void> {
    const { conflict } = this;
    if (!conflict) return;
    if (copy) {
      const { shared: _, ...unshared } = this.saved;
      this.isStorageFull = !saveMatch({ ...unshared, id: newId(), task: null });
      if (this.isStorageFull) return;
    }
    await this.#acceptTheirs(conflict.theirs);
  }

  /** Send a step after the first `knownCount`. Return whether it reached the server; null if it was refused, in which
   * case the entries of others and the reason are shown. */
  async #sendStep(shared: StoredSharedMatch, knownCount: number, step: HistoryLine): Promise<boolean | null> {
    this.waiting = true;
    try {
      await enterSteps(shared, knownCount, [step]);
      return true;
    } catch (error) {
      this.isOffline = !isRefusal(error);
      if (this.isOffline) return false;
      await this.#readShared().catch(() => (this.isOffline = true));
      this.errorText = refusal(words, error);
      return null;
    } finally {
      this.waiting = false;
    }
  }

  #forgetShare(): void {
    this.saved = { ...this.saved };
    delete this.saved.shared;
    this.#save({});
    [this.isOffline, this.isSharer] = [false, false];
  }
}
