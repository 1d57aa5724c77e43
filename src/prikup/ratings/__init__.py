"""Ratings of people by game: how finished matches change them, and what is shown of them.

This package knows no server and no database: `model` rates a match, `pool` all matches of a game in order, `standing`
says what is shown, `anchors` has the fixed ratings of computer players.
"""
