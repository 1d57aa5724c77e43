// How many people look for players, as the server last told the open lobby.

class WaitingPeople {
  /** The number of people by lane; undefined until the server has told it. */
  byLane: Readonly<Record<string, number>> | undefined = $state.raw(undefined);
}

export const waitingPeople = new WaitingPeople();
