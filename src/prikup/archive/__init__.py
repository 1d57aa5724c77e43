"""Finished matches as servers and devices show them, and tables at which a deal of a finished match is played again."""
