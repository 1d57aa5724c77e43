"""Explanations of the calls of Preferans: how many points on the score sheet each call would gain and cost.

The numbers depend on the house rules and are defined in `scoring.py`. The explanation of a contract assumes that both
defenders whist (promise tricks). The explanation of a whist covers a lone whister and two whisters, as far as each case
is still possible.
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
from prikup.games.preferans.scoring import CONCEDED_TRICKS, TEN, THROWN_TALON_POINTS
from prikup.games.preferans.scoring_questions import next_raspasy
from prikup.games.preferans.whist import QUOTA, Whist
from prikup.rules.cards import Seat
from prikup.rules.errors import MessageArgument, Reason, reason
from prikup.rules.score_sheet import Totals
from prikup.rules.state import Action, View

__all__ = ["explain_call", "glossary"]

Explanation = tuple[Reason, ...]
Numbers = dict[str, MessageArgument]
FIXED_EXPLANATIONS: dict[Action, Explanation] = {
    CLOSED: (reason("brief-closed"), reason("means-closed")),
    LIGHT: (reason("brief-light"), reason("means-light")),
    CATCH: (reason("brief-catch"), reason("means-catch")),
    TRUST: (reason("brief-trust"), reason("means-trust")),
    TAKE: (reason("brief-take"), reason("means-take")),
}
"""The explanations of calls that mean the same in every deal, because they only decide who plays which cards."""


def explain_call(options: Options, view: View[Public], call: Action) -> Explanation:
    """Return the messages that explain, for the current deal, a legal `call` of the player whose view is `view`.

    The first message is a short label to show next to the call; the others are sentences. Return () for a call that
    needs no explanation.
    """
    public = view.public
    assert view.seat is not None
    match public.phase:
        case "auction" if call == PASS:
            return _pass(options, public)
        case "auction" | "declare" if call in BIDS:
            return _contract(options, call, public.match.totals, view.seat)
        case "declare":
            assert public.auction.high is not None
            return _explain_concession(options, VALUE[LEVEL[public.auction.high]])
        case "talon" if call == THROW:
            return (reason("brief-throw"), Reason("means-throw", _dump_numbers(options, THROWN_TALON_POINTS)))
        case "whist":
            return _whist(options, public, view.seat, call)
    return FIXED_EXPLANATIONS.get(call, ())


def glossary(options: Options, call: Action) -> Explanation:
    """Return the messages that explain `call` in general: they hold for any deal under these house rules.

    Return () for a call that is never made under these house rules.
    """
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
            return FIXED_EXPLANATIONS.get(
                call, (reason("brief-throw"), Reason("means-throw", _dump_numbers(options, THROWN_TALON_POINTS)))
            )
        case _ if call in (CATCH, TRUST):
            return FIXED_EXPLANATIONS[call] if options.misere_control == "entrusted" else ()
    return FIXED_EXPLANATIONS[call]


def _dump_numbers(options: Options, points: int) -> Numbers:
    """Return two arguments for messages about penalty points: their number, and the box in which they are entered.

    They are entered in the dump (the box for penalty points) or, on a sheet without a dump, as whists (points) of each
    other player. `points` is their number in the Sochi scoring system.
    """
    if has_dump(options):
        return {"fine": SCALE[options.system] * points, "pays": "dump"}
    return {"fine": FIVE * points, "pays": "whists"}


def _pool_numbers(options: Options, totals: Totals | None, seat: Seat, points: int) -> Numbers:
    """Return two arguments for messages: how many of `points` still fit into the pool of `seat`, and how many do not.

    A pool is the box for contracts made. `totals` are the totals of the sheet; if they are None, all points fit.
    """
    full = options.end == "each" and totals is not None
    pool_points = min(points, max(0, options.pool - totals[0][seat])) if full and totals else points
    return {"points": pool_points, "over": points - pool_points}


def _consolation(options: Options, level: int) -> int:
    """Return the points that a defender scores for each trick that declarer is short (the consolation).

    `level` is the number of tricks that the contract promises.
    """
    points = {"value": VALUE[level], "ten": TEN, "off": 0}[options.consolation]
    return SCALE[options.system] * points


# Declarer


def _contract(options: Options, bid: Action, totals: Totals | None = None, seat: Seat = 0) -> Explanation:
    value = MISERE_VALUE if bid in MISERES else VALUE[LEVEL[bid]]
    numbers = _pool_numbers(options, totals, seat, value) | _dump_numbers(options, value)
    if bid in MISERES:
        return (reason("brief-misere", value=value), Reason("means-misere", numbers))
    level = LEVEL[bid]
    consolation = 0 if level == 10 and options.ten_check == "nothing" else _consolation(options, level)
    explanation = (
        reason("brief-contract", needed=level, value=value),
        Reason("means-contract", numbers | {"each": consolation}),
    )
    is_never_whisted = options.is_not_whisted(level)
    must_be_whisted = options.must_be_whisted(call_name(bid))
    return (
        (*explanation, reason("means-unwhisted" if is_never_whisted else "means-forced"))
        if is_never_whisted or must_be_whisted
        else explanation
    )


def _explain_concession(options: Options, value: int) -> Explanation:
    fine = _dump_numbers(options, CONCEDED_TRICKS * value)
    return (Reason("brief-concede", fine), Reason("means-concede", fine | {"short": CONCEDED_TRICKS}))


def _pass(options: Options, public: Public) -> Explanation:
    if public.auction.high is not None:
        return (reason("brief-out"), reason("means-out"))
    last = len(public.auction.live) == 1
    costs = (fact for fact in next_raspasy(options, public.match.carry) if fact.key != "outlook-lowest-bid")
    return (reason("brief-raspasy" if last else "brief-out"), *costs)


# The whist


@cache
def _co_defender_calls(
    calls: tuple[Action, ...], level: int, half_whist: str, own_call: Whist, index: int
) -> frozenset[Whist]:
    """Return the possible final calls of the other defender if the final call of the defender `index` is `own_call`.

    `index` is 0 for the first defender, 1 for the second. `calls` are the calls of both so far: whist (a promise of
    tricks), pass, or half (scoring for half the tricks owed, without play). `level` is the level of the contract, and
    `half_whist` the house rule about half.
    """
    choices = whist.choices(calls, level, half_whist)
    if choices:
        return frozenset[Whist]().union(
            *(_co_defender_calls((*calls, word), level, half_whist, own_call, index) for word in choices)
        )
    final_calls = whist.final_calls(calls)
    return frozenset((final_calls[1 - index],)) if final_calls[index] == own_call else frozenset()


def _whist(options: Options, public: Public, seat: Seat, call: Action) -> Explanation:
    assert public.contract is not None and public.declarer is not None
    level, index = LEVEL[public.contract], public.defenders.index(seat)
    words: dict[Action, Whist] = {WHIST: "whist", HALF: "half"}
    own_call = words.get(call, "pass")
    co_defender_calls = _co_defender_calls((*public.whist, call), level, options.half_whist, own_call, index)
    half = SCALE[options.system] * VALUE[level] * QUOTA[level] // 2
    seat_arguments: Numbers = {"seat": public.declarer, "other": public.defenders[1 - index]}
    unplayed_numbers = seat_arguments | _pool_numbers(options, public.match.totals, public.declarer, VALUE[level])
    if call == WHIST:
        return _play_against(options, level, index, seat_arguments, co_defender_calls)
    if call == HALF:
        sentence = Reason("means-half", unplayed_numbers | {"half": half, "again": "whist" if index else "no"})
        return (reason("brief-half", half=half), sentence)
    continuation: Literal["whists", "passed", "half", "open"] = "open"
    if len(co_defender_calls) == 1:
        continuation = "half" if "half" in co_defender_calls else "passed"
    if "pass" not in co_defender_calls and "whist" in co_defender_calls:
        continuation = "whists"
    sentence = Reason("means-pass", unplayed_numbers | {"half": half, "then": continuation})
    return (reason("brief-nothing"), sentence, *_if_it_fails(options, level, seat_arguments, co_defender_calls, "pass"))


def _play_against(
    options: Options, level: int, index: int, seat_arguments: Numbers, co_defender_calls: frozenset[Whist]
) -> Explanation:
    """Return the explanation of a whist (a promise of tricks): the points per trick and the number of tricks owed.

    `level` is the level of the contract, and `index` is 0 for the first defender, 1 for the second. `seat_arguments`
    are the message arguments that name the other players. `co_defender_calls` are the possible final calls of the other
    defender.
    """
    price, quota = SCALE[options.system] * VALUE[level], QUOTA[level]
    fine = _dump_numbers(options, VALUE[level] // (2 if options.responsibility == "half" else 1))
    split, own_quota = _share(options, quota, index)
    company = "either" if len(co_defender_calls) > 1 else "both" if "whist" in co_defender_calls else "alone"
    numbers = (
        seat_arguments | fine | {"price": price, "quota": quota, "split": split, "own": own_quota, "with": company}
    )
    owed = {"either": -1, "both": own_quota, "alone": quota}[company]
    explanation = (reason("brief-whist", price=price, owed=owed), Reason("means-whist", numbers))
    return (*explanation, *_if_it_fails(options, level, seat_arguments, co_defender_calls, "whist"))


def _share(options: Options, quota: int, index: int) -> tuple[str, int]:
    """Return how one of two whisters pays for missing tricks, and how many tricks this whister owes.

    Whisters are defenders who promise tricks. The first item names the rule of payment, as an argument for a message.
    The second is this whister's part of the `quota`, the number of tricks that both owe together. `index` is 0 for the
    first defender.
    """
    strict = options.shortfall_split == "strict_personal"
    if quota > 1:
        return options.shortfall_split, quota // 2
    if index == 0 and options.q1_responsible == "second":
        return "free", 0
    return ("strict_personal" if strict else "together"), 1


def _if_it_fails(
    options: Options, level: int, seat_arguments: Numbers, co_defender_calls: frozenset[Whist], own_call: Whist
) -> Explanation:
    """Return the explanation of what a defender scores, besides the points for their own tricks, if declarer fails.

    `level` is the level of the contract. The explanation has the consolation (points for each trick that declarer is
    short) and tells whether the defenders share the points for tricks. `seat_arguments` are the message arguments that
    name the other players. `own_call` is the defender's call, and `co_defender_calls` are the possible final calls of
    the other defender. Return () if there is nothing to explain, or if the calls still to come decide what the defender
    scores.
    """
    gentle = options.whist_style == "gentleman"
    shares_alone = gentle and (own_call == "pass" or "pass" in co_defender_calls)
    shares_as_pair = (
        gentle and options.gentleman_scope == "any_set" and own_call == "whist" and "whist" in co_defender_calls
    )
    consolation = _consolation(options, level)
    if not options.consolation_passer and shares_alone and own_call == "whist" and len(co_defender_calls) > 1:
        return ()  # halved only if the other passes, so nothing certain can be stated
    if not options.consolation_passer and (own_call == "pass" or shares_alone):
        consolation = consolation // 2 if gentle else 0
    if own_call == "pass" and "whist" not in co_defender_calls:
        return ()
    sharing = (
        "all"
        if shares_as_pair and (shares_alone or "pass" not in co_defender_calls)
        else "alone"
        if shares_alone
        else "no"
    )
    if not consolation and sharing == "no":
        return ()
    return (Reason("means-fails", seat_arguments | {"each": consolation, "shared": sharing}),)
