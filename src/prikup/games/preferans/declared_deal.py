"""The facts of a Preferans deal with a declarer that scoring needs, and checks on outcomes entered by hand."""

from msgspec import Struct

from prikup.games.preferans.options import Options
from prikup.games.preferans.outcome import LEVELS, TALON, TRICKS, Outcome
from prikup.games.preferans.public import active, opponents
from prikup.games.preferans.whist import QUOTA
from prikup.rules.cards import Seat
from prikup.rules.errors import BadOutcome, reason

__all__ = ["MISERE_VALUE", "VALUE", "DeclaredDeal", "check", "check_raspasy"]

VALUE = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}
"""The value of a contract, in points of the score sheet, by its level (the number of tricks promised)."""
MISERE_VALUE = 10
BOTH_WHIST, BOTH_PASS = ("whist", "whist"), ("pass", "pass")
SECOND, FIRST = ("pass", "half"), ("half", "pass")
HALVES: dict[str, tuple[tuple[str, str], ...]] = {"off": (), "on": (SECOND,), "drop": (SECOND, FIRST)}
"""The possible final calls of the two defenders if one of them calls half, for each value of `Options.half_whist`.

A player who calls half scores for half the tricks owed, without play.
"""


class DeclaredDeal(Struct, frozen=True, gc=False):
    """The facts from which a deal with a declarer is scored, under one set of house rules.

    `outcome` has the recorded facts of the deal, `dealer` and `declarer` are seats, and `whisters` are the defenders
    who whist (promise tricks).
    """

    options: Options
    outcome: Outcome
    dealer: Seat
    declarer: Seat
    level: int
    """The number of tricks that declarer promised; 0 in a misère (a promise to take no trick)."""
    value: int
    """The value of the contract in points. By default a trick of the defence or a missing trick has the same value."""
    defenders: tuple[Seat, Seat]
    """The first and the second defender, clockwise from declarer."""
    whist: tuple[str, str]
    """The final calls of the two defenders, or the calls that the rules impose.

    In a misère (a promise to take no trick), and in a contract of ten that may not be whisted, both count as a pass.
    """
    whisters: tuple[Seat, ...]
    separate_tricks: bool
    """True if each defender scores their own tricks, so that the tricks of each must be known."""
    is_played: bool
    """True if cards were played.

    They are played if a defender whisted (promised tricks), in a misère, and in a contract of ten that may not be
    whisted.
    """

    @classmethod
    def of(cls, options: Options, outcome: Outcome, dealer: Seat, declarer: Seat) -> "DeclaredDeal":
        """Return the facts of a deal with this `outcome`, in which the seat `dealer` dealt and `declarer` declared.

        Raise BadOutcome if `declarer` sits out.
        """
        level = LEVELS.get(outcome.contract, 0)
        defenders = opponents(dealer, options.players, declarer)
        if defenders is None:
            raise BadOutcome(reason("dealer-sits-out", seat=declarer))
        is_never_whisted = not level or options.is_not_whisted(level)
        must_be_whisted = options.must_be_whisted(outcome.contract)
        whist = BOTH_PASS if is_never_whisted else BOTH_WHIST if must_be_whisted else outcome.whist
        whisters = tuple([seat for seat, call in zip(defenders, whist, strict=True) if call == "whist"])
        is_played = is_never_whisted or bool(whisters)
        value = VALUE[level] if level else MISERE_VALUE
        separate_tricks = len(whisters) == 2 or (options.ten_check == "tricks" and level == 10)
        return cls(
            options, outcome, dealer, declarer, level, value, defenders, whist, whisters, separate_tricks, is_played
        )

    @property
    def declarer_tricks(self) -> int:
        """The number of tricks that declarer took."""
        return TRICKS - self.defence_tricks

    @property
    def defence_tricks(self) -> int:
        """The number of tricks that the two defenders took together."""
        if self.outcome.together is not None:
            return self.outcome.together
        first, second = self.defenders
        return self.outcome.tricks[first] + self.outcome.tricks[second]


def check(deal: DeclaredDeal) -> None:
    """Raise BadOutcome if the house rules do not allow the outcome of a deal with a declarer."""
    outcome, options, playing = deal.outcome, deal.options, active(deal.dealer, deal.options.players)
    if outcome.revoked is not None and (outcome.revoked not in playing or outcome.conceded or not deal.is_played):
        raise BadOutcome(reason("revoked-without-play"))
    if "half" in deal.whist and options.half_whist == "off":
        raise BadOutcome(reason("half-not-played"))
    if "half" in deal.whist and (deal.whist not in HALVES[options.half_whist] or QUOTA[deal.level] < 2):
        raise BadOutcome(reason("no-half-whist"))
    if not deal.level and outcome.talon > TALON:
        raise BadOutcome(reason("two-sevens-at-most"))
    if outcome.conceded and not options.concede_three:
        raise BadOutcome(reason("no-giving-up"))
    if outcome.thrown and not options.throw_talon:
        raise BadOutcome(reason("no-throwing"))
    if outcome.thrown and options.players != 4:
        raise BadOutcome(reason("nobody-sits-out"))
    if outcome.revoked is None:
        required_sum = TRICKS if deal.is_played and not outcome.conceded else 0
        if outcome.together is None:
            _check_tricks(outcome, options.players, playing, required_sum)
        elif deal.separate_tricks:
            raise BadOutcome(reason("tricks-of-each"))
        elif not required_sum:
            raise BadOutcome(reason("tricks-must-sum", sum=outcome.together, needed=0))


def check_raspasy(options: Options, outcome: Outcome, dealer: Seat) -> None:
    """Raise BadOutcome if the outcome of a raspasy deal by `dealer` (all passed, and avoid tricks) is impossible."""
    playing = active(dealer, options.players)
    taking = (*playing, dealer) if options.dealer_leads_raspasy else playing
    if outcome.revoked is None:
        _check_tricks(outcome, options.players, taking, TRICKS)
        if options.dealer_leads_raspasy and outcome.tricks[dealer] > TALON:
            raise BadOutcome(reason("dealer-leads-two"))
    elif outcome.revoked not in playing:
        raise BadOutcome(reason("dealer-sits-out", seat=outcome.revoked))


def _check_tricks(outcome: Outcome, seats: int, taking: tuple[Seat, ...], required_sum: int) -> None:
    tricks = outcome.tricks or (0,) * seats
    if len(tricks) != seats:
        raise BadOutcome(reason("tricks-one-each", needed=seats, given=len(tricks)))
    if sum(tricks) != required_sum:
        raise BadOutcome(reason("tricks-must-sum", sum=sum(tricks), needed=required_sum))
    if seats > len(taking):
        (idle,) = set(range(seats)) - set(taking)
        if tricks[idle]:
            raise BadOutcome(reason("dealer-sits-out", seat=idle))
