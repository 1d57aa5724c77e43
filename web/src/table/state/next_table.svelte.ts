// At a turn-based table: the next table that waits for the user, once there is nothing to do at this one.
import { nextTable } from "../../client/turns_client";
import { words } from "../../language/language.svelte";
import type { WaitingTable } from "../../client/api_types";

export class NextTable {
  /** The table that waits, null if none does or it is not known yet. */
  table: WaitingTable | null = $state.raw(null);
  #isStopped = false;

  constructor(readonly currentTable: string) {}

  /** Ask which table waits; this table does not count. */
  async load(): Promise<void> {
    const waitingTable = await Promise.all([nextTable(), words.topic("turns")]).then(
      ([waiting]) => waiting,
      () => null,
    );
    if (!this.#isStopped) this.table = waitingTable && waitingTable.table !== this.currentTable ? waitingTable : null;
  }

  stop(): void {
    this.#isStopped = true;
    this.table = null;
  }
}
