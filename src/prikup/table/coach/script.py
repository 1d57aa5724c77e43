"""The script of a coach: a deal with a fixed deck for a player who learns the game, with remarks at each decision.

A game has a coach if there is a `coach.toml` in its folder (docs/adding-a-game.md). The file contains a finished match
of one deal in the notation (the text form of a match); this is the *model match*. A table with the coach deals the same
deck and uses the same seed for its computer players. The actions of the learning player in the model match are those
that the coach recommends.

The file also contains remarks for the decisions of the model match. Such a prepared remark is shown in every position
that looks to the player like the position in the model match, even if other actions led to it; so the remark is always
true. If the player does not act as the coach recommends, a remark says what differs, and what this costs as far as that
is certain. In positions that are not in the model match, `prikup.table.coach.remarks` computes the remarks, and the
rule player (which plays by fixed heuristics) chooses the actions to recommend. Both use only the player's own View
(what the player can see). `prikup.table.coach.coaching` puts the message to the player together.
"""

from collections.abc import Hashable, Iterator
from functools import cache
from itertools import combinations, count
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prikup.games import GAMES
from prikup.history.events import HUMAN, ActionEvent, BeginEvent, DealEvent, RowEvent
from prikup.history.log import Log
from prikup.history.notation import parse_match
from prikup.narration import NarratedStep, steps
from prikup.rules.action_text import parse_action
from prikup.rules.cards import Card
from prikup.rules.errors import BadText, Reason, reason
from prikup.rules.exchange import DISCARD
from prikup.rules.game import AnyGame
from prikup.rules.state import Action, State, View, view
from prikup.table.fixed_deal import GivenDeal
from prikup.table.protocol.message_parts import Remark, ScreenPart
from prikup.table.state.sealed_actions import with_early_turn
from prikup.table.table_settings import TableSettings

__all__ = [
    "SEAT",
    "Coach",
    "action_of",
    "cards_to_discard",
    "coach_of",
    "is_lesson",
    "learner_decisions",
    "learner_view",
    "lesson_settings",
    "position_key",
]

SEAT = 0
"""The seat of the learning player, who is also the host of the table (who opened it)."""


class WrittenRemark(Struct, frozen=True, forbid_unknown_fields=True):
    """A remark in `coach.toml`, the file with a game's coached deal.

    - `at`: the number of an action of the learning player, from 1; the remark is shown before this action. 0 means that
      it is shown after the deal.
    - `say`: the key of the message.
    - `points`: the part of the screen that the remark points at, "" for none.
    - `numbers`: the arguments of the message by name. A string is the text of a card or a call.
    - `otherwise`: true if the message is a rule, which is quoted only if the player deviates from the coach's advice at
      that action.
    """

    at: int
    say: str
    points: ScreenPart = ""
    numbers: dict[str, int | str | list[str]] = {}
    otherwise: bool = False


class WrittenThing(Struct, frozen=True, forbid_unknown_fields=True):
    """A point that the coached deal teaches, in the file `coach.toml`.

    `say` is the key of its message, and `at` are the numbers of the learning player's actions (from 1) that apply the
    point.
    """

    say: str
    at: list[int]


