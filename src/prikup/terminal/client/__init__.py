"""The client of the table protocol.

It works in the same way for a table in this process and for a table on a server.
"""
