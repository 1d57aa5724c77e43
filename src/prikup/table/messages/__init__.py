"""The messages that each receiver is told."""
