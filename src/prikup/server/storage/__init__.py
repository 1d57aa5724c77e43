"""The database of tables and users: SQLite or PostgreSQL."""
