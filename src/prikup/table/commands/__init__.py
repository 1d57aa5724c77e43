"""The commands of players, the decisions of computer players, and what happens by itself: events come of each."""
