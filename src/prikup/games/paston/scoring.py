"""The scoring of Paston (from source text 000, with the multipliers from source text 001; see docs/sources.md).

Declarer needs six of the ten tricks. A whister is a defender who promises tricks: two whisters owe two tricks each, and
a lone whister owes four. All points are multiplied by the trump's factor, except the reward for making grkha (best
spades, the highest bid). The points of a surrender are not multiplied or, under a house rule, multiplied by the factor
of the bid.
"""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from prikup.games.paston.options import Options
from prikup.rules.errors import BadOutcome, Reason, reason
from prikup.rules.game_scoring import NextDeal, VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetEntry, SheetRow

__all__ = [
    "BIDS",
    "BOTH_SHORT",
    "COLUMNS",
    "LONE_SHORT",
    "MULTIPLIER",
    "QUOTA",
    "REQUIRED_TRICKS",
    "REWARD",
    "TRICKS",
    "Bid",
    "Contract",
    "Outcome",
    "next_deal",
    "row",
    "surrender_factor",
    "winners",
]

COLUMNS: tuple[str, ...] = ("score",)

Contract = Literal["paston", "glitch", "dineri", "gupa", "grkha", "surrender"]
Bid = Literal["paston", "glitch", "dineri", "gupa", "grkha"]
BIDS: tuple[Bid, ...] = get_args(Bid)
Whist = Literal["whist", "pass"]
SeatNumber = Annotated[int, Meta(ge=0, le=2, extra={"kind": "seat"})]
TRICKS = 10
TrickCount = Annotated[int, Meta(ge=0, le=TRICKS)]
ScorePart = tuple[int, Reason]

REQUIRED_TRICKS = 6
"""The number of tricks with which declarer makes the contract."""
MULTIPLIER = {"paston": 1, "glitch": 2, "dineri": 3, "gupa": 4, "grkha": 4}
"""The factor by which each contract multiplies points, except the reward for making it (source text 001)."""
REWARD = {"standard": {**MULTIPLIER, "grkha": 1}, "grkha_full": MULTIPLIER}
"""The factors by which the reward for making a contract is multiplied, by the value of `Options.multiplier_table`."""

BOTH_SHORT = (-10, -9)
LONE_SHORT = {"graded": (-10, -9, -8, -7), "flat9": (-10, -9, -9, -9)}
"""The points of a whister (a defender who promised tricks) with fewer tricks than owed, by the tricks taken (0, 1 …).

`BOTH_SHORT` applies if both defenders whist. `LONE_SHORT` applies to a lone whister; its keys are the values of
`Options.lone_low`. With exactly the tricks owed a whister scores nothing; each further trick scores ten points.
"""
QUOTA = {1: len(LONE_SHORT["graded"]), 2: len(BOTH_SHORT)}
"""The number of tricks that each whister (a defender who promises tricks) owes, by the number of whisters."""


class Outcome(Struct, frozen=True, tag="played"):
    """The facts of a Paston deal that the score sheet needs.

    - `declarer` is the seat that declared.
    - `contract` is the trump that declarer named, or the surrender, with which declarer gave the deal up.
    - `whist` has the call of the defender on declarer's left ("whist" or "pass"), then the call of the other defender.
      A defender who whists promises tricks.
    - `tricks` has the number of tricks by seat.
    - `opened` is the seat that called first in the auction.
    - `bid` is the bid with which declarer won the auction, for a surrender only; None if all players passed.
    - `revoked` is the seat that did not follow suit although it could. It is used only for games with real cards, and
      `tricks` are then ignored.
    """

    declarer: SeatNumber
    contract: Contract
    whist: tuple[Whist, Whist] = ("pass", "pass")
    tricks: tuple[TrickCount, ...] = (0, 0, 0)
    opened: SeatNumber = 0
    revoked: SeatNumber | None = None
    bid: Bid | None = None

    def __post_init__(self) -> None:
        is_played = self.contract != "surrender" and "whist" in self.whist
        if self.revoked is not None and not is_played:
            raise BadOutcome(reason("revoked-without-play"))
        if self.bid is not None and self.contract != "surrender":
            raise BadOutcome(reason("bid-without-surrender"))
        if len(self.tricks) != 3:
            raise BadOutcome(reason("tricks-one-each", needed=3, given=len(self.tricks)))
        required_sum = TRICKS if is_played else 0
        if sum(self.tricks) != required_sum and self.revoked is None:
            raise BadOutcome(reason("tricks-must-sum", sum=sum(self.tricks), needed=required_sum))

    @property
    def defenders(self) -> tuple[int, int]:
        """The seats of the two defenders, the one on declarer's left first."""
        return (self.declarer + 1) % 3, (self.declarer + 2) % 3

    @property
    def whisters(self) -> tuple[int, ...]:
        """The seats of the defenders who whisted (promised to take tricks)."""
        return tuple(seat for seat, call in zip(self.defenders, self.whist, strict=True) if call == "whist")


