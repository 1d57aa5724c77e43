"""A browser as host: it runs the tables of one person on their own device, without a server."""
