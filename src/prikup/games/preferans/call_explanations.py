"""Explanations of the calls of Preferans: what each would gain and cost, in the numbers of the sheet.

They depend on the house rules; `scoring.py` defines the numbers. A contract is explained as it scores if both defenders
whist; a whist both for a lone whister and for two, as far as each can still happen.
"""

from functools import cache
from typing import Literal

from prikup.games.preferans import whist
from prikup.games.preferans.bidding import IN_USE
from prikup.games.preferans.calls import (
    BIDS,
    CATCH,
    CLOSED,
    CONCEDE,
    HALF,
    LEVEL,
    LIGHT,
    MISERES,
    PASS,
    TAKE,
    THROW,
    TRUST,
    WHIST,
    call_name,
)
from prikup.games.preferans.declared_deal import MISERE_VALUE, VALUE
from prikup.games.preferans.ledger import FIVE, SCALE, has_dump
from prikup.games.preferans.options import Options
from prikup.games.preferans.public import Public
from prikup.games.preferans.scoring import CONCEDED, TEN, THROWN
from prikup.games.preferans.scoring_questions import next_raspasy
from prikup.games.preferans.whist import QUOTA, Whist
from prikup.rules.cards import Seat
from prikup.rules.errors import MessageArgument, Reason, reason
from prikup.rules.score_sheet import Totals
from prikup.rules.state import Action, View

__all__ = ["glossary", "meaning"]

Told = tuple[Reason, ...]
Numbers = dict[str, MessageArgument]
SAME: dict[Action, Told] = {
    CLOSED: (reason("brief-closed"), reason("means-closed")),
    LIGHT: (reason("brief-light"), reason("means-light")),
    CATCH: (reason("brief-catch"), reason("means-catch")),
    TRUST: (reason("brief-trust"), reason("means-trust")),
    TAKE: (reason("brief-take"), reason("means-take")),
}
"""The calls with the same explanation in every deal: they decide who plays which cards, and score nothing."""


def meaning(options: Options, view: View[Public], call: Action) -> Told:
    """Return the explanation of a legal call of the viewer."""
    public = view.public
    assert view.seat is not None
    match public.phase:
        case "auction" if call == PASS:
            return _pass(options, public)
        case "auction" | "declare" if call in BIDS:
            return _contract(options, call, public.match.totals, view.seat)
        case "declare":
            assert public.auction.high is not None
            return _given_up(options, VALUE[LEVEL[public.auction.high]])
        case "talon" if call == THROW:
            return (reason("brief-throw"), Reason("means-throw", _dumped(options, THROWN)))
        case "whist":
            return _whist(options, public, view.seat, call)
    return SAME.get(call, ())


