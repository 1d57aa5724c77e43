"""Duplicate deals between two kinds of player: how `rule` is shown to beat `random`.

Every deal is played in each rotation of {A, others B} and of {B, others A}, sides taken together; the deal is the
unit, and what counts is the points a deal of A's sides less those of B's.
"""

import random
import statistics
from typing import NamedTuple

from walk import dealt

from prikup.game import AnyGame, Kind, Player, play
from prikup.match import Match
from prikup.sheet import Line

__all__ = ["Advantage", "advantage", "between"]


class Advantage(NamedTuple):
    """Points a deal of one player over the other: the mean and the lower bound of its 95 % interval."""

    deals: int
    mean: float
    lower: float


def _lineups(game: AnyGame, one: Player, other: Player) -> list[tuple[set[int], tuple[Player, ...]]]:
    """Which sides `one` plays, and who sits where: every split by rotation."""
    sides = len(game.sides)
    splits = [{side} for side in range(sides)] + [set(range(sides)) - {side} for side in range(sides)]
    distinct = {frozenset(split) for split in splits}
    lineups = []
    for split in sorted(distinct, key=sorted):
        seats = {seat for side in split for seat in game.sides[side]}
        lineups.append((set(split), tuple(one if seat in seats else other for seat in range(game.seats))))
    return lineups


def advantage(game: AnyGame, one: Player, other: Player, deals: int, seed: int) -> Advantage:
    """What `one` gains over `other` a deal. The deals are second deals of a match: nothing is special about them."""
    rng = random.Random(seed)
    gains = []
    for n in range(deals):
        match = Match(game, n % game.seats, Match.begin(game).sheet, game.start(), deals=1)
        start = dealt(match, rng)
        gain = 0.0
        lineups = _lineups(game, one, other)
        for split, players in lineups:
            row = game.row(game.outcome(play(game, start, players)), match.standing)
            points = game.settlement(match.sheet.add(Line(1, match.dealer, None, row)).totals)
            ours = [p for side, p in enumerate(points) if side in split]
            theirs = [p for side, p in enumerate(points) if side not in split]
            gain += float(statistics.mean(ours) - statistics.mean(theirs))
        gains.append(gain / len(lineups))
    mean, spread = statistics.fmean(gains), statistics.stdev(gains)
    return Advantage(deals, mean, mean - 1.96 * spread / deals**0.5)


def between(kind: Kind) -> AnyGame:
    """The game in which players are compared: its default rules."""
    return kind.build(next(iter(kind.presets.values())))
