"""The history of a match: its log in memory and on disk, its text notations, and its verifiable shuffles."""
