"""The questions of the scorer for a real table about a hand of Tuppi, and about a fault in one."""

from collections.abc import Generator
from typing import Any

from prikup.cards import Seat
from prikup.errors import Reason, reason
from prikup.form import Choice, Form, Question, split
from prikup.game import Standing, Void
from prikup.games.tuppi.options import Options
from prikup.games.tuppi.scoring import BOOK, TRICKS, Carry, Contract, Outcome, conceding

__all__ = ["fault", "form"]


def form(options: Options, standing: Standing[Carry]) -> Form:
    """Ask what was played, by which side, and its tricks; of a sooli whether it was made."""
    contract, player = yield from _called(options, given_up=not isinstance(conceding(options, standing), Reason))
    match contract:
        case "given-up":
            return Outcome("nolo", conceded=True)
        case "sooli":
            made = yield Choice(reason("form-made"), (True, False), "yes")
            return Outcome("sooli", player, (0, 0) if made or player is None else _sided(player, 1, 0))
        case _:
            first = 0 if player is None else player
            one, other = yield from split("form-tricks", (first, 1 - first), TRICKS)
            return Outcome(contract, player, _sided(first, one, other))


def _called(options: Options, *, given_up: bool) -> Generator[Question, Any, tuple[Any, Seat | None]]:
    """Ask what was played, and which side called it: a side is known by its first seat."""
    calls = ("high", "low") if options.both_score else ("rami", "nolo")
    contracts: dict[str, Contract] = dict(zip((*calls, "sooli"), ("rami", "nolo", "sooli"), strict=True))
    answers = (*calls, *(("sooli",) if options.sooli else ()), *(("given-up",) if given_up else ()))
    contract = contracts.get(answer := (yield Choice(reason("form-contract"), answers)), answer)
    if contract in ("nolo", "given-up"):
        return contract, None
    return contract, (yield Choice(reason("form-side"), (0, 1), "side"))


def _sided(side: int, own: int, others: int) -> tuple[int, int]:
    """Return the tricks by side."""
    return (own, others) if side == 0 else (others, own)


def fault(options: Options, standing: Standing[Carry]) -> Form:
    """Ask for a misdeal, after which the same player deals again, or a revoke.

    A revoke makes the hand what it would be by the narrowest: seven tricks of the other side, the sooli made or lost.
    """
    if (yield Choice(reason("form-fault"), ("misdeal", "revoke"))) == "misdeal":
        return Void(reason("misdealt"))
    contract, player = yield from _called(options, given_up=False)
    revoked = yield Choice(reason("form-revoked"), (0, 1, 2, 3), "seat")
    side = revoked % 2
    if contract == "sooli":
        return Outcome("sooli", player, _sided(side, 1, 0) if side == player else (0, 0), revoked=revoked)
    least = BOOK + 1 if contract == "nolo" else BOOK
    return Outcome(contract, player, _sided(side, least, TRICKS - least), revoked=revoked)
