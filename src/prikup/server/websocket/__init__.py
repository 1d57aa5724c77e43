"""Connections to tables."""