def row(options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[None]) -> SheetRow:
    """Return the score sheet entries of a deal: the points of each player, and possibly resets to zero.

    A total that reaches minus the target is set back to zero, if the house rules say so. `outcome` has the facts of the
    deal, and `standing` is the state of the match before it. Raise BadOutcome if the house rules do not allow the
    outcome.
    """
    if isinstance(outcome, VoidDeal):
        return SheetRow()
    _refuse_passer_at_play(options, outcome)
    scores = _scores(options, outcome)
    entries = [SheetEntry("score", seat, *scores[seat]) for seat in range(3)]
    for seat in range(3):
        total = standing.totals[0][seat] + scores[seat][0]
        if _resets(options, total):
            entries.append(SheetEntry("score", seat, -total, reason("minus-reset", total=total)))
    return SheetRow(tuple(entries))


def _refuse_passer_at_play(options: Options, outcome: Outcome) -> None:
    """Raise BadOutcome if a defender who passed took a trick or revoked although the house rules do not allow it.

    The house rule `passer` decides whether a defender who passed takes part in the play.
    """
    for seat, call in zip(outcome.defenders, outcome.whist, strict=True):
        if call == "pass" and (
            (options.passer == "out" and outcome.tricks[seat])
            or (options.passer != "invited" and outcome.revoked == seat)
        ):
            raise BadOutcome(reason("passer-does-not-play", seat=seat))


def _resets(options: Options, total: int) -> bool:
    match options.minus_reset:
        case "exact":
            return total == -options.target
        case "at_or_below":
            return total <= -options.target
        case "off":
            return False


def _scores(options: Options, outcome: Outcome) -> dict[int, ScorePart]:
    """Return the points that each seat scores in a deal, and the message that explains them.

    `outcome` has the facts of the deal.
    """
    if outcome.contract == "surrender":
        return _surrender_scores(options, outcome)
    if outcome.revoked is not None:
        return _revoke_scores(options, outcome, outcome.revoked)
    factor, reward = MULTIPLIER[outcome.contract], REWARD[options.multiplier_table][outcome.contract]
    whisters, declarer_tricks = outcome.whisters, outcome.tricks[outcome.declarer]
    scores = dict.fromkeys(outcome.defenders, (0, reason("passed")))
    if not whisters:
        return {**scores, outcome.declarer: (10 * reward, reason("unopposed", multiplier=reward))}
    if declarer_tricks >= REQUIRED_TRICKS:
        success = reason("contract-made", tricks=declarer_tricks, needed=REQUIRED_TRICKS, multiplier=reward)
        scores[outcome.declarer] = 10 * reward, success
    else:
        failure = reason("contract-lost", tricks=declarer_tricks, needed=REQUIRED_TRICKS, multiplier=factor)
        scores[outcome.declarer] = -10 * factor, failure
    for seat in whisters:
        if len(whisters) == 2:
            scores[seat] = _whister_score(BOTH_SHORT, outcome.tricks[seat], factor)
        else:  # a lone whister scores all tricks that declarer did not take, the passer's too
            scores[seat] = _whister_score(LONE_SHORT[options.lone_low], TRICKS - declarer_tricks, factor)
    return scores


