"""Where tables are kept: one database, SQLite or PostgreSQL."""
