"""Several servers of one database: who has which table, and how people come to it."""
