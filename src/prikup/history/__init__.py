"""The history of a match: its log in memory and on disk, its notation as text, and its verifiable shuffles."""
