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
from prikup.history.log import HUMAN, ActionEvent, BeginEvent, DealEvent, Log, RowEvent
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
from prikup.table.protocol import Coaching, Lesson, Points, Remark
from prikup.table.sealed_actions import with_early_turn
from prikup.table.state import TableState
from prikup.table.table_settings import TableSettings

__all__ = ["SEAT", "THINGS", "Coach", "coach_message", "coach_of", "is_lesson", "lesson_settings"]

SEAT = 0
"""The seat of the learning player, who is the host of the table."""

THINGS = 5
"""The number of points that a coached deal teaches."""


class WrittenRemark(Struct, frozen=True, forbid_unknown_fields=True):
    """A remark as written in `coach.toml`.

    `at` is the number of the player's action, from 1, before which it is shown; 0: after the deal. `say` is the key of
    its message, `points` the part of the table it points at, `numbers` the arguments of the message, in which a string
    is an action. With `deviation_rules` it is the rule to quote if the player deviates from the coach at that action.
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
    order. `result_event` is the result of the course on the score sheet; `remarks` and `deviation_rules` are by the
    number of the player's action, and so are the actions that show each of the `things`.
    """

    begin: BeginEvent
    deck: tuple[Card, ...]
    plan: dict[Hashable, PlanStep]
    result_event: RowEvent
    remarks: dict[int, tuple[Remark, ...]]
    deviation_rules: dict[int, Reason]
    things: tuple[tuple[Reason, tuple[int, ...]], ...]

    @property
    def count(self) -> int:
        """The number of remarks in the whole deal."""
        return sum(map(len, self.remarks.values()))

    @property
    def answers(self) -> dict[int, tuple[Action, ...]]:
        """The coach's complete answers, by the number of the first action."""
        answer_by_number: dict[int, tuple[Action, ...]] = {}
        for step in self.plan.values():
            answer_by_number[step.number] = max(answer_by_number.get(step.number, ()), step.answer, key=len)
        return answer_by_number

    def remark_number(self, number: int) -> int:
        """Return the number of the last remark shown up to an action of the player."""
        numbers = [
            remark.number
            for action_number, remarks in self.remarks.items()
            if 0 < action_number <= number
            for remark in remarks
        ]
        return max(numbers, default=1)


@cache
def coach_of(name: str) -> Coach | None:
    """Return the coach of a game, None for a game without one."""
    file = GAMES[name].folder / "coach.toml"
    if not file.exists():
        return None
    script = msgspec.toml.decode(file.read_bytes(), type=CoachScript)
    log = parse_match(script.match)
    begin, deal_event, *_, result_event = log.events
    assert isinstance(begin, BeginEvent) and isinstance(deal_event, DealEvent) and isinstance(result_event, RowEvent)
    remarks: dict[int, tuple[Remark, ...]] = {}
    deviation_rules: dict[int, Reason] = {}
    numbers = count(1)
    for written_remark in script.remarks:
        arguments = {
            parameter: _message_argument(log.game.calls, value) for parameter, value in written_remark.numbers.items()
        }
        if written_remark.otherwise:
            deviation_rules[written_remark.at] = Reason(written_remark.say, arguments)
        else:
            remark = Remark(next(numbers), (Reason(written_remark.say, arguments),), written_remark.points)
            remarks[written_remark.at] = (*remarks.get(written_remark.at, ()), remark)
    things = tuple((reason(thing.say), tuple(thing.at)) for thing in script.things)
    return Coach(begin, deal_event.deck, _plan(log), result_event, remarks, deviation_rules, things)


def _message_argument(calls: tuple[str, ...], value: int | str | list[str]) -> Any:
    if isinstance(value, list):
        return tuple(parse_action(calls, text) for text in value)
    return parse_action(calls, value) if isinstance(value, str) else value


def _plan(log: Log) -> dict[Hashable, PlanStep]:
    """Return the answers of the learning seat in a finished match of one deal, by position."""
    plan: dict[Hashable, PlanStep] = {}
    game, number = log.game, 1
    for decision in _decisions(Log.replay(log.events[:-1])):
        acts = tuple(_act(step) for step in decision)
        for size in range(len(acts)):
            for done_actions in combinations(acts, size):
                state = decision[0].before
                for act in done_actions:
                    state = game.apply(state, act)
                remaining_actions = tuple(act for act in acts if act not in done_actions)
                plan[_position_key(_learner_view(game, state))] = PlanStep(number, remaining_actions)
        number += len(acts)
    return plan


