"""The questions that a score keeper answers about a Paston deal with real cards, and the facts shown before a deal."""

from collections.abc import Generator
from typing import Any, get_args

from prikup.games.paston.options import Options
from prikup.games.paston.scoring import BIDS, MULTIPLIER, TRICKS, Contract, Outcome, Whist
from prikup.rules.errors import Reason, reason
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.scoring_questions import ChoiceQuestion, Form, FormQuestion, split

__all__ = ["irregularity_questions", "outlook", "scoring_questions"]

CONTRACTS: tuple[Contract, ...] = get_args(Contract)
"""All contracts in bidding order, followed by the surrender, with which declarer gives the deal up before the play."""
WHISTS: dict[str, tuple[Whist, Whist]] = {
    "both": ("whist", "whist"),
    "first": ("whist", "pass"),
    "second": ("pass", "whist"),
    "nobody": ("pass", "pass"),
}
"""The calls of the two defenders, for each answer to the question who whisted (promised tricks against declarer).

The first call is that of the defender on declarer's left.
"""
WORST = 10 * max(MULTIPLIER.values())
"""The largest number of points that a player can lose in one deal."""


def scoring_questions(options: Options, standing: MatchStanding[None]) -> Form:
    """Yield the questions that a score keeper answers about a deal played with real cards, and return the outcome.

    The questions are the trump, the declarer, the whisters (defenders who promised tricks) and the tricks. After a
    surrender (declarer gave the deal up) the only further question is the highest bid, if the house rules multiply by
    its factor. In the first deal of a match, the first question is who called first, if the house rules need the answer
    to choose the next dealer. `standing` is the state of the match before the deal.
    """
    first_caller = 0
    if standing.deal == 1 and options.second_dealer == "first_bidder":
        first_caller = yield ChoiceQuestion(reason("form-opened"), (0, 1, 2), "seat")
    contract, declarer, whist = yield from _ask_calls(CONTRACTS, tuple(WHISTS))
    if contract == "surrender" and options.surrender_factor == "bid":
        bid = yield ChoiceQuestion(reason("form-bid"), (*BIDS, "nobody"))
        return Outcome(declarer, contract, whist, opened=first_caller, bid=None if bid == "nobody" else bid)
    if contract == "surrender" or whist == WHISTS["nobody"]:
        return Outcome(declarer, contract, whist, opened=first_caller)
    tricks = [0, 0, 0]
    playing = [declarer, (declarer + 1) % 3, (declarer + 2) % 3]
    if whist != WHISTS["both"]:  # a lone whister scores all tricks that declarer did not take
        playing.pop(whist.index("pass") + 1)
    for seat, number in zip(playing, (yield from split("form-tricks", playing, TRICKS)), strict=True):
        tricks[seat] = number
    return Outcome(declarer, contract, whist, tuple(tricks), first_caller)


def _ask_calls(
    contracts: tuple[Contract, ...], whists: tuple[str, ...]
) -> Generator[FormQuestion, Any, tuple[Contract, int, tuple[Whist, Whist]]]:
    """Yield the questions about the contract, the declarer and the whisters, and return the answers.

    Whisters are defenders who promised tricks. `contracts` and `whists` (keys of `WHISTS`) are the possible answers.
    The last item of the result has the calls of the two defenders, first the one on declarer's left.
    """
    contract = yield ChoiceQuestion(reason("form-contract"), contracts)
    declarer = yield ChoiceQuestion(reason("form-declarer"), (0, 1, 2), "seat")
    if contract == "surrender":
        return contract, declarer, WHISTS["nobody"]
    whist_question = reason("form-whist", seat=(declarer + 1) % 3, other=(declarer + 2) % 3)
    return contract, declarer, WHISTS[(yield ChoiceQuestion(whist_question, whists, usual="both"))]


def irregularity_questions(options: Options, standing: MatchStanding[None]) -> Form:
    """Yield the questions that a score keeper answers about a misdeal or a revoke, and return the outcome of the deal.

    A player revokes by not following suit although able to. After a misdeal the same player deals again. `standing` is
    the state of the match before the deal.
    """
    # The source text is uncertain about a revoke (rows PA-79 and PA-80 in docs/rules-coverage.md).
    if (yield ChoiceQuestion(reason("form-fault"), ("misdeal", "revoke"))) == "misdeal":
        return VoidDeal(reason("misdealt"))
    contract, declarer, whist = yield from _ask_calls(CONTRACTS[:-1], tuple(WHISTS)[:-1])
    defenders = (declarer + 1) % 3, (declarer + 2) % 3
    called_in = options.passer == "invited"  # a whister may invite the passer to play
    playing = tuple(seat for seat, call in zip(defenders, whist, strict=True) if called_in or call == "whist")
    revoking_seat = yield ChoiceQuestion(reason("form-revoked"), (declarer, *playing), "seat")
    return Outcome(declarer, contract, whist, revoked=revoking_seat)


def outlook(options: Options, standing: MatchStanding[None]) -> tuple[Reason, ...]:
    """Return messages to show before a deal: the points that each player still needs to reach the target.

    The messages also name each player whose total may fall to minus the target in one deal: the house rules set such a
    total back to zero. `standing` is the state of the match before the deal.
    """
    totals = standing.totals[0]
    distances = [
        reason("outlook-left", seat=seat, left=max(0, options.target - total)) for seat, total in enumerate(totals)
    ]
    if options.minus_reset == "off":
        return tuple(distances)
    seats_near_reset = [seat for seat, total in enumerate(totals) if -options.target < total <= WORST - options.target]
    return (*distances, *(reason("outlook-near-reset", seat=seat, total=-options.target) for seat in seats_near_reset))
