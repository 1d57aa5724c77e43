"""Ratings: for each game, the strength of each person, estimated from their finished matches.

This package uses no server and no database. `model` computes the new ratings after one match, `pool` rates all matches
of a game in order, `standing` has the numbers that users see, and `anchors` has the fixed ratings of computer players.
"""
