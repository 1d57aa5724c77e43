"""A hint at the table: a strong player's choice, and the value of each choice."""

import random
from pathlib import Path
from typing import Any

import pytest
from support.example_games import example
from support.random_walk import everywhere
from terminal.plain_player import Sitting, each_game_in_a_language, each_language, legal, played

from prikup import bots
from prikup.bots import PLAYERS
from prikup.bots.advice import Advice
from prikup.games import GAMES, game
from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.rules.errors import reason
from prikup.rules.state import View, view
from prikup.terminal.cli.new_match import Wish
from prikup.terminal.client.input_parser import Command, read
from prikup.terminal.render.advice_page import advised
from prikup.terminal.render.blocks import Block, Grid, Heading, Text
from prikup.terminal.words import words_of

THREE, FOUR = example(seats=3, first="call"), example(seats=4)


def asking(name: str, phase: str, choices: int, tongue: str = "en") -> tuple[Speech, View[Any]]:
    """Return a player to act in this phase, with at least `choices` choices, or exactly one."""
    for rules, state, action in everywhere(GAMES[name], 7, 30):
        if action is not None and state.public.phase == phase:
            seen = view(state, state.public.actor)
            known = len(rules.legal(seen))
            if known == choices or known > choices > 1:
                return Speech(words_of(tongue, name), rules, ("Anna", "Vera", "Tigran", "Pekka")[: rules.seats]), seen
    raise AssertionError(f"nobody is asked so in {phase}")


def rows(blocks: list[Block]) -> tuple[tuple[str, ...], ...]:
    (grid,) = (block for block in blocks if isinstance(block, Grid))
    return grid.rows


def texts(blocks: list[Block]) -> str:
    return " ".join(block.text for block in blocks if isinstance(block, Heading | Text))


@each_game_in_a_language
def test_every_hint_can_be_done_and_does_nothing(name: str, tongue: str, tmp_path: Path) -> None:
    rng = random.Random(4)
    hinted: list[int] = []

    def answer(sitting: Sitting) -> str | None:
        log = sitting.log
        assert log is not None
        number = rng.randint(1, len(legal(sitting)))
        if hinted and hinted[-1] == len(log.events):
            label = speech("hint-plan", actions=())
            (said,) = (line for line in sitting.since.split("\n") if line.startswith(label))
            names = [speech.action(action) for action in legal(sitting)]
            plan = said.removeprefix(label).split(", ")
            assert set(plan) <= set(names)
            untold = speech("because-only" if len(names) == 1 else "hint-thumb") in sitting.since
            assert untold or f"{said.removeprefix(label)}; " in sitting.since
            assert sitting.since.count(f"; {speech('hint-mark')}.") == (not untold)
            number = 1 + names.index(plan[0])
        elif rng.random() < 0.5 and len(hinted) < 6:
            hinted.append(len(log.events))
            return rng.choice(sitting.words("keys-hint").split())
        return str(number)

    sitting = Sitting(tongue, answer)
    speech = Speech(words_of(tongue, name), game(name), spoken=True)
    assert played(tmp_path / "log", Wish(name, name="Anna", deals=3, seed="hints"), sitting).over
    assert len(hinted) == 6


@each_language
def test_no_call_is_taken_for_a_wish_for_a_hint(tongue: str) -> None:
    hints = [word for language in LANGUAGES for word in words_of(language)("keys-hint").split()]
    for name in GAMES:
        speech = Speech(words_of(tongue, name), game(name))
        calls = tuple(range(52, 52 + len(speech.game.calls)))
        for word in hints:
            assert read(speech, calls, word, ("hint",)) == Command("hint"), (name, word)


def test_the_best_choice_is_the_first() -> None:
    for tongue, name, whose in (
        ("en", THREE, "put you above"),
        ("en", FOUR, "put your side in the end above"),
        ("ru", THREE, "поднимет вас над"),
        ("ru", FOUR, "поднимет в итоге вашу пару над"),
    ):
        speech, seen = asking(name, "play", 3, tongue)
        worse, best, same = speech.game.legal(seen)[:3]
        found = advised(speech, speech.game, seen, Advice((same,), {(worse,): -12.349, (best,): 0.04, (same,): 0.04}))
        assert [row[:2] for row in rows(found)] == [
            (speech.card(same), "0.0"),
            (speech.card(best), "0.0"),
            (speech.card(worse), "−12.3"),
        ]
        assert [bool(row[2]) for row in rows(found)] == [True, False, False]
        assert whose in texts(found)
        assert speech("hint-close") not in texts(found)


def test_what_is_advised_is_shown_even_where_others_seem_better() -> None:
    """Pairs of cards to discard: as many as fit a small window."""
    speech, seen = asking(example(seats=3, first="call", discards=2), "discard", 12)
    cards = speech.game.legal(seen)
    plans = [(low, high) for low in cards for high in cards if low < high]
    found = advised(speech, speech.game, seen, Advice(plans[-1], {plan: float(-n) for n, plan in enumerate(plans)}))
    assert len(rows(found)) == 13
    assert rows(found)[0] == (speech.actions(plans[0]), "0.0", "")
    assert rows(found)[-1] == (speech.actions(plans[-1]), "−65.0", "hint")
    assert "And 53 more." in texts(found)
    assert speech("hint-close") in texts(found)


@each_language
def test_the_reason_stands_under_the_choice(tongue: str) -> None:
    """Without a choice nothing is compared."""
    for count, key in ((3, "because-sure"), (1, "because-only")):
        speech, seen = asking(THREE, "play", count, tongue)
        card, *others = speech.game.legal(seen)[:2]
        worth: dict[tuple[int, ...], float] = {(card,): 3.0, **{(other,): 1.0 for other in others}}
        found = advised(speech, speech.game, seen, Advice((card,), worth, reason(key, card=card)))
        assert [block.text for block in found if isinstance(block, Heading | Text)][:2] == [
            speech("hint-plan", actions=(card,)),
            speech(key, card=card),
        ]
        assert (len(found) == 2) == (not others)


def test_without_the_solver_the_rule_of_thumb_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.bots.advice.PLAYERS", tuple(name for name in PLAYERS if name not in bots.SOLVING))
    sitting = Sitting("ru", lambda sitting: "подскажи" if sitting.asked == 1 else None)
    played(tmp_path / "log", Wish(FOUR, name="Аня", seed="hints"), sitting)
    assert "Подсказка по общему правилу" in sitting.text
    assert "; подсказка." not in sitting.text
