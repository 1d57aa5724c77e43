"""The scoring of Preferans (source text 004), in the units of Sochi; `ledger.py` converts to the other systems.

Each player has a pool (points for contracts made), a dump (penalty points), and whists on each other player (points
against that player).

    contract   6    7    8    misère  9    10
    value      2    4    6    10      8    10
    quota      4    2    1    –       1    1

The quota is the number of tricks that whisting defenders (those who promise tricks) owe together.

A declarer who makes the contract scores its value in the pool. A declarer who fails it gets the value in the dump for
each trick short, and each defender scores as much in whists on declarer (the consolation). Each whister scores the
value in whists on declarer for each of their own tricks, whether the contract is made or failed. A lone whister scores
it for the tricks of both defenders.

Whisters who take fewer tricks than the quota get the value in the dump for each missing trick. A lone whister pays for
all missing tricks. Each of two whisters pays for the tricks that they are short of half the quota, but at most for
those that the two are short together. (The second whister alone is responsible for a quota of one.) A half-whist scores
for half the quota.

A misère made scores ten in the pool. Each trick that declarer takes in a misère costs ten in the dump, and the
defenders score nothing. In raspasy (played when all pass) each trick costs the stake (`match_progress.stake`) in the
dump, and a player without a trick scores the stake in the pool.

House rules, each a field of `Options`:
  whist_style, gentleman_scope   gentlemen share the whists for tricks when declarer fails: always, or only if one of
                                 them whisted alone; greedy whisters do not share
  responsibility                 a whister pays for a missing trick the value, or half of it
  shortfall_split                capped: as above; personal: each pays for all tricks short of half the quota, if the
                                 two are short together; strict_personal: even if they are not
  q1_responsible                 for a quota of one the second whister pays, or both whisters; with strict_personal only
                                 a whister who took no trick
  consolation                    the points for each trick that declarer is short: the value, ten, or none
  consolation_passer             whether a defender who passed scores the consolation if the other one whisted
  consolation_dealer             whether a dealer who sits out also scores the consolation
  ten_check                      a contract of ten is not whisted; when it fails, the defenders score nothing, the
                                 consolation, or the consolation and whists for the tricks of each
  stalingrad                     both defenders must whist against six spades
  concede_three                  a declarer who gives up gets three times the value of the bid in the dump, and no
                                 player scores whists
  raspasy_amnesty                the lowest number of tricks taken in raspasy is subtracted from every player's number
  rostov_raspasy                 with min_only, only the players with the fewest tricks score: five whists for each
                                 trick of another player
  zero_premium                   the points in the pool for no trick in raspasy: the stake, the stake as the dump
                                 counts it (double in Leningrad), one, or none
  zero_premium_dealer            a dealer who sits out scores these points too, if the talon's cards took no trick
  throw_talon                    the dealer to whom declarer left the talon gets a point in the dump
  dealer_talon_bonus             a dealer who sits out is paid for aces, and for king and queen of one suit, in the
                                 talon, and for sevens in a misère
"""

from collections.abc import Iterator

from prikup.games.preferans.declared_deal import DeclaredDeal, check, check_raspasy
from prikup.games.preferans.ledger import FIVE, SCALE, Mark, write_marks
from prikup.games.preferans.match_progress import stake
from prikup.games.preferans.options import Options
from prikup.games.preferans.outcome import TRICKS, Carry, Outcome
from prikup.games.preferans.public import active
from prikup.games.preferans.whist import QUOTA
from prikup.rules.cards import Seat
from prikup.rules.errors import Reason, reason
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetRow

__all__ = ["CONCEDED_TRICKS", "TEN", "THROWN_TALON_POINTS", "premium", "row", "shortfalls"]

MISDEAL_POINTS, THROWN_TALON_POINTS, CONCEDED_TRICKS = 2, 1, 3
"""The prices of a misdeal, of a talon that declarer left to the dealer, and of giving up.

`MISDEAL_POINTS` and `THROWN_TALON_POINTS` are penalty points (in the dump) of the dealer. A declarer who gives up is
scored as `CONCEDED_TRICKS` tricks short.
"""
TEN = 10
"""The points of a defender for each trick that declarer is short, with the house rule `consolation=ten`."""
Marks = Iterator[Mark]


