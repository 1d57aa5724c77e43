"""The coach: a first deal of a game with a fixed deck, and remarks at each decision of the learning player.

A game has a coach if there is a `coach.toml` in its folder (docs/adding-a-game.md). It holds a finished match of one
deal in the notation, the *course*: the table deals the same deck with the same seed for its computer players, and the
actions at the human seat are the coach's own answers.

A prepared remark is shown in every position that looks to the player like one of the course, however the deal came
there, so it is true there. After an answer that differs from the coach's a remark says what differs and what it costs,
as far as that is certain. In positions outside the course the remarks come from `prikup.table.coach_remarks` and the
answer from the game's rule player: both follow from the player's own View.
"""

from collections.abc import Hashable, Iterator
from functools import cache
from itertools import combinations, count
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prikup.games import GAMES
from prikup.history.log import HUMAN, Act, Begin, Closed, Dealt, Log
from prikup.history.notation import parse_match
from prikup.narration import NarratedStep, steps
from prikup.rules.cards import Card
from prikup.rules.errors import BadText, Reason, reason
from prikup.rules.exchange import DISCARD
from prikup.rules.game import AnyGame
from prikup.rules.state import Action, Seat, State, View, view
from prikup.rules.text_format import parse_action
from prikup.table.coach_remarks import deviation_remark, general_remark, is_equal
from prikup.table.fixed_deal import GivenDeal
from prikup.table.protocol import Coached, CoachedThing, Points, Remark
from prikup.table.sealed_actions import asked_early
from prikup.table.state import TableState
from prikup.table.table_settings import TableSettings

__all__ = ["SEAT", "THINGS", "Coach", "coach_of", "coached", "is_lesson", "lesson"]

SEAT = 0
"""The seat of the learning player, who is the host of the table."""

THINGS = 5
"""The number of points that a coached deal teaches."""


class WrittenRemark(Struct, frozen=True, forbid_unknown_fields=True):
    """A remark as written in `coach.toml`.

    `at` is the number of the player's action, from 1, before which it is shown; 0: after the deal. `say` is the key of
    its message, `points` the part of the table it points at, `numbers` the arguments of the message, in which a string
    is an action. With `otherwise` it is the rule to quote if the player deviates from the coach at that action.
    """

    at: int
    say: str
    points: Points = ""
    numbers: dict[str, int | str | list[str]] = {}
    otherwise: bool = False


class WrittenThing(Struct, frozen=True, forbid_unknown_fields=True):
    """A point that the deal teaches: the key of its message, and the player's actions (numbers) that show it."""

    say: str
    at: list[int]


