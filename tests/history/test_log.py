from typing import Any

import msgspec
import pytest
from support.circles import depth
from support.faults import check_each
from support.matches import begin, finish, play_match
from support.random_walk import KINDS, each_game

from prikup.history.deck_checks import verify
from prikup.history.events import HUMAN, ActionEvent, AdjustEvent, DealEvent, Event, RowEvent, StopEvent, UndoEvent
from prikup.history.log import Log
from prikup.history.notation import match_text, parse_match
from prikup.history.shuffle import Shuffle, deal_seed, prepare_shuffle, shuffle_deck
from prikup.rules.errors import BadLog, IllegalAction
from prikup.rules.game import AgreedEnd, Redeal
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import State, view


def log_with_deal(name: str, kind: GameDefinition) -> Log:
    """Return a log with one deal in progress."""
    log = Log(begin(name, kind))
    for start in range(100):
        deck = log.game.pack[start % 32 :] + log.game.pack[: start % 32]
        deck = tuple(sorted(deck, key=lambda card: (card * 37 + start) % 53))
        if not isinstance(log.deal(deck), Redeal):
            return log
    raise AssertionError


@each_game
def test_log_replay_reproduces_match(name: str, kind: GameDefinition) -> None:
    for seed in range(depth(6)):
        log = play_match(name, kind, seed)
        for is_checked in (True, False):
            replayed_log = Log.replay(log.events, checked=is_checked)
            assert replayed_log.events == log.events
            assert replayed_log.match.sheet == log.match.sheet
            assert replayed_log.over


@each_game
def test_verify_confirms_decks_and_detects_changed_shuffle(name: str, kind: GameDefinition) -> None:
    log = play_match(name, kind, 4, extras=False)
    assert all(v.right and v.commitment for v in verify(log))
    index = next(n for n, event in enumerate(log.events) if isinstance(event, DealEvent))
    event = log.events[index]
    assert isinstance(event, DealEvent)
    assert event.shuffle is not None
    other_shuffle = Shuffle(event.shuffle.seed, event.shuffle.entropy, event.shuffle.cut % 30 + 1)
    log.events[index] = msgspec.structs.replace(event, shuffle=other_shuffle)
    assert [v.right for v in verify(log)].count(False) == 1


@each_game
def test_log_is_unchanged_by_illegal_action(name: str, kind: GameDefinition) -> None:
    log = log_with_deal(name, kind)
    old_events, state = list(log.events), log.state
    assert state is not None
    legal = log.game.legal(view(state, state.public.actor))
    for action in {*range(-1, 90)} - set(legal):
        with pytest.raises(IllegalAction):
            log.add(action)
    assert log.events == old_events
    assert log.state is state


@each_game
def test_log_undo_restores_state_without_deleting_events(name: str, kind: GameDefinition) -> None:
    log = log_with_deal(name, kind)
    first = log.state
    assert first is not None
    for _ in range(3):
        assert log.state is not None
        log.add(log.game.legal(view(log.state, log.state.public.actor))[0])
    assert log.undo(0) == first
    assert len(log.entries) == 0
    assert [type(e) for e in log.events[-4:]] == [ActionEvent, ActionEvent, ActionEvent, UndoEvent]
    for missing_index in (-1, 0, 5):
        with pytest.raises(BadLog, match="undo-nowhere"):
            log.undo(missing_index)


@each_game
def test_log_settles_deal_by_agreement(name: str, kind: GameDefinition) -> None:
    log = log_with_deal(name, kind)
    while log.state is not None and log.state.public.phase != "play" and log.state.public.actor is not None:
        log.add(log.game.legal(view(log.state, log.state.public.actor))[-1])
    state = log.state
    assert state is not None
    if state.public.tricks is None:
        return
    seats, size = state.public.tricks.seats, state.hands[state.public.tricks.turn].bit_count()
    split = tuple(size if seat == seats[-1] else 0 for seat in range(log.game.seats))
    can_settle = isinstance(log.game.settle(state, AgreedEnd(tricks=split)), State)
    if can_settle:
        assert log.settle_by_agreement(split, tuple(seats)).public.actor is None
        log.close()
        assert Log.replay(log.events).match.sheet == log.match.sheet
    with pytest.raises((IllegalAction, BadLog)):
        log.settle_by_agreement((99,) * log.game.seats, ())


