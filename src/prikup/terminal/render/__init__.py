"""Screens, pages and input: everything that a person reads and types."""
