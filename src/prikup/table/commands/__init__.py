"""Commands of players, decisions of computer players and timed changes: functions that return events."""
