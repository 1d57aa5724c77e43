"""The summary of a Preferans deal in the list of deals of a scored match: the result, and the defenders' calls."""

from collections.abc import Iterator

from prikup.games.preferans.declared_deal import DeclaredDeal
from prikup.games.preferans.options import Options
from prikup.games.preferans.outcome import LEVELS, Outcome
from prikup.games.preferans.public import opponents
from prikup.rules.cards import Seat
from prikup.rules.errors import Reason, reason

__all__ = ["summary"]


def summary(options: Options, outcome: Outcome, dealer: Seat) -> tuple[Reason, ...]:
    """Return the messages that sum up a deal in a list: its result, what the defenders did, and the talon's effect.

    `outcome` has the facts of the deal, and `dealer` is the seat that dealt. The talon may give a bonus to a dealer who
    sits out, or a penalty if declarer left it to the dealer.
    """
    if outcome.contract == "misdeal":
        return (reason("scored-misdeal", dealer=dealer),)
    revoke_facts = () if outcome.revoked is None else (reason("scored-revoked", seat=outcome.revoked),)
    if outcome.declarer is None:
        is_known = len(outcome.tricks) == options.players
        return revoke_facts or (
            reason("scored-raspasy", counted=outcome.tricks) if is_known else reason("scored-untold"),
        )
    if (
        revoke_facts
        or outcome.declarer >= options.players
        or opponents(dealer, options.players, outcome.declarer) is None
    ):
        return (reason("scored-declared", seat=outcome.declarer, word=outcome.contract), *revoke_facts)
    deal = DeclaredDeal.of(options, outcome, dealer, outcome.declarer)
    return (_result(deal), *_defenders(deal), *_talon(outcome, dealer))


def _result(deal: DeclaredDeal) -> Reason:
    """Return the message about the contract and how many tricks declarer took with it."""
    outcome, seat, word = deal.outcome, deal.declarer, deal.outcome.contract
    if outcome.conceded:
        return reason("scored-gave-up", seat=seat, word=word)
    if not deal.is_played:
        return reason("scored-unwhisted", seat=seat, word=word)
    if outcome.together is None and len(outcome.tricks) != deal.options.players:
        return reason("scored-declared", seat=seat, word=word)
    if outcome.contract not in LEVELS:
        return reason("scored-misere", seat=deal.declarer, tricks=deal.declarer_tricks)
    if deal.declarer_tricks < deal.level:
        return reason("scored-short", seat=seat, word=word, short=deal.level - deal.declarer_tricks)
    return reason(
        "scored-made", seat=seat, word=word, tricks=deal.declarer_tricks, over=deal.declarer_tricks - deal.level
    )


def _defenders(deal: DeclaredDeal) -> Iterator[Reason]:
    """Yield the messages about the defenders for the summary of a deal.

    They give the calls of the defenders if they could whist (promise tricks), or their tricks if these are scored
    separately.
    """
    outcome = deal.outcome
    if outcome.conceded:
        return
    for seat, call in zip(deal.defenders, deal.whist, strict=True):
        if call == "half":
            yield reason("scored-half", seat=seat)
        elif deal.separate_tricks and len(outcome.tricks) == deal.options.players:
            yield reason("scored-took", seat=seat, tricks=outcome.tricks[seat])
        elif deal.whisters:
            yield reason("scored-whisted" if call == "whist" else "scored-passed", seat=seat)


def _talon(outcome: Outcome, dealer: Seat) -> Iterator[Reason]:
    if outcome.talon:
        yield reason("scored-talon", dealer=dealer, tricks=outcome.talon)
    if outcome.thrown:
        yield reason("scored-thrown")
