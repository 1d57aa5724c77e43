"""Change the table of a scored match when a player joins or leaves: the sheet gets other seats and boxes.

A player who joins gets, in each personal box, the mean of the other players' numbers (Kodeks 3.1.2: pool and dump).
Other boxes hold the points that one player scored against another; they start at zero for and against the new player. A
player who leaves settles by the current sheet. The remaining players keep all their numbers except those in boxes
against the player who left.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from prikup.games import GAMES
from prikup.rules.cards import Seat
from prikup.rules.errors import BadOutcome, BadText, reason
from prikup.rules.game import AnyGame
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.options import fields, set_values
from prikup.rules.score_sheet import Totals
from prikup.scorer.entries import EntryContent, Join, Leave, check_names

__all__ = ["boxes_of", "names_after", "reseat", "table_sizes"]


def table_sizes(game: AnyGame) -> tuple[int, ...]:
    """Return the numbers of players that a game allows, in ascending order, regardless of its other house rules."""
    values_by_option = {field.name: field.values for field in fields(type(game.options))}
    return tuple(sorted(values_by_option.get("players", (game.seats,))))


def names_after(names: Sequence[str], content: EntryContent) -> tuple[str, ...]:
    """Return the players' names, by seat, after the entry `content`, by which a player may join or leave the table.

    `names` are the names before the entry. Raise BadText if a player joins whose name is empty or in use.
    """
    match content:
        case Join(seat, name):
            new_names = (*names[:seat], name.strip(), *names[seat:])
            check_names(new_names, len(names) + 1)
            return new_names
        case Leave(seat):
            return (*names[:seat], *names[seat + 1 :])
    return tuple(names)


def reseat(match: Match, change: Join | Leave) -> Match:
    """Return the match after a player has joined or left by the entry contents `change`.

    Raise BadText if the game does not allow that number of players or the seat does not exist. Raise BadOptions or
    BadOutcome if the house rules or the numbers on the sheet are impossible with that number of players.
    """
    game, joins = match.game, isinstance(change, Join)
    size = game.seats + (1 if joins else -1)
    if size not in table_sizes(game):
        raise BadText(reason("players-not", number=size))
    if change.seat >= max(size, game.seats):
        raise BadText(reason("seat-not-here", number=change.seat + 1, most=max(size, game.seats)))
    new_game = GAMES[game.name].build(set_values(game.options, {"players": str(size)}))
    old_seats = _old_seats(change, size)
    totals = tuple(
        tuple(_box(match, new_game, column, seat, old_seats) for seat in range(size)) for column in new_game.columns
    )
    if (why := new_game.scoring.why_impossible(totals, match.carry)) is not None:
        raise BadOutcome(why)
    dealer = old_seats.index(match.dealer) if match.dealer in old_seats else change.seat % size
    return Match.from_standing(new_game, MatchStanding(match.deals + 1, dealer, totals, match.carry))


def boxes_of(match: Match, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Return the personal boxes on the sheet of the player at `seat`: of each, its column's name and current number.

    Boxes for points scored against another player are left out.
    """
    columns = (column for column in match.game.columns if _seat_written_against(match.game, column, seat) is None)
    return tuple((column, match.sheet.total(column, seat)) for column in columns)


def _old_seats(change: Join | Leave, size: int) -> tuple[Seat | None, ...]:
    """Return, for each seat of the new table, the seat of its player at the old table; None for the player who joins.

    `size` is the number of seats at the new table.
    """
    if isinstance(change, Join):
        return tuple(None if seat == change.seat else seat - (seat > change.seat) for seat in range(size))
    return tuple(seat + (seat >= change.seat) for seat in range(size))


def _box(match: Match, new_game: AnyGame, column: str, seat: Seat, old_seats: tuple[Seat | None, ...]) -> int:
    """Return the number with which the box of `seat` in `column` starts on the score sheet of the new table.

    `match` is the match at the old table, and `new_game` the game at the new one. For each seat of the new table,
    `old_seats` has the seat of its player at the old table, or None for the player who joins.
    """
    old_game, totals = match.game, match.sheet.totals
    holder, target_seat = old_seats[seat], _seat_written_against(new_game, column, seat)
    if target_seat is None:
        numbers = totals[old_game.columns.index(column)]
        return _mean(numbers) if holder is None else numbers[holder]
    if holder is None or old_seats[target_seat] is None:
        return 0
    return _number_against(old_game, totals, holder, old_seats[target_seat])


def _number_against(old_game: AnyGame, totals: Totals, holder: Seat, target_seat: Seat | None) -> int:
    """Return the points that the player at `holder` has scored against the player at `target_seat` so far.

    `totals` are the totals of the sheet of `old_game`.
    """
    columns = (column for column in old_game.columns if _seat_written_against(old_game, column, holder) == target_seat)
    return totals[old_game.columns.index(next(columns))][holder]


def _seat_written_against(game: AnyGame, column: str, seat: Seat) -> Seat | None:
    """Return the seat of the player against whom the player at `seat` scores points in this column.

    Return None for a personal column, in which points are not scored against a player.
    """
    step = GAMES[game.name].presentation.neighbours.get(column)
    return None if step is None else (seat + step) % game.seats


def _mean(numbers: Sequence[int]) -> int:
    """Return the mean of `numbers` rounded to the nearest whole number; halves are rounded up."""
    return floor(Fraction(sum(numbers), len(numbers)) + Fraction(1, 2))
