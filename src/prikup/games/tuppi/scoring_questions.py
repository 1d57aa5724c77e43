"""The questions that a score keeper answers about a Tuppi deal played with real cards."""

from collections.abc import Generator
from typing import Any

from prikup.games.tuppi.options import Options
from prikup.games.tuppi.scoring import BOOK, TRICKS, Carry, Contract, Outcome, conceding
from prikup.rules.cards import Seat
from prikup.rules.errors import Reason, reason
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.scoring_questions import ChoiceQuestion, Form, FormQuestion, split

__all__ = ["irregularity_questions", "scoring_questions"]


def scoring_questions(options: Options, standing: MatchStanding[Carry]) -> Form:
    """Yield the questions that a score keeper answers about a deal played with real cards, and return the outcome.

    The questions are the contract, the side that called it, and the tricks of that side. For a sooli (one player alone,
    who must take no trick) the last question is whether it was made. `standing` is the state of the match before the
    deal.
    """
    contract, player = yield from _ask_contract(options, given_up=not isinstance(conceding(options, standing), Reason))
    match contract:
        case "given-up":
            return Outcome("nolo", conceded=True)
        case "sooli":
            is_made = yield ChoiceQuestion(reason("form-made"), (True, False), "yes")
            return Outcome("sooli", player, (0, 0) if is_made or player is None else _tricks_by_side(player, 1, 0))
        case _:
            first = 0 if player is None else player
            own_tricks, opponent_tricks = yield from split("form-tricks", (first, 1 - first), TRICKS)
            return Outcome(contract, player, _tricks_by_side(first, own_tricks, opponent_tricks))


def _ask_contract(options: Options, *, given_up: bool) -> Generator[FormQuestion, Any, tuple[Any, Seat | None]]:
    """Yield the questions about the contract and the side that called it, and return both answers.

    The result has the number of the side, 0 or 1, which is also its first seat. This number is None for a nolo (the
    deal for the fewest tricks), which no side calls. If `given_up` is True, one of the possible answers is that the
    side with points conceded the deal (gave it up).
    """
    calls = ("high", "low") if options.both_score else ("rami", "nolo")
    contracts: dict[str, Contract] = dict(zip((*calls, "sooli"), ("rami", "nolo", "sooli"), strict=True))
    answers = (*calls, *(("sooli",) if options.sooli else ()), *(("given-up",) if given_up else ()))
    contract = contracts.get(answer := (yield ChoiceQuestion(reason("form-contract"), answers)), answer)
    if contract in ("nolo", "given-up"):
        return contract, None
    return contract, (yield ChoiceQuestion(reason("form-side"), (0, 1), "side"))


def _tricks_by_side(side: int, own_tricks: int, opponent_tricks: int) -> tuple[int, int]:
    """Return the tricks of side 0, then of side 1, if `side` took `own_tricks` and the other side `opponent_tricks`."""
    return (own_tricks, opponent_tricks) if side == 0 else (opponent_tricks, own_tricks)


def irregularity_questions(options: Options, standing: MatchStanding[Carry]) -> Form:
    """Yield the questions that a score keeper answers about a misdeal or a revoke, and return the outcome of the deal.

    After a misdeal the same player deals again. A player revokes by not following suit although able to. The side of
    that player loses the deal by as little as possible: by one trick or, in a sooli (one player alone, for no trick),
    because the contract counts as made or lost. `standing` is the state of the match before the deal.
    """
    if (yield ChoiceQuestion(reason("form-fault"), ("misdeal", "revoke"))) == "misdeal":
        return VoidDeal(reason("misdealt"))
    contract, player = yield from _ask_contract(options, given_up=False)
    revoking_seat = yield ChoiceQuestion(reason("form-revoked"), (0, 1, 2, 3), "seat")
    side = revoking_seat % 2
    if contract == "sooli":
        return Outcome(
            "sooli", player, _tricks_by_side(side, 1, 0) if side == player else (0, 0), revoked=revoking_seat
        )
    least = BOOK + 1 if contract == "nolo" else BOOK
    return Outcome(contract, player, _tricks_by_side(side, least, TRICKS - least), revoked=revoking_seat)