def row(options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[Carry]) -> SheetRow:
    """Return the sheet entries that score `outcome`, the facts of a deal.

    `standing` is the state of the match before the deal. Raise BadOutcome if the house rules do not allow the outcome.
    """
    if isinstance(outcome, VoidDeal):
        return SheetRow()
    if outcome.contract == "misdeal":
        marks: Marks = iter((Mark("dump", standing.dealer, MISDEAL_POINTS, reason("misdeal")),))
    elif outcome.declarer is None:
        check_raspasy(options, outcome, standing.dealer)
        marks = _raspasy(options, outcome, standing.dealer, stake(options, standing.carry))
    else:
        deal = DeclaredDeal.of(options, outcome, standing.dealer, outcome.declarer)
        check(deal)
        marks = _declared_marks(deal)
    return write_marks(options, standing, marks)


def _declared_marks(deal: DeclaredDeal) -> Marks:
    """Yield the points to enter on the sheet, for all players, after a deal with a declarer."""
    outcome, dealer = deal.outcome, deal.dealer
    if outcome.conceded:
        yield Mark(
            "dump",
            deal.declarer,
            CONCEDED_TRICKS * deal.value,
            reason("gave-up", short=CONCEDED_TRICKS, value=deal.value),
        )
    elif outcome.revoked is not None:
        yield from _revoke_marks(deal, outcome.revoked)
    elif outcome.contract == "misere":
        yield from _misere(deal)
    elif deal.is_played:
        yield from _contract(deal)
    else:
        yield Mark("pool", deal.declarer, deal.value, reason("unopposed", value=deal.value))
        yield from _half_whist_marks(deal)
    if outcome.thrown:
        yield Mark("dump", dealer, THROWN_TALON_POINTS, reason("talon-thrown"))
    if outcome.talon and deal.options.dealer_talon_bonus and deal.options.players == 4 and not outcome.conceded:
        bonus = reason("talon-pays" if deal.level else "sevens-pay", tricks=outcome.talon, value=deal.value)
        yield Mark("whists", dealer, deal.value * outcome.talon, bonus, deal.declarer)


# A contract


def _contract(deal: DeclaredDeal) -> Marks:
    value, level, tricks = deal.value, deal.level, deal.declarer_tricks
    short = max(0, level - tricks)
    if short:
        yield Mark("dump", deal.declarer, value * short, reason("failed", tricks=tricks, needed=level, value=value))
        if deal.whisters or deal.options.ten_check != "nothing":
            yield from _consolation(deal, short)
    else:
        yield Mark("pool", deal.declarer, value, reason("made", tricks=tricks, needed=level, value=value))
    if deal.whisters:
        yield from _trick_whists(deal, has_failed=short > 0)
        yield from _shortfall_entries(deal)
    elif deal.separate_tricks:
        yield from _own_tricks(deal, deal.defenders)


def _consolation(deal: DeclaredDeal, short: int) -> Marks:
    """Yield the consolation: the whists (points) that each defender scores on a declarer who is `short` tricks short.

    House rules decide whether a defender who passed and a dealer who sits out score the consolation too.
    """
    options = deal.options
    points_per_trick = {"value": deal.value, "ten": TEN, "off": 0}[options.consolation]
    seats: tuple[Seat, ...] = deal.defenders
    is_shared = False
    if len(deal.whisters) == 1 and not options.consolation_passer:
        is_shared = _gentlemen(deal)
        seats = seats if is_shared else deal.whisters
    for seat in seats:
        if points_per_trick:
            points = points_per_trick * short // 2 if is_shared else points_per_trick * short
            yield Mark(
                "whists", seat, points, reason("consolation", short=short, value=points_per_trick), deal.declarer
            )
    if points_per_trick and options.consolation_dealer and options.players == 4:
        yield Mark(
            "whists",
            deal.dealer,
            points_per_trick * short,
            reason("consolation", short=short, value=points_per_trick),
            deal.declarer,
        )


def _gentlemen(deal: DeclaredDeal) -> bool:
    """Return whether the house rules let the defenders share their whists (points) equally if declarer fails."""
    scope = len(deal.whisters) == 1 or deal.options.gentleman_scope == "any_set"
    return deal.options.whist_style == "gentleman" and scope


