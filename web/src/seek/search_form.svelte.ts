// Whether the form for looking for players is open, and for which game.

class SearchFormState {
  isOpen = $state(false);
  /** The game that is chosen in the lobby; "" for none. */
  game = $state("");

  /** The kind of match that is to be chosen; "" for that of the last search. */
  lane = $state("");

  open(game: string, lane = ""): void {
    this.game = game;
    this.lane = lane;
    this.isOpen = true;
  }
}

export const searchForm = new SearchFormState();