def _decisions(log: Log) -> Iterator[tuple[NarratedStep, ...]]:
    """Yield the decisions of the learning seat in the current deal, with cards discarded together as one."""
    decision_steps: tuple[NarratedStep, ...] = ()
    for step in steps(log):
        if not isinstance(step.entry, ActionEvent) or step.entry.seat != SEAT:
            continue
        decision_steps = (*decision_steps, step)
        if _cards_to_discard(step.after) == 0 or _cards_to_discard(step.before) != _cards_to_discard(step.after) + 1:
            yield decision_steps
            decision_steps = ()
    if decision_steps:
        yield decision_steps


def _act(step: NarratedStep) -> Action:
    assert isinstance(step.entry, ActionEvent)
    return step.entry.act


def _cards_to_discard(state: State[Any]) -> int:
    """Return how many cards the player to act still has to discard."""
    exchange = getattr(state.public, "exchange", None)
    return (
        0
        if exchange is None or exchange.over or exchange.current_debt.receiver is not DISCARD
        else exchange.current_debt.count
    )


def _learner_view(game: AnyGame, state: State[Any]) -> View[Any]:
    """Return the learning seat's view, in a sealed phase as if it were its turn."""
    seat_view = view(state, SEAT)
    return with_early_turn(seat_view, SEAT) if state.public.phase in game.sealed_phases else seat_view


def _position_key(view: View[Any]) -> Hashable:
    """Return the key of a position: the View without the order of discards and of the tricks before the last."""
    public, tricks = view.public, view.public.tricks
    played_cards = () if tricks is None else tuple(map(tricks.played_cards, range(len(tricks.won))))
    if tricks is not None:
        public = replace(public, tricks=replace(tricks, past=tricks.past[-1:]))
    return (public, played_cards, view.hand, frozenset(view.notes))


def lesson_settings(name: str, host: str) -> TableSettings:
    """Return the settings of a table for a user's first deal with the coach.

    Raise BadText for an unknown game or one without a coach.
    """
    coach = coach_of(name) if name in GAMES else None
    if coach is None:
        raise BadText(reason("no-coach", game=name))
    begin = coach.begin
    fixed_deal = GivenDeal(begin.dealer, begin.bots, (DealEvent(1, 1, coach.deck),))
    level = next(player for player in begin.players if player != HUMAN)
    reserved_users = (host,) * len(begin.players)
    return TableSettings(
        name, begin.options, level, bots=True, deals=1, host=host, reserved=reserved_users, coach=True, given=fixed_deal
    )


def is_lesson(log: Log) -> bool:
    """Return whether a match started with the deal of its game's coach."""
    coach = coach_of(log.begin.game)
    deal_event = next((event for event in log.events if isinstance(event, DealEvent)), None)
    return coach is not None and deal_event is not None and deal_event.shuffle is None and deal_event.deck == coach.deck


# Remarks


class Deviation(Struct, frozen=True):
    """An answer of the player that differs from the coach's: their actions, and the planned ones.

    `step` is the first action that differs. `equal`: both actions are equivalent.
    """

    number: int
    step: NarratedStep
    differing_actions: tuple[Action, ...]
    planned_actions: tuple[Action, ...]
    equal: bool


def coach_message(table: TableState, seat: Seat) -> Coaching | None:
    """Return what the coach of a table says to a seat now; None for nothing, and for a table without a coach."""
    coach = coach_of(table.settings.game) if seat == SEAT else None
    log = table.log
    if coach is None or log is None or table.deck is None or table.deck.deck != coach.deck:
        return None
    if log.over:
        return _final_remarks(coach, log)
    if log.state is None or not table.chairs[seat].is_played_by_person:
        return None
    decisions = tuple(_decisions(log))
    deviation = _deviation(coach, log.game, decisions[-1]) if decisions else None
    remarks = () if deviation is None else (_remark_of(coach, log, deviation),)
    if seat not in table.seats_to_act:
        return Coaching(coach.count, remarks) if remarks else None
    view = _learner_view(log.game, log.state)
    step = coach.plan.get(_position_key(view))
    answer = _rule_answer(log.game, log.state) if step is None else step.answer
    number = sum(map(len, decisions)) + 1 if step is None else step.number
    general = Remark(coach.remark_number(number), general_remark(log.game, view, answer), kind="general")
    prepared_remarks = () if step is None else coach.remarks.get(step.number, ())
    return Coaching(coach.count, (*remarks, *(prepared_remarks or (general,))), answer)


