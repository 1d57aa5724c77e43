"""`prikup review`: the mistakes of finished deals and where each result came from, for people and for programs."""

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.progress import track

from prikup.history.log import Log
from prikup.locale import Words
from prikup.locale.speech import Speech
from prikup.review.could_know import LEAST
from prikup.review.finished import FinishedDeal, decisions, finished_deals
from prikup.review.judgement import Judgement
from prikup.review.parts import Parts
from prikup.review.records import record
from prikup.review.review import DealReview, review
from prikup.state import Seat
from prikup.terminal.render.blocks import Block, Grid, Heading, Text
from prikup.terminal.words import capital
from prikup.text_forms import action_text

__all__ = ["behind", "records", "review_page", "reviews"]


def reviews(words: Words, log: Log, deal: int | None, seed: int = 0, least: float = LEAST) -> list[DealReview]:
    """Return the reviews of the finished deals of a log, or of one of them; a bar on stderr tells how far it is."""
    deals = [each for each in finished_deals(log.events) if deal is None or each.number == deal]
    quiet = Console(file=sys.stderr, quiet=not sys.stderr.isatty())
    steps = [(each, _steps(each)) for each in deals]
    under_way = (item for each, _ in steps for item in review(each, seed, least))
    told = track(under_way, words("review-under-way"), sum(many for _, many in steps), console=quiet)
    return [item for item in told if isinstance(item, DealReview)]


def _steps(deal: FinishedDeal) -> int:
    """Return what the review of a deal yields: its decisions, and the whole."""
    return sum(1 for _ in decisions(deal)) + 1


# For programs


def records(log: Log, found: Sequence[DealReview]) -> list[dict[str, Any]]:
    """Return reviews as JSON holds them, cards and calls as text."""
    return [record(each, lambda plan: [action_text(log.game.calls, action) for action in plan]) for each in found]


# For people


def review_page(speech: Speech, log: Log, found: Sequence[DealReview], seat: Seat | None) -> Iterator[Block]:
    """Yield what each review says: where the result came from, and the worst mistakes of each seat, or of one."""
    for each in found:
        yield Heading(speech("review-deal", deal=each.deal))
        yield _origins(speech, log, each.parts)
        judged = {one.at: one for one in each.judgements}
        for own in each.seats:
            if seat not in (None, own.seat):
                continue
            if not own.worst:
                yield Text(speech("review-clean", player=own.seat))
                continue
            yield Text(speech("review-lost", player=own.seat, points=f"{own.lost:.1f}"))
            for at in own.worst:
                yield Text(_mistake(speech, judged[at]), 2, "–")
    yield Text(speech("review-limits"))


def behind(speech: Speech, found: Sequence[DealReview]) -> dict[tuple[int, int], str]:
    """Return by deal and entry what each choice is behind the best, by what could be known and with all cards seen."""
    key = "replay-behind-spoken" if speech.spoken else "replay-behind"
    told = {}
    for deal in found:
        for judged in deal.judgements:
            mine = next((choice for choice in judged.choices if choice.plan == judged.plan), None)
            if mine is not None:  # of cards that are laid away as one it stands beside the last
                seen = "–" if mine.all_seen is None else _shown(-round(10 * judged.lost_all_seen))
                known = _shown(-round(10 * mine.behind))
                told[deal.deal, judged.at + len(judged.plan) - 1] = speech(key, known=known, seen=seen)
    return told


def _mistake(speech: Speech, judged: Judgement) -> str:
    """Return what was done, what was wrong with it, and what it cost."""
    why = "; ".join(speech.reason(each) for each in (judged.fault, judged.why) if each)
    if not judged.trick:
        return capital(speech("review-of-call", actions=judged.plan, why=why))
    return speech("review-of-card", trick=judged.trick, actions=judged.plan, why=why)


def _origins(speech: Speech, log: Log, sides: Sequence[Parts]) -> Grid:
    names = [", ".join(map(speech.name, seats)) for seats in log.game.sides]
    rows = [side.rounded(1) for side in sides]
    return Grid(
        ("", *(speech(f"review-{head.replace('_', '-')}") for head in rows[0])),
        tuple((name, *map(_shown, row.values())) for name, row in zip(names, rows, strict=True)),
        tuple(range(1, len(rows[0]) + 1)),
    )


def _shown(tenths: int) -> str:
    return f"{tenths / 10:+.1f}".replace("-", "−") if tenths else "0"
