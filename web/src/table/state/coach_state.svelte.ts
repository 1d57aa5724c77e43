// The coach's current remark in a first deal, and which remarks the player has read; saved, so that a reload continues.
import type { Coaching, Remark, UpdateMessage } from "../../client/protocol";

const KEY = "prikup-coach";
const MAX_TABLES = 10;

interface CoachProgress {
  /** The number of the last remark read. */
  read: number;
  /** The player has dismissed the coach. */
  left: boolean;
  /** The first sentence of the last remark on a deviating answer that the player has read; "" if there is none. */
  otherwise: string;
}

const NO_PROGRESS: CoachProgress = { read: 0, left: false, otherwise: "" };

type ProgressByTable = Record<string, CoachProgress>;

function loadProgress(): ProgressByTable {
  try {
    return Object(JSON.parse(localStorage.getItem(KEY) ?? "{}")) as ProgressByTable;
  } catch {
    return {};
  }
}

function saveProgress(table: string, progress: CoachProgress): void {
  const otherTables = Object.entries(loadProgress()).filter(([id]) => id !== table);
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(Object.fromEntries([...otherTables, [table, progress]].slice(-MAX_TABLES))),
    );
  } catch {
    // Without storage the coach starts over.
  }
}

/** What the coach shows for an update. */
export interface ShownCoaching {
  /** The remark; null if there is only an answer. */
  remark: Remark | null;
  /** The remark has a button to continue to the next one, or to the table. */
  hasMore: boolean;
  content: Coaching;
}

export class CoachState {
  /** The player is asked to confirm that the coach should leave. */
  isConfirmingDismissal = $state(false);
  #progress: CoachProgress = $state.raw(NO_PROGRESS);

  constructor(readonly table: string) {
    this.#progress = { ...NO_PROGRESS, ...loadProgress()[table] };
  }

  /** Whether the player has dismissed the coach. */
  get isDismissed(): boolean {
    return this.#progress.left;
  }

  /** Return what to show for an update; null for nothing. */
  coachingFor(update: UpdateMessage | null): ShownCoaching | null {
    const content = update?.coach;
    if (!content || this.isDismissed) return null;
    const { remarks, answer } = content;
    const last = remarks.at(-1) ?? null;
    const unread = remarks.find((remark) => !this.#isRead(remark));
    const remark = unread ?? (last?.kind === "otherwise" ? null : last);
    if (!remark && !answer.length) return null;
    return { remark, hasMore: remark !== null && (remark !== last || remark.kind === "otherwise"), content };
  }

  /** Mark a remark as read; the next one may follow. */
  markRead(remark: Remark): void {
    this.#save(remark.kind === "plan" ? { read: remark.number } : { otherwise: firstSentence(remark) });
  }

  /** The deviating answer was taken back: if it is given again, show its remark again. */
  forgetDeviation(): void {
    this.#save({ otherwise: "" });
  }

  dismiss(): void {
    this.#save({ left: true });
  }

  /** Bring the coach back; if the coach is here, ask whether it should leave, or withdraw that question. */
  toggle(): void {
    if (this.isDismissed) this.#save({ left: false });
    else this.isConfirmingDismissal = !this.isConfirmingDismissal;
  }

  #isRead(remark: Remark): boolean {
    const { read, otherwise } = this.#progress;
    return remark.kind === "plan"
      ? remark.number <= read
      : remark.kind === "otherwise" && firstSentence(remark) === otherwise;
  }

  #save(changes: Partial<CoachProgress>): void {
    this.isConfirmingDismissal = false;
    this.#progress = { ...this.#progress, ...changes };
    saveProgress(this.table, this.#progress);
  }
}

/** Return the sentence on what differs, without the one on its cost, which is known only later. */
const firstSentence = (remark: Remark): string => JSON.stringify(remark.say[0]);