def test_log_ends_after_last_deal_or_stop_and_accepts_no_more_events() -> None:
    log = finish(Log(begin(*KINDS[0], deals=2)), 1)
    assert (log.over, log.match.deals) == (True, 2)
    log = Log(begin(*KINDS[0]))
    log.stop()
    assert log.over
    late_adjustment = AdjustEvent(log.game.columns[0], 0, 5, "")
    for operation in (log.stop, lambda: log.deal(log.game.pack), lambda: log.adjust(late_adjustment)):
        with pytest.raises(BadLog, match="match-over"):
            operation()
    assert len(log.events) == 2


DAMAGED_LOGS: tuple[tuple[str, Event, str], ...] = (
    ("a second beginning", begin(*KINDS[0]), "second-beginning"),
    ("an action of the wrong seat", ActionEvent(2, 52), "not-the-actor"),
    ("an illegal action", ActionEvent(1, 99), "not-an-action"),
    ("a deal too many", DealEvent(2, 1, ()), "deal-not-finished"),
    ("a row too soon", RowEvent(((0, 0, 0),), "x"), "deal-not-finished"),
    ("an undo to nowhere", UndoEvent(7), "undo-nowhere"),
    ("a correction in mid-deal", AdjustEvent("x", 0, 0, ""), "deal-not-finished"),
)
"""The event after a deck, and the expected error."""


def test_log_replay_names_line_and_reason_of_invalid_event() -> None:
    log = log_with_deal(*KINDS[0])
    good_events = [event for event in log.events if not (isinstance(event, DealEvent) and event.refused)]
    good_events = [e if not isinstance(e, DealEvent) else msgspec.structs.replace(e, attempt=1) for e in good_events]
    actor = log.state.public.actor if log.state else 0

    def check(_: str, event: Event, key: str) -> None:
        if isinstance(event, ActionEvent):
            event = ActionEvent((actor + 1) % 3 if key == "not-the-actor" else actor, event.act)
        with pytest.raises(BadLog) as error:
            Log.replay([*good_events, event])
        assert (error.value.line, error.value.reason.key) == (3, key)

    check_each(check, DAMAGED_LOGS)


def test_log_replay_refuses_invalid_begin_event() -> None:
    name, kind = KINDS[0]
    good_begin = begin(name, kind)
    for wrong in (
        [],
        [StopEvent()],
        [msgspec.structs.replace(good_begin, game="chess")],
        [msgspec.structs.replace(good_begin, options="nonsense")],
        [msgspec.structs.replace(good_begin, names=("Ann",))],
        [msgspec.structs.replace(good_begin, dealer=9)],
        [msgspec.structs.replace(good_begin, format=2)],
    ):
        with pytest.raises(BadLog) as error:
            Log.replay(wrong)
        assert error.value.line == 1


def test_log_replay_reports_recorded_values_of_differing_row() -> None:
    name, kind = KINDS[0]
    events = play_match(name, kind, 1, extras=False).events
    index = next(n for n, event in enumerate(events) if isinstance(event, RowEvent))
    events[index] = RowEvent(((7,) * 3,), "0123")
    with pytest.raises(BadLog, match="recorded=7 7 7 rules=") as error:
        Log.replay(events)
    assert error.value.line == index + 1


def test_log_refuses_deck_that_is_not_the_pack() -> None:
    for deck in ((), (1, 2), (5,) * 32):
        with pytest.raises(BadLog, match="bad-deck"):
            Log(begin(*KINDS[0])).deal(deck)
        with pytest.raises(BadLog, match="bad-deck"):
            Log.replay([begin(*KINDS[0]), DealEvent(1, 1, deck)])


def test_log_accepts_only_numbers_that_notation_can_hold() -> None:
    name, kind = KINDS[0]
    log = Log(msgspec.structs.replace(begin(name, kind), bots=2**64 - 1))
    log.adjust(AdjustEvent(log.game.columns[0], 0, -(10**15), ""))
    assert parse_match(match_text(log)).events == log.events
    with pytest.raises(BadLog, match="not-a-number"):
        log.adjust(AdjustEvent(log.game.columns[0], 0, 10**15 + 1, ""))


def test_log_agreement_refuses_missing_or_unknown_seats() -> None:
    log = log_with_deal(*KINDS[0])
    for seats in ((), (3,), (-1,), (0, 99)):
        with pytest.raises(IllegalAction, match="not-a-seat"):
            log.settle_by_agreement((10, 0, 0), seats)


