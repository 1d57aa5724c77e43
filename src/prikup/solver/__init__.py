"""Exact play where all cards are known."""
