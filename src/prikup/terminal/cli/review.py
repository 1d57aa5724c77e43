"""`prikup review`: mistakes and the breakdown of results of finished deals, as pages and as JSON."""

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.progress import track

from prikup.history.log import Log
from prikup.locale import Words
from prikup.locale.speech import Speech
from prikup.review.decisions import FinishedDeal, decisions, finished_deals
from prikup.review.judgement import Judgement
from prikup.review.result_breakdown import PARTS, Parts
from prikup.review.review import DealReview, SeatReview, review
from prikup.review.review_json import record
from prikup.review.single_dummy import LEAST, SURE
from prikup.rules.state import Seat
from prikup.rules.text_format import action_text
from prikup.terminal.render.blocks import Block, Grid, Heading, Text
from prikup.terminal.words import capital

__all__ = ["behind", "records", "review_page", "reviews"]


def reviews(words: Words, log: Log, deal: int | None, seed: int = 0, least: float = LEAST) -> list[DealReview]:
    """Review the finished deals of a log, or one of them; shows progress on stderr."""
    deals = [each for each in finished_deals(log.events) if deal is None or each.number == deal]
    quiet = Console(file=sys.stderr, quiet=not sys.stderr.isatty())
    steps = [(each, _steps(each)) for each in deals]
    under_way = (item for each, _ in steps for item in review(each, seed, least))
    told = track(under_way, words("review-under-way"), sum(many for _, many in steps), console=quiet)
    return [item for item in told if isinstance(item, DealReview)]


def _steps(deal: FinishedDeal) -> int:
    """Return the number of items that the review of a deal yields: one per decision, and the result."""
    return sum(1 for _ in decisions(deal)) + 1


# JSON


def records(log: Log, found: Sequence[DealReview]) -> list[dict[str, Any]]:
    """Return reviews as JSON values, with cards and calls as text."""
    return [record(each, lambda plan: [action_text(log.game.calls, action) for action in plan]) for each in found]


# Pages


def review_page(speech: Speech, log: Log, found: Sequence[DealReview], seat: Seat | None) -> Iterator[Block]:
    """Yield each review: the breakdown of the result, and the worst mistakes of each seat or of one."""
    for each in found:
        yield Heading(speech("review-deal", deal=each.deal))
        yield _origins(speech, log, each.parts)
        judged = {one.at: one for one in each.judgements}
        for own in each.seats:
            if seat not in (None, own.seat):
                continue
            yield Text(_counts(speech, own))
            if own.worst:
                yield Text(speech("review-lost", points=f"{own.lost:.1f}"))
            for at in own.worst:
                yield Text(_mistake(speech, judged[at]), 2, "–")
            if own.doubtful is not None:
                yield Text(_doubtful(speech, judged[own.doubtful]))
    yield Text(speech("review-limits"))


def behind(speech: Speech, found: Sequence[DealReview]) -> dict[tuple[int, int], str]:
    """Return the loss of each choice, single dummy and double dummy, by deal and entry."""
    key = "replay-behind-spoken" if speech.spoken else "replay-behind"
    told = {}
    for deal in found:
        for judged in deal.judgements:
            mine = next((choice for choice in judged.choices if choice.plan == judged.plan), None)
            if mine is not None:  # shown next to the last card of a joint discard
                seen = "–" if mine.all_seen is None else _shown(-round(10 * judged.lost_all_seen))
                known = _shown(-round(10 * mine.behind))
                told[deal.deal, judged.at + len(judged.plan) - 1] = speech(key, known=known, seen=seen)
    return told


def _counts(speech: Speech, seat: SeatReview) -> str:
    """Return the number of evaluated decisions of a seat, by verdict."""
    counts = seat.counts
    return speech(
        "review-counts",
        player=seat.seat,
        decisions=sum(counts.values()),
        right=counts["right"],
        inaccuracy=counts["inaccuracy"],
        mistake=counts["mistake"],
        blunder=counts["blunder"],
        unsure=counts["unsure"],
    )


def _doubtful(speech: Speech, judged: Judgement) -> str:
    """Return the decision that may have cost most although no mistake was proved."""
    key = "review-doubtful-card" if judged.trick else "review-doubtful-call"
    points = f"{judged.possible_loss:.1f}"
    return speech(key, trick=judged.trick, actions=judged.plan, points=points, deals=judged.worlds)


def _mistake(speech: Speech, judged: Judgement) -> str:
    """Describe a mistake: the action, what was wrong, its cost, and for calls how often they succeed."""
    why = "; ".join(speech.reason(each) for each in (judged.fault, judged.why) if each)
    verdict = speech(f"review-{judged.verdict}")
    if judged.trick:
        text = speech("review-of-card", trick=judged.trick, actions=judged.plan, verdict=verdict, why=why)
    else:
        text = capital(speech("review-of-call", actions=judged.plan, verdict=verdict, why=why))
    return " ".join([text, *(capital(speech.reason(each)) for each in judged.outlook)])


def _origins(speech: Speech, log: Log, sides: Sequence[Parts]) -> Grid:
    names = [", ".join(map(speech.name, seats)) for seats in log.game.sides]
    heads = ("settlement", *PARTS, "dealt")
    return Grid(
        ("", *(speech(f"review-part-{head}") for head in heads)),
        tuple((name, *_cells(speech, side)) for name, side in zip(names, sides, strict=True)),
        tuple(range(1, len(heads) + 1)),
    )


def _cells(speech: Speech, side: Parts) -> Iterator[str]:
    """Yield a side's result and its components with margins, and the value of the cards as dealt."""
    tenths = side.rounded(1)
    yield _shown(tenths["settlement"])
    for name, error in zip(PARTS, side.errors, strict=True):
        yield _with_margin(speech, tenths[name], error)
    yield _with_margin(speech, round(10 * side.dealt), side.dealt_error)


def _with_margin(speech: Speech, tenths: int, error: float) -> str:
    """Format points with the margin of their interval; marked as uncertain if the margin exceeds them."""
    margin = round(10 * SURE * error)
    if not margin:
        return _shown(tenths)
    text = f"{_shown(tenths)} ± {margin / 10:.1f}"
    return speech("review-uncertain", points=text) if margin > abs(tenths) else text


def _shown(tenths: int) -> str:
    return f"{tenths / 10:+.1f}".replace("-", "−") if tenths else "0"
