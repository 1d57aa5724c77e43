"""`prikup score`: score one deal, or keep the score sheet of a match that is played with real cards."""
