"""What each receiver is sent of a deal, the score sheet and the decks."""

import random
from fractions import Fraction
from typing import Any

import pytest
from support.example_games import example, example_if_any
from support.matches import begin, play_match
from support.random_walk import KINDS

from prikup.games import GAMES
from prikup.history.events import ActionEvent
from prikup.history.log import Log
from prikup.history.shuffle import prepare_shuffle, shuffle_deck
from prikup.narration import NarratedStep
from prikup.rules.exchange import DISCARD
from prikup.rules.game_definition import GameDefinition
from prikup.rules.score_sheet import share
from prikup.rules.state import Action, Seat, State, view, watch
from prikup.table.messages.views import UpdateContext, drop_steps, sheet, update, update_context, welcome
from prikup.table.protocol.message_parts import Clock, SeatAction
from prikup.table.state.sealed_actions import actions_by_seat


def _log_with_deal(name: str, seed: int = 0) -> Log:
    """Return a match with its first deal dealt."""
    log = Log(begin(name, GAMES[name]))
    shuffle = prepare_shuffle(f"{seed:064x}", log.game.seats, len(log.game.pack))
    assert isinstance(log.deal(shuffle_deck(log.game.pack, shuffle), shuffle), State)
    return log


def _state(log: Log) -> State[Any]:
    assert log.state is not None
    return log.state


def _actor(log: Log) -> Seat:
    """Return the seat to act."""
    actor: Seat | None = _state(log).public.actor
    assert actor is not None
    return actor


def _act(log: Log, action: Action) -> NarratedStep:
    """Apply an action; return its step."""
    old_state = _state(log)
    new_state = log.add(action)
    return NarratedStep(old_state, log.entries[-1], new_state)


def _update_context(log: Log, n: int, **fields: Any) -> UpdateContext:
    """Return the update context of a deal at row `n`."""
    return update_context(log.game, n, _state(log), **fields)


def test_update_gives_prompt_and_legal_actions_to_actor_only() -> None:
    log = _log_with_deal(example(seats=3))
    state, actor = _state(log), _actor(log)
    context = _update_context(log, 3, clock=Clock((1, 2, 3), (actor,)))
    assert actions_by_seat(log) == {}, "nothing is laid before its turn"
    for seat in range(3):
        seat_update = update(context, seat)
        assert (seat_update.n, seat_update.did, seat_update.moved, seat_update.asked) == (3, (), (), (actor,))
        assert seat_update.view == view(state, seat)
        assert seat_update.legal == log.game.legal(view(state, seat))
        assert bool(seat_update.legal) == bool(seat_update.ask) == (seat == actor)
        assert seat_update.clock == Clock((1, 2, 3), (actor,))
    spectator = update(context, None)
    assert (spectator.view, spectator.legal, spectator.ask) == (watch(state), (), ())


def _legal(log: Log) -> tuple[Action, ...]:
    """Return the legal actions."""
    return log.game.legal(view(_state(log), _actor(log)))


def _discarding() -> tuple[Log, str]:
    """Return a match in which a player is about to discard two cards, and the name of that phase."""
    name = example_if_any(seats=3, discards=2)
    rng = random.Random(1)
    for number in range(100):
        log = _log_with_deal(name, number)
        while _state(log).public.tricks is None and _state(log).public.actor is not None:
            exchange = getattr(_state(log).public, "exchange", None)
            if (
                exchange
                and not exchange.over
                and exchange.current_debt.receiver is DISCARD
                and exchange.current_debt.count > 1
            ):
                return log, _state(log).public.phase
            _act(log, rng.choice(_legal(log)))
    raise AssertionError


