"""The tallies of the players of many matches, by game: people by their names, computer players by their levels."""

from collections.abc import Iterable
from typing import NamedTuple

from prikup.history.log import HUMAN, Log
from prikup.rules.state import Seat
from prikup.statistics.tally import Tally, of_log

__all__ = ["PlayerOf", "tallies"]


class PlayerOf(NamedTuple):
    """A player of a game: a person has a name, a computer player a level; the other of the two is ""."""

    game: str
    level: str
    name: str


def tallies(logs: Iterable[Log]) -> dict[PlayerOf, Tally]:
    """Return the tallies of all players of some matches that are over, by game, people first."""
    found: dict[PlayerOf, Tally] = {}
    for log in logs:
        players: dict[PlayerOf, tuple[Seat, ...]] = {}
        for seat, (name, level) in enumerate(zip(log.begin.names, log.begin.players, strict=True)):
            who = PlayerOf(log.begin.game, *(("", name) if level == HUMAN else (level, "")))
            players[who] = (*players.get(who, ()), seat)
        for who, tally in zip(players, of_log(log, list(players.values())), strict=True):
            found[who] = found.get(who, Tally()) + tally
    return {who: found[who] for who in sorted(found) if found[who].points.count}
