"""Reasons for hints: one sentence about the recommended action that is certainly true.

Each reason is checked against the player's View, which is what the player may know of the deal
(`prikup.bots.certain_facts`), and against the expected points. So it is true whenever it is shown. The first reason
that applies is used; often none applies.
"""

from typing import Any

from prikup.bots.certain_facts import TrickContext, find_unguarded_card, find_voided_suit, highest_card, stronger_cards
from prikup.bots.simulation import Advice, Plan, plans
from prikup.games import GAMES
from prikup.rules.cards import FIRST_CALL, SUIT_MASK, Action, Card, cards, is_call, is_card, mask
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame
from prikup.rules.state import View
from prikup.rules.tricks import Order

__all__ = ["card_reason", "hint_reason"]

ALIKE = 0.05
"""The difference in points below which two values look equal when they are rounded to tenths."""
TRUMPS = 2
"""The minimum number of highest trumps (ace, king …) in hand that a hint gives as the reason for a contract."""


def hint_reason(game: AnyGame, view: View[Any], advice: Advice) -> Reason | None:
    """Return a reason for the plan that `advice` recommends; None if no reason is sure to be true.

    A plan is a call, a card to play, or all cards to discard or give.
    """
    choices, plan = plans(game, view), advice.plan
    if len(choices) == 1:
        return reason("because-only")
    if _is_all_one(choices, advice):
        return reason("because-all-one")
    if view.public.phase == "play":
        return card_reason(TrickContext.of(game, view), plan[0], game.legal(view))
    return _call_reason(game, view, choices, advice) if is_call(plan[0]) else _discard_reason(game, view, choices, plan)


def _is_all_one(choices: tuple[Plan, ...], advice: Advice) -> bool:
    """Return whether it does not matter which of `choices` is taken.

    Two conditions must hold: every choice was evaluated, and the values in `advice` are nearly equal, that is, they
    differ by less than `ALIKE` points.
    """
    values = advice.worth.values()
    return all(plan in advice.worth for plan in choices) and max(values) - min(values) < ALIKE


# Cards played


def card_reason(context: TrickContext, best: Card, legal: tuple[Card, ...]) -> Reason | None:
    """Return a reason to play the card `best` rather than another legal card; None if no reason is sure to be true.

    `context` is the unfinished trick as the player sees it, and `legal` are the cards that the player may play.
    """
    if context.led_suit is None:
        return _lead_reason(context, best)
    return _losing_card_reason(context, best, legal) or _trick_reason(context, best, legal)


