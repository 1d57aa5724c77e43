"""The summary of a Paston deal in the list of deals of a scored match: the result, and the defenders' parts in it."""

from collections.abc import Iterator

from prikup.games.paston.options import Options
from prikup.games.paston.scoring import REQUIRED_TRICKS, Outcome
from prikup.rules.cards import Seat
from prikup.rules.errors import Reason, reason

__all__ = ["summary"]


def summary(options: Options, outcome: Outcome, dealer: Seat) -> tuple[Reason, ...]:
    """Return the messages that sum up a deal in a list of deals: the result, then what each opponent of declarer did.

    `outcome` has the facts of the deal, and `dealer` is the seat that dealt.
    """
    return (_result(outcome), *_opponents(outcome))


def _result(outcome: Outcome) -> Reason:
    seat, word = outcome.declarer, outcome.contract
    if outcome.contract == "surrender":
        return reason("scored-surrendered", seat=seat)
    if not outcome.whisters:
        return reason("scored-unwhisted", seat=seat, word=word)
    if outcome.revoked is not None:
        return reason("scored-declared", seat=seat, word=word)
    tricks = outcome.tricks[outcome.declarer]
    if tricks < REQUIRED_TRICKS:
        return reason("scored-short", seat=seat, word=word, short=REQUIRED_TRICKS - tricks)
    return reason("scored-made", seat=seat, word=word, tricks=tricks, over=tricks - REQUIRED_TRICKS)


def _opponents(outcome: Outcome) -> Iterator[Reason]:
    for seat in outcome.defenders if outcome.whisters else ():
        if seat not in outcome.whisters:
            yield reason("scored-passed", seat=seat)
        elif outcome.revoked is None:
            yield reason("scored-took", seat=seat, tricks=outcome.tricks[seat])
        else:
            yield reason("scored-whisted", seat=seat)
    if outcome.revoked is not None:
        yield reason("scored-revoked", seat=outcome.revoked)
