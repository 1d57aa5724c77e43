"""Notices: short messages to people who are not connected, by Web Push and by mail."""
