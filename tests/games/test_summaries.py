"""The summary of a deal in the list of a scored match: one sentence that starts with the result."""

import pytest
from scorer.page import Page

from prikup.locale.speech import Speech
from prikup.rules.scoring_questions import FormAnswer
from prikup.scorer.replay import replay_scoring
from prikup.terminal.words import words_of

NAMES = ("Anna", "Boris", "Cid", "Dina")
DEALS = (
    ("preferans", "sochi", ("misere", 2, 2), "Cid misère: took 2"),
    ("preferans", "sochi", ("raspasy", 2, 4), "Raspasy: Anna 2, Boris 4, Cid 4"),
    (
        "preferans",
        "sochi",
        ("7", 0, "both", 6, 1),
        "Anna 7: one short; Boris whisted and took 1; Cid whisted and took 3",
    ),
    ("preferans", "sochi", ("6", 1, "first", 7), "Boris 6: made with 7; Cid whisted; Anna passed"),
    ("preferans", "sochi", ("8", 1, "nobody"), "Boris 8: made, no one whisted"),
    (
        "balkan",
        "serbian-club",
        ("hearts", 0, 5, 3),
        "Anna hearts: one short; Cid came and took 3; Boris came and took 2",
    ),
    (
        "paston",
        "standard",
        (1, "gupa", 0, 7, 2),
        "Anna gupa (hearts): made with 7; Boris whisted and took 2; Cid whisted and took 1",
    ),
    ("three-five-eight", "", (2, 6), "Anna 2, Boris 6, Cid 8"),
    ("tuppi", "", ("rami", 0, 8), "Anna, Cid, rami: took 8"),
    ("tuppi", "", ("nolo", 4), "nolo: Anna + Cid 4, Boris + Dina 9"),
)


@pytest.mark.parametrize(("game", "preset", "taps", "sentence"), DEALS)
def test_summary_describes_deal_in_one_sentence(
    game: str, preset: str, taps: tuple[FormAnswer, ...], sentence: str
) -> None:
    page = Page(game, preset)
    (entry,) = page.deal(*taps).entries
    speech = Speech(words_of("en", game), replay_scoring(page.head).game, NAMES[: len(page.head.names)])
    assert "; ".join(map(speech.reason, entry.told.sentences)) == sentence
