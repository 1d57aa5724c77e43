"""The history of a match: its log, the log as a file, as text and in notations of other programs, and the shuffles."""
