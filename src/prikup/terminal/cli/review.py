"""`prikup review`: the players' mistakes in finished deals, and the reasons for the results, as pages and as JSON."""

import sys
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.progress import track

from prikup.history.log import Log
from prikup.locale import Words
from prikup.locale.speech import Speech
from prikup.review.decisions import FinishedDeal, decisions, finished_deals
from prikup.review.judgement import Judgement
from prikup.review.result_breakdown import PARTS, ResultBreakdown
from prikup.review.review import DealReview, SeatReview, review
from prikup.review.review_json import ReviewRecord, record
from prikup.review.single_dummy import MIN_COST, SURE
from prikup.rules.action_text import action_text
from prikup.rules.state import Seat
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.words import capital

__all__ = ["loss_texts", "records", "review_page", "reviews"]


def reviews(words: Words, log: Log, deal: int | None, seed: int = 0, least: float = MIN_COST) -> list[DealReview]:
    """Review the finished deals of a match, or only the deal with the number `deal` if it is not None.

    `log` is the log of the match, and `words` are the messages in the user's language. A review finds the players'
    mistakes. `least` is the smallest loss in points that counts as a mistake. The reviews sample hidden cards at
    random; with the same `seed` they give the same result. Progress is shown on stderr.
    """
    all_deals = finished_deals(log.events, standing=log.standing)
    deals = [finished_deal for finished_deal in all_deals if deal is None or finished_deal.number == deal]
    quiet = Console(file=sys.stderr, quiet=not sys.stderr.isatty())
    steps = [(finished_deal, _steps(finished_deal)) for finished_deal in deals]
    under_way = (item for finished_deal, _ in steps for item in review(finished_deal, seed, least))
    tracked_items = track(
        under_way, words("review-under-way"), sum(step_count for _, step_count in steps), console=quiet
    )
    return [item for item in tracked_items if isinstance(item, DealReview)]


def _steps(deal: FinishedDeal) -> int:
    """Return the number of items that the review of `deal` yields: one for each decision, and one for the result."""
    return sum(1 for _ in decisions(deal)) + 1


# JSON


def records(log: Log, deal_reviews: Sequence[DealReview]) -> list[ReviewRecord]:
    """Return the reviews of deals as values for JSON. Cards and calls are texts. `log` is the log of the match."""
    return [
        record(deal_review, lambda plan: [action_text(log.game.calls, action) for action in plan])
        for deal_review in deal_reviews
    ]


# Pages


def review_page(speech: Speech, log: Log, deal_reviews: Sequence[DealReview], seat: Seat | None) -> Iterator[Block]:
    """Yield a page with the reviews of deals: the components of each result, and the worst mistakes of each seat.

    `speech` formats the texts, and `log` is the log of the match. If `seat` is not None, only the mistakes of that seat
    are shown.
    """
    for deal_review in deal_reviews:
        yield Heading(speech("review-deal", deal=deal_review.deal))
        yield _breakdown_table(speech, log, deal_review.parts)
        judgement_by_index = {judgement.entry_index: judgement for judgement in deal_review.judgements}
        for seat_review in deal_review.seats:
            if seat not in (None, seat_review.seat):
                continue
            yield Paragraph(_counts(speech, seat_review))
            if seat_review.worst:
                yield Paragraph(speech("review-lost", points=f"{seat_review.points_lost:.1f}"))
            for entry_index in seat_review.worst:
                yield Paragraph(_mistake_text(speech, judgement_by_index[entry_index]), 2, "–")
            if seat_review.doubtful is not None:
                yield Paragraph(_doubtful_text(speech, judgement_by_index[seat_review.doubtful]))
    yield Paragraph(speech("review-limits"))


