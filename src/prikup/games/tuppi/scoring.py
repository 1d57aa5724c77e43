"""The scoring of Tuppi: only one side has points at a time (source text 003, which omits the table of points).

Each trick beyond six counts 4 points. In rami (a deal for the most tricks) the declarer's side scores its tricks beyond
six; if it takes six or fewer, its opponents score theirs, doubled. In nolo (a deal for the fewest tricks) the side with
fewer tricks scores the tricks that its opponents took beyond six. A sooli (one player alone, for no trick) is worth six
tricks. The side with points is *rising*. When its opponents score, it loses its points, and the opponents' new points
are not entered, so both sides are at zero again.

In Minnesota whist both sides keep their points (`reset_rule=keep_both`), points are not doubled when high (rami) fails,
and in low (nolo) the side with more tricks loses points for its tricks beyond six (`low_scoring=from_more`).
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
"""The seats of the two sides; partners sit opposite each other."""

TRICKS = 13
BOOK = 6
"""The number of tricks that score nothing; a side scores only the tricks beyond it."""
SOOLI_MADE = 24
"""The points for making a sooli (playing alone and taking no trick), if a trick counts four points.

If a trick counts another number of points, this number and `Options.sooli_lost` change in proportion.
"""


class Carry(Struct, frozen=True):
    """The state that Tuppi carries over from deal to deal.

    `written` has all points that each side has scored in the match, including points that it has lost since. They
    decide a tournament.
    """

    written: tuple[int, int] = (0, 0)


class Outcome(Struct, frozen=True, tag="played"):
    """The facts of a Tuppi deal that the score sheet needs.

    - `contract` is rami (each side wants the most tricks), nolo (the fewest) or sooli (one player alone, for no trick).
    - `player` is the seat that declared the rami or plays the sooli. It is None in a nolo.
    - `tricks` has the number of tricks by side. A sooli ends at the soloist's first trick, and both numbers may be 0 if
      the soloist took none.
    - `conceded` is True if the side with points conceded the deal.
    - `revoked` is the seat that did not follow suit although it could. It is used only for games with real cards, and
      `tricks` are then the tricks that the rules assign.
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
        omits_tricks = self.contract == "sooli" and total == 0
        if total > TRICKS or (total < TRICKS and not (is_stopped or omits_tricks or self.conceded)):
            raise BadOutcome(reason("tricks-must-sum", sum=total, needed=TRICKS))


def rising(options: Options, standing: MatchStanding[Carry]) -> Side | None:
    """Return the side that alone has points in the match.

    Return None if neither side has points, or if the house rules let both sides keep their points. `standing` is the
    state of the match before the deal.
    """
    if options.both_score:
        return None
    return next((side for side, points in enumerate(standing.totals[0]) if points > 0), None)


def conceding(options: Options, standing: MatchStanding[Carry]) -> Side | Reason:
    """Return the side that may concede (give up) a deal, or the reason why no side may concede it.

    `standing` is the state of the match before the deal.
    """
    if not options.concede or options.reset_rule != "to_zero":
        return reason("no-concession")
    side = rising(options, standing)
    return reason("nobody-rising") if side is None else side


def row(options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[Carry]) -> SheetRow:
    """Return the score sheet entries of a deal: the points that one side scores and the other side loses.

    `outcome` has the facts of the deal, and `standing` is the state of the match before the deal. Raise BadOutcome if
    the outcome is a concession (a side gave the deal up) that the rules do not allow.
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
            raise AssertionError("no side can be rising if both sides keep their points")


def _concession_entry(options: Options, standing: MatchStanding[Carry]) -> SheetEntry:
    side = conceding(options, standing)
    if isinstance(side, Reason):
        raise BadOutcome(side)
    lost_points = standing.totals[0][side]
    return SheetEntry("points", side, -lost_points, reason("conceded", points=lost_points))


def _points(options: Options, outcome: Outcome) -> tuple[Side, int, Reason]:
    """Return the side whose points a deal changes, the change in points, and the message that explains it.

    `outcome` has the facts of the deal. The change does not include the points that the other side may lose because
    this side scores.
    """
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
    """Return the next dealer (clockwise) and the points that each side has scored in the match so far.

    `standing` is the state of the match before the deal, and `row` has the entries that the deal added to the sheet.
    After a cancelled deal (`outcome` is a VoidDeal) the same player deals.
    """
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
    """Return the side that has won the match, in a tuple. Return () while the match continues.

    The side that reaches the target wins. After the last deal of a tournament, the winner is the side that has scored
    more points during the match, including points that it has lost since. (If the house rules let both sides keep their
    points, the winner is the side with the higher total on the sheet.) In a draw, return both sides. `outcome` is not
    used. `old_standing` and `new_standing` are the states of the match before and after the deal.
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
    """Return whether a tournament ends after this deal.

    A tournament has a fixed number of deals. If a side has points after the last one, play continues until that side
    loses its points. `old_standing` and `new_standing` are the states of the match before and after the deal.
    """
    deal_count = new_standing.deal - 1
    if deal_count < options.hands:
        return False
    rising_side = rising(options, new_standing)
    return rising_side is None or (
        deal_count > options.hands and rising(options, old_standing) not in (None, rising_side)
    )


def outlook(options: Options, standing: MatchStanding[Carry]) -> tuple[Reason, ...]:
    """Return messages to show before a deal: the points that a side still needs, and the progress of a tournament.

    `standing` is the state of the match before the deal.
    """
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
    """Return why no match can have these `totals` of the score sheet and this `carry`, or None if a match can.

    The combination is impossible if both sides have points although only one side can, or if a side has more points
    than it has ever scored (`carry.written`).
    """
    if not options.both_score and min(totals[0]) > 0:
        return reason("one-side-rises")
    if options.sums_count:
        for side in (0, 1):
            if carry.written[side] < totals[0][side]:
                return reason("written-too-little", seat=side, points=carry.written[side], total=totals[0][side])
    return None
