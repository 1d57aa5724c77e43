"""The coach: a first deal of a game with a given deck, and what is said at each answer of the player who learns it.

A game has a coach if there is a `coach.toml` in its folder (docs/adding-a-game.md). It holds a finished match of one
deal in the notation, the *course*: its deck is the one that is dealt, its computer players have that seed, and what is
done at the human seat are the coach's own answers. Computer players do the same whenever the same has happened, so what
is said of a moment of the course holds at that moment. As soon as the player does otherwise nothing is said but that,
until it is taken back.
"""

from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any, Literal

import msgspec
from msgspec import Struct

from prikup.cards import Card
from prikup.errors import BadText, Reason, reason
from prikup.exchange import DISCARD
from prikup.games import GAMES
from prikup.history.log import HUMAN, Act, Begin, Closed, Dealt, Entered, Log
from prikup.history.notation import parse_match
from prikup.narration import steps
from prikup.state import Action, Seat, State
from prikup.table.given import GivenDeal
from prikup.table.protocol import Coached, Remark
from prikup.table.state import TableState
from prikup.table.table_settings import TableSettings
from prikup.text_forms import parse_action

__all__ = ["SEAT", "Coach", "coach_of", "coached", "lesson"]

SEAT = 0
"""The seat of the player who learns: the host of a table has it."""


class WrittenRemark(Struct, frozen=True, forbid_unknown_fields=True):
    """A remark as `coach.toml` has it.

    `at` is the number of the player's action, from 1, before which it is made; 0: after the deal. `say` is the key of
    its message, `points` says what it points at, `numbers` fill the places of the message: a text is an action. With
    `otherwise` it is made only where the player has done something else than the coach at that action.
    """

    at: int
    say: str
    points: Literal["", "hand", "calls", "trick", "talon", "players", "facts", "sheet"] = ""
    numbers: dict[str, int | str | list[str]] = {}
    otherwise: bool = False


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """A `coach.toml`."""

    match: str
    remarks: list[WrittenRemark]


class Coach(Struct, frozen=True):
    """The coach of a game.

    `course` is everything that is done in the deal, in steps: the cards that a player lays away together are one, in
    any order. `wrote` is what the deal writes; `remarks` and `otherwise` go by the number of the player's action.
    """

    begin: Begin
    deck: tuple[Card, ...]
    course: tuple[tuple[Entered, ...], ...]
    wrote: Closed
    remarks: dict[int, tuple[Remark, ...]]
    otherwise: dict[int, Reason]

    @property
    def count(self) -> int:
        """The number of remarks in the whole deal."""
        return sum(map(len, self.remarks.values()))


@cache
def coach_of(name: str) -> Coach | None:
    """Return the coach of a game, None for a game without one."""
    file = GAMES[name].folder / "coach.toml"
    if not file.exists():
        return None
    written = msgspec.toml.decode(file.read_bytes(), type=Written)
    log = parse_match(written.match)
    begin, dealt, *_, wrote = log.events
    assert isinstance(begin, Begin) and isinstance(dealt, Dealt) and isinstance(wrote, Closed)
    remarks: dict[int, tuple[Remark, ...]] = {}
    otherwise: dict[int, Reason] = {}
    numbers = count(1)
    for each in written.remarks:
        places = {place: _number(log.game.calls, value) for place, value in each.numbers.items()}
        if each.otherwise:
            otherwise[each.at] = Reason(each.say, places)
        else:
            remark = Remark(next(numbers), Reason(each.say, places), each.points)
            remarks[each.at] = (*remarks.get(each.at, ()), remark)
    return Coach(begin, dealt.deck, tuple(_course(log)), wrote, remarks, otherwise)


def _number(calls: tuple[str, ...], value: int | str | list[str]) -> Any:
    if isinstance(value, list):
        return tuple(parse_action(calls, each) for each in value)
    return parse_action(calls, value) if isinstance(value, str) else value


def _course(log: Log) -> Iterator[tuple[Entered, ...]]:
    """Yield the steps of a finished match of one deal."""
    together: tuple[Entered, ...] = ()
    for step in steps(Log.replay(log.events[:-1])):
        assert isinstance(step.entry, Entered)
        together = (*together, step.entry)
        if _owed(step.after) == 0 or _owed(step.before) != _owed(step.after) + 1:
            yield together
            together = ()


def _owed(state: State[Any]) -> int:
    """Return how many cards the player who is asked still has to lay away."""
    exchange = getattr(state.public, "exchange", None)
    return 0 if exchange is None or exchange.over or exchange.now.receiver is not DISCARD else exchange.now.count


def lesson(name: str, host: str) -> TableSettings:
    """Return the settings of a table at which a user plays the first deal with the coach. Raise BadText without one."""
    coach = coach_of(name) if name in GAMES else None
    if coach is None:
        raise BadText(reason("no-coach", game=name))
    begin = coach.begin
    given = GivenDeal(begin.dealer, begin.bots, (Dealt(1, 1, coach.deck),))
    level = next(player for player in begin.players if player != HUMAN)
    reserved = (host,) * len(begin.players)
    return TableSettings(
        name, begin.options, level, bots=True, deals=1, host=host, reserved=reserved, coach=True, given=given
    )


# What is said


def coached(table: TableState, seat: Seat) -> Coached | None:
    """Return what the coach of a table that has one says to a seat now, None for nothing."""
    coach = coach_of(table.settings.game) if seat == SEAT else None
    if coach is None or table.log is None or table.deck is None or table.deck.deck != coach.deck:
        return None
    if table.log.over:
        went_along = coach.wrote in table.log.events
        return Coached(coach.count, coach.remarks.get(0, ()) if went_along else (), strayed=not went_along)
    if seat not in table.asked or not table.chairs[seat].played:
        return None
    return _said(coach, table.log.entries, seat)


def _said(coach: Coach, done: list[Entered], seat: Seat) -> Coached:
    """Return what the coach says to a seat that is asked after what was done."""
    at, number = 0, 1
    for step in coach.course:
        now = done[at : at + len(step)]
        other = next((entry for entry in now if entry not in step), None)
        if other is not None:
            own = other.act if isinstance(other, Act) and other.seat == seat else None
            answer = () if own is None else _acts(step)
            return Coached(coach.count, (), answer, own, coach.otherwise.get(number), strayed=True)
        if len(now) < len(step) and _acts(step, seat):
            left = tuple(entry for entry in step if entry not in now)
            return Coached(coach.count, coach.remarks.get(number, ()), _acts(left))
        at += len(step)
        number += len(_acts(step, seat))
    return Coached(coach.count, (), strayed=True)


def _acts(step: tuple[Entered, ...], seat: Seat | None = None) -> tuple[Action, ...]:
    """Return the actions of a step, or those of one seat."""
    return tuple(entry.act for entry in step if isinstance(entry, Act) and seat in (None, entry.seat))
