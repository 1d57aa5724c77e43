"""The terminal client. It depends on no game by name: games come from `GAMES`, their wording from their messages."""
