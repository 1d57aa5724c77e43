"""Rated matches for pages: stored by the functions of the server, with random results that follow from skill."""

import random
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

from prikup.games import game as create_game
from prikup.ratings.model import VERSION
from prikup.ratings.pool import MatchPlayer, MatchResult, Pool
from prikup.ratings.standing import DAY_MS
from prikup.server.ratings.rating_rows import change_row, standing_row

__all__ = ["store_rated_matches", "void_last_match"]


def store_rated_matches(database: Path, game: str, people: Sequence[str], matches: int, seed: int = 1) -> None:
    """Store a rated match of a game per day, the last one today, between random people of `people` (ids).

    The earlier a person stands in `people`, the stronger they are.
    """
    rng, pool, sides = random.Random(seed), Pool(), create_game(game).sides
    seats = sum(map(len, sides))
    first_ms = time.time_ns() // 1_000_000 - (matches - 1) * DAY_MS
    with closing(sqlite3.connect(database, timeout=20)) as connection, connection:
        (last_seq,) = connection.execute("SELECT coalesce(max(seq), 0) FROM rated_matches").fetchone()
        for number in range(matches):
            sat = rng.sample(range(len(people)), seats)
            strengths = [sum(-sat[seat] + rng.gauss(0, 3) for seat in side) for side in sides]
            players = tuple(MatchPlayer(people[person]) for person in sat)
            settlement = tuple(Fraction(round(strength * 10)) for strength in strengths)
            result = MatchResult(first_ms + number * DAY_MS, 20, sides, players, settlement)
            seq, common_matches = last_seq + number + 1, pool.common_matches(result.people, result.ended_ms)
            row = {"seq": seq, "table_id": f"rated{seq}", "game": game, "ended": result.ended_ms, "deals": 20}
            _insert(connection, "rated_matches", {**row, "m": common_matches, "version": VERSION, "void": ""})
            for seat, change in enumerate(pool.rate(result)):
                _insert(connection, "rating_changes", change_row(seq, seat, change))
        for person, standing in pool.standings.items():
            _insert(connection, "ratings", standing_row(game, person, standing))


def void_last_match(database: Path, person: str, why: str) -> None:
    """Declare the last rated match of a person (id) void; the ratings stay as they are."""
    with closing(sqlite3.connect(database, timeout=20)) as connection, connection:
        last_seq = "SELECT max(seq) FROM rating_changes WHERE person = ?"
        connection.execute(f"UPDATE rated_matches SET void = ? WHERE seq = ({last_seq})", (why, person))


def _insert(connection: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    columns, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({values})", row)
