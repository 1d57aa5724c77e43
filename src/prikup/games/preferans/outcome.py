"""The outcome of a Preferans deal, with the facts that the score sheet needs, and the state carried between deals."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from prikup.games.preferans.whist import Whist
from prikup.rules.errors import BadOutcome, reason

__all__ = ["LEVELS", "TALON", "TRICKS", "Carry", "Contract", "Outcome"]

TRICKS = 10
TALON = 2
"""The number of cards in the talon, which are left over after the deal.

In raspasy (played when all pass) these cards may be led for a dealer who sits out. The dealer then takes at most this
number of tricks.
"""
SeatNumber = Annotated[int, Meta(ge=0, le=3, extra={"kind": "seat"})]
TrickCount = Annotated[int, Meta(ge=0, le=TRICKS)]
ContractName = Literal[
    "6S", "6C", "6D", "6H", "6NT", "6",
    "7S", "7C", "7D", "7H", "7NT", "7",
    "8S", "8C", "8D", "8H", "8NT", "8",
    "9S", "9C", "9D", "9H", "9NT", "9",
    "10S", "10C", "10D", "10H", "10NT", "10",
]  # fmt: skip
Contract = Literal["raspasy", ContractName, "misere", "misdeal"]

LEVELS: dict[str, int] = {contract: int(contract.rstrip("SCDHNT")) for contract in get_args(ContractName)}
"""The number of tricks that declarer needs, for each contract; a contract may be named without its suit."""


class Carry(Struct, frozen=True):
    """The state that Preferans carries over from deal to deal.

    `raspasy` is the number of raspasy (deals in which all passed) in a row so far.
    """

    raspasy: Annotated[int, Meta(ge=0, le=1000)] = 0


class Outcome(Struct, frozen=True, tag="played"):
    """The facts of a Preferans deal that the score sheet needs. A field that the contract does not use is ignored.

    - `contract` may be a level without a suit, such as `6`. Where the score depends on whether the suit is spades, such
      a contract counts as one in another suit.
    - `declarer` is None if all passed or if the cards were dealt wrongly.
    - `whist` has the final calls of the first and the second defender, clockwise from declarer.
    - `tricks` has the number of tricks by seat, or is () if none were played.
    - `talon` is the bonus for the cards of the talon (the two cards left over), paid to a dealer who sits out. It is
      multiplied by the value of a trick in the contract, or by ten whists (points) in a misère.
    - `thrown` is True if declarer left the talon to the dealer.
    - `conceded` is True if declarer gave up. In this case `contract` is the bid.

    The remaining facts occur only in games with real cards.

    - `contract` is "misdeal" if the cards were dealt wrongly.
    - `revoked` is the seat that did not follow suit although it could. The tricks are then ignored.
    - `together` is the number of tricks of both defenders if the tricks of each were not recorded because they do not
      matter. `tricks` is then ().
    """

    contract: Contract
    declarer: SeatNumber | None = None
    whist: tuple[Whist, Whist] = ("pass", "pass")
    tricks: tuple[TrickCount, ...] = ()
    talon: Annotated[int, Meta(ge=0, le=3)] = 0
    thrown: bool = False
    conceded: bool = False
    revoked: SeatNumber | None = None
    together: TrickCount | None = None

    def __post_init__(self) -> None:
        has_no_declarer = self.contract in ("raspasy", "misdeal")
        if has_no_declarer and self.declarer is not None:
            raise BadOutcome(reason("no-declarer"))
        if not has_no_declarer and self.declarer is None:
            raise BadOutcome(reason("declarer-missing"))
        if self.together is not None and (has_no_declarer or self.tricks):
            raise BadOutcome(reason("together-or-apart"))
        if self.conceded and self.contract not in LEVELS:
            raise BadOutcome(reason("conceded-without-contract"))
        if self.thrown and self.contract not in LEVELS:
            raise BadOutcome(reason("thrown-without-contract"))
