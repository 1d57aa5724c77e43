"""A table in this process: its match file, its worker threads, and the connection to it."""
