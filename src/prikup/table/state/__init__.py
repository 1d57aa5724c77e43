"""The state of a table: the state that its stored events lead to, and the state that is only in memory."""