def test_update_describes_actions_as_far_as_receiver_may_know() -> None:
    log, phase = _discarding()
    announcer = _actor(log)
    discard_steps = [_act(log, _legal(log)[0]) for _ in range(2)]
    assert [step.entry.seat for step in discard_steps if isinstance(step.entry, ActionEvent)] == [announcer] * 2
    cards = [step.entry.act for step in discard_steps if isinstance(step.entry, ActionEvent)]
    context = _update_context(log, 9, steps=tuple(discard_steps))
    for seat in (0, 1, 2, None):
        visible_cards = cards if seat == announcer else [None, None]
        assert update(context, seat).moved == tuple(SeatAction(announcer, card) for card in visible_cards)
    keys = [fact.key for fact in update(context, announcer).did]
    assert keys == [f"did-{phase}-card"] * 2
    assert [fact.key for fact in update(context, None).did] == [f"did-{phase}"] * 2
    assert (update(drop_steps(context), announcer).did, update(drop_steps(context), announcer).moved) == ((), ())
    taken_back = update_context(log.game, 10, discard_steps[0].before, undone_steps=tuple(reversed(discard_steps)))
    assert [fact.numbers.get("card") for fact in update(taken_back, announcer).did] == cards[::-1]
    assert [fact.key for fact in update(taken_back, None).did] == ["did-undo-unseen"] * 2
    assert update(taken_back, None).moved == ()


def test_update_shows_best_card_and_facts_during_play() -> None:
    log = _log_with_deal(example(seats=4))
    rng = random.Random(4)
    while _state(log).public.tricks is None:
        _act(log, rng.choice(_legal(log)))
    assert update(_update_context(log, 5), 0).best is None
    leader = _actor(log)
    step = _act(log, _legal(log)[0])
    spectator_update = update(_update_context(log, 6, steps=(step,)), None)
    assert spectator_update.best == leader
    assert [fact.key for fact in spectator_update.did] == ["did-lead"]
    assert spectator_update.facts
    assert spectator_update.facts == log.game.explanations.headline(_state(log).public)


# Table and sheet


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_welcome_contains_rules_and_settings_of_the_table(name: str, kind: GameDefinition) -> None:
    for preset, options in kind.presets.items():
        rules = kind.build(options)
        welcome_message = welcome("t", rules, absent="bot", clock=(60_000, 5_000), presets=("hello",))
        assert (welcome_message.table, welcome_message.game, welcome_message.options) == ("t", name, preset)
        assert welcome_message.rules.keys() == set(options.__struct_fields__)
        assert all(isinstance(value, str) for value in welcome_message.rules.values())
        assert (welcome_message.calls, welcome_message.pack, welcome_message.columns) == (
            rules.calls,
            rules.pack,
            rules.columns,
        )
        assert welcome_message.sides == rules.sides
        assert (welcome_message.chat, welcome_message.presets, welcome_message.clock) == (
            True,
            ("hello",),
            (60_000, 5_000),
        )
        assert "rule" in welcome_message.levels
    quiet = welcome("t", kind.build(next(iter(kind.presets.values()))), absent="wait", clock=None, presets=None)
    assert (quiet.chat, quiet.presets) == (False, ())


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_sheet_message_equals_sheet_of_the_log(name: str, kind: GameDefinition) -> None:
    log = play_match(name, kind, 3)
    sheet_message = sheet(log)
    assert sheet_message.lines == log.match.sheet.lines
    assert sheet_message.totals == log.match.sheet.totals
    assert len(sheet_message.settlement) == len(log.game.sides)
    assert sum(map(_number, sheet_message.settlement)) == 0
    assert tuple(map(_number, sheet_message.settlement)) == log.game.scoring.settlement(sheet_message.totals)


def _number(text: str) -> Fraction:
    sign = -1 if text.startswith("-") else 1
    return sign * sum(map(Fraction, text.lstrip("+-").split()), Fraction())


def test_settlement_share_text_is_exact() -> None:
    for points, text in (("20/3", "+6 2/3"), ("-1/3", "-1/3"), ("0", "0"), ("-4", "-4"), ("5/2", "+2 1/2")):
        assert share(Fraction(points)) == text
        assert _number(text) == Fraction(points)
