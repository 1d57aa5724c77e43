"""Explanations of calls: only for calls that are allowed, in every language, and all of them in the glossary."""

import random

from repository.test_locale import NAMES, strict
from support.circles import depth
from support.random_walk import each_game, random_game, random_steps

from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import Speech
from prikup.rules.call_explanations import glossary, meanings
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import view


@each_game
def test_call_explanations_cover_legal_calls_in_every_language(name: str, kind: GameDefinition) -> None:
    languages, read = [strict(Words(tongue, kind.folder)) for tongue in LANGUAGES], set[str]()
    for game, state, action in random_steps(kind, 53, depth(100)):
        if action is None or state.public.phase == "play":
            continue
        seat = state.public.actor
        legal = game.legal(view(state, seat))
        explanations = meanings(game, view(state, seat), legal)
        explained_calls = [call for meaning in explanations for call in meaning.calls]
        assert len(explained_calls) == len(set(explained_calls))
        assert set(explained_calls) <= set(legal)
        for words in languages:
            speech = Speech(words, game, NAMES[: game.seats], you=seat)
            read.update(speech.reason(reason) for meaning in explanations for reason in meaning.says)
    assert all(read)
    assert read or not glossary(kind.build(next(iter(kind.presets.values()))))


@each_game
def test_glossary_explains_every_call_made(name: str, kind: GameDefinition) -> None:
    for game, state, action in random_steps(kind, 59, depth(60)):
        if action is not None and action >= 52 and glossary(game):  # the glossary may be empty
            assert game.explanations.glossary(action), f"{game.calls[action - 52]} in {state.public.phase}"
    languages, rng = [strict(Words(tongue, kind.folder)) for tongue in LANGUAGES], random.Random(61)
    for game in (random_game(kind, rng) for _ in range(depth(30))):
        explanations = glossary(game)
        for words in languages:
            speech = Speech(words, game, NAMES[: game.seats])
            assert all(speech.reason(reason) for meaning in explanations for reason in meaning.says)
        explained_calls = [call for meaning in explanations for call in meaning.calls]
        assert len(explained_calls) == len(set(explained_calls)) <= len(game.calls)


@each_game
def test_glossary_groups_calls_of_one_meaning(name: str, kind: GameDefinition) -> None:
    for options in kind.presets.values():
        texts = [" ".join(map(str, meaning.says)) for meaning in glossary(kind.build(options))]
        assert len(texts) == len(set(texts))
