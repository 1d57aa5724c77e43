"""The sentences that test the browser's speech (`speech.json` of each game) match the Python implementation."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.random_walk import KINDS, Step, random_steps

from prikup.history.events import ActionEvent
from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import SEATS, Speech
from prikup.narration import ALL, describe_dealer, describe_prompt, describe_step
from prikup.narration import NarratedStep as Told
from prikup.rules.errors import Reason
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.state import view

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("Anna", "Вера", "Tig-2", "-5")
DEALS = 24
SENTENCES_PER_KEY = 2
"""Sentences per message key."""

RARE = (
    Reason("did-concede", {"players": (0, 1)}),
    Reason("claim-unjust", {"players": (0, 2), "claimed": 4, "best": 3, "tricks": 10}),
    Reason("not-a-seat", {"text": "-1 a-1"}),
    Reason("split-must-sum", {"tricks": -1234567}),
)
"""Reasons that random deals do not produce, and numbers with signs and gaps."""


def _reasons(step: Step, rng: random.Random) -> Iterator[Reason]:
    """Yield the messages that can be shown at a step of a deal, with full keys."""
    game, state, public = step.game, step.state, step.state.public
    yield from RARE
    yield describe_dealer(public.match)
    yield Reason("did-agree", {"counted": tuple(range(game.seats))})
    reasons = list(game.explanations.headline(public))
    if step.action is None or public.actor is None:
        outcome = game.outcome(state)
        reasons += [outcome.reason] if isinstance(outcome, VoidDeal) else []
        reasons += [entry.reason for entry in game.scoring.row(outcome, public.match).entries]
    else:
        player_view = view(state, public.actor)
        narrated_step = Told(state, ActionEvent(public.actor, step.action), game.apply(state, step.action))
        yield from describe_prompt(player_view)
        for receiver in (public.actor, None, ALL):
            yield from describe_step(game, narrated_step, receiver, spoken=True)
        tried_action = rng.randrange(52 + len(game.calls))
        if tried_action not in (legal := game.legal(player_view)):
            reasons.append(game.explanations.why_illegal(player_view, tried_action, legal))
    yield from reasons


def _collect_reasons(kind: GameDefinition) -> dict[str, tuple[AnyGame, Reason]]:
    """Collect a few reasons of every key that random deals produce, each with its game."""
    reasons: dict[str, tuple[AnyGame, Reason]] = {}
    number: Counter[str] = Counter()
    rng = random.Random(7)
    for step in random_steps(kind, 17, DEALS):
        for item in _reasons(step, rng):
            if number[item.key] < SENTENCES_PER_KEY and str(item) not in reasons:
                reasons[str(item)] = step.game, item
                number[item.key] += 1
    return reasons


def _vector(kind: GameDefinition, game: AnyGame, item: Reason) -> dict[str, Any]:
    """Return a reason with its written and spoken sentence in every language."""
    sentences = {
        tongue: [
            Speech(Words(tongue, kind.folder), game, NAMES[: game.seats], spoken=is_spoken)(item.key, **item.numbers)
            for is_spoken in (False, True)
        ]
        for tongue in LANGUAGES
    }
    return {"key": item.key, "numbers": item.numbers, "sides": game.sides, "said": sentences}


def _game(kind: GameDefinition) -> dict[str, Any]:
    reasons = sorted(_collect_reasons(kind).items())
    return {"calls": reasons[0][1][0].calls, "vectors": [_vector(kind, game, item) for _, (game, item) in reasons]}


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_speech_vectors_for_browser_are_current(name: str, kind: GameDefinition, regenerate: bool) -> None:
    file = GOLDEN / name / "speech.json"
    text = json.dumps({"names": NAMES, **_game(kind)}, ensure_ascii=False, indent=0) + "\n"
    if regenerate:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.exists(), f"run `make golden` and read what it writes to {file}"
    assert file.read_text(encoding="utf-8") == text, f"run `make golden` and read the difference in {file}"


def test_speech_vectors_cover_all_argument_types() -> None:
    games = [json.loads(file.read_text(encoding="utf-8")) for file in GOLDEN.glob("*/speech.json")]
    number_names = {name for game in games for vector in game["vectors"] for name in vector["numbers"]}
    assert number_names >= SEATS | {"card", "call", "actions", "hand", "counted", "by_side", "suit"}
