"""Results of all players over many matches, by game: human players by name, computer players by level of strength."""

from collections.abc import Iterable
from typing import NamedTuple

from prikup.history.events import HUMAN
from prikup.history.log import Log
from prikup.rules.state import Seat
from prikup.statistics.tally import Tally, tallies_of_log

__all__ = ["PlayerOf", "tallies"]


class PlayerOf(NamedTuple):
    """A player in the statistics of one `game`: a human player (`name`), or all computer players of one `level`.

    A level is a strength of computer players, such as `rule`. For a human player `level` is "", for computer players
    `name` is "".
    """

    game: str
    level: str
    name: str


def tallies(logs: Iterable[Log]) -> dict[PlayerOf, Tally]:
    """Return a tally (exact sums of results) for each player and game, given the logs of finished matches.

    The tallies are sorted by game, with human players before computer players.
    """
    tally_by_player: dict[PlayerOf, Tally] = {}
    for log in logs:
        players: dict[PlayerOf, tuple[Seat, ...]] = {}
        for seat, (name, level) in enumerate(zip(log.begin.names, log.begin.players, strict=True)):
            player = PlayerOf(log.begin.game, *(("", name) if level == HUMAN else (level, "")))
            players[player] = (*players.get(player, ()), seat)
        for player, tally in zip(players, tallies_of_log(log, list(players.values())), strict=True):
            tally_by_player[player] = tally_by_player.get(player, Tally()) + tally
    return {
        player: tally_by_player[player] for player in sorted(tally_by_player) if tally_by_player[player].points.count
    }