def _trick_whists(deal: DeclaredDeal, *, has_failed: bool) -> Marks:
    """Yield the whists (points) that defenders score on declarer for their tricks.

    Two whisters (defenders who promised tricks) score their own tricks, and a lone whister the tricks of both. If
    declarer fails (`has_failed`), the house rules may split the whists equally among both defenders.
    """
    tricks, value = deal.defence_tricks, deal.value
    if has_failed and _gentlemen(deal):
        for seat in deal.defenders:
            shared_whists = reason("shared-whists", tricks=tricks, value=value)
            yield Mark("whists", seat, value * tricks // 2, shared_whists, deal.declarer)
    elif deal.separate_tricks:
        yield from _own_tricks(deal, deal.whisters)
    elif tricks:
        yield _mark_for_tricks(deal, deal.whisters[0], tricks)


def _own_tricks(deal: DeclaredDeal, seats: tuple[Seat, ...]) -> Marks:
    """Return the whists (points) that each defender in `seats` scores on declarer for their own tricks."""
    return (_mark_for_tricks(deal, seat, tricks) for seat in seats if (tricks := deal.outcome.tricks[seat]))


def _mark_for_tricks(deal: DeclaredDeal, seat: Seat, tricks: int) -> Mark:
    """Return the whists (points) that the defender `seat` scores on declarer for `tricks` tricks."""
    why = reason("whists-for-tricks", tricks=tricks, value=deal.value)
    return Mark("whists", seat, deal.value * tricks, why, deal.declarer)


def _shortfall_entries(deal: DeclaredDeal) -> Marks:
    """Yield the penalty points (in the dump) of whisters who took fewer tricks than they owe.

    Whisters are the defenders who promised tricks.
    """
    quota, value = QUOTA[deal.level], _price_of_shortfall(deal)
    for seat, short in zip(deal.whisters, shortfalls(deal), strict=True):
        if short:
            yield Mark("dump", seat, value * short, reason("whist-short", short=short, quota=quota, value=value))


def _price_of_shortfall(deal: DeclaredDeal) -> int:
    """Return the penalty points that a whister (a defender who promised tricks) gets for each missing trick."""
    return deal.value // 2 if deal.options.responsibility == "half" else deal.value


def shortfalls(deal: DeclaredDeal) -> tuple[int, ...]:
    """Return the number of missing tricks that each whister (a defender who promised tricks) has to pay for.

    The numbers are in the order of `deal.whisters`.
    """
    options, quota = deal.options, QUOTA[deal.level]
    short = max(0, quota - deal.defence_tricks)
    if len(deal.whisters) == 1:
        return (short,)
    strict = options.shortfall_split == "strict_personal"
    whister_tricks = tuple(deal.outcome.tricks[seat] for seat in deal.whisters)
    if quota == 1:
        first, second = (int(strict and not tricks) or short for tricks in whister_tricks)
        return (first if options.q1_responsible == "both" else 0, second)
    own_shortfalls = tuple(max(0, quota // 2 - tricks) for tricks in whister_tricks)
    match options.shortfall_split:
        case "capped":
            return tuple(min(short, shortfall) for shortfall in own_shortfalls)
        case "personal":
            return own_shortfalls if short else (0, 0)
        case "strict_personal":
            return own_shortfalls


def _half_whist_marks(deal: DeclaredDeal) -> Marks:
    """Yield the whists (points) of a defender who called half, if there is one.

    Without play, this defender scores for half the tricks that defenders who whist (promise tricks) would owe.
    """
    for seat, call in zip(deal.defenders, deal.whist, strict=True):
        if call == "half":
            tricks = QUOTA[deal.level] // 2
            why = reason("half-whist", tricks=tricks, value=deal.value)
            yield Mark("whists", seat, deal.value * tricks, why, deal.declarer)


# Misère and raspasy


def _misere(deal: DeclaredDeal) -> Marks:
    value, tricks = deal.value, deal.declarer_tricks
    if tricks:
        yield Mark("dump", deal.declarer, value * tricks, reason("misere-failed", tricks=tricks, value=value))
    else:
        yield Mark("pool", deal.declarer, value, reason("misere-made", value=value))


def _raspasy(options: Options, outcome: Outcome, dealer: Seat, price: int) -> Marks:
    playing = active(dealer, options.players)
    scored_seats = (*playing, dealer) if options.dealer_leads_raspasy else playing
    if outcome.revoked is not None:
        why = reason("revoked-in-raspasy", tricks=TRICKS, stake=price)
        yield _dump_mark(options, outcome.revoked, price * TRICKS, why)
        return
    yield from _raspasy_tricks(options, {seat: outcome.tricks[seat] for seat in scored_seats}, price)
    points = premium(options, price)
    why = reason("no-trick-one") if options.zero_premium == "one" else reason("no-trick", stake=points)
    premium_seats = (*playing, dealer) if options.players == 4 and options.zero_premium_dealer else playing
    for seat in premium_seats:
        if points and not outcome.tricks[seat]:
            yield Mark("pool", seat, points, why)


def premium(options: Options, price: int) -> int:
    """Return the points that a player scores in the pool (the box for contracts made) for taking no trick in raspasy.

    Raspasy are played when all pass. `price` is the stake: the cost of one trick.
    """
    return {"stake": price, "price": price * SCALE[options.system], "one": 1, "none": 0}[options.zero_premium]


def _raspasy_tricks(options: Options, tricks_by_seat: dict[Seat, int], price: int) -> Marks:
    """Yield the cost of the tricks in raspasy (played when all pass).

    A trick costs the player who takes it penalty points. In the Rostov system the other players instead score whists
    (points against one player) against that player. `tricks_by_seat` has the tricks of each seat that can take some,
    and `price` is the stake: the cost of one trick.
    """
    if options.system == "rostov" and options.rostov_raspasy == "min_only":
        yield from _fewest_tricks_marks(tricks_by_seat, price)
        return
    forgiven = min(tricks_by_seat.values()) if options.raspasy_amnesty else 0
    for seat, tricks in tricks_by_seat.items():
        if tricks > forgiven:
            why = reason("raspasy-tricks", tricks=tricks - forgiven, stake=price)
            yield _dump_mark(options, seat, price * (tricks - forgiven), why)


def _dump_mark(options: Options, seat: Seat, points: int, why: Reason) -> Mark:
    """Return the penalty points of `seat` for tricks in raspasy (played when all pass), with the reason `why`.

    In the Rostov system these points are always entered as whists (points) of the other players.
    """
    return Mark("five" if options.system == "rostov" else "dump", seat, points, why)


def _fewest_tricks_marks(tricks_by_seat: dict[Seat, int], price: int) -> Marks:
    """Yield the whists (points) of the players with the fewest tricks in raspasy (played when all pass).

    Under one house rule only these players score; `tricks_by_seat` has the tricks of all players. They get five whists
    for each trick of each other player, multiplied by the stake `price`. Tied players share them.
    """
    lowest = [seat for seat, tricks in tricks_by_seat.items() if tricks == min(tricks_by_seat.values())]
    for seat in lowest:
        for opponent, tricks in tricks_by_seat.items():
            if opponent not in lowest and tricks:
                why = reason("fewest-tricks", tricks=tricks, stake=price)
                yield Mark("whists", seat, FIVE * price * tricks // len(lowest), why, opponent)


# Corrections at a real table


def _revoke_marks(deal: DeclaredDeal, offender: Seat) -> Marks:
    """Yield the points after a revoke (the seat `offender` did not follow suit although it could).

    If declarer revoked, the contract fails by one trick. If a defender revoked, the contract is made, and that defender
    alone pays for all tricks that the whisters (defenders who promised tricks) owe. Without whisters, that is, in a
    misère or a contract of ten that is not whisted, the defender pays nothing. The source is silent about revokes, so
    this is a rule of this project.
    """
    value = deal.value
    if offender == deal.declarer:
        yield Mark("dump", offender, value, reason("revoked", value=value))
        if deal.level:
            yield from _consolation(deal, 1)
        return
    yield Mark("pool", deal.declarer, value, reason("made-by-revoke", seat=offender, value=value))
    if deal.whisters:
        quota, price = QUOTA[deal.level], _price_of_shortfall(deal)
        yield Mark("dump", offender, price * quota, reason("whist-short", short=quota, quota=quota, value=price))