def log_with_one_user(name: str, kind: GameDefinition, **inputs: Any) -> tuple[Log, Shuffle]:
    """Return a log in which only the second seat is a user, with one deck shuffled with `inputs`; and its shuffle."""
    start = begin(name, kind)
    players = ("rule", HUMAN, *["rule"] * (len(start.players) - 2))
    log = Log(msgspec.structs.replace(start, players=players, seed=""))
    for number in range(100):
        seed = deal_seed("unmade", number, 1)
        shuffle = prepare_shuffle(seed, log.game.seats, len(log.game.pack), **inputs)
        if not isinstance(log.deal(shuffle_deck(log.game.pack, shuffle), shuffle), Redeal):
            return log, shuffle
    raise AssertionError


def replace_deck(log: Log, shuffle: Shuffle) -> Log:
    """Return the log with the deck of another shuffle."""
    event = log.events[-1]
    assert isinstance(event, DealEvent)
    changed_event = msgspec.structs.replace(event, deck=shuffle_deck(log.game.pack, shuffle), shuffle=shuffle)
    log.events[-1] = changed_event
    return log


@each_game
def test_verify_detects_forged_inputs_that_players_did_not_give(name: str, kind: GameDefinition) -> None:
    replace = msgspec.structs.replace
    log, shuffle = log_with_one_user(name, kind, withholding_seats=(1,))
    (verification,) = [deck_check for deck_check in verify(log) if not deck_check.rejecting_rule]
    assert (verification.right, verification.derived_inputs_match, verification.withholding_seats) == (True, True, (1,))
    other_cut = shuffle.cut % 30 + 1
    forged_shuffles = {
        "a cut that nobody made": replace(shuffle, cut=other_cut),
        "a computer player's number": replace(shuffle, entropy=("a", *shuffle.entropy[1:])),
        "a number that was withheld": replace(shuffle, entropy=(shuffle.entropy[0], "b", *shuffle.entropy[2:])),
    }
    for description, forged_shuffle in forged_shuffles.items():
        (forged_check,) = [
            deck_check for deck_check in verify(replace_deck(log, forged_shuffle)) if not deck_check.rejecting_rule
        ]
        assert (forged_check.right, forged_check.derived_inputs_match) == (True, False), description
    cutter = (log.match.dealer - 1) % log.game.seats
    forged_log = replace_deck(log, replace(shuffle, cut=other_cut, cut_from="player"))
    assert forged_log.begin.players[cutter] != HUMAN
    (forged_check,) = [deck_check for deck_check in verify(forged_log) if not deck_check.rejecting_rule]
    assert not forged_check.derived_inputs_match, "a cut of a computer player"
    log.begin = replace(log.begin, players=("rule", *[HUMAN] * (log.game.seats - 1)))
    for honest_shuffle in (
        replace(shuffle, cut=other_cut, cut_from="player"),
        replace(shuffle, cut=other_cut, cut_from=""),
    ):
        (honest_check,) = [
            deck_check for deck_check in verify(replace_deck(log, honest_shuffle)) if not deck_check.rejecting_rule
        ]
        assert honest_check.derived_inputs_match, (
            "a player's cut, and one of which an older log does not say where it came from"
        )


@each_game
def test_notation_records_cut_source_and_withholding_seats(name: str, kind: GameDefinition) -> None:
    for inputs in ({}, {"cut": 9}, {"withholding_seats": (0, 2)}):
        log, shuffle = log_with_one_user(name, kind, **inputs)
        text = match_text(log)
        assert f'[Cut "{shuffle.cut_from}"]' in text
        assert ("[Withheld" in text) == bool(shuffle.withheld)
        assert parse_match(text).events == log.events
        older = replace_deck(log, Shuffle(shuffle.seed, shuffle.entropy, shuffle.cut))
        assert "[Cut" not in match_text(older)
        assert parse_match(match_text(older)).events == older.events


def test_notation_refuses_unknown_cut_source_or_withholding_seat() -> None:
    log, _ = log_with_one_user(*KINDS[0], cut=9, withholding_seats=(1,))
    lines = match_text(log).splitlines()
    for tag in ('[Cut "nobody"]', '[Cut "seed" "player"]', '[Withheld "x"]', '[Withheld "0" "1"]'):
        with pytest.raises(BadLog):
            parse_match("\n".join(tag if line.startswith(tag.split()[0]) else line for line in lines))