class CoachScript(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a `coach.toml`."""

    match: str
    remarks: list[WrittenRemark]
    things: list[WrittenThing]


class PlanStep(Struct, frozen=True):
    """The coach's answer at a position of the course.

    `answer` are the actions of it that remain to be done, `number` is that of its first action.
    """

    number: int
    answer: tuple[Action, ...]


class Coach(Struct, frozen=True):
    """The coach of a game.

    `plan` are the coach's answers by position as the player sees it: cards discarded together are one answer, in any
    order. `wrote` is the result of the course on the score sheet; `remarks` and `otherwise` are by the number of the
    player's action, and so are the actions that show each of the `things`.
    """

    begin: Begin
    deck: tuple[Card, ...]
    plan: dict[Hashable, PlanStep]
    wrote: Closed
    remarks: dict[int, tuple[Remark, ...]]
    otherwise: dict[int, Reason]
    things: tuple[tuple[Reason, tuple[int, ...]], ...]

    @property
    def count(self) -> int:
        """The number of remarks in the whole deal."""
        return sum(map(len, self.remarks.values()))

    @property
    def answers(self) -> dict[int, tuple[Action, ...]]:
        """The coach's complete answers, by the number of the first action."""
        whole: dict[int, tuple[Action, ...]] = {}
        for step in self.plan.values():
            whole[step.number] = max(whole.get(step.number, ()), step.answer, key=len)
        return whole

    def remark_number(self, number: int) -> int:
        """Return the number of the last remark shown up to an action of the player."""
        numbers = [remark.number for at, some in self.remarks.items() if 0 < at <= number for remark in some]
        return max(numbers, default=1)


@cache
def coach_of(name: str) -> Coach | None:
    """Return the coach of a game, None for a game without one."""
    file = GAMES[name].folder / "coach.toml"
    if not file.exists():
        return None
    written = msgspec.toml.decode(file.read_bytes(), type=CoachScript)
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
            remark = Remark(next(numbers), (Reason(each.say, places),), each.points)
            remarks[each.at] = (*remarks.get(each.at, ()), remark)
    things = tuple((reason(thing.say), tuple(thing.at)) for thing in written.things)
    return Coach(begin, dealt.deck, _plan(log), wrote, remarks, otherwise, things)


def _number(calls: tuple[str, ...], value: int | str | list[str]) -> Any:
    if isinstance(value, list):
        return tuple(parse_action(calls, each) for each in value)
    return parse_action(calls, value) if isinstance(value, str) else value


def _plan(log: Log) -> dict[Hashable, PlanStep]:
    """Return the answers of the learning seat in a finished match of one deal, by position."""
    plan: dict[Hashable, PlanStep] = {}
    game, number = log.game, 1
    for decision in _decisions(Log.replay(log.events[:-1])):
        acts = tuple(_act(step) for step in decision)
        for size in range(len(acts)):
            for done in combinations(acts, size):
                state = decision[0].before
                for act in done:
                    state = game.apply(state, act)
                left = tuple(act for act in acts if act not in done)
                plan[_position(_seen(game, state))] = PlanStep(number, left)
        number += len(acts)
    return plan


def _decisions(log: Log) -> Iterator[tuple[NarratedStep, ...]]:
    """Yield the decisions of the learning seat in the current deal, with cards discarded together as one."""
    together: tuple[NarratedStep, ...] = ()
    for step in steps(log):
        if not isinstance(step.entry, Act) or step.entry.seat != SEAT:
            continue
        together = (*together, step)
        if _owed(step.after) == 0 or _owed(step.before) != _owed(step.after) + 1:
            yield together
            together = ()
    if together:
        yield together


def _act(step: NarratedStep) -> Action:
    assert isinstance(step.entry, Act)
    return step.entry.act


def _owed(state: State[Any]) -> int:
    """Return how many cards the player to act still has to discard."""
    exchange = getattr(state.public, "exchange", None)
    return 0 if exchange is None or exchange.over or exchange.now.receiver is not DISCARD else exchange.now.count


def _seen(game: AnyGame, state: State[Any]) -> View[Any]:
    """Return the learning seat's view, in a sealed phase as if it were its turn."""
    seen = view(state, SEAT)
    return asked_early(seen, SEAT) if state.public.phase in game.sealed else seen


def _position(seen: View[Any]) -> Hashable:
    """Return the key of a position: the View without the order of discards and of the tricks before the last."""
    public, tricks = seen.public, seen.public.tricks
    played = () if tricks is None else tuple(map(tricks.played, range(len(tricks.won))))
    if tricks is not None:
        public = replace(public, tricks=replace(tricks, past=tricks.past[-1:]))
    return (public, played, seen.hand, frozenset(seen.notes))


def lesson(name: str, host: str) -> TableSettings:
    """Return the settings of a table for a user's first deal with the coach.

    Raise BadText for an unknown game or one without a coach.
    """
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


def is_lesson(log: Log) -> bool:
    """Return whether a match started with the deal of its game's coach."""
    coach = coach_of(log.begin.game)
    dealt = next((event for event in log.events if isinstance(event, Dealt)), None)
    return coach is not None and dealt is not None and dealt.shuffle is None and dealt.deck == coach.deck


# Remarks


class Deviation(Struct, frozen=True):
    """An answer of the player that differs from the coach's: their actions, and the planned ones.

    `step` is the first action that differs. `equal`: both actions are equivalent.
    """

    number: int
    step: NarratedStep
    did: tuple[Action, ...]
    planned: tuple[Action, ...]
    equal: bool


def coached(table: TableState, seat: Seat) -> Coached | None:
    """Return what the coach of a table says to a seat now; None for nothing, and for a table without a coach."""
    coach = coach_of(table.settings.game) if seat == SEAT else None
    log = table.log
    if coach is None or log is None or table.deck is None or table.deck.deck != coach.deck:
        return None
    if log.over:
        return _said_at_the_end(coach, log)
    if log.state is None or not table.chairs[seat].played:
        return None
    decisions = tuple(_decisions(log))
    deviation = _deviation(coach, log.game, decisions[-1]) if decisions else None
    remarks = () if deviation is None else (_remark_of(coach, log, deviation),)
    if seat not in table.asked:
        return Coached(coach.count, remarks) if remarks else None
    seen = _seen(log.game, log.state)
    step = coach.plan.get(_position(seen))
    answer = _rule_answer(log.game, log.state) if step is None else step.answer
    number = sum(map(len, decisions)) + 1 if step is None else step.number
    general = Remark(coach.remark_number(number), general_remark(log.game, seen, answer), kind="general")
    planned = () if step is None else coach.remarks.get(step.number, ())
    return Coached(coach.count, (*remarks, *(planned or (general,))), answer)


def _deviation(coach: Coach, game: AnyGame, decision: tuple[NarratedStep, ...]) -> Deviation | None:
    """Return how an answer differs from the coach's; None if it does not, or outside the course."""
    planned = coach.plan.get(_position(_seen(game, decision[0].before)))
    if planned is None:
        return None
    did = tuple(_act(step) for step in decision)
    other = tuple(act for act in did if act not in planned.answer)
    if not other:
        return None
    left = tuple(act for act in planned.answer if act not in did)
    equal = is_equal(game, _seen(game, decision[0].before), other[0], left[0])
    step = next(step for step in decision if _act(step) in other)
    return Deviation(planned.number, step, other, left, equal)


def _remark_of(coach: Coach, log: Log, deviation: Deviation) -> Remark:
    """Return the remark on an answer that differs."""
    before = deviation.step.before
    tricks, now = before.public.tricks, log.state.public.tricks if log.state else None
    done = 0 if tricks is None else len(tricks.past)
    trick = now.past[done] if now is not None and len(now.past) > done else None
    say = deviation_remark(
        log.game,
        _seen(log.game, before),
        deviation.did,
        deviation.planned,
        rule=coach.otherwise.get(deviation.number),
        trick=trick,
    )
    return Remark(coach.remark_number(deviation.number), say, kind="otherwise")


def _rule_answer(game: AnyGame, state: State[Any]) -> tuple[Action, ...]:
    """Return the rule player's answer in place of the learning seat: one action, or all its discards."""
    player = GAMES[game.name].rule(game, 0)
    answer = [player(_seen(game, state))]
    for _ in range(_owed(state) - 1):
        state = game.apply(state, answer[-1])
        answer.append(player(_seen(game, state)))
    return tuple(answer)


def _said_at_the_end(coach: Coach, log: Log) -> Coached:
    """Return the remarks after the deal: on its result if that is the coach's, and on each point it teaches."""
    as_planned = coach.wrote in log.events
    own_way = Remark(coach.count, (reason("coached-own-way"),), "sheet", "general")
    remarks = coach.remarks.get(0, ()) if as_planned else (own_way,)
    return Coached(coach.count, remarks, things=_things(coach, log))


def _things(coach: Coach, log: Log) -> tuple[CoachedThing, ...]:
    """Return the points that the deal teaches, and whether the player did each as the coach would."""
    game = log.game
    answered: dict[int, Deviation | None] = {}
    for decision in _decisions(_ended_deal(log)):
        planned = coach.plan.get(_position(_seen(game, decision[0].before)))
        if planned is not None:
            answered[planned.number] = _deviation(coach, game, decision)
    things = []
    for say, at in coach.things:
        differs = next((other for number in at if (other := answered.get(number)) and not other.equal), None)
        if differs is not None:
            how = reason("coached-differs", actions=differs.did, best=differs.planned)
        else:
            how = reason("coached-as-planned" if any(map(answered.__contains__, at)) else "coached-elsewhere")
        things.append(CoachedThing(say, how, right=how.key == "coached-as-planned"))
    return tuple(things)


def _ended_deal(log: Log) -> Log:
    """Return the log at the end of its last deal, before the result is written."""
    closed = max(at for at, event in enumerate(log.events) if isinstance(event, Closed))
    return Log.replay(log.events[:closed], checked=False)
