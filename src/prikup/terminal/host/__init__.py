"""A table in this process: its match file, its threads, and the connection to it."""
