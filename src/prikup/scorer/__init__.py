"""Keep the score of a match played with real cards: a list of entries, editable at any time, and its replay."""
