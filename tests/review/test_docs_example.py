"""The deal worked out by hand in docs/review.md has the stated results."""

import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from prikup.bots.payoff import Payoff
from prikup.bots.thread_solver import search
from prikup.history.log import Log
from prikup.history.notation import parse_match
from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.review.decisions import FinishedDeal, finished_deals
from prikup.review.double_dummy import AllSeen
from prikup.review.result_breakdown import PARTS
from prikup.review.review import DealReview, review_deal
from prikup.review.single_dummy import SURE
from prikup.terminal.cli.review import review_page
from prikup.terminal.render.blocks import Paragraph
from prikup.terminal.words import words_of

pytestmark = pytest.mark.shared_work

TEXT = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")


@cache
def docs_example() -> tuple[Log, FinishedDeal, DealReview]:
    """Return the match in the document, its deal, and the review of the deal."""
    (notation,) = re.findall(r"```\n(\[Prikup.*?)```", TEXT, re.DOTALL)
    log = parse_match(notation)
    (deal,) = finished_deals(log.events)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("prikup.review.review.SELF_PLAYED", 2)  # of which the document says nothing
        return log, deal, review_deal(deal)


def number(text: str) -> Fraction:
    """Return a number such as `−41 1/3`."""
    sign = -1 if text.startswith("−") else 1
    return sign * sum((Fraction(part) for part in text.lstrip("−+").split()), Fraction())


def rows(first: str, columns: int) -> list[list[str]]:
    """Return the rows that start with one of some words, from the document's tables with this number of columns."""
    table_rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line[:1] == "|"
    ]
    return [row for row in table_rows if row[0] in first.split() and len(row) == columns]


def test_docs_example_breakdown_matches_its_table() -> None:
    *_, deal_review = docs_example()
    table = rows("Anna Vera Tigran", 6)
    assert len(table) == len(deal_review.parts)
    for (_, *cells), breakdown in zip(table, deal_review.parts, strict=True):
        tenths = breakdown.rounded_units(1)
        rounded_values = [tenths[name] for name in (*PARTS, "settlement")]
        cell_parts = [cell.split(" ± ") for cell in cells]
        assert rounded_values == [10 * number(points) for points, *_ in cell_parts]
        margins = [round(10 * SURE * error) for error in breakdown.errors]
        assert margins == [10 * number(margin[0]) if margin else 0 for _, *margin in cell_parts[:-1]]
        assert sum(rounded_values[:-1]) == rounded_values[-1]


def test_docs_example_value_changes_as_stated() -> None:
    _, deal, _ = docs_example()
    payoff = Payoff(deal.game, deal.start.public)
    values = AllSeen(deal.game, payoff, search())
    chain = [values.value(step.before) for step in deal.steps if step.before.public.phase == "play"]
    chain.append(payoff.finished_deal_value(deal.end))
    value_texts = [row[2].split(", ") for row in rows("7 6 5", 3)]
    different = list(dict.fromkeys(tuple(round(points, 6) for points in position_values) for position_values in chain))
    assert len(different) == len(value_texts)
    for points, texts in zip(different, value_texts, strict=True):
        assert all(
            abs(Fraction(value) - number(text)) < Fraction(1, 10**5) for value, text in zip(points, texts, strict=True)
        )


def test_docs_example_mistakes_are_as_described() -> None:
    *_, deal_review = docs_example()
    mistakes = {
        (judgement.phase, judgement.trick): judgement for judgement in deal_review.judgements if judgement.mistaken
    }
    assert set(mistakes) == {("auction", 0), ("discard", 0), ("declare", 0), ("whist", 0), ("play", 8)}
    costs = {
        "auction": "1.2 ± 0.9",
        "discard": "20.8 ± 3.4",
        "declare": "18.1 ± 3.5",
        "whist": "10.2 ± 4.4",
        "play": "58.7",
    }
    for (phase, _), judgement in mistakes.items():
        assert judgement.why is not None
        assert judgement.why.numbers["points"] == costs[phase]
        assert costs[phase] in TEXT
    card, declaration = mistakes["play", 8], mistakes["declare", 0]
    assert card.verdict == "blunder"
    assert (card.worlds, card.every) == (84, True)
    assert card.why is not None
    assert (card.why.key, card.why.numbers["better"]) == ("review-dominated", 74)
    assert card.fault is not None
    assert card.fault.key == "fault-not-cashed"
    (outlook,) = declaration.outlook
    assert "made in {made}, played against in {against}, {tricks} tricks".format(**outlook.numbers) in TEXT
    (lead,) = (
        judgement
        for judgement in deal_review.judgements
        if (judgement.phase, judgement.trick, judgement.seat) == ("play", 3, 2)
    )
    assert lead.verdict == "unlucky"
    assert lead.possible_loss == 0.0


def test_review_page_has_sentence_for_each_mistake() -> None:
    log, _, deal_review = docs_example()
    for tongue in LANGUAGES:
        speech = Speech(words_of(tongue, log.begin.game), log.game, log.begin.names)
        blocks = review_page(speech, log, [deal_review], None)
        sentences = [block.text for block in blocks if isinstance(block, Paragraph) and block.marker]
        assert len(sentences) == sum(len(seat.worst) for seat in deal_review.seats)
        assert all(sentences)
