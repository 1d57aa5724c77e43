"""The scoring of Paston (seed 000; the multipliers and the graded penalties from seed 001).

Declarer needs six of the ten tricks; two whisters need two each, a lone whister four. All is multiplied by the
trump's factor, except a surrender and the reward for best spades.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from prikup.errors import BadOutcome, Reason, reason
from prikup.game import Next, Standing, Void
from prikup.games.paston.options import Options
from prikup.sheet import Entry, Row

__all__ = ["COLUMNS", "Contract", "Outcome", "next_deal", "row"]

COLUMNS: tuple[str, ...] = ("score",)

Contract = Literal["paston", "glitch", "dineri", "gupa", "grkha", "surrender"]
Whist = Literal["whist", "pass"]
Seat = Annotated[int, Meta(ge=0, le=2, extra={"kind": "seat"})]
TrickCount = Annotated[int, Meta(ge=0, le=10)]

MULTIPLIER = {"paston": 1, "glitch": 2, "dineri": 3, "gupa": 4, "grkha": 4}
NEEDED = 6
BOTH_WHIST = (-10, -9, 0)
"""A whister's score for 0, 1, 2 tricks when both whist; ten more for each further trick."""
LONE_WHIST = {"graded": (-10, -9, -8, -7, 0), "flat9": (-10, -9, -9, -9, 0)}
"""A lone whister's score for 0 … 4 tricks; ten more for each further trick."""


class Outcome(Struct, frozen=True, tag="played"):
    """What happened in a deal. `whist` is what the player left of the declarer said, then the other; `opened`
    spoke first; `revoked` broke the rules of play (only at a real table)."""

    declarer: Seat
    contract: Contract
    whist: tuple[Whist, Whist] = ("pass", "pass")
    tricks: tuple[TrickCount, ...] = (0, 0, 0)
    opened: Seat = 0
    revoked: Seat | None = None

    def __post_init__(self) -> None:
        played = self.contract != "surrender" and "whist" in self.whist
        if len(self.tricks) != 3 or sum(self.tricks) != (10 if played else 0):
            raise BadOutcome(reason("tricks-must-sum", sum=sum(self.tricks), needed=10 if played else 0))


def row(options: Options, outcome: Outcome | Void, standing: Standing[None]) -> Row:
    """What an outcome writes: a number a player, and the fall back to zero from exactly minus the target."""
    if isinstance(outcome, Void):
        return Row()
    written = _scores(options, outcome)
    entries = tuple(Entry("score", seat, amount, why) for seat, (amount, why) in sorted(written.items()))
    after = {e.side: standing.totals[0][e.side] + e.amount for e in entries}
    resets = (Entry("score", seat, -total, reason("minus-reset", total=total)) for seat, total in after.items())
    return Row(entries + tuple(r for r in resets if _resets(options, -r.amount)))


def _resets(options: Options, total: int) -> bool:
    match options.minus_reset:
        case "exact":
            return total == -options.target
        case "at_or_below":
            return total <= -options.target
        case "off":
            return False


def _scores(options: Options, outcome: Outcome) -> dict[int, tuple[int, Reason]]:
    """The number and its reason for each player."""
    declarer, left, right = ((outcome.declarer + i) % 3 for i in range(3))
    if outcome.contract == "surrender":
        bonus = (options.surrender_bonus, reason("surrender-bonus"))
        return {declarer: (-10, reason("surrendered")), left: bonus, right: bonus}
    factor = MULTIPLIER[outcome.contract]
    won = _declarer(options, outcome, factor, made=True)
    lost = _declarer(options, outcome, factor, made=False)
    nothing = (0, reason("passed"))
    if outcome.revoked is not None:
        innocent = (0, reason("no-revoke", seat=outcome.revoked))
        if outcome.revoked == declarer:
            return {declarer: lost, left: innocent, right: innocent}
        offence = (-10 * factor, reason("revoked", multiplier=factor))
        return {declarer: won, left: innocent, right: innocent, outcome.revoked: offence}
    whisters = [seat for seat, said in zip((left, right), outcome.whist, strict=True) if said == "whist"]
    scores = {declarer: won if not whisters or outcome.tricks[declarer] >= NEEDED else lost}
    for seat in (left, right):
        if seat not in whisters:
            scores[seat] = nothing
        elif len(whisters) == 2:
            scores[seat] = _whister(BOTH_WHIST, outcome.tricks[seat], factor)
        else:
            scores[seat] = _whister(LONE_WHIST[options.lone_low], 10 - outcome.tricks[declarer], factor)
    return scores


def _declarer(options: Options, outcome: Outcome, factor: int, *, made: bool) -> tuple[int, Reason]:
    tricks = outcome.tricks[outcome.declarer]
    if not made:
        return -10 * factor, reason("contract-lost", tricks=tricks, needed=NEEDED, multiplier=factor)
    if outcome.contract == "grkha" and options.multiplier_table == "standard":
        return 10, reason("grkha-made", tricks=tricks)
    if outcome.whist == ("pass", "pass"):
        return 10 * factor, reason("unopposed", multiplier=factor)
    return 10 * factor, reason("contract-made", tricks=tricks, needed=NEEDED, multiplier=factor)


def _whister(table: tuple[int, ...], tricks: int, factor: int) -> tuple[int, Reason]:
    quota = len(table) - 1
    points = table[tricks] if tricks <= quota else 10 * (tricks - quota)
    return points * factor, reason("whisted", tricks=tricks, quota=quota, points=points, multiplier=factor)


def next_deal(options: Options, outcome: Outcome | Void, standing: Standing[None], row: Row) -> Next[None]:
    """Who deals next (the first bidder after the first deal), and who has won."""
    if isinstance(outcome, Void):
        return Next(standing.dealer, None)
    if standing.deal == 1 and options.second_dealer == "first_bidder":
        dealer = outcome.opened
    else:
        dealer = (standing.dealer + 1) % 3
    totals = [standing.totals[0][seat] + row.amount("score", seat) for seat in range(3)]
    return Next(dealer, None, _winners(options, outcome, totals))


def _winners(options: Options, outcome: Outcome, totals: list[int]) -> tuple[int, ...]:
    top = max(totals)
    best = tuple(seat for seat, total in enumerate(totals) if total == top)
    if top < options.target:
        return ()
    if len(best) == 1 or options.end_tie == "shared":
        return best
    if options.end_tie == "declarer_of_last_deal" and outcome.declarer in best:
        return (outcome.declarer,)
    return ()
