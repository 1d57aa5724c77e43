"""Explanations of the calls of 3-5-8: how many tricks each contract asks for, and what it gains and costs."""

from prikup.games.three_five_eight.options import Options
from prikup.games.three_five_eight.public import CALLS, MIN_TRICKS, NO_TRUMP, PASS, STOP, Public
from prikup.games.three_five_eight.scoring import PLAYABLE_CONTRACTS
from prikup.games.three_five_eight.targets import trick_limits
from prikup.rules.cards import FIRST_CALL
from prikup.rules.errors import Reason, reason
from prikup.rules.state import Action, View

__all__ = ["explain_call", "glossary"]

Explanation = tuple[Reason, ...]


def explain_call(options: Options, view: View[Public], call: Action) -> Explanation:
    """Return the messages that explain a legal `call` to the player who may make it, whose view is `view`.

    The first message is a short label to show next to the call; the others are sentences. Return () for a call that
    needs no explanation.
    """
    public, seat = view.public, view.seat
    assert seat is not None
    if call in (PASS, STOP):
        return glossary(options, call)
    if call == MIN_TRICKS:
        limit = trick_limits(public.targets)[seat]
        return (reason("brief-limit", limit=limit), reason("means-limit", limit=limit))
    target = public.targets[seat]
    trump = "no" if call == NO_TRUMP else "suit"
    return (reason("brief-target", target=target), reason("means-target", target=target, trump=trump))


def glossary(options: Options, call: Action) -> Explanation:
    """Return the messages that explain `call` in general: they hold for any deal under these house rules.

    Return () for a call that is never made under these house rules.
    """
    if call == PASS:
        return (reason("brief-pass"), reason("means-pass")) if options.one_pass else ()
    if call == STOP:
        return (reason("brief-stop"), reason("means-stop")) if options.exchange_optional else ()
    if CALLS[call - FIRST_CALL] not in PLAYABLE_CONTRACTS[options.contracts]:
        return ()
    if call == MIN_TRICKS:
        return (reason("brief-limits"), reason("glossary-limits"))
    return (reason("brief-targets"), reason("glossary-targets", trump="no" if call == NO_TRUMP else "suit"))
