"""The worlds: all deals of the hidden cards that are possible from a player's view."""
