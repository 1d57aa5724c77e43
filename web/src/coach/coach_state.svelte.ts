// What the coach of a first deal says now, and what of it the player has read: that is remembered, so that a reload goes on.
import type { Coached, Remark, Update } from "../client/protocol";

const KEY = "prikup-coach";
const TABLES = 10;

interface Heard {
  /** The number of the last remark of the plan that was read. */
  read: number;
  /** The player has left the coach. */
  left: boolean;
  /** The answer that differs from the coach's, from whose remark the player has gone on; "" where there is none. */
  otherwise: string;
}

const NOTHING: Heard = { read: 0, left: false, otherwise: "" };

type Shelf = Record<string, Heard>;

function shelf(): Shelf {
  try {
    return Object(JSON.parse(localStorage.getItem(KEY) ?? "{}")) as Shelf;
  } catch {
    return {};
  }
}

function keep(table: string, heard: Heard): void {
  const others = Object.entries(shelf()).filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others, [table, heard]].slice(-TABLES))));
  } catch {
    // Without a memory the coach begins again.
  }
}

/** What the coach shows at a moment. */
export interface Shown {
  /** The remark; null where there is only an answer. */
  remark: Remark | null;
  /** The player goes on from it to the next remark, or to the table. */
  more: boolean;
  coached: Coached;
}

export class CoachState {
  /** The player is asked whether the coach shall leave. */
  leaving = $state(false);
  #heard: Heard = $state.raw(NOTHING);

  constructor(readonly table: string) {
    this.#heard = { ...NOTHING, ...shelf()[table] };
  }

  /** Whether the player has left the coach. */
  get left(): boolean {
    return this.#heard.left;
  }

  /** Return what is shown of an update, null for nothing. */
  of(update: Update | null): Shown | null {
    const coached = update?.coach;
    if (!coached || this.left) return null;
    const { remarks, answer } = coached;
    const last = remarks.at(-1) ?? null;
    const unread = remarks.find((remark) => !this.#isRead(remark));
    const remark = unread ?? (last?.kind === "otherwise" ? null : last);
    if (!remark && !answer.length) return null;
    return { remark, more: remark !== null && (remark !== last || remark.kind === "otherwise"), coached };
  }

  /** The remark was read: the next one may follow. */
  read(remark: Remark): void {
    this.#keep(remark.kind === "plan" ? { read: remark.number } : { otherwise: firstSentence(remark) });
  }

  /** The answer that differed is taken back: if it is given again, that is said again. */
  forget(): void {
    this.#keep({ otherwise: "" });
  }

  leave(): void {
    this.#keep({ left: true });
  }

  /** Have the coach back, or leave it. */
  toggle(): void {
    this.#keep({ left: !this.left });
  }

  #isRead(remark: Remark): boolean {
    const { read, otherwise } = this.#heard;
    return remark.kind === "plan" ? remark.number <= read : remark.kind === "otherwise" && firstSentence(remark) === otherwise;
  }

  #keep(changes: Partial<Heard>): void {
    this.leaving = false;
    this.#heard = { ...this.#heard, ...changes };
    keep(this.table, this.#heard);
  }
}

/** What differs, without what it costs: that is known later. */
const firstSentence = (remark: Remark): string => JSON.stringify(remark.say[0]);
