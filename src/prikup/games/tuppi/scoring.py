"""The scoring of Tuppi: only one side has points at a time (seed 003, which omits the table of points).

Each trick beyond six counts 4: for the declarers of a rami, doubled for the defenders if the rami fails; in nolo for
the side with fewer tricks, for each trick that its opponents took beyond six. A sooli is worth six tricks. The side
with points is *rising*; when its opponents score, both sides are at zero again and the new points are not written.

In Minnesota whist both sides keep their points (`reset_rule=keep_both`), a stopped high game is not doubled, and in low
the side with more tricks loses points for those beyond six (`low_scoring=from_more`).
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from prikup.games.tuppi.options import Options
from prikup.rules.errors import BadOutcome, Reason, reason
from prikup.rules.game_scoring import NextDeal, VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetEntry, SheetRow, Totals

__all__ = [
    "BOOK",
    "COLUMNS",
    "SIDES",
    "SOOLI_MADE",
    "TRICKS",
    "Carry",
    "Contract",
    "Outcome",
    "conceding",
    "next_deal",
    "outlook",
    "rising",
    "row",
    "why_impossible",
    "winners",
]

COLUMNS: tuple[str, ...] = ("points",)

Contract = Literal["rami", "nolo", "sooli"]
SeatNumber = Annotated[int, Meta(ge=0, le=3, extra={"kind": "seat"})]
TrickCount = Annotated[int, Meta(ge=0, le=13)]
Side = int
SIDES: tuple[tuple[SeatNumber, ...], ...] = ((0, 2), (1, 3))
"""The seats of the two sides: partners sit opposite."""

TRICKS = 13
BOOK = 6
"""The number of tricks that score nothing."""
SOOLI_MADE = 24
"""The points of a sooli at four points a trick; `Options.sooli_lost` has the same scale."""


class Carry(Struct, frozen=True):
    """The state of a tournament: all points that each side has written so far, those reset included."""

    written: tuple[int, int] = (0, 0)


class Outcome(Struct, frozen=True, tag="played"):
    """The facts of a hand that the sheet needs.

    `player` called the rami or plays the sooli (None: a nolo). `tricks` are by side; a sooli stops at the soloist's
    first trick, and both may be 0 if the soloist took none. `conceded`: the rising side conceded the hand. `revoked` is
    for real tables only: the seat that broke the rules of play; the tricks are then those that the rules assign.
    """

    contract: Contract
    player: SeatNumber | None = None
    tricks: tuple[TrickCount, TrickCount] = (0, 0)
    conceded: bool = False
    revoked: SeatNumber | None = None

    def __post_init__(self) -> None:
        if (self.player is None) != (self.contract == "nolo"):
            raise BadOutcome(reason("nobody-calls-nolo" if self.contract == "nolo" else "somebody-calls"))
        total = sum(self.tricks)
        is_stopped = self.contract == "sooli" and self.player is not None and self.tricks[self.player % 2] > 0
        untold = self.contract == "sooli" and total == 0
        if total > TRICKS or (total < TRICKS and not (is_stopped or untold or self.conceded)):
            raise BadOutcome(reason("tricks-must-sum", sum=total, needed=TRICKS))


def rising(options: Options, standing: MatchStanding[Carry]) -> Side | None:
    """Return the side that alone has points; None if neither has, or if both sides keep their points."""
    if options.both_score:
        return None
    return next((side for side, points in enumerate(standing.totals[0]) if points > 0), None)


def conceding(options: Options, standing: MatchStanding[Carry]) -> Side | Reason:
    """Return the side that may concede a hand, or the reason why none may."""
    if not options.concede or options.reset_rule != "to_zero":
        return reason("no-concession")
    side = rising(options, standing)
    return reason("nobody-rising") if side is None else side


def row(options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[Carry]) -> SheetRow:
    """Return the entries of an outcome: the points of the side that scored, and the reset of the rising side.

    Raises BadOutcome for a concession that the rules do not allow.
    """
    if isinstance(outcome, VoidDeal):
        return SheetRow()
    if outcome.conceded:
        return SheetRow((_concession_entry(options, standing),))
    scorer, points, why = _points(options, outcome)
    risen = rising(options, standing)
    if points <= 0 or risen is None or risen == scorer:
        return SheetRow((SheetEntry("points", scorer, points, why),))
    lost_points = standing.totals[0][risen]
    match options.reset_rule:
        case "to_zero":
            fall = SheetEntry("points", risen, -lost_points, reason("fell", points=lost_points))
            return SheetRow((SheetEntry("points", scorer, 0, why), fall))
        case "new_scorer_keeps":
            fall = SheetEntry("points", risen, -lost_points, reason("overtaken", points=lost_points))
            return SheetRow((SheetEntry("points", scorer, points, why), fall))
        case "keep_both":
            raise AssertionError("nobody rises where both sides keep their points")


def _concession_entry(options: Options, standing: MatchStanding[Carry]) -> SheetEntry:
    side = conceding(options, standing)
    if isinstance(side, Reason):
        raise BadOutcome(side)
    lost_points = standing.totals[0][side]
    return SheetEntry("points", side, -lost_points, reason("conceded", points=lost_points))


def _points(options: Options, outcome: Outcome) -> tuple[Side, int, Reason]:
    """Return the side whose points change, by how many, and why."""
    points_per_trick = options.points_per_trick
    high, low = ("high", "low") if options.both_score else ("rami", "nolo")
    if outcome.player is None:
        fewer = 0 if outcome.tricks[0] < outcome.tricks[1] else 1
        min_tricks, max_tricks = sorted(outcome.tricks)
        over = max_tricks - BOOK
        if options.low_scoring == "from_more":
            return (
                1 - fewer,
                -over * points_per_trick,
                reason(f"{low}-lost", tricks=max_tricks, over=over, each=points_per_trick),
            )
        return fewer, over * points_per_trick, reason(f"{low}-won", tricks=min_tricks, over=over, each=points_per_trick)
    side = outcome.player % 2
    tricks = outcome.tricks[side]
    if outcome.contract == "sooli":
        if tricks == 0:
            points = SOOLI_MADE * points_per_trick // 4
            return side, points, reason("sooli-made", points=points)
        points = options.sooli_lost * points_per_trick // 4
        return 1 - side, points, reason("sooli-lost", points=points)
    if tricks > BOOK:
        return (
            side,
            (tricks - BOOK) * points_per_trick,
            reason(f"{high}-made", tricks=tricks, over=tricks - BOOK, each=points_per_trick),
        )
    tricks = TRICKS - tricks
    over, doubled_points = tricks - BOOK, points_per_trick * options.rami_fail_factor
    return 1 - side, over * doubled_points, reason(f"{high}-stopped", tricks=tricks, over=over, each=doubled_points)


def next_deal(
    options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[Carry], row: SheetRow
) -> NextDeal[Carry]:
    """Return the next dealer, clockwise, and the points that each side has written by then."""
    if isinstance(outcome, VoidDeal):
        return NextDeal(standing.dealer, standing.carry, counts=False)
    new = [sum(e.amount for e in row.entries if e.side == side and e.amount > 0) for side in (0, 1)]
    written_points = (standing.carry.written[0] + new[0], standing.carry.written[1] + new[1])
    return NextDeal((standing.dealer + 1) % 4, Carry(written_points))


def winners(
    options: Options,
    old_standing: MatchStanding[Carry],
    new_standing: MatchStanding[Carry],
    outcome: Outcome | VoidDeal | None,
) -> tuple[Side, ...]:
    """Return the side that reached the target; after a tournament's last hand, the one that has written more.

    If both sides keep their points, the totals decide a tournament.
    """
    at_target = tuple(side for side in (0, 1) if new_standing.totals[0][side] >= options.target)
    if at_target or options.mode == "casual" or not _is_tournament_over(options, old_standing, new_standing):
        return at_target
    first, second = new_standing.carry.written if options.sums_count else new_standing.totals[0]
    if first == second:
        return (0, 1) if options.tournament_tie == "draw" else ()
    return (0,) if first > second else (1,)


def _is_tournament_over(
    options: Options, old_standing: MatchStanding[Carry], new_standing: MatchStanding[Carry]
) -> bool:
    """Return whether a tournament ends here.

    It ends once its hands are played and a side that was rising at that point no longer rises.
    """
    deal_count = new_standing.deal - 1
    if deal_count < options.hands:
        return False
    rising_side = rising(options, new_standing)
    return rising_side is None or (
        deal_count > options.hands and rising(options, old_standing) not in (None, rising_side)
    )


def outlook(options: Options, standing: MatchStanding[Carry]) -> tuple[Reason, ...]:
    """Return the rising side with its distance to the target, and the state of a tournament."""
    facts: list[Reason] = []
    for side, points in enumerate(standing.totals[0]):
        if options.both_score or points > 0:
            distance = max(0, options.target - points)
            facts.append(reason("outlook-stands" if options.both_score else "outlook-rising", seat=side, left=distance))
    if options.mode == "tournament":
        extra = standing.deal > options.hands
        facts.append(
            reason("outlook-extension" if extra else "tournament-hand", deal=standing.deal, hands=options.hands)
        )
    if options.sums_count:
        facts += (reason("written", seat=side, points=points) for side, points in enumerate(standing.carry.written))
    return tuple(facts)


def why_impossible(options: Options, totals: Totals, carry: Carry) -> Reason | None:
    """Return why a match cannot be in this state: both sides have points, or more than they have written."""
    if not options.both_score and min(totals[0]) > 0:
        return reason("one-side-rises")
    if options.sums_count:
        for side in (0, 1):
            if carry.written[side] < totals[0][side]:
                return reason("written-too-little", seat=side, points=carry.written[side], total=totals[0][side])
    return None
