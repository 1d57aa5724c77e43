"""Keep the score of a match played with real cards: an editable list of entries, and the sheet that follows from it."""
