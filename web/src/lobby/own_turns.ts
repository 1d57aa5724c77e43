// Loads the user's tables again when the server sends that other turn-based tables wait for the user.
import { visitor } from "../client/current_user.svelte";
import { lobbyConnection, type LobbyConnection } from "../client/lobby_connection";
import type { LobbyMessage } from "../client/lobby_protocol";

/** Keep `your_turn` of the tables in the bootstrap data up to date. Return a function that ends this. */
export function followTurns(connection: LobbyConnection = lobbyConnection): () => void {
  let sentTables: readonly string[] = [];

  function isShown(): boolean {
    const shownTables = (visitor.bootstrap?.tables ?? []).filter((table) => table.your_turn).map(({ id }) => id);
    return shownTables.sort().join() === [...sentTables].sort().join();
  }
  async function load(): Promise<void> {
    if (!isShown()) await visitor.loadBootstrap().catch(() => undefined);
  }
  function receive(message: LobbyMessage): void {
    if (message.type !== "turns") return;
    sentTables = message.tables;
    void load().then(load); // an answer that was on its way already may be older than the message
  }

  return connection.subscribe({ receive, markOutdated: () => undefined }, { type: "turns" });
}
