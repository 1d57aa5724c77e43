"""The client of the table protocol, independent of the table's host."""
