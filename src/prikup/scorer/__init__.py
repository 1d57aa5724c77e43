"""The scorer for a real table: a match as a list of entries that can be mended at any time, and all that follows."""
