"""Functions that check the commands that players send to a table, and find the timed changes of the table.

A timed change happens without a command, for example when a clock runs out. Each function returns the events that
record the change, and the caller stores them.
"""
