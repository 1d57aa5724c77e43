"""Opening a table: the catalogue of games, the request for a new table, and tables for practice."""
