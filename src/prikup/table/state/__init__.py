"""The state of a table: what its stored events lead to, and what is in memory only."""
