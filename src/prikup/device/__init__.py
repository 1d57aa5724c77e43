"""A browser as host: one person's tables on their own device, without a server."""
