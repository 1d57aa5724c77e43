import random

import pytest
from support.random_walk import KINDS, random_deal

from prikup.games import game
from prikup.rules.action_text import action_text, parse_action
from prikup.rules.errors import BadText, IllegalAction
from prikup.rules.game import illegal
from prikup.rules.match import Match
from prikup.rules.state import view
from prikup.rules.text_format import parse_hands, parse_seat, parse_state, parse_view, state_text, view_text

NAME, KIND = KINDS[0]
GAME = game(NAME)
STATE = random_deal(Match.begin(GAME), random.Random(1))


def test_action_text_reads_back_for_every_action() -> None:
    for name, _ in KINDS:
        calls = game(name).calls
        for action in range(52 + len(calls)):
            assert parse_action(calls, action_text(calls, action)) == action


def test_action_parser_prefers_call_to_card() -> None:
    assert parse_action(("pass", "7s"), "7S") == 53
    assert action_text((), parse_action(("pass",), "7S")) == "S7"


def test_hands_parser_reads_hands_by_seat() -> None:
    assert parse_hands("A... | - |  | ...|.7..") == (1 << 12, None, None, 0, 1 << 18)
    assert parse_seat(" 12 ") == 12


def test_text_parsers_refuse_invalid_action_hands_and_seat() -> None:
    for text in ("", "passs", "S", "S7 S8", "53", "-1"):
        with pytest.raises(BadText, match="not-an-action"):
            parse_action(("pass",), text)
    for text in ("A..", "A... | AA...", "A... | K.... | Q...", "A... | X...", "A... - K..."):
        with pytest.raises(BadText, match="not-a-hand"):
            parse_hands(text)
    for seat in ("3", "-1", "", "²", "watcher", "9" * 5000):
        with pytest.raises(BadText, match="not-a-seat"):
            parse_view(GAME, KIND.public, seat + view_text(GAME, view(STATE, 0))[1:])


DAMAGE = ((" | ", " ; "), (" | ", " "), (" | ", " | | "), ("{", "["), ("actor", "actress"), ("null", "7.5"))


def test_state_parser_refuses_damaged_text() -> None:
    line = state_text(GAME, STATE)
    for old, new in (*DAMAGE, (" ; ", " ; S7 | ")):
        assert old in line
        with pytest.raises(BadText):
            parse_state(GAME, KIND.public, line.replace(old, new, 1))


def test_illegal_action_error_names_attempt_and_legal_actions() -> None:
    actor = STATE.public.actor
    error = illegal(GAME, view(STATE, actor), 99)
    assert isinstance(error, IllegalAction)
    legal = " ".join(action_text(GAME.calls, a) for a in GAME.legal(view(STATE, actor)))
    assert str(error) == f"seat {actor} cannot 99: not-an-action text=99 (legal: {legal})"