class CoachScript(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a `coach.toml`, the file with a game's coached deal.

    `match` is the match that the coach recommends, as text in the notation for matches. `remarks` are the prepared
    remarks, and `things` are the points that the deal teaches.
    """

    match: str
    remarks: list[WrittenRemark]
    things: list[WrittenThing]


class PlanStep(Struct, frozen=True):
    """The coach's decision at one position of the model match (the match that the coach recommends).

    `answer` contains the actions still to do at this position, for example the cards still to discard. `number` is the
    number of the decision's first action, when the learning player's actions in the model match are counted from 1.
    """

    number: int
    answer: tuple[Action, ...]


class Coach(Struct, frozen=True):
    """The coach of a game, who teaches it in a prepared deal: the content of the game's `coach.toml`, ready for use.

    The model match is the match of one deal that the coach recommends. The actions of the learning player in it are
    numbered from 1.

    - `begin`: the first event of the model match, with the settings of the match.
    - `deck`: the deck of the model match.
    - `plan`: the coach's decision at each position of the model match. The key is the position as the player sees it
      (`position_key`). Cards that are discarded together are one decision, in any order.
    - `result_event`: the result of the model match on the score sheet.
    - `remarks`: the prepared remarks before each action of the player, by the number of the action; 0 means after the
      deal.
    - `deviation_rules`: the rule to quote if the player deviates from the coach, by the number of the action.
    - `things`: the points that the deal teaches, each with its message and the numbers of the actions that apply it.
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
        """The number of prepared remarks in the whole deal; rules that are quoted after a deviation do not count."""
        return sum(map(len, self.remarks.values()))

    @property
    def answers(self) -> dict[int, tuple[Action, ...]]:
        """The coach's decisions in the model match (the match that the coach recommends), each with all its actions.

        The key is the number of a decision's first action, when the learning player's actions are counted from 1.
        """
        answer_by_number: dict[int, tuple[Action, ...]] = {}
        for step in self.plan.values():
            answer_by_number[step.number] = max(answer_by_number.get(step.number, ()), step.answer, key=len)
        return answer_by_number

    def remark_number(self, number: int) -> int:
        """Return the number of the last prepared remark that the player has seen when doing action number `number`.

        Remarks and the learning player's actions are both numbered from 1. Return 1 if there is no such remark.
        """
        numbers = [
            remark.number
            for action_number, remarks in self.remarks.items()
            if 0 < action_number <= number
            for remark in remarks
        ]
        return max(numbers, default=1)


@cache
def coach_of(name: str) -> Coach | None:
    """Load the coach of the game with this name, who teaches the game in a prepared deal.

    Return None for a game without a coach.
    """
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
    """Return the learning player's decisions in the model match, by position (see `position_key`).

    `log` is the model match, which has one deal and which the coach recommends. A decision of several discards has an
    entry for each set of cards that may already have been discarded.
    """
    plan: dict[Hashable, PlanStep] = {}
    game, number = log.game, 1
    for decision in learner_decisions(Log.replay(log.events[:-1])):
        acts = tuple(action_of(step) for step in decision)
        for size in range(len(acts)):
            for done_actions in combinations(acts, size):
                state = decision[0].before
                for act in done_actions:
                    state = game.apply_unchecked(state, act)
                remaining_actions = tuple(act for act in acts if act not in done_actions)
                plan[position_key(learner_view(game, state))] = PlanStep(number, remaining_actions)
        number += len(acts)
    return plan


def learner_decisions(log: Log) -> Iterator[tuple[NarratedStep, ...]]:
    """Yield the decisions of the learning player in the log's current deal, each as the steps of its actions.

    All cards that the player discards together are one decision; any other action is a decision of its own.
    """
    decision_steps: tuple[NarratedStep, ...] = ()
    for step in steps(log):
        if not isinstance(step.entry, ActionEvent) or step.entry.seat != SEAT:
            continue
        decision_steps = (*decision_steps, step)
        if cards_to_discard(step.after) == 0 or cards_to_discard(step.before) != cards_to_discard(step.after) + 1:
            yield decision_steps
            decision_steps = ()
    if decision_steps:
        yield decision_steps


def action_of(step: NarratedStep) -> Action:
    """Return the action in a step of a deal, which must be an action of a player."""
    assert isinstance(step.entry, ActionEvent)
    return step.entry.act


def cards_to_discard(state: State[Any]) -> int:
    """Return how many cards the player to act still has to discard; 0 if the player does not have to discard."""
    exchange = getattr(state.public, "exchange", None)
    return (
        0
        if exchange is None or exchange.over or exchange.current_debt.receiver is not DISCARD
        else exchange.current_debt.count
    )


def learner_view(game: AnyGame, state: State[Any]) -> View[Any]:
    """Return the learning player's View (what the player can see).

    In a sealed phase, where all seats may act at the same time, the View says that it is the player's turn.
    """
    seat_view = view(state, SEAT)
    return with_early_turn(seat_view, SEAT) if state.public.phase in game.sealed_phases else seat_view


def position_key(view: View[Any]) -> Hashable:
    """Return a key of a position that is equal for all positions in which the coach gives the same answer.

    The key is the player's View (what the player can see) without the order of the discards and without the order of
    the tricks before the last one.
    """
    public, tricks = view.public, view.public.tricks
    played_cards = () if tricks is None else tuple(map(tricks.played_cards, range(len(tricks.won))))
    if tricks is not None:
        public = replace(public, tricks=replace(tricks, past=tricks.past[-1:]))
    return (public, played_cards, view.hand, frozenset(view.notes))


def lesson_settings(name: str, host: str) -> TableSettings:
    """Return the settings of a table for a deal with the coach of the game `name`.

    `host` is the id of the user who wants to learn the game. Raise BadText for an unknown game or one without a coach.
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
    """Return whether a match started with its game's coached deal (the deal that was prepared to teach the game)."""
    coach = coach_of(log.begin.game)
    deal_event = next((event for event in log.events if isinstance(event, DealEvent)), None)
    return coach is not None and deal_event is not None and deal_event.shuffle is None and deal_event.deck == coach.deck
