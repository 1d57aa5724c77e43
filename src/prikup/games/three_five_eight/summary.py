"""The summary of a 3-5-8 deal in the list of deals of a scored match: the contract (if it matters) and the tricks."""

from prikup.games.three_five_eight.options import Options
from prikup.games.three_five_eight.scoring import Outcome
from prikup.rules.cards import Seat
from prikup.rules.errors import Reason, reason

__all__ = ["summary"]


def summary(options: Options, outcome: Outcome, dealer: Seat) -> tuple[Reason, ...]:
    """Return the messages that sum up a deal, dealt by `dealer`, in a list of deals.

    `outcome` has the facts of the deal. The messages give the contract if it matters, the tricks of each seat, and the
    winner of the last trick if it was recorded. If a player revoked (did not follow suit although able to), they name
    this player instead of the tricks.
    """
    shows_contract = options.each_contract_once or outcome.contract == "min-tricks"
    if outcome.revoked is not None:
        contract = (reason("scored-contract", word=outcome.contract),) if shows_contract else ()
        return (*contract, reason("scored-revoked", seat=outcome.revoked))
    tricks = reason("scored-tricks", counted=outcome.tricks)
    if shows_contract:
        tricks = reason("scored-tricks-in", word=outcome.contract, counted=outcome.tricks)
    return (tricks, *(reason("scored-last-trick", seat=seat) for seat in outcome.recent[:1]))
