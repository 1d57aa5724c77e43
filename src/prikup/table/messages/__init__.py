"""Building the messages of a table and sending them to its clients."""
