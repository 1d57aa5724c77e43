"""The coach's message to the learning player, at each position of the coached deal and after it.

The coach teaches a game in a prepared deal. The message contains the remarks that the game's script, the file with the
prepared deal, has for the position. If the script has none, the message contains general remarks, which
`prikup.table.coach.remarks` computes.
"""

from typing import Any

from msgspec import Struct

from prikup.games import GAMES
from prikup.history.events import RowEvent
from prikup.history.log import Log
from prikup.narration import NarratedStep
from prikup.rules.errors import reason
from prikup.rules.game import AnyGame
from prikup.rules.state import Action, Seat, State
from prikup.table.coach.remarks import deviation_remark, general_remark, is_equal
from prikup.table.coach.script import (
    SEAT,
    Coach,
    action_of,
    cards_to_discard,
    coach_of,
    learner_decisions,
    learner_view,
    position_key,
)
from prikup.table.protocol.message_parts import Coaching, Lesson, Remark
from prikup.table.state.table_state import TableState

__all__ = ["coach_message"]


class Deviation(Struct, frozen=True):
    """A decision of the learning player (one action, or all cards to discard) that differs from the coach's decision.

    The coach teaches the game in a prepared deal.

    - `number`: the number of the decision's first action, when the learning player's actions in the model match (the
      match that the coach recommends) are counted from 1.
    - `step`: the player's first action that the coach did not plan, with the states before and after it.
    - `differing_actions`: the player's actions that the coach did not plan.
    - `planned_actions`: the actions that the coach planned instead.
    - `equal`: true if the first differing card is equivalent to the planned one, so that the difference does not
      matter.
    """

    number: int
    step: NarratedStep
    differing_actions: tuple[Action, ...]
    planned_actions: tuple[Action, ...]
    equal: bool


def coach_message(table: TableState, seat: Seat) -> Coaching | None:
    """Return the message of the coach to a seat at the current position, or after the match.

    The coach teaches the game in a prepared deal. Return None if the coach has nothing to say, and for a seat or table
    without a coach.
    """
    coach = coach_of(table.settings.game) if seat == SEAT else None
    log = table.log
    if coach is None or log is None or table.deck is None or table.deck.deck != coach.deck:
        return None
    if log.over:
        return _final_remarks(coach, log)
    if log.state is None or not table.chairs[seat].is_played_by_person:
        return None
    decisions = tuple(learner_decisions(log))
    deviation = _deviation(coach, log.game, decisions[-1]) if decisions else None
    remarks = () if deviation is None else (_remark_of(coach, log, deviation),)
    if seat not in table.seats_to_act:
        return Coaching(coach.count, remarks) if remarks else None
    view = learner_view(log.game, log.state)
    step = coach.plan.get(position_key(view))
    answer = _rule_answer(log.game, log.state) if step is None else step.answer
    number = sum(map(len, decisions)) + 1 if step is None else step.number
    general = Remark(coach.remark_number(number), general_remark(log.game, view, answer), kind="general")
    prepared_remarks = () if step is None else coach.remarks.get(step.number, ())
    return Coaching(coach.count, (*remarks, *(prepared_remarks or (general,))), answer)


def _deviation(coach: Coach, game: AnyGame, decision: tuple[NarratedStep, ...]) -> Deviation | None:
    """Return how a decision of the learning player differs from the coach's decision at the same position.

    `decision` contains the player's actions, as steps of the deal. Return None if the decision does not differ, or if
    its position does not occur in the model match (the match that the coach recommends).
    """
    plan_step = coach.plan.get(position_key(learner_view(game, decision[0].before)))
    if plan_step is None:
        return None
    done_actions = tuple(action_of(step) for step in decision)
    differing_actions = tuple(act for act in done_actions if act not in plan_step.answer)
    if not differing_actions:
        return None
    missing_actions = tuple(act for act in plan_step.answer if act not in done_actions)
    equal = is_equal(game, learner_view(game, decision[0].before), differing_actions[0], missing_actions[0])
    step = next(step for step in decision if action_of(step) in differing_actions)
    return Deviation(plan_step.number, step, differing_actions, missing_actions, equal)


def _remark_of(coach: Coach, log: Log, deviation: Deviation) -> Remark:
    """Return the remark on a decision of the player that differs from the coach's; `deviation` says how it differs."""
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
        learner_view(log.game, old_state),
        deviation.differing_actions,
        deviation.planned_actions,
        rule=coach.deviation_rules.get(deviation.number),
        trick=trick,
    )
    return Remark(coach.remark_number(deviation.number), say, kind="otherwise")


def _rule_answer(game: AnyGame, state: State[Any]) -> tuple[Action, ...]:
    """Return what the rule player (which plays by fixed heuristics) would do in the learning player's place.

    The result is one action, or all cards to discard.
    """
    player = GAMES[game.name].rule(game, 0)
    answer = [player(learner_view(game, state))]
    for _ in range(cards_to_discard(state) - 1):
        state = game.apply_unchecked(state, answer[-1])
        answer.append(player(learner_view(game, state)))
    return tuple(answer)


def _final_remarks(coach: Coach, log: Log) -> Coaching:
    """Return the coach's message after the deal: remarks on its result, and one on each point that the deal teaches.

    The prepared remarks are used only if the result is the same as in the model match, which the coach recommends.
    """
    as_planned = coach.result_event in log.events
    own_way = Remark(coach.count, (reason("coached-own-way"),), "sheet", "general")
    remarks = coach.remarks.get(0, ()) if as_planned else (own_way,)
    return Coaching(coach.count, remarks, things=_teaching_points(coach, log))


def _teaching_points(coach: Coach, log: Log) -> tuple[Lesson, ...]:
    """Return the points that the deal teaches. Each says whether the player acted as the coach recommends.

    `log` is the log of the finished match.
    """
    game = log.game
    deviation_by_number: dict[int, Deviation | None] = {}
    for decision in learner_decisions(_ended_deal(log)):
        plan_step = coach.plan.get(position_key(learner_view(game, decision[0].before)))
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
    """Return a copy of the log that ends with its last deal, just before the result was entered on the score sheet."""
    closed_index = max(index for index, event in enumerate(log.events) if isinstance(event, RowEvent))
    return Log.replay(log.events[:closed_index], checked=False)
