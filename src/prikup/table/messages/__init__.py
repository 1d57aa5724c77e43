"""The construction and distribution of server messages."""
