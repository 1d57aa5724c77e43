"""The client of the table protocol (the messages between a table and its players).

The client works in the same way for a table in this process and for a table on a server.
"""
