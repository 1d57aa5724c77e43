"""The terminal client. Its code names no game: the games come from `GAMES`, and their texts from message files."""