def loss_texts(speech: Speech, deal_reviews: Sequence[DealReview]) -> dict[tuple[int, int], str]:
    """Return a text for each choice of a player, with the points that the choice lost.

    `speech` formats the texts. The key is the number of the deal and the index of the action among the entries of the
    deal. The text has two losses: single dummy (judged by what the player could know) and double dummy (judged with all
    cards visible).
    """
    key = "replay-behind-spoken" if speech.spoken else "replay-behind"
    texts = {}
    for deal in deal_reviews:
        for judgement in deal.judgements:
            chosen_plan = next((choice for choice in judgement.choices if choice.plan == judgement.plan), None)
            if chosen_plan is not None:  # shown next to the last card of a joint discard
                double_dummy_loss = (
                    "–"
                    if chosen_plan.double_dummy_points is None
                    else _points_text(-round(10 * judgement.double_dummy_cost))
                )
                single_dummy_loss = _points_text(-round(10 * chosen_plan.loss))
                texts[deal.deal, judgement.entry_index + len(judgement.plan) - 1] = speech(
                    key, known=single_dummy_loss, seen=double_dummy_loss
                )
    return texts


def _counts(speech: Speech, seat: SeatReview) -> str:
    """Return a sentence with the number of a seat's evaluated decisions, by verdict (such as right or mistake)."""
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


def _doubtful_text(speech: Speech, judgement: Judgement) -> str:
    """Return a sentence about a decision that may have cost points, although it is not certain that it was a mistake.

    `speech` formats the sentence, and `judgement` is the evaluation of the decision.
    """
    key = "review-doubtful-card" if judgement.trick else "review-doubtful-call"
    points = f"{judgement.possible_loss:.1f}"
    return speech(key, trick=judgement.trick, actions=judgement.plan, points=points, deals=judgement.worlds)


def _mistake_text(speech: Speech, judgement: Judgement) -> str:
    """Describe a mistake: the action, what was wrong, what it cost and, for a call, how often it succeeds.

    `speech` formats the texts, and `judgement` is the evaluation of the decision.
    """
    why = "; ".join(speech.reason(reason) for reason in (judgement.fault, judgement.why) if reason)
    verdict = speech(f"review-{judgement.verdict}")
    if judgement.trick:
        text = speech("review-of-card", trick=judgement.trick, actions=judgement.plan, verdict=verdict, why=why)
    else:
        text = capital(speech("review-of-call", actions=judgement.plan, verdict=verdict, why=why))
    return " ".join([text, *(capital(speech.reason(reason)) for reason in judgement.outlook)])


def _breakdown_table(speech: Speech, log: Log, sides: Sequence[ResultBreakdown]) -> TextTable:
    names = [", ".join(map(speech.name, seats)) for seats in log.game.sides]
    heads = ("settlement", *PARTS, "dealt")
    return TextTable(
        ("", *(speech(f"review-part-{head}") for head in heads)),
        tuple((name, *_cells(speech, side)) for name, side in zip(names, sides, strict=True)),
        tuple(range(1, len(heads) + 1)),
    )


def _cells(speech: Speech, side: ResultBreakdown) -> Iterator[str]:
    """Yield a side's cells of the table that breaks down the result of a deal.

    `side` has the components of the side's result. The cells are the result, its components, and the value of the cards
    as dealt. That value is the average result with the strongest computer player in all seats.
    """
    tenths = side.rounded_units(1)
    yield _points_text(tenths["settlement"])
    for name, error in zip(PARTS, side.errors, strict=True):
        yield _margin_text(speech, tenths[name], error)
    yield _margin_text(speech, round(10 * side.self_play_mean), side.self_play_error)


def _margin_text(speech: Speech, tenths: int, error: float) -> str:
    """Format points with the margin of their confidence interval, as `+3.4 ± 1.2`.

    `tenths` are the points in tenths of a point, and `error` is their standard error in points. The text marks the
    points as uncertain if the margin is greater than their amount.
    """
    margin = round(10 * SURE * error)
    if not margin:
        return _points_text(tenths)
    text = f"{_points_text(tenths)} ± {margin / 10:.1f}"
    return speech("review-uncertain", points=text) if margin > abs(tenths) else text


def _points_text(tenths: int) -> str:
    return f"{tenths / 10:+.1f}".replace("-", "−") if tenths else "0"
