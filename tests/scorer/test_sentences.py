"""The list of a scored match in sentences: every entry, in every game and language."""

import random

import pytest
from campaigns.random_evenings import GAMES_WITH_QUESTIONS, Evening
from support.circles import depth

from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.rules.game_definition import GameDefinition
from prikup.scorer.replay import replay_scoring
from prikup.scorer.sentences import entry_text
from prikup.terminal.words import words_of

GAPS = ("scored-", "outcome-", "told-", "{")


@pytest.mark.parametrize(("name", "kind"), GAMES_WITH_QUESTIONS)
def test_entry_sentences_exist_in_all_languages(name: str, kind: GameDefinition) -> None:
    """The entries come from random operations and include flagged ones and older versions."""
    for seed in range(depth(10)):
        evening = Evening(kind, random.Random(seed))
        for _ in range(30):
            evening.apply_random_operation()
        replay = replay_scoring(evening.history.current_list)
        for language in LANGUAGES:
            speech = Speech(words_of(language, name), replay.game, replay.scoring.names)
            for entry in replay.applied_entries:
                for text in (
                    entry_text(speech, entry),
                    *(entry_text(speech, entry, old) for old in entry.entry.before),
                ):
                    assert text
                    assert not [gap for gap in GAPS if gap in text], text
