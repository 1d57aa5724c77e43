"""The scoring of Paston (seed 000; the multipliers from seed 001).

Declarer needs six of the ten tricks; two whisters owe two each, a lone whister four. Everything is multiplied by the
trump's factor, except a surrender and the reward for best spades.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from prikup.games.paston.options import Options
from prikup.rules.errors import BadOutcome, Reason, reason
from prikup.rules.game_scoring import NextDeal, VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetEntry, SheetRow

__all__ = [
    "BOTH_SHORT",
    "COLUMNS",
    "LONE_SHORT",
    "MULTIPLIER",
    "QUOTA",
    "REQUIRED_TRICKS",
    "REWARD",
    "TRICKS",
    "Contract",
    "Outcome",
    "next_deal",
    "row",
    "winners",
]

COLUMNS: tuple[str, ...] = ("score",)

Contract = Literal["paston", "glitch", "dineri", "gupa", "grkha", "surrender"]
Whist = Literal["whist", "pass"]
SeatNumber = Annotated[int, Meta(ge=0, le=2, extra={"kind": "seat"})]
TRICKS = 10
TrickCount = Annotated[int, Meta(ge=0, le=TRICKS)]
ScorePart = tuple[int, Reason]

REQUIRED_TRICKS = 6
"""The number of tricks that declarer needs."""
MULTIPLIER = {"paston": 1, "glitch": 2, "dineri": 3, "gupa": 4, "grkha": 4}
"""The factor of each trump; the reward for making a contract is multiplied by REWARD instead (seed 001)."""
REWARD = {"standard": {**MULTIPLIER, "grkha": 1}, "grkha_full": MULTIPLIER}

BOTH_SHORT = (-10, -9)
LONE_SHORT = {"graded": (-10, -9, -8, -7), "flat9": (-10, -9, -9, -9)}
"""The points of a whister who fell short, by the number of tricks taken (0, 1, …).

The tricks owed score nothing, each trick above them scores ten.
"""
QUOTA = {1: len(LONE_SHORT["graded"]), 2: len(BOTH_SHORT)}
"""The number of tricks that each whister owes, by the number of whisters."""


class Outcome(Struct, frozen=True, tag="played"):
    """The facts of a deal that the sheet needs.

    `whist` is the call of the player left of declarer, then of the other; `opened` is the first caller of the auction;
    `revoked` broke the rules of play (only at a real table; the tricks do not matter then).
    """

    declarer: SeatNumber
    contract: Contract
    whist: tuple[Whist, Whist] = ("pass", "pass")
    tricks: tuple[TrickCount, ...] = (0, 0, 0)
    opened: SeatNumber = 0
    revoked: SeatNumber | None = None

    def __post_init__(self) -> None:
        is_played = self.contract != "surrender" and "whist" in self.whist
        if self.revoked is not None and not is_played:
            raise BadOutcome(reason("revoked-without-play"))
        if len(self.tricks) != 3:
            raise BadOutcome(reason("tricks-one-each", needed=3, given=len(self.tricks)))
        required_sum = TRICKS if is_played else 0
        if sum(self.tricks) != required_sum and self.revoked is None:
            raise BadOutcome(reason("tricks-must-sum", sum=sum(self.tricks), needed=required_sum))

    @property
    def defenders(self) -> tuple[int, int]:
        """The player left of declarer, then the other."""
        return (self.declarer + 1) % 3, (self.declarer + 2) % 3

    @property
    def whisters(self) -> tuple[int, ...]:
        """The defenders who whisted."""
        return tuple(seat for seat, call in zip(self.defenders, self.whist, strict=True) if call == "whist")


def row(options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[None]) -> SheetRow:
    """Return the entries of an outcome: one for each player, and the reset to zero from minus the target.

    Raises BadOutcome for an outcome that these options do not allow.
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
    """Raise BadOutcome if a passer who may not take part takes a trick or revokes."""
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
    """Return the points with their reason, by seat."""
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
    """Return the points of a surrender; they are never multiplied."""
    bonus = (options.surrender_bonus, reason("declarer-surrendered"))
    return {**dict.fromkeys(outcome.defenders, bonus), outcome.declarer: (-10, reason("surrendered"))}


def _revoke_scores(options: Options, outcome: Outcome, offender: int) -> dict[int, ScorePart]:
    """Return the points of a revoke: declarer's loses the contract, a defender's makes it.

    A defender who revoked scores as if they had taken no trick.
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
    """Return the next dealer: after the first deal possibly the first caller, else the next player."""
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
    """Return the players with the most points once the target is reached; `end_tie` decides between equals.

    Return () while the match continues, extra deals after a tie included.
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
