"""Several servers (nodes) that share one database: the ownership of tables, and relays and broadcasts between nodes."""
