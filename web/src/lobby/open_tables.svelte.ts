// The open tables that the lobby shows, and the matches to watch, as the server last sent them.
import type { Friend, LobbyRow, NewTable, WatchRow } from "../client/api_types";
import { lobbyConnection, type LobbyConnection } from "../client/lobby_connection";
import type { LobbyMessage } from "../client/lobby_protocol";
import { waitingPeople } from "../seek/waiting_people.svelte";

/** Milliseconds between two changes of the drawn list. A change after a longer pause is drawn at once. */
export const REDRAW_MS = 5000;
/** Milliseconds between checks whether the finger that delays a change has left the list. */
export const HELD_CHECK_MS = 500;

/** The limits that a user chooses for a table that anyone may enter. */
export type OpenWish = Pick<NewTable, "wants" | "bots_after_s" | "rated" | "minutes" | "after" | "turns">;

/** Return the number of free seats at a table. */
export const freeSeats = ({ seats }: LobbyRow): number => seats.filter((seat) => seat === null).length;

export class OpenTables {
  /** The drawn tables: those with friends first, then those with the fewest free seats, then the oldest; undefined
   * until the server answers. */
  shownTables: readonly LobbyRow[] | undefined = $state.raw(undefined);
  /** The drawn matches to watch: those of friends first, then as the server sorts them. */
  watch: readonly WatchRow[] = $state.raw([]);
  /** The number of people who look for players, by lane. */
  waiting: Readonly<Record<string, number>> = $state.raw({});
  online = $state(0);
  /** Whether these are the turn-based tables, not the live ones. */
  turns = $state(false);
  /** Whether the connection to the server is lost. */
  isLost = $state(false);
  /** Return whether a finger or the focus is on the list, which must not change then. */
  isHeld = (): boolean => false;
  #rows = new Map<string, { row: LobbyRow; time: number }>();
  #matches: readonly WatchRow[] = [];
  #blockedKeys = new Set<string>();
  #friendTables = new Set<string>();
  #unsubscribe: () => void;
  /** The other kind of tables was asked for, and the server has not answered yet. */
  #isOtherKind = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastDraw = -Infinity;

  constructor(
    private readonly connection: LobbyConnection = lobbyConnection,
    private readonly now = (): number => Date.now(),
  ) {
    this.#unsubscribe = this.connection.subscribe(this, { type: "look" });
  }

  /** Show the turn-based tables, or the live ones. */
  showTurnBased(turns: boolean): void {
    this.turns = turns;
    this.#isOtherKind = true;
    this.#unsubscribe = this.connection.subscribe(this, { type: "look", turns });
  }

  /** Put the tables at which these friends sit first, with the next change of the list. */
  showFriends(friends: readonly Friend[]): void {
    const oldTables = this.#friendTables;
    this.#friendTables = new Set(friends.map(({ table }) => table).filter(Boolean));
    if (oldTables.size === this.#friendTables.size && [...oldTables].every((table) => this.#friendTables.has(table)))
      return;
    if (this.#lastDraw > -Infinity) this.#scheduleRedraw();
  }

  close(): void {
    clearTimeout(this.#timer);
    waitingPeople.activity = undefined;
    this.#unsubscribe();
  }

  receive(message: LobbyMessage): void {
    switch (message.type) {
      case "lobby":
        this.#rows.clear();
        this.#add(message.rows);
        this.#matches = message.watch;
        this.online = message.online;
        waitingPeople.receive(message);
        if (!this.shownTables || this.isLost || (this.#isOtherKind && this.#isAnswer(message.rows))) this.redraw();
        else this.#scheduleRedraw();
        this.isLost = false;
        if (this.#isAnswer(message.rows)) this.#isOtherKind = false;
        break;
      case "rows":
        this.#add(message.set);
        for (const table of message.gone) this.#rows.delete(table);
        this.online = message.online;
        waitingPeople.receive(message);
        this.#scheduleRedraw();
        break;
      case "blocked":
        this.#blockedKeys = new Set(message.keys);
        if (this.shownTables) this.redraw();
        break;
    }
  }

  markOutdated(): void {
    waitingPeople.activity = undefined;
    this.isLost = true;
  }

  /** Draw the tables as the server last sent them. */
  redraw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastDraw = this.now();
    const age = ({ row, time }: { row: LobbyRow; time: number }): number => row.age + (this.now() - time) / 1000;
    this.shownTables = [...this.#rows.values()]
      .filter(({ row }) => !this.#isBlocked([row.key, ...row.keys]))
      .sort((first, second) => freeSeats(first.row) - freeSeats(second.row) || age(second) - age(first))
      .map(({ row }) => row)
      .sort(this.#friendsFirst);
    this.waiting = waitingPeople.activity?.waiting ?? {};
    this.watch = this.#matches.filter((match) => !this.#isBlocked(match.keys)).sort(this.#friendsFirst);
  }

  /** Return whether a seat of a drawn table is still free. If not, redraw the list. */
  isStillOpen(table: string): boolean {
    if (this.#rows.has(table)) return true;
    this.redraw();
    return false;
  }

  /** Redraw when `REDRAW_MS` milliseconds have passed since the last time and the list is not held. */
  #scheduleRedraw(): void {
    this.#timer ??= setTimeout(this.#redrawIfFree, Math.max(0, this.#lastDraw + REDRAW_MS - this.now()));
  }

  readonly #redrawIfFree = (): void => {
    if (this.isHeld()) this.#timer = setTimeout(this.#redrawIfFree, HELD_CHECK_MS);
    else this.redraw();
  };

  /** Return whether a list answers the last request: its tables are of the chosen kind. */
  #isAnswer(rows: readonly LobbyRow[]): boolean {
    return rows.every((row) => Boolean(row.turns) === this.turns);
  }

  #add(rows: readonly LobbyRow[]): void {
    for (const row of rows) this.#rows.set(row.id, { row, time: this.now() });
  }

  readonly #friendsFirst = (first: { id: string }, second: { id: string }): number =>
    Number(this.#friendTables.has(second.id)) - Number(this.#friendTables.has(first.id));

  #isBlocked(keys: readonly string[]): boolean {
    return keys.some((key) => this.#blockedKeys.has(key));
  }
}
