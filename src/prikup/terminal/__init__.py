"""The terminal table. It names no game: all it knows of one it reads from `GAMES` and from the game's words."""