def _lead_reason(context: TrickContext, best: Card) -> Reason | None:
    """Return a reason to lead the card `best` to a trick; None if no reason is sure to be true.

    The reason is that the card is certain to take the trick. If the goal is to avoid tricks, it is that the card is
    lower than all cards of its suit that other hands may contain. `context` is the trick as the player sees it.
    """
    suit = context.other_cards & SUIT_MASK[best // 13]
    if context.is_sure(best):
        return reason("because-sure", card=best)
    if not context.wants_tricks and suit and len(stronger_cards(context.tricks.order, best, suit)) == suit.bit_count():
        return reason("because-lowest", card=best)
    return None


def _trick_reason(context: TrickContext, best: Card, legal: tuple[Card, ...]) -> Reason | None:
    """Return a reason for the card `best` that concerns who wins the trick; None if no reason is sure to be true.

    `context` is the unfinished trick as the player sees it, and `legal` are the cards that the player may play.
    """
    winner, takes = context.winner, context.wins(best)
    if winner is None:
        return None
    certain = context.is_last or context.power(best) > max(map(context.power, cards(context.other_cards)), default=0)
    can_take = [card for card in legal if context.wins(card)]
    if context.wants_tricks:
        if takes and certain and winner not in context.own_side:
            return reason("because-takes", card=best)
        if not takes and context.is_last and winner in context.own_side:
            return reason("because-partner-takes", other=winner)
        return None if can_take else reason("because-cannot-take")
    if takes and certain and len(can_take) == len(legal):
        return reason("because-must-take")
    if not takes and can_take and winner not in context.own_side:
        return reason("because-leaves", card=best)
    return None


def _losing_card_reason(context: TrickContext, best: Card, legal: tuple[Card, ...]) -> Reason | None:
    """Return a reason for a card `best` that cannot win the trick.

    Return None if the card can win or if no reason is sure to be true. `context` is the unfinished trick as the player
    sees it, and `legal` are the cards that the player may play.
    """
    if context.power(best):
        return None
    order, suit = context.tricks.order, context.other_cards & SUIT_MASK[best // 13]
    if not context.wants_tricks:
        return reason("because-highest", card=best) if suit and not stronger_cards(order, best, suit) else None
    return _guard_reason(order, context.hand, context.other_cards, (best,), tuple((card,) for card in legal))


def _guard_reason(
    order: Order, hand: int, other_cards: int, removed_cards: Plan, choices: tuple[Plan, ...]
) -> Reason | None:
    """Return a reason that names a card which stays guarded without `removed_cards`, but would not with another choice.

    Return None if there is no such card. A card is guarded if its suit has enough lower cards (see
    `find_unguarded_card`). `order` is the order of strength of the cards. `removed_cards` are the cards that the choice
    to explain gives up, and `choices` are all choices. `hand` and `other_cards` (the cards that other hands may
    contain) are bit masks.
    """
    if find_unguarded_card(order, hand, other_cards, removed_cards) is not None:
        return None
    unguarded_cards = (find_unguarded_card(order, hand, other_cards, choice) for choice in choices)
    guarded_card = next((card for card in unguarded_cards if card is not None and card not in removed_cards), None)
    return None if guarded_card is None else reason("because-guards", card=guarded_card)


# Cards discarded or given


def _discard_reason(game: AnyGame, view: View[Any], choices: tuple[Plan, ...], removed_cards: Plan) -> Reason | None:
    """Return a reason to give up `removed_cards` before trumps are known; None if no reason is sure to be true.

    The reason is a suit that becomes void, or a card that stays guarded. `choices` are all plans that the player can
    choose from. `view` is what the player may know of the deal.
    """
    void = find_voided_suit(view.hand, removed_cards)
    if void is not None:
        return reason("because-void", suit=void)
    card_plans = tuple(plan for plan in choices if is_card(max(plan)))
    return _guard_reason(Order(), view.hand, mask(game.pack) & ~view.hand, removed_cards, card_plans)


# Calls


def _call_reason(game: AnyGame, view: View[Any], choices: tuple[Plan, ...], advice: Advice) -> Reason | None:
    """Return a reason for the call that `advice` recommends; None if no reason is sure to be true.

    A contract is explained by the highest trumps in hand. A call that declines, such as a pass, is explained by the
    expected loss of every alternative in `choices`.
    """
    call = advice.plan[0]
    if call in game.analysis.contracts:
        sure = _sure_trumps(game, view, call)
        return reason("because-trumps", actions=sure) if len(sure) >= TRUMPS else None
    other_values = [advice.worth.get(plan) for plan in choices if plan != advice.plan]
    if (
        game.calls[call - FIRST_CALL] in GAMES[game.name].presentation.quiet
        and advice.worth.get(advice.plan, -1) > -ALIKE
    ):
        return (
            reason("because-else-loses")
            if all(worth is not None and worth < -ALIKE for worth in other_values)
            else None
        )
    return None


def _sure_trumps(game: AnyGame, view: View[Any], call: Action) -> tuple[Card, ...]:
    """Return the cards of the viewer that would be the highest trumps, without a gap, if `call` became the contract.

    Return () if the contract has no trumps or the viewer lacks the highest one.
    """
    trump, _ = game.analysis.contracts[call]
    if trump is None:
        return ()
    pack = mask(game.pack) & SUIT_MASK[trump]
    trumps: list[Card] = []
    while pack and (card := highest_card(Order(trump), pack)) in cards(view.hand):
        trumps.append(card)
        pack &= ~(1 << card)
    return tuple(trumps)
