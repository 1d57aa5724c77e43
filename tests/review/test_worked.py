"""The deal that docs/review.md works out by hand comes out so."""

import re
from fractions import Fraction
from functools import cache
from pathlib import Path

from prikup.bots.payoff import Payoff
from prikup.bots.thread_search import search
from prikup.history.log import Log
from prikup.history.notation import parse_match
from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.review.all_seen import AllSeen
from prikup.review.finished import FinishedDeal, finished_deals
from prikup.review.review import DealReview, reviewed
from prikup.terminal.cli.review import review_page
from prikup.terminal.render.blocks import Text
from prikup.terminal.words import words_of

TEXT = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
TWELFTHS = 12 * 10**6


@cache
def worked() -> tuple[Log, FinishedDeal, DealReview]:
    """Return the match of the document, its deal, and the review of that."""
    (notation,) = re.findall(r"```\n(\[Prikup.*?)```", TEXT, re.DOTALL)
    log = parse_match(notation)
    (deal,) = finished_deals(log.events)
    return log, deal, reviewed(deal)


def number(text: str) -> Fraction:
    """Return a number such as `−41 1/3`."""
    sign = -1 if text.startswith("−") else 1
    return sign * sum((Fraction(part) for part in text.lstrip("−+").split()), Fraction())


def rows(first: str, columns: int) -> list[list[str]]:
    """Return the cells of the rows whose first cell is one of some words, of the tables of so many columns."""
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line[:1] == "|"]
    return [row for row in found if row[0] in first.split() and len(row) == columns]


def close(found: Fraction, told: str) -> bool:
    return abs(found - number(told)) < Fraction(1, TWELFTHS)


def test_the_parts_are_those_of_the_table() -> None:
    *_, whole = worked()
    told = rows("Anna Vera Tigran", 7)
    assert len(told) == len(whole.parts)
    for (_, *cells), found in zip(told, whole.parts, strict=True):
        parts = (found.cards, found.auction, found.own_mistakes, found.other_mistakes, found.unknown, found.settlement)
        assert all(map(close, parts, cells))
        assert sum(map(number, cells[:-1])) == number(cells[-1])


def test_the_value_changes_twice() -> None:
    _, deal, _ = worked()
    payoff = Payoff(deal.game, deal.start.public)
    values = AllSeen(deal.game, payoff, search())
    chain = [values.value(step.before) for step in deal.steps if step.before.public.phase == "play"]
    chain.append(payoff.of_end(deal.end))
    told = [row[2].split(", ") for row in rows("7 6 5", 3)]
    different = list(dict.fromkeys(tuple(round(points, 6) for points in each) for each in chain))
    assert len(different) == len(told)
    for points, texts in zip(different, told, strict=True):
        assert all(
            abs(Fraction(mine) - number(text)) < Fraction(1, 10**5) for mine, text in zip(points, texts, strict=True)
        )


def test_the_mistakes_are_those_that_are_told() -> None:
    *_, whole = worked()
    mistakes = {(each.phase, each.trick): each for each in whole.judgements if each.verdict == "mistake"}
    assert set(mistakes) == {("discard", 0), ("declare", 0), ("play", 8)}
    discard, declared, card = mistakes["discard", 0], mistakes["declare", 0], mistakes["play", 8]
    assert (round(discard.lost), round(declared.lost)) == (22, 15)
    assert f"{card.lost:.1f}" == "58.7"
    assert (card.worlds, card.every) == (84, True)
    assert card.why is not None
    assert card.why.numbers["times"] == 84 - 74
    assert card.fault is not None
    assert card.fault.key == "fault-not-cashed"
    (lead,) = (each for each in whole.judgements if (each.phase, each.trick, each.seat) == ("play", 3, 2))
    assert lead.verdict == "unlucky"
    spade = next(choice for choice in lead.choices if choice.plan == lead.plan)
    assert round(spade.behind, 1) == 0.5
    assert spade.behind < spade.error


def test_page_has_sentence_for_each_mistake() -> None:
    log, _, whole = worked()
    for tongue in LANGUAGES:
        speech = Speech(words_of(tongue, log.begin.game), log.game, log.begin.names)
        blocks = review_page(speech, log, [whole], None)
        told = [block.text for block in blocks if isinstance(block, Text) and block.marker]
        assert len(told) == sum(len(seat.worst) for seat in whole.seats)
        assert all(told)
