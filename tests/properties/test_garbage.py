"""Garbage input to every parser raises a clear error of this package, never another exception."""

import hashlib
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.matches import play_match
from support.random_walk import KINDS, random_deal

from prikup.games import game
from prikup.history.foreign_formats import record_of
from prikup.history.log import Log
from prikup.history.log_file import lines, read_events
from prikup.history.notation import match_text, parse_match
from prikup.positions.paste_reader import read_deals
from prikup.rules.action_text import parse_action
from prikup.rules.cards import parse_card, parse_mask
from prikup.rules.errors import PrikupError, Reason
from prikup.rules.match import Match
from prikup.rules.options import parse_options
from prikup.rules.state import view
from prikup.rules.text_format import parse_hands, parse_seat, parse_state, parse_view, state_text, view_text
from prikup.terminal.cli.solve import position_from_options

NAME, KIND = KINDS[0]
GAME = game(NAME)


@cache
def readers() -> dict[str, tuple[Callable[[str], object], str]]:
    """Return each text parser with a valid text."""
    state = random_deal(Match.begin(GAME), random.Random(1))
    return {
        "card": (parse_card, "S7"),
        "hand": (parse_mask, "AKT.9..7"),
        "hands": (parse_hands, "AKT.9..7 | - | ... | J987.T.."),
        "seat": (parse_seat, "12"),
        "action": (lambda text: parse_action(GAME.calls, text), "pass"),
        "options": (lambda text: parse_options(KIND.presets, text), "standard target=61"),
        "state": (lambda text: parse_state(GAME, KIND.public, text), state_text(GAME, state)),
        "view": (lambda text: parse_view(GAME, KIND.public, text), view_text(GAME, view(state, 1))),
        "deals": (read_deals, "AKT.9..7 | J9.8.. | Q8..A. ; preferans sochi ; 6S 0 ; leads 1 ; played S8"),
        "notation": (parse_match, match_text(play_match(NAME, KIND, 1))),
    } | {
        f"{name} {format_name}": (
            text_format.read,
            text_format.write(record_of(play_match(name, kind, 1, extras=False))),
        )
        for name, kind in KINDS
        for format_name, text_format in kind.formats.items()
    }


CHARACTERS = st.text(st.characters(codec="utf-8"), max_size=60)
TOKENS = st.lists(
    st.sampled_from(['"', "[", "]", "{", "}", ";", "|", ".", ":", "=", "S7", "1", "-1", "²", "pass", "Deal", "\n", " "])
).map("".join)


def _refusal(parse: Callable[[], object]) -> Reason | None:
    """Return the reason why a text could not be read, or None; other errors propagate."""
    try:
        parse()
    except PrikupError as error:
        return error.reason
    return None


def _read(reader: Callable[[str], object], text: str) -> None:
    refusal = _refusal(lambda: reader(text))
    assert refusal is None or refusal.key


@given(text=CHARACTERS | TOKENS)
def test_parsers_reject_garbage_with_own_error(text: str) -> None:
    for parse, _ in readers().values():
        _read(parse, text)


@given(data=st.data())
def test_parsers_accept_changed_text_or_reject_it_with_own_error(data: st.DataObject) -> None:
    piece = data.draw(CHARACTERS | TOKENS)
    for parse, valid_text in readers().values():
        start = data.draw(st.integers(0, len(valid_text)))
        end = data.draw(st.integers(start, min(len(valid_text), start + 20)))
        _read(parse, valid_text[:start] + piece + valid_text[end:])


@given(
    words=st.lists(
        CHARACTERS | TOKENS | st.sampled_from(("N", "0", "1", "SA", "A2... | K3...")), min_size=6, max_size=6
    )
)
def test_position_options_reject_garbage_with_own_error(words: list[str]) -> None:
    hands, trump, leader, side, last, table = words
    options: dict[str, Any] = {"goal": "most", "follow": "free", "ace_low": False, "last": last, "table": table}
    _read(lambda text: position_from_options(text, trump=trump, leader=leader, side=side, **options), hands)


@given(text=st.text(st.sampled_from('{}[]",:0123456789-nulltruefase .'), max_size=40))
def test_state_parser_rejects_garbage_with_own_error(text: str) -> None:
    for name, kind in KINDS:
        rules = game(name)
        _read(lambda line: parse_state(rules, kind.public, line), f"... | ... | ... ;  ;  |  |  ; {text}")  # noqa: B023  (called in this turn of the loop)


@given(st.binary(max_size=80))
def test_log_reader_rejects_random_bytes(data: bytes) -> None:
    with pytest.raises(PrikupError):
        read_events(data)


EVENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "act", "seat", "to", "row"]), inner)
    ),
    max_leaves=8,
)


@given(EVENTS)
def test_log_replay_validates_events_with_forged_checksums(value: object) -> None:
    """Checksums can be forged, so the events must be validated on their own."""
    valid_lines = lines(play_match(NAME, KIND, 1).events[:2])
    old_checksum = valid_lines.splitlines()[-1][-14:-2]
    body = json.dumps({"x": value, "type": "act"} | (value if isinstance(value, dict) else {})).encode()[:-1]
    total = hashlib.sha256(old_checksum + body).hexdigest()[:12].encode()
    refusal = _refusal(lambda: Log.replay(read_events(valid_lines + body + b',"sum":"' + total + b'"}\n')[0]))
    assert refusal is None or refusal.key
