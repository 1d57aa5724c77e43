"""The scoring questions for any number of seats and sides."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct
from support.example_games import example

from prikup.games import game
from prikup.locale.speech import Speech
from prikup.rules.errors import BadText
from prikup.terminal.render.outcome_input import hint, outcome_fields, value
from prikup.terminal.words import words_of

THREE, FOUR = example(seats=3), example(seats=4)
NAMES = ("Anna", "Vera", "Tigran", "Pekka")
Seat = Annotated[int, Meta(ge=0, le=3, extra={"kind": "seat"})]
Count = Annotated[int, Meta(ge=0, le=10)]


class Outcome(Struct, frozen=True):
    contract: Literal["six", "ten", "none"] | None
    declarer: Seat | None
    whist: tuple[Literal["whist", "pass"], Literal["whist", "pass"]]
    tricks: tuple[Count, ...]
    by_side: tuple[Count, Count]


FIELDS = {field.name: field for field in outcome_fields(Outcome)}


def speech(name: str) -> Speech:
    rules = game(name)
    return Speech(words_of("en", name), rules, NAMES[: rules.seats])


def test_outcome_input_hint_lists_players_in_seat_order() -> None:
    for game_speech in (speech(THREE), speech(FOUR)):
        assert hint(game_speech, FIELDS["tricks"]) == ", ".join(game_speech.names)
        assert hint(game_speech, FIELDS["declarer"]) == ", ".join(
            f"{n} {name}" for n, name in enumerate(game_speech.names, 1)
        )


def test_outcome_input_hint_lists_words_in_declared_order() -> None:
    assert hint(speech(THREE), FIELDS["contract"]) == "six, ten, none"


def test_outcome_input_hint_distinguishes_word_pairs_from_side_counts() -> None:
    game_speech = speech(FOUR)
    assert hint(game_speech, FIELDS["whist"]) == "whist, pass"
    assert hint(game_speech, FIELDS["by_side"]) == "Anna + Tigran, Vera + Pekka"


def test_outcome_input_accepts_seats_of_this_table_only() -> None:
    kind = FIELDS["declarer"].type
    assert value(speech(FOUR), kind, "4") == value(speech(FOUR), kind, "pekka") == 3
    with pytest.raises(BadText):
        value(speech(THREE), kind, "4")
