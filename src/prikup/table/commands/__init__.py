"""Functions that check the commands of players and the timed changes of a table.

A timed change happens without a command, for example when a clock runs out. Each function returns the events to be
stored.
"""
