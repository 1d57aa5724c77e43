"""Several servers that share one database: ownership of tables, relays and broadcasts between nodes."""