def glossary(options: Options, call: Action) -> Told:
    """Return the explanation of a call in any deal."""
    if call in BIDS:
        return _contract(options, call) if call in IN_USE[options.misere_hand] else ()
    prices: Numbers = {f"price{level}": SCALE[options.system] * value for level, value in VALUE.items()}
    match call:
        case _ if call == PASS:
            return (reason("brief-out"), reason("glossary-pass"))
        case _ if call == WHIST:
            return (reason("brief-whist-any"), Reason("glossary-whist", prices))
        case _ if call == HALF:
            halves: Numbers = {f"half{n}": SCALE[options.system] * VALUE[n] * QUOTA[n] // 2 for n in (6, 7)}
            return () if options.half_whist == "off" else (reason("brief-half-any"), Reason("glossary-half", halves))
        case _ if call == CONCEDE:
            return (reason("brief-concede-any"), reason("glossary-concede")) if options.concede_three else ()
        case _ if call in (TAKE, THROW):
            if not options.throw_talon or options.players == 3:
                return ()
            return SAME.get(call, (reason("brief-throw"), Reason("means-throw", _dumped(options, THROWN))))
        case _ if call in (CATCH, TRUST):
            return SAME[call] if options.misere_control == "entrusted" else ()
    return SAME[call]


def _dumped(options: Options, points: int) -> Numbers:
    """Return the numbers that points of dump write: in the dump, or as whists of each other player."""
    if has_dump(options):
        return {"fine": SCALE[options.system] * points, "pays": "dump"}
    return {"fine": FIVE * points, "pays": "whists"}


def _pooled(options: Options, totals: Totals | None, seat: Seat, points: int) -> Numbers:
    """Return the points that fit into a player's pool, and those that do not."""
    full = options.end == "each" and totals is not None
    kept = min(points, max(0, options.pool - totals[0][seat])) if full and totals else points
    return {"points": kept, "over": points - kept}


def _consolation(options: Options, level: int) -> int:
    """Return the consolation for each trick that declarer is short."""
    each = {"value": VALUE[level], "ten": TEN, "off": 0}[options.consolation]
    return SCALE[options.system] * each


# Declarer


def _contract(options: Options, bid: Action, totals: Totals | None = None, seat: Seat = 0) -> Told:
    value = MISERE_VALUE if bid in MISERES else VALUE[LEVEL[bid]]
    numbers = _pooled(options, totals, seat, value) | _dumped(options, value)
    if bid in MISERES:
        return (reason("brief-misere", value=value), Reason("means-misere", numbers))
    level = LEVEL[bid]
    each = 0 if level == 10 and options.ten_check == "nothing" else _consolation(options, level)
    told = (reason("brief-contract", needed=level, value=value), Reason("means-contract", numbers | {"each": each}))
    unwhisted = options.is_not_whisted(level)
    forced = options.must_be_whisted(call_name(bid))
    return (*told, reason("means-unwhisted" if unwhisted else "means-forced")) if unwhisted or forced else told


def _given_up(options: Options, value: int) -> Told:
    fine = _dumped(options, CONCEDED * value)
    return (Reason("brief-concede", fine), Reason("means-concede", fine | {"short": CONCEDED}))


def _pass(options: Options, public: Public) -> Told:
    if public.auction.high is not None:
        return (reason("brief-out"), reason("means-out"))
    last = len(public.auction.live) == 1
    costs = (fact for fact in next_raspasy(options, public.match.carry) if fact.key != "outlook-lowest-bid")
    return (reason("brief-raspasy" if last else "brief-out"), *costs)


# The whist


@cache
def _others(said: tuple[Action, ...], level: int, half_whist: str, own: Whist, at: int) -> frozenset[Whist]:
    """Return the possible final calls of the other defender if defender `at` ends with the call `own`."""
    more = whist.choices(said, level, half_whist)
    if more:
        return frozenset[Whist]().union(*(_others((*said, word), level, half_whist, own, at) for word in more))
    settled = whist.settled(said)
    return frozenset((settled[1 - at],)) if settled[at] == own else frozenset()


def _whist(options: Options, public: Public, seat: Seat, call: Action) -> Told:
    assert public.contract is not None and public.declarer is not None
    level, at = LEVEL[public.contract], public.defenders.index(seat)
    words: dict[Action, Whist] = {WHIST: "whist", HALF: "half"}
    own = words.get(call, "pass")
    others = _others((*public.whist, call), level, options.half_whist, own, at)
    half = SCALE[options.system] * VALUE[level] * QUOTA[level] // 2
    who: Numbers = {"seat": public.declarer, "other": public.defenders[1 - at]}
    unplayed = who | _pooled(options, public.match.totals, public.declarer, VALUE[level])
    if call == WHIST:
        return _play_against(options, level, at, who, others)
    if call == HALF:
        told = Reason("means-half", unplayed | {"half": half, "again": "whist" if at else "no"})
        return (reason("brief-half", half=half), told)
    then: Literal["whists", "passed", "half", "open"] = "open"
    if len(others) == 1:
        then = "half" if "half" in others else "passed"
    if "pass" not in others and "whist" in others:
        then = "whists"
    told = Reason("means-pass", unplayed | {"half": half, "then": then})
    return (reason("brief-nothing"), told, *_if_it_fails(options, level, who, others, "pass"))


def _play_against(options: Options, level: int, at: int, who: Numbers, others: frozenset[Whist]) -> Told:
    """Return the gain of a whist, and the tricks it owes with and without a second whister."""
    price, quota = SCALE[options.system] * VALUE[level], QUOTA[level]
    fine = _dumped(options, VALUE[level] // (2 if options.responsibility == "half" else 1))
    split, own = _share(options, quota, at)
    company = "either" if len(others) > 1 else "both" if "whist" in others else "alone"
    numbers = who | fine | {"price": price, "quota": quota, "split": split, "own": own, "with": company}
    owed = {"either": -1, "both": own, "alone": quota}[company]
    told = (reason("brief-whist", price=price, owed=owed), Reason("means-whist", numbers))
    return (*told, *_if_it_fails(options, level, who, others, "whist"))


def _share(options: Options, quota: int, at: int) -> tuple[str, int]:
    """Return how one of two whisters is responsible for the tricks they owe, and for how many of them."""
    strict = options.shortfall_split == "strict_personal"
    if quota > 1:
        return options.shortfall_split, quota // 2
    if at == 0 and options.q1_responsible == "second":
        return "free", 0
    return ("strict_personal" if strict else "together"), 1


def _if_it_fails(options: Options, level: int, who: Numbers, others: frozenset[Whist], own: Whist) -> Told:
    """Return what a defender writes besides tricks if declarer fails, and whether gentlemen share the tricks."""
    gentle = options.whist_style == "gentleman"
    alone = gentle and (own == "pass" or "pass" in others)
    both = gentle and options.gentleman_scope == "any_set" and own == "whist" and "whist" in others
    each = _consolation(options, level)
    if not options.consolation_passer and alone and own == "whist" and len(others) > 1:
        return ()  # halved only if the other passes, so nothing certain can be stated
    if not options.consolation_passer and (own == "pass" or alone):
        each = each // 2 if gentle else 0
    if own == "pass" and "whist" not in others:
        return ()
    shared = "all" if both and (alone or "pass" not in others) else "alone" if alone else "no"
    if not each and shared == "no":
        return ()
    return (Reason("means-fails", who | {"each": each, "shared": shared}),)
