"""A hint at the table: a strong player's choice, and the value of each choice."""

import random
from pathlib import Path
from typing import Any

import pytest
from support.example_games import example
from support.random_walk import random_steps
from terminal.plain_player import Sitting, each_game_in_a_language, each_language, legal, play_new_match

from prikup import bots
from prikup.bots import PLAYERS
from prikup.bots.advice import Advice
from prikup.games import GAMES, game
from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.rules.errors import reason
from prikup.rules.state import View, view
from prikup.terminal.cli.tables.new_match import Wish
from prikup.terminal.client.input_parser import TypedCommand, read
from prikup.terminal.render.advice_page import advice_page
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.words import words_of

THREE, FOUR = example(seats=3, first="call"), example(seats=4)


def find_player_to_act(name: str, phase: str, choices: int, tongue: str = "en") -> tuple[Speech, View[Any]]:
    """Return a player to act in this phase, with at least `choices` choices, or exactly one."""
    for rules, state, action in random_steps(GAMES[name], 7, 30):
        if action is not None and state.public.phase == phase:
            player_view = view(state, state.public.actor)
            choice_count = len(rules.legal(player_view))
            if choice_count == choices or choice_count > choices > 1:
                return Speech(
                    words_of(tongue, name), rules, ("Anna", "Vera", "Tigran", "Pekka")[: rules.seats]
                ), player_view
    raise AssertionError(f"nobody is asked so in {phase}")


def rows(blocks: list[Block]) -> tuple[tuple[str, ...], ...]:
    (grid,) = (block for block in blocks if isinstance(block, TextTable))
    return grid.rows


def texts(blocks: list[Block]) -> str:
    return " ".join(block.text for block in blocks if isinstance(block, Heading | Paragraph))


@each_game_in_a_language
def test_hint_names_legal_actions_without_changing_the_match(name: str, tongue: str, tmp_path: Path) -> None:
    rng = random.Random(4)
    hint_positions: list[int] = []

    def answer(sitting: Sitting) -> str | None:
        log = sitting.log
        assert log is not None
        number = rng.randint(1, len(legal(sitting)))
        if hint_positions and hint_positions[-1] == len(log.events):
            label = speech("hint-plan", actions=())
            (hint_line,) = (line for line in sitting.output_since_answer.split("\n") if line.startswith(label))
            names = [speech.action(action) for action in legal(sitting)]
            plan = hint_line.removeprefix(label).split(", ")
            assert set(plan) <= set(names)
            lacks_values = speech("because-only" if len(names) == 1 else "hint-thumb") in sitting.output_since_answer
            assert lacks_values or f"{hint_line.removeprefix(label)}; " in sitting.output_since_answer
            assert sitting.output_since_answer.count(f"; {speech('hint-mark')}.") == (not lacks_values)
            number = 1 + names.index(plan[0])
        elif rng.random() < 0.5 and len(hint_positions) < 6:
            hint_positions.append(len(log.events))
            return rng.choice(sitting.words("keys-hint").split())
        return str(number)

    sitting = Sitting(tongue, answer)
    speech = Speech(words_of(tongue, name), game(name), spoken=True)
    assert play_new_match(tmp_path / "log", Wish(name, name="Anna", deals=3, seed="hints"), sitting).over
    assert len(hint_positions) == 6


@each_language
def test_hint_words_are_not_read_as_calls(tongue: str) -> None:
    hints = [word for language in LANGUAGES for word in words_of(language)("keys-hint").split()]
    for name in GAMES:
        speech = Speech(words_of(tongue, name), game(name))
        calls = tuple(range(52, 52 + len(speech.game.calls)))
        for word in hints:
            assert read(speech, calls, word, ("hint",)) == TypedCommand("hint"), (name, word)


def test_advice_page_lists_best_choice_first() -> None:
    for tongue, name, comparison in (
        ("en", THREE, "put you above"),
        ("en", FOUR, "put your side above"),
        ("ru", THREE, "поднимет вас над"),
        ("ru", FOUR, "поднимет в итоге вашу пару над"),
    ):
        speech, player_view = find_player_to_act(name, "play", 3, tongue)
        worse_card, best_card, equal_card = speech.game.legal(player_view)[:3]
        blocks = advice_page(
            speech,
            speech.game,
            player_view,
            Advice((equal_card,), {(worse_card,): -12.349, (best_card,): 0.04, (equal_card,): 0.04}),
        )
        assert [row[:2] for row in rows(blocks)] == [
            (speech.card(equal_card), "0.0"),
            (speech.card(best_card), "0.0"),
            (speech.card(worse_card), "−12.3"),
        ]
        assert [bool(row[2]) for row in rows(blocks)] == [True, False, False]
        assert comparison in texts(blocks)
        assert speech("hint-close") not in texts(blocks)


def test_advice_page_shows_advised_plan_outside_the_best_dozen() -> None:
    """Pairs of cards to discard: as many as fit a small window."""
    speech, player_view = find_player_to_act(example(seats=3, first="call", discards=2), "discard", 12)
    cards = speech.game.legal(player_view)
    plans = [(low, high) for low in cards for high in cards if low < high]
    blocks = advice_page(
        speech, speech.game, player_view, Advice(plans[-1], {plan: float(-n) for n, plan in enumerate(plans)})
    )
    assert len(rows(blocks)) == 13
    assert rows(blocks)[0] == (speech.actions(plans[0]), "0.0", "")
    assert rows(blocks)[-1] == (speech.actions(plans[-1]), "−65.0", "hint")
    assert "And 53 more." in texts(blocks)
    assert speech("hint-close") in texts(blocks)


@each_language
def test_advice_page_shows_reason_below_the_choice(tongue: str) -> None:
    """Without a choice nothing is compared."""
    for count, key in ((3, "because-sure"), (1, "because-only")):
        speech, player_view = find_player_to_act(THREE, "play", count, tongue)
        card, *other_cards = speech.game.legal(player_view)[:2]
        worth: dict[tuple[int, ...], float] = {(card,): 3.0, **{(other_card,): 1.0 for other_card in other_cards}}
        blocks = advice_page(speech, speech.game, player_view, Advice((card,), worth, reason(key, card=card)))
        assert [block.text for block in blocks if isinstance(block, Heading | Paragraph)][:2] == [
            speech("hint-plan", actions=(card,)),
            speech(key, card=card),
        ]
        assert (len(blocks) == 2) == (not other_cards)


def test_hint_without_solver_is_from_heuristics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.bots.advice.PLAYERS", tuple(name for name in PLAYERS if name not in bots.SOLVING))
    sitting = Sitting("ru", lambda sitting: "подскажи" if sitting.prompt_count == 1 else None)
    play_new_match(tmp_path / "log", Wish(FOUR, name="Аня", seed="hints"), sitting)
    assert "Подсказка по общему правилу" in sitting.text
    assert "; подсказка." not in sitting.text
