"""A table that runs in this process, without a server: its match file, its worker threads, and the connection to it."""
