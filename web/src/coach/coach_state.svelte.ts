// What the coach of a first deal says now, and what of it the player has read: that is remembered, so that a reload goes on.
import type { Coached, Remark, Update } from "../client/protocol";

const KEY = "prikup-coach";
const TABLES = 10;

interface Heard {
  /** The number of the last remark that was read. */
  read: number;
  /** The player has left the coach. */
  left: boolean;
  /** What was done otherwise where the player said that they play on alone; "" where they have not. */
  alone: string;
}

const NOTHING: Heard = { read: 0, left: false, alone: "" };

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
  /** The remark; null where there is only an answer, or where the player has strayed. */
  remark: Remark | null;
  /** Another remark follows before the answer. */
  more: boolean;
  coached: Coached;
}

export class CoachState {
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
    if (!coached || this.left || (coached.strayed && this.#heard.alone === strayed(coached))) return null;
    const fresh = coached.remarks.find(({ number }) => number > this.#heard.read);
    const remark = fresh ?? coached.remarks.at(-1) ?? null;
    return { remark, more: remark !== null && remark !== coached.remarks.at(-1), coached };
  }

  /** The remark was read: the next one may follow. */
  read(remark: Remark): void {
    this.#keep({ read: remark.number });
  }

  /** The player goes another way than the coach from here, and wants to hear no more of it. */
  alone(coached: Coached): void {
    this.#keep({ alone: strayed(coached) });
  }

  leave(): void {
    this.#keep({ left: true });
  }

  /** Have the coach back, or leave it. */
  toggle(): void {
    this.#keep({ left: !this.left, alone: "" });
  }

  #keep(changes: Partial<Heard>): void {
    this.#heard = { ...this.#heard, ...changes };
    keep(this.table, this.#heard);
  }
}

const strayed = ({ did, answer }: Coached): string => `${did} ${answer.join()}`;