def _whister_score(short: tuple[int, ...], tricks: int, factor: int) -> ScorePart:
    quota = len(short)
    points = short[tricks] if tricks < quota else 10 * (tricks - quota)
    return points * factor, reason("whisted", tricks=tricks, quota=quota, points=points, multiplier=factor)


def _surrender_scores(options: Options, outcome: Outcome) -> dict[int, ScorePart]:
    """Return the points of each seat after declarer surrendered (gave the deal up), and the message that explains them.

    `outcome` has the facts of the deal.
    """
    factor = surrender_factor(options, outcome.bid)
    bonus = (options.surrender_bonus * factor, reason("declarer-surrendered"))
    multiplied = options.surrender_factor == "bid"
    why = reason("surrendered-multiplied", multiplier=factor) if multiplied else reason("surrendered")
    return {**dict.fromkeys(outcome.defenders, bonus), outcome.declarer: (-10 * factor, why)}


def surrender_factor(options: Options, bid: Bid | None) -> int:
    """Return the factor by which the points of a surrender (giving the deal up) are multiplied.

    It may depend on `bid`, the highest bid, which is None if all players passed.
    """
    return MULTIPLIER[bid] if options.surrender_factor == "bid" and bid is not None else 1


def _revoke_scores(options: Options, outcome: Outcome, offender: int) -> dict[int, ScorePart]:
    """Return the points of each seat after a revoke, and the message that explains them.

    `outcome` has the facts of the deal. A revoke means that the seat `offender` did not follow suit although it could.
    If declarer revoked, the contract is lost. If a defender revoked, declarer makes the contract, and the offender
    scores as if they had taken no trick. A defender who did not revoke scores nothing.
    """
    factor, reward = MULTIPLIER[outcome.contract], REWARD[options.multiplier_table][outcome.contract]
    innocent = (0, reason("other-revoked", seat=offender))
    scores = dict.fromkeys(outcome.defenders, innocent)
    if offender != outcome.declarer:
        scores[outcome.declarer] = 10 * reward, reason("made-by-revoke", seat=offender, multiplier=reward)
    scores[offender] = -10 * factor, reason("revoked", multiplier=factor)
    return scores


def next_deal(
    options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[None], row: SheetRow
) -> NextDeal[None]:
    """Return the next dealer, which is usually the next player clockwise.

    After the first deal of a match it is, under a house rule, the player who called first in that deal. After a
    cancelled deal the same player deals again. `standing` is the state of the match before the deal. `row` is not used.
    """
    if isinstance(outcome, VoidDeal):
        return NextDeal(standing.dealer, None, counts=False)
    if standing.deal == 1 and options.second_dealer == "first_bidder":
        dealer = outcome.opened
    else:
        dealer = (standing.dealer + 1) % 3
    return NextDeal(dealer, None)


def winners(
    options: Options,
    old_standing: MatchStanding[None],
    new_standing: MatchStanding[None],
    outcome: Outcome | VoidDeal | None,
) -> tuple[int, ...]:
    """Return the seats that have won: those with the most points, once a player has reached the target.

    The house rule `end_tie` decides between players with equal points. Return () while the match continues, also while
    the players play extra deals to break a tie. `new_standing` is the state of the match after the deal
    (`old_standing`, that before it, is not used), and `outcome` has the facts of the deal (None after a correction of
    the sheet by hand).
    """
    totals = new_standing.totals[0]
    top = max(totals)
    best = tuple(seat for seat, total in enumerate(totals) if total == top)
    if top < options.target:
        return ()
    if len(best) == 1 or options.end_tie == "shared":
        return best
    last = outcome.declarer if isinstance(outcome, Outcome) else None
    if options.end_tie == "declarer_of_last_deal" and last in best:
        return (last,)
    return ()
