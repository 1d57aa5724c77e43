"""The scoring of 3-5-8 (source text 002): a player scores or loses a point for each trick over or under the target."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from prikup.games.three_five_eight.options import Options
from prikup.games.three_five_eight.targets import announcer_of, following, targets_of, trick_limits
from prikup.rules.errors import BadOutcome, Reason, reason
from prikup.rules.game_scoring import NextDeal, VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetEntry, SheetRow, Totals, add_row

__all__ = [
    "COLUMNS",
    "CONTRACTS",
    "PLAYABLE_CONTRACTS",
    "TRICKS",
    "Carry",
    "Contract",
    "Outcome",
    "announceable",
    "next_deal",
    "row",
    "tied_seats",
    "why_impossible",
    "winners",
]

COLUMNS: tuple[str, ...] = ("points",)
TRICKS = 16

Contract = Literal["spades", "clubs", "diamonds", "hearts", "no-trump", "min-tricks"]
CONTRACTS: tuple[Contract, ...] = get_args(Contract)
PLAYABLE_CONTRACTS = {"suits": CONTRACTS[:4], "no_trump": CONTRACTS[:5], "min_tricks": CONTRACTS}
SeatNumber = Annotated[int, Meta(ge=0, le=2, extra={"kind": "seat"})]
TrickCount = Annotated[int, Meta(ge=0, le=TRICKS)]

AT_LEAST = {"total10": 10, "total12": 12, "total21": 21}
"""The total of points with which a player ends the match, by the value of the house rule `Options.end`."""
SWEEP = 12
"""The number of tricks in one deal that wins a match at once, with the house rule `end=tricks12`."""
SURPLUS = 5
"""The number of points in one deal that wins a match at once, with the house rule `end=over5`."""


class Carry(Struct, frozen=True):
    """The state that 3-5-8 carries over from deal to deal.

    - `points` and `targets` (tricks to take) are those of the last deal, by seat. They decide the exchange of cards.
    - `passed` are the seats that have used their right to pass once in a match.
    - `announced` has the contracts that each seat has announced, by seat.
    """

    points: tuple[int, ...] = (0, 0, 0)
    targets: tuple[int, ...] = (0, 0, 0)
    passed: tuple[SeatNumber, ...] = ()
    announced: tuple[tuple[Contract, ...], ...] = ((), (), ())


class Outcome(Struct, frozen=True, tag="played"):
    """The facts of a 3-5-8 deal that the score sheet needs.

    - `contract` is the contract that was played.
    - `tricks` has the number of tricks by seat.
    - `recent` has the seats that took tricks, ordered by their last trick, the latest first. This order breaks ties. It
      is () if the order is unknown.
    - `revoked` is the seat that did not follow suit although it could. It is used only for games with real cards, and
      `tricks` is then ().
    """

    contract: Contract
    tricks: tuple[TrickCount, ...]
    recent: tuple[SeatNumber, ...] = ()
    revoked: SeatNumber | None = None

    def __post_init__(self) -> None:
        if self.revoked is not None:
            return
        if len(self.tricks) != 3:
            raise BadOutcome(reason("tricks-one-each", needed=3, given=len(self.tricks)))
        if sum(self.tricks) != TRICKS:
            raise BadOutcome(reason("tricks-must-sum", sum=sum(self.tricks), needed=TRICKS))
        takers = [seat for seat, tricks in enumerate(self.tricks) if tricks]
        if self.recent and sorted(self.recent) != takers:
            raise BadOutcome(reason("recent-are-takers"))


def announceable(options: Options, carry: Carry, seat: SeatNumber) -> tuple[Contract, ...]:
    """Return the contracts that the player in `seat` may still announce.

    The house rules may let each player announce each contract only once; `carry` has those announced so far.
    """
    announced_contracts = carry.announced[seat] if options.each_contract_once else ()
    return tuple(contract for contract in PLAYABLE_CONTRACTS[options.contracts] if contract not in announced_contracts)


def row(options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[Carry]) -> SheetRow:
    """Return the score sheet entries of a deal: the points of each player.

    `outcome` has the facts of the deal, and `standing` is the state of the match before the deal. Raise BadOutcome if
    the announcer (who names the contract) was not allowed to name the contract of the outcome.
    """
    if isinstance(outcome, VoidDeal):
        return SheetRow()
    speaker = announcer_of(options, standing.dealer)
    if outcome.revoked is not None:
        return SheetRow(tuple(_revoke_entry(seat, outcome.revoked) for seat in range(3)))
    if outcome.contract not in announceable(options, standing.carry, speaker):
        raise BadOutcome(reason("contract-not-open", seat=speaker))
    targets = targets_of(options, standing.dealer)
    if outcome.contract == "min-tricks":
        limits = enumerate(trick_limits(targets))
        return SheetRow(tuple(_limit_entry(seat, outcome.tricks[seat], limit) for seat, limit in limits))
    return SheetRow(tuple(_target_entry(seat, outcome.tricks[seat], target) for seat, target in enumerate(targets)))


def _revoke_entry(seat: SeatNumber, offender: SeatNumber) -> SheetEntry:
    if seat == offender:
        return SheetEntry("points", seat, -2, reason("revoked"))
    return SheetEntry("points", seat, 1, reason("other-revoked", seat=offender))


def _target_entry(seat: SeatNumber, tricks: int, target: int) -> SheetEntry:
    return SheetEntry("points", seat, tricks - target, reason("against-target", tricks=tricks, target=target))


def _limit_entry(seat: SeatNumber, tricks: int, limit: int) -> SheetEntry:
    return SheetEntry("points", seat, limit - tricks, reason("against-limit", tricks=tricks, limit=limit))


def next_deal(
    options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[Carry], row: SheetRow
) -> NextDeal[Carry]:
    """Return the next dealer (the next player in the direction of play) and the state carried over to the next deal.

    After a pass or a misdeal the same player deals again. `standing` is the state of the match before the deal, and
    `row` has the entries that the deal added to the sheet.
    """
    old_carry, speaker = standing.carry, announcer_of(options, standing.dealer)
    if isinstance(outcome, VoidDeal):
        # A misdeal, which only happens with real cards, does not count as a pass.
        passed_seats = (*old_carry.passed, speaker) if outcome.reason.key == "passed" else old_carry.passed
        return NextDeal(
            standing.dealer, Carry(old_carry.points, old_carry.targets, passed_seats, old_carry.announced), counts=False
        )
    points = tuple(row.amount("points", seat) for seat in range(3))
    announced_contracts = tuple(
        tuple(dict.fromkeys((*contracts, outcome.contract))) if seat == speaker else contracts
        for seat, contracts in enumerate(old_carry.announced)
    )
    carry = Carry(points, targets_of(options, standing.dealer), old_carry.passed, announced_contracts)
    return NextDeal(following(options, standing.dealer), carry)


def winners(
    options: Options,
    old_standing: MatchStanding[Carry],
    new_standing: MatchStanding[Carry],
    outcome: Outcome | VoidDeal | None,
) -> tuple[SeatNumber, ...]:
    """Return the seats that have won the match. Return () while the match continues.

    The house rule `end` decides when the match is over; with `each_contract_once` it is over when each player has
    announced each contract. With the values `tricks12` and `over5` of this rule, only a deal that was played can end
    the match, not a correction of the sheet by hand. `old_standing` and `new_standing` are the states of the match
    before and after the deal or correction, and `outcome` has the facts of the deal (None after a correction).
    """
    hand = outcome if isinstance(outcome, Outcome) and outcome.revoked is None else None
    totals, points = new_standing.totals[0], new_standing.carry.points
    if options.each_contract_once:
        return _best(totals, points, hand) if new_standing.deal > 3 * len(PLAYABLE_CONTRACTS[options.contracts]) else ()
    match options.end:
        case "tricks12":
            swept = hand is not None and max(hand.tricks) >= SWEEP and hand.contract != "min-tricks"
            return (hand.tricks.index(max(hand.tricks)),) if hand is not None and swept else ()
        case "over5":
            return _best(points, points, hand) if hand is not None and max(points) >= SURPLUS else ()
        case "hands":
            return _best(totals, points, hand) if new_standing.deal > options.hands else ()
        case end:
            required_total = options.total if end == "total" else AT_LEAST[end]
            return _best(totals, points, hand) if max(totals) >= required_total else ()


def tied_seats(options: Options, outcome: Outcome, standing: MatchStanding[Carry]) -> tuple[SeatNumber, ...]:
    """Return the seats that would win the match together because the outcome does not tell who took the last trick.

    Seats without a trick are left out. Return () if the match continues or has a single winner. `standing` is the state
    of the match before the deal.
    """
    sheet_row = row(options, outcome, standing)
    follow_up = next_deal(options, outcome, standing, sheet_row)
    after = MatchStanding(
        standing.deal + 1, follow_up.dealer, add_row(COLUMNS, standing.totals, sheet_row), follow_up.carry
    )
    match_winners = winners(options, standing, after, outcome)
    return tuple(seat for seat in match_winners if outcome.tricks[seat]) if len(match_winners) > 1 else ()


def why_impossible(options: Options, totals: Totals, carry: Carry) -> Reason | None:
    """Return why no match can have these `totals` of the score sheet and this `carry`, or None if a match can.

    The points of all players must add up to zero, both in the totals and in the last deal, which `carry` has.
    """
    if sum(totals[0]) or sum(carry.points):
        return reason("points-sum-to-zero", sum=sum(totals[0]) or sum(carry.points))
    return None


def _best(totals: tuple[int, ...], points: tuple[int, ...], hand: Outcome | None) -> tuple[SeatNumber, ...]:
    """Return the seat with the highest total, in a tuple.

    `totals` and `points` (of the last deal) are by seat. Among equal totals the seat with more points in the last deal
    wins and, if these are equal too, the seat that took a trick last. If the outcome `hand` of the last deal does not
    tell which seat took it, return all tied seats.
    """
    best_pair = max(zip(totals, points, strict=True))
    equal = tuple(seat for seat in range(3) if (totals[seat], points[seat]) == best_pair)
    recent = () if hand is None else hand.recent
    return tuple(seat for seat in recent if seat in equal)[:1] or equal
