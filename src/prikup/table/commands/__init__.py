"""Functions that check the commands of players and the timed changes of a table, and return them as events."""
