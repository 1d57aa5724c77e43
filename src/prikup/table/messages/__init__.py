"""Build the messages of a table and send them to its clients."""
