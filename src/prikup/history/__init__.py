"""The history of a match: its log in memory, as a file, as text and in foreign formats, and its shuffles."""