def _deviation(coach: Coach, game: AnyGame, decision: tuple[NarratedStep, ...]) -> Deviation | None:
    """Return how an answer differs from the coach's; None if it does not, or outside the course."""
    plan_step = coach.plan.get(_position_key(_learner_view(game, decision[0].before)))
    if plan_step is None:
        return None
    done_actions = tuple(_act(step) for step in decision)
    differing_actions = tuple(act for act in done_actions if act not in plan_step.answer)
    if not differing_actions:
        return None
    missing_actions = tuple(act for act in plan_step.answer if act not in done_actions)
    equal = is_equal(game, _learner_view(game, decision[0].before), differing_actions[0], missing_actions[0])
    step = next(step for step in decision if _act(step) in differing_actions)
    return Deviation(plan_step.number, step, differing_actions, missing_actions, equal)


def _remark_of(coach: Coach, log: Log, deviation: Deviation) -> Remark:
    """Return the remark on an answer that differs."""
    old_state = deviation.step.before
    tricks, current_tricks = old_state.public.tricks, log.state.public.tricks if log.state else None
    finished_count = 0 if tricks is None else len(tricks.past)
    trick = (
        current_tricks.past[finished_count]
        if current_tricks is not None and len(current_tricks.past) > finished_count
        else None
    )
    say = deviation_remark(
        log.game,
        _learner_view(log.game, old_state),
        deviation.differing_actions,
        deviation.planned_actions,
        rule=coach.deviation_rules.get(deviation.number),
        trick=trick,
    )
    return Remark(coach.remark_number(deviation.number), say, kind="otherwise")


def _rule_answer(game: AnyGame, state: State[Any]) -> tuple[Action, ...]:
    """Return the rule player's answer in place of the learning seat: one action, or all its discards."""
    player = GAMES[game.name].rule(game, 0)
    answer = [player(_learner_view(game, state))]
    for _ in range(_cards_to_discard(state) - 1):
        state = game.apply(state, answer[-1])
        answer.append(player(_learner_view(game, state)))
    return tuple(answer)


def _final_remarks(coach: Coach, log: Log) -> Coaching:
    """Return the remarks after the deal: on its result if that is the coach's, and on each point it teaches."""
    as_planned = coach.result_event in log.events
    own_way = Remark(coach.count, (reason("coached-own-way"),), "sheet", "general")
    remarks = coach.remarks.get(0, ()) if as_planned else (own_way,)
    return Coaching(coach.count, remarks, things=_things(coach, log))


def _things(coach: Coach, log: Log) -> tuple[Lesson, ...]:
    """Return the points that the deal teaches, and whether the player did each as the coach would."""
    game = log.game
    deviation_by_number: dict[int, Deviation | None] = {}
    for decision in _decisions(_ended_deal(log)):
        plan_step = coach.plan.get(_position_key(_learner_view(game, decision[0].before)))
        if plan_step is not None:
            deviation_by_number[plan_step.number] = _deviation(coach, game, decision)
    things = []
    for say, numbers in coach.things:
        differs = next(
            (deviation for number in numbers if (deviation := deviation_by_number.get(number)) and not deviation.equal),
            None,
        )
        if differs is not None:
            outcome = reason("coached-differs", actions=differs.differing_actions, best=differs.planned_actions)
        else:
            outcome = reason(
                "coached-as-planned" if any(map(deviation_by_number.__contains__, numbers)) else "coached-elsewhere"
            )
        things.append(Lesson(say, outcome, right=outcome.key == "coached-as-planned"))
    return tuple(things)


def _ended_deal(log: Log) -> Log:
    """Return the log at the end of its last deal, before the result is written."""
    closed_index = max(index for index, event in enumerate(log.events) if isinstance(event, RowEvent))
    return Log.replay(log.events[:closed_index], checked=False)
