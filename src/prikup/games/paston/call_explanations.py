"""Explanations of the calls of Paston: how many points on the score sheet each call would gain and cost.

The numbers depend on the house rules `surrender_bonus`, `surrender_factor`, `multiplier_table`, `lone_low` and `passer`
(see `scoring.py`). The explanations do not mention that a negative total may be set back to zero.
"""

from typing import Any, get_args

from prikup.games.paston.calls import ALONE, INVITE, PASS, PASTON, SURRENDER, WHIST
from prikup.games.paston.options import Options
from prikup.games.paston.scoring import (
    BIDS,
    BOTH_SHORT,
    LONE_SHORT,
    MULTIPLIER,
    QUOTA,
    REQUIRED_TRICKS,
    REWARD,
    Contract,
    surrender_factor,
)
from prikup.rules.errors import MessageArgument, Reason, reason
from prikup.rules.state import Action, View

__all__ = ["explain_call", "glossary"]

Explanation = tuple[Reason, ...]
Numbers = dict[str, MessageArgument]
CONTRACTS: tuple[Contract, ...] = get_args(Contract)


def explain_call(options: Options, view: View[Any], call: Action) -> Explanation:
    """Return the messages that explain a legal `call` to the player who may make it, whose view is `view`.

    The first message is a short label to show next to the call; the others are sentences.
    """
    public = view.public
    assert view.seat is not None
    match public.phase:
        case "whist":
            return _whist(options, public, view.seat, call)
        case "auction" if call == PASS:
            return (reason("brief-out"), reason("means-out"))
        case "invite":
            return (reason("brief-alone"), reason("means-alone")) if call == ALONE else _explain_invitation()
    return _explain_surrender(options, public) if call == SURRENDER else _explain_trump(options, call)


def glossary(options: Options, call: Action) -> Explanation:
    """Return the messages that explain `call` in general: they hold for any deal under these house rules.

    Return () for a call that is never made under these house rules.
    """
    if call in (ALONE, INVITE):
        if options.passer != "invited":
            return ()
        return (reason("brief-alone"), reason("means-alone")) if call == ALONE else _explain_invitation()
    if call == PASS:
        return (reason("brief-nothing"), reason("glossary-pass"))
    if call == WHIST:
        return (reason("brief-whist-any"), Reason("glossary-whist", _whister_arguments(options, 1)))
    if call == SURRENDER:
        if options.surrender_factor == "none":
            return _explain_unmultiplied_surrender(options)
        return (reason("brief-surrender-any"), reason("glossary-surrender", bonus=options.surrender_bonus))
    return _explain_trump(options, call)


def _explain_surrender(options: Options, public: Any) -> Explanation:
    """Return the explanation of a surrender (giving the deal up): what it costs. `public` is the deal's public part."""
    if options.surrender_factor == "none":
        return _explain_unmultiplied_surrender(options)
    high = public.auction.high
    factor = surrender_factor(options, None if high is None else BIDS[high - PASTON])
    numbers: Numbers = {"lost": 10 * factor, "bonus": options.surrender_bonus * factor}
    return (reason("brief-surrender", lost=10 * factor), Reason("means-surrender-factor", numbers))


def _explain_unmultiplied_surrender(options: Options) -> Explanation:
    return (reason("brief-surrender", lost=10), reason("means-surrender", bonus=options.surrender_bonus))


def _explain_trump(options: Options, call: Action) -> Explanation:
    """Return the explanation of a call that names a trump: the points for the contract made and lost."""
    contract = CONTRACTS[call - PASTON]
    gain, loss = 10 * REWARD[options.multiplier_table][contract], 10 * MULTIPLIER[contract]
    brief = reason("brief-trump", made=gain, lost=loss)
    return (brief, reason("means-trump", made=gain, lost=loss, needed=REQUIRED_TRICKS))


def _explain_invitation() -> Explanation:
    return (reason("brief-invite"), reason("means-invite"))


def _whister_arguments(options: Options, factor: int) -> Numbers:
    """Return arguments for messages about whisters (defenders who promise tricks): what they owe, gain and lose.

    They are the number of tricks owed if both defenders whist (`both`) and if one does (`lone`), the points for each
    trick above that (`each`), and the smallest and largest loss with fewer tricks (such as `lone-least` and
    `lone-most`). All points are multiplied by `factor`, which depends on the trump.
    """
    numbers: Numbers = {"each": 10 * factor, "both": QUOTA[2], "lone": QUOTA[1]}
    for name, short in (("both", BOTH_SHORT), ("lone", LONE_SHORT[options.lone_low])):
        numbers |= {f"{name}-least": -max(short) * factor, f"{name}-most": -min(short) * factor}
    return numbers


def _whist(options: Options, public: Any, seat: int, call: Action) -> Explanation:
    contract = CONTRACTS[public.contract - PASTON]
    other_defender = 3 - public.declarer - seat
    last = seat == (public.declarer + 2) % 3
    seat_arguments: Numbers = {"seat": public.declarer, "other": other_defender}
    if call == PASS:
        points = 10 * REWARD[options.multiplier_table][contract]
        continuation = "open" if not last else "whists" if public.whisters else "passed"
        return (
            reason("brief-nothing"),
            Reason("means-pass", seat_arguments | {"then": continuation, "points": points}),
        )
    company = "either" if not last else "both" if public.whisters else "alone"
    numbers = seat_arguments | _whister_arguments(options, MULTIPLIER[contract]) | {"with": company}
    owed = {"either": -1, "both": QUOTA[2], "alone": QUOTA[1]}[company]
    return (reason("brief-whist", each=10 * MULTIPLIER[contract], owed=owed), Reason("means-whist", numbers))
