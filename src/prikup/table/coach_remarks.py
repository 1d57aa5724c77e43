"""The coach's remarks that hold in any deal: by nothing but the View of the player who learns.

`general_remark` says what fits a question that no prepared remark fits: follow suit, who leads, what counts.
`deviation_remark` says what an answer that differs from the coach's costs, as far as that is certain, and one rule.
"""

from typing import Any

from prikup.bots.certainties import Table, above, unguarded, voided
from prikup.bots.hint_reasons import hint_reason
from prikup.bots.simulation import Advice
from prikup.cards import SUIT_MASK, Action, Card, mask
from prikup.errors import Reason, reason
from prikup.game import AnyGame
from prikup.state import View
from prikup.tricks import Order, Trick

__all__ = ["deviation_remark", "general_remark", "is_equal"]

Remarks = tuple[Reason, ...]


# A question that no prepared remark fits


def general_remark(game: AnyGame, seen: View[Any], answer: tuple[Action, ...]) -> Remarks:
    """Return what fits the viewer's question; `answer` is what a rule of thumb would do."""
    why = hint_reason(game, seen, Advice(answer, {}))
    known = () if why is None else (why,)
    if seen.public.phase == "play":
        return (*_duty(game, seen), *(known or _winning(seen)), *_count(game, seen))
    if answer[0] >= 52:
        return known or _meaning(game, seen, answer[0]) or (reason("coached-call"),)
    return (reason("coached-part"), *known)


def _duty(game: AnyGame, seen: View[Any]) -> Remarks:
    """Return who leads, or what the suit that was led allows; nothing where the card comes from another hand."""
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
    """Return how many tricks the viewer's side has and how many are still to come."""
    contest, tricks = game.contest(seen.public), seen.public.tricks
    side = next((side for side in contest.sides if seen.seat in side), ())
    taken, left = sum(tricks.won[seat] for seat in side), game.tricks - tricks.done
    count = reason("coached-count-most" if contest.goal == "most" else "coached-count-fewest", tricks=taken, left=left)
    return (count,) if side else ()


def _meaning(game: AnyGame, seen: View[Any], call: Action) -> Remarks:
    """Return in one sentence what a call brings and costs, as far as the game says so."""
    return game.meaning(seen, call)[1:2]


# An answer that differs from the coach's


def is_equal(game: AnyGame, seen: View[Any], did: Action, planned: Action) -> bool:
    """Return whether two cards that can be played do the same: no card that may still be played is between them."""
    if seen.public.phase != "play" or did // 13 != planned // 13:
        return False
    table = Table.of(game, seen)
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

    `seen` is the View before the answer; `rule` is the coach's own, if there is one; `trick` is the one to which a card
    was played, once it is finished.
    """
    differs = reason("coached-differs", actions=did, best=planned)
    if did[0] >= 52:
        return (differs, *_meaning(game, seen, did[0]), *(() if rule is None else (rule,)))
    if seen.public.phase != "play":
        return (differs, _cost_of_parting(seen.hand, mask(game.pack), did, planned), *(() if rule is None else (rule,)))
    table = Table.of(game, seen)
    return (differs, _cost_of_card(game, seen, table, did[0], planned[0], trick), rule or _rule(table))


def _cost_of_parting(hand: int, pack: int, did: tuple[Card, ...], planned: tuple[Card, ...]) -> Reason:
    """Return what is certain of cards that were laid away instead of others, whatever is trump."""
    bare = unguarded(Order(), hand, pack & ~hand, did)
    if bare is not None and bare not in did and unguarded(Order(), hand, pack & ~hand, planned) is None:
        return reason("coached-cost-guard", card=bare)
    void = voided(hand, planned)
    if void is not None and voided(hand, did) is None:
        return reason("coached-cost-void", suit=void)
    return reason("coached-cost-open")


def _cost_of_card(
    game: AnyGame, seen: View[Any], table: Table, did: Card, planned: Card, trick: Trick | None
) -> Reason:
    """Return what is certain of a card that was played instead of another."""
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


def _rule(table: Table) -> Reason:
    """Return a rule that fits a place in the trick."""
    if table.led is None:
        return reason("coached-rule-lead")
    return reason("coached-rule-last" if table.is_last else "coached-rule-middle")
