// Whether the form for looking for players is open, and for which game.

class SearchFormState {
  isOpen = $state(false);
  /** The game that is chosen in the lobby; "" for none. */
  game = $state("");

  open(game: string): void {
    this.game = game;
    this.isOpen = true;
  }
}

export const searchForm = new SearchFormState();
