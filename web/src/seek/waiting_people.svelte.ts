// The number of people in each lane and the time of its last table, as the server last sent them to the open lobby.
import type { LobbyView } from "../client/api_types";

/** The numbers by lane; the tables began so many seconds before the message was received. */
type Activity = Pick<LobbyView, "waiting" | "last_tables">;

class WaitingPeople {
  /** Undefined until the server has sent it. */
  activity: Activity | undefined = $state.raw(undefined);
  /** When `activity` was received. */
  time = 0;

  receive(activity: Activity): void {
    this.time = Date.now();
    this.activity = activity;
  }
}

export const waitingPeople = new WaitingPeople();
