"""The coach's remarks for any deal, computed from the learning player's View only.

`general_remark` comments on a decision without a prepared remark: following suit, leading, counting tricks.
`deviation_remark` says what an answer that differs from the coach's costs, as far as that is certain, and one rule.
"""

from typing import Any

from prikup.bots.certain_facts import TrickContext, above, unguarded, voided
from prikup.bots.hint_reasons import hint_reason
from prikup.bots.simulation import Advice
from prikup.rules.cards import SUIT_MASK, Action, Card, mask
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame
from prikup.rules.state import View
from prikup.rules.tricks import Order, Trick

__all__ = ["deviation_remark", "general_remark", "is_equal"]

Remarks = tuple[Reason, ...]


# Decisions without a prepared remark


def general_remark(game: AnyGame, seen: View[Any], answer: tuple[Action, ...]) -> Remarks:
    """Return a remark on the viewer's decision; `answer` is the rule player's."""
    why = hint_reason(game, seen, Advice(answer, {}))
    known = () if why is None else (why,)
    if seen.public.phase == "play":
        return (*_duty(game, seen), *(known or _winning(seen)), *_count(game, seen))
    if answer[0] >= 52:
        return known or _meaning(game, seen, answer[0]) or (reason("coached-call"),)
    return (reason("coached-part"), *known)


def _duty(game: AnyGame, seen: View[Any]) -> Remarks:
    """Return that the viewer leads, or what the led suit allows; () if the card is played from another hand."""
    tricks = seen.public.tricks
    if seen.public.turn != seen.seat:
        return ()
    if tricks.to_follow is None:
        return (reason("coached-lead"),)
    led, legal = tricks.to_follow // 13, mask(game.legal(seen))
    if seen.hand & SUIT_MASK[led]:
        return (reason("coached-follow-suit", led=led),)
    return (reason("coached-must-trump" if legal != seen.hand else "coached-no-suit", led=led),)


def _winning(seen: View[Any]) -> Remarks:
    """Return whose card is winning the unfinished trick."""
    tricks = seen.public.tricks
    card = next((card for seat, card in tricks.lying if seat == tricks.best), None)
    return () if card is None else (reason("coached-winning", player=tricks.best, card=card),)


def _count(game: AnyGame, seen: View[Any]) -> Remarks:
    """Return how many tricks the viewer's side has and how many remain."""
    contest, tricks = game.contest(seen.public), seen.public.tricks
    side = next((side for side in contest.sides if seen.seat in side), ())
    taken, left = sum(tricks.won[seat] for seat in side), game.tricks - tricks.done
    count = reason("coached-count-most" if contest.goal == "most" else "coached-count-fewest", tricks=taken, left=left)
    return (count,) if side else ()


def _meaning(game: AnyGame, seen: View[Any], call: Action) -> Remarks:
    """Return one sentence about the gains and costs of a call, () if the game explains none."""
    return game.meaning(seen, call)[1:2]


# Answers that differ from the coach's


def is_equal(game: AnyGame, seen: View[Any], did: Action, planned: Action) -> bool:
    """Return whether two playable cards are equivalent: no card still in play is between them."""
    if seen.public.phase != "play" or did // 13 != planned // 13:
        return False
    table = TrickContext.of(game, seen)
    order, others = table.tricks.order, table.held | mask(table.tricks.table)
    return above(order, did, others) == above(order, planned, others)


def deviation_remark(
    game: AnyGame,
    seen: View[Any],
    did: tuple[Action, ...],
    planned: tuple[Action, ...],
    *,
    rule: Reason | None,
    trick: Trick | None,
) -> Remarks:
    """Return what differs, what it costs, and one rule.

    `seen` is the View before the answer; `rule` is the coach's own rule, if there is one; `trick` is the finished trick
    to which the card was played, None if it is unfinished.
    """
    differs = reason("coached-differs", actions=did, best=planned)
    if did[0] >= 52:
        return (differs, *_meaning(game, seen, did[0]), *(() if rule is None else (rule,)))
    if seen.public.phase != "play":
        return (differs, _cost_of_parting(seen.hand, mask(game.pack), did, planned), *(() if rule is None else (rule,)))
    table = TrickContext.of(game, seen)
    return (differs, _cost_of_card(game, seen, table, did[0], planned[0], trick), rule or _rule(table))


def _cost_of_parting(hand: int, pack: int, did: tuple[Card, ...], planned: tuple[Card, ...]) -> Reason:
    """Return the certain cost of discarding these cards instead of the planned ones, whatever suit is trumps."""
    bare = unguarded(Order(), hand, pack & ~hand, did)
    if bare is not None and bare not in did and unguarded(Order(), hand, pack & ~hand, planned) is None:
        return reason("coached-cost-guard", card=bare)
    void = voided(hand, planned)
    if void is not None and voided(hand, did) is None:
        return reason("coached-cost-void", suit=void)
    return reason("coached-cost-open")


def _cost_of_card(
    game: AnyGame, seen: View[Any], table: TrickContext, did: Card, planned: Card, trick: Trick | None
) -> Reason:
    """Return the certain cost of playing a card instead of the planned one."""
    if is_equal(game, seen, did, planned):
        return reason("coached-cost-nothing")
    if trick is not None and trick.winner in table.own:
        return reason("coached-cost-taken", player=trick.winner)
    if trick is None or table.led is None:
        return reason("coached-cost-open")
    best = trick.cards[trick.line.index(trick.winner)]
    if table.power(planned) > table.power(best):
        return reason("coached-cost-trick", card=best, best=(planned,))
    return reason("coached-cost-same", card=best)


def _rule(table: TrickContext) -> Reason:
    """Return a rule of thumb for the viewer's position in the trick."""
    if table.led is None:
        return reason("coached-rule-lead")
    return reason("coached-rule-last" if table.is_last else "coached-rule-middle")
