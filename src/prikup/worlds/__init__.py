"""The deals that are possible from a player's view."""
