"""The scored matches in a folder: the players of the most recent one, and each player's total over all of them."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from prikup.games import GAMES
from prikup.name_comparison import comparison_key
from prikup.rules.errors import PrikupError
from prikup.rules.options import options_text
from prikup.scorer.replay import Replay, replay_scoring
from prikup.scorer.score_file import read

__all__ = ["EveningStanding", "last_names", "past_matches", "preset_of", "standings"]


class EveningStanding(Struct, frozen=True):
    """A player's total over several scored matches.

    `evenings` is the number of matches. `total` is the sum of the points that the player won or lost in these matches.
    """

    name: str
    evenings: int
    total: Fraction


def past_matches(folder: Path, game: str) -> Iterator[Replay]:
    """Yield the scored matches of the game `game` in `folder`. The most recently changed file comes first."""
    paths = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in paths:
        try:
            history, _ = read(path.read_bytes())
            replay = replay_scoring(history.current_list)
        except (OSError, PrikupError):  # skip files that are no match
            continue
        if replay.scoring.game == game:
            yield replay


def last_names(folder: Path, game: str, seats: int) -> tuple[str, ...]:
    """Return the names of the players of the most recent scored match of the game `game` with `seats` players.

    `folder` is the folder with the scored matches. Return () if there is no such match.
    """
    return next((replay.names for replay in past_matches(folder, game) if len(replay.names) == seats), ())


def preset_of(replay: Replay) -> str:
    """Return the name of the preset (named set of house rules) with which a scored match was started.

    This is the preset even if some of its options were changed.
    """
    return options_text(GAMES[replay.scoring.game].presets, replay.game.options).split()[0]


def standings(matches: Iterable[Replay]) -> list[EveningStanding]:
    """Return each player's total over `matches`, the best player first. Matches without entries do not count."""
    standing_by_name: dict[str, EveningStanding] = {}
    for replay in matches:
        shares = replay.game.scoring.settlement(replay.match.sheet.totals)
        for side, seats in enumerate(replay.game.sides if replay.applied_entries else ()):
            for name in (replay.names[seat] for seat in seats):
                old = standing_by_name.get(comparison_key(name), EveningStanding(name, 0, Fraction()))
                standing_by_name[comparison_key(name)] = EveningStanding(
                    old.name, old.evenings + 1, old.total + shares[side]
                )
    return sorted(standing_by_name.values(), key=lambda standing: -standing.total)
