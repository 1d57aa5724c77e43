// The open tables that the lobby shows, and the matches to watch, as the server last sent them.
import type { LobbyRow, WatchRow } from "../client/api_types";
import type { Socket } from "../client/connection";
import { LobbyConnection } from "../client/lobby_connection";
import type { LobbyMessage } from "../client/lobby_protocol";

/** Milliseconds between two changes of the drawn list. */
export const REDRAW_MS = 5000;

/** Return the number of free seats at a table. */
export const freeSeats = ({ seats }: LobbyRow): number => seats.filter((seat) => seat === null).length;

export class OpenTables {
  /** The drawn tables, those with the fewest free seats first, then the oldest; undefined until the server answers. */
  shown: readonly LobbyRow[] | undefined = $state.raw(undefined);
  watch: readonly WatchRow[] = $state.raw([]);
  online = $state(0);
  /** Whether the connection to the server is lost. */
  isLost = $state(false);
  /** Whether a finger or the focus is on the list, which must not change then. */
  isHeld = false;
  #rows = new Map<string, { row: LobbyRow; time: number }>();
  #matches: readonly WatchRow[] = [];
  #blockedKeys = new Set<string>();
  readonly #connection: LobbyConnection;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(
    socket: () => Socket,
    private readonly now = (): number => Date.now(),
  ) {
    this.#connection = new LobbyConnection(this, socket);
    this.#timer = setInterval(() => this.isHeld || this.redraw(), REDRAW_MS);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#connection.close();
  }

  receive(message: LobbyMessage): void {
    switch (message.type) {
      case "lobby":
        this.#rows.clear();
        this.#add(message.rows);
        this.#matches = message.watch;
        this.online = message.online;
        if (!this.shown || this.isLost) this.redraw();
        this.isLost = false;
        break;
      case "rows":
        this.#add(message.set);
        for (const table of message.gone) this.#rows.delete(table);
        this.online = message.online;
        break;
      case "blocked":
        this.#blockedKeys = new Set(message.keys);
        if (this.shown) this.redraw();
        break;
    }
  }

  lose(): void {
    this.isLost = true;
  }

  /** Draw the tables as the server last sent them. */
  redraw(): void {
    const age = ({ row, time }: { row: LobbyRow; time: number }): number => row.age + (this.now() - time) / 1000;
    this.shown = [...this.#rows.values()]
      .filter(({ row }) => !this.#isBlocked([row.key, ...row.keys]))
      .sort((first, second) => freeSeats(first.row) - freeSeats(second.row) || age(second) - age(first))
      .map(({ row }) => row);
    this.watch = this.#matches.filter((match) => !this.#isBlocked(match.keys));
  }

  /** Return whether a seat of a drawn table is still free. If not, draw the list anew. */
  isStillOpen(table: string): boolean {
    if (this.#rows.has(table)) return true;
    this.redraw();
    return false;
  }

  #add(rows: readonly LobbyRow[]): void {
    for (const row of rows) this.#rows.set(row.id, { row, time: this.now() });
  }

  #isBlocked(keys: readonly string[]): boolean {
    return keys.some((key) => this.#blockedKeys.has(key));
  }
}
