"""The outcome of a deal of Preferans, in the terms of the score sheet, and the state carried between deals."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from prikup.games.preferans.whist import Whist
from prikup.rules.errors import BadOutcome, reason

__all__ = ["LEVELS", "TALON", "TRICKS", "Carry", "Contract", "Outcome"]

TRICKS = 10
TALON = 2
"""The number of cards in the talon, and of tricks that a dealer who leads them can take in raspasy."""
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
"""The number of tricks that declarer of a contract needs; the suit may be unknown."""


class Carry(Struct, frozen=True):
    """The state carried from deal to deal: the number of raspasy in the row."""

    raspasy: Annotated[int, Meta(ge=0, le=1000)] = 0


class Outcome(Struct, frozen=True, tag="played"):
    """The facts of a deal that the sheet needs.

    `contract` may be a level without a suit (`6`), which is not spades where that matters. `whist` holds the final
    calls of the first and the second defender after declarer; `tricks` are by seat (empty: none were played). `talon`
    is the bonus for the talon's cards to a dealer who sits out, in tricks (at a misère in tens of whists); `thrown`:
    declarer threw the talon; `conceded`: declarer gave up, and `contract` is their bid.

    The rest is for real tables only. `revoked` is the seat that broke the rules of play; the tricks do not matter then.
    A misdeal takes the place of a contract. `together` is the total of the defenders' tricks; `tricks` is then empty,
    because who took which was not recorded and does not matter. Fields that a contract does not use are ignored.
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
