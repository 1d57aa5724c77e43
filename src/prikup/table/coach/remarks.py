"""Remarks of the coach (who teaches the game) that fit any deal.

They are computed only from the learning player's View (what the player can see). `general_remark` is for a decision
without a prepared remark: it comments on following suit, leading or the number of tricks. `deviation_remark` is for a
decision that differs from the coach's: it says what the difference costs, as far as that is certain, and quotes a rule.
"""

from typing import Any

from prikup.bots.certain_facts import TrickContext, find_unguarded_card, find_voided_suit, stronger_cards
from prikup.bots.hint_reasons import hint_reason
from prikup.bots.simulation import Advice
from prikup.rules.cards import SUIT_MASK, Action, Card, is_call, mask
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame
from prikup.rules.state import View
from prikup.rules.tricks import Order, Trick

__all__ = ["deviation_remark", "general_remark", "is_equal"]

Remarks = tuple[Reason, ...]


# Decisions without a prepared remark


def general_remark(game: AnyGame, view: View[Any], answer: tuple[Action, ...]) -> Remarks:
    """Return sentences that help the learning player with a decision for which no remark was prepared.

    `view` is what the player can see, and `answer` contains the actions that the coach recommends.
    """
    why = hint_reason(game, view, Advice(answer, {}))
    hint_reasons = () if why is None else (why,)
    if view.public.phase == "play":
        return (
            *_duty_remark(game, view),
            *(hint_reasons or _winning_card_remark(view)),
            *_trick_count_remark(game, view),
        )
    if is_call(answer[0]):
        return hint_reasons or _call_remark(game, view, answer[0]) or (reason("coached-call"),)
    return (reason("coached-part"), *hint_reasons)


def _duty_remark(game: AnyGame, view: View[Any]) -> Remarks:
    """Return a sentence that says that the player leads, or which cards the led suit allows the player to play.

    The player is the one to whom `view` belongs. Return () if the card is to be played from another player's hand.
    """
    tricks = view.public.tricks
    if view.public.turn != view.seat:
        return ()
    if tricks.to_follow is None:
        return (reason("coached-lead"),)
    led_suit, legal = tricks.to_follow // 13, mask(game.legal(view))
    if view.hand & SUIT_MASK[led_suit]:
        return (reason("coached-follow-suit", led=led_suit),)
    return (reason("coached-must-trump" if legal != view.hand else "coached-no-suit", led=led_suit),)


def _winning_card_remark(view: View[Any]) -> Remarks:
    """Return a sentence that names the card winning the unfinished trick and its player; () for an empty trick."""
    tricks = view.public.tricks
    card = next((card for seat, card in tricks.lying if seat == tricks.best), None)
    return () if card is None else (reason("coached-winning", player=tricks.best, card=card),)


def _trick_count_remark(game: AnyGame, view: View[Any]) -> Remarks:
    """Return a sentence on how many tricks the player's side has won and how many remain.

    The player is the one to whom `view` belongs. Return () if the player's side takes no part in the play of the cards.
    """
    objective, tricks = game.objective(view.public), view.public.tricks
    side = next((side for side in objective.sides if view.seat in side), ())
    won_tricks, remaining_tricks = sum(tricks.won[seat] for seat in side), game.trick_count - tricks.decided_count
    count = reason(
        "coached-count-most" if objective.goal == "most" else "coached-count-fewest",
        tricks=won_tricks,
        left=remaining_tricks,
    )
    return (count,) if side else ()


def _call_remark(game: AnyGame, view: View[Any], call: Action) -> Remarks:
    """Return one sentence about what a call gains and costs; () if the game has no such sentence about the call."""
    return game.explanations.explain_call(view, call)[1:2]


# Answers that differ from the coach's


def is_equal(game: AnyGame, view: View[Any], played_card: Action, planned_card: Action) -> bool:
    """Return whether two cards in the player's hand are equivalent: no card still in play ranks between them.

    `played_card` is the card that the player chose, and `planned_card` the card that the coach recommends. Return False
    outside the play of the cards, and for cards of different suits.
    """
    if view.public.phase != "play" or played_card // 13 != planned_card // 13:
        return False
    context = TrickContext.of(game, view)
    order, cards_in_play = context.tricks.order, context.other_cards | mask(context.tricks.table)
    return stronger_cards(order, played_card, cards_in_play) == stronger_cards(order, planned_card, cards_in_play)


def deviation_remark(
    game: AnyGame,
    view: View[Any],
    done_actions: tuple[Action, ...],
    planned_actions: tuple[Action, ...],
    *,
    rule: Reason | None,
    trick: Trick | None,
) -> Remarks:
    """Return sentences on a decision of the learning player that differs from the coach's.

    They say how the decision differs, what this costs, and which rule applies.

    - `view`: what the player could see before the decision.
    - `done_actions`: the player's actions that the coach did not plan.
    - `planned_actions`: the actions that the coach planned instead.
    - `rule`: the rule that was prepared for this decision. If it is None, a general rule is quoted after a card, and
      none after a call or a discard.
    - `trick`: the trick to which the card was played, None if the trick is not finished yet.
    """
    differs = reason("coached-differs", actions=done_actions, best=planned_actions)
    if is_call(done_actions[0]):
        return (differs, *_call_remark(game, view, done_actions[0]), *(() if rule is None else (rule,)))
    if view.public.phase != "play":
        return (
            differs,
            _cost_of_discard(view.hand, mask(game.pack), done_actions, planned_actions),
            *(() if rule is None else (rule,)),
        )
    context = TrickContext.of(game, view)
    return (
        differs,
        _cost_of_card(game, view, context, done_actions[0], planned_actions[0], trick),
        rule or _general_rule(context),
    )


def _cost_of_discard(
    hand: int, pack: int, discarded_cards: tuple[Card, ...], planned_cards: tuple[Card, ...]
) -> Reason:
    """Return a sentence on what discarding these cards instead of the planned ones certainly costs.

    The sentence is true for any trump suit. `hand` and `pack` are bit masks of the player's hand and of all cards.
    `planned_cards` are the cards that the coach recommends to discard.
    """
    unguarded_card = find_unguarded_card(Order(), hand, pack & ~hand, discarded_cards)
    if (
        unguarded_card is not None
        and unguarded_card not in discarded_cards
        and find_unguarded_card(Order(), hand, pack & ~hand, planned_cards) is None
    ):
        return reason("coached-cost-guard", card=unguarded_card)
    void = find_voided_suit(hand, planned_cards)
    if void is not None and find_voided_suit(hand, discarded_cards) is None:
        return reason("coached-cost-void", suit=void)
    return reason("coached-cost-open")


def _cost_of_card(
    game: AnyGame, view: View[Any], context: TrickContext, played_card: Card, planned_card: Card, trick: Trick | None
) -> Reason:
    """Return a sentence on what playing a card instead of the planned card certainly cost.

    `planned_card` is the card that the coach recommends. `view` and `context` describe what the player could see before
    playing the card. `trick` is the trick to which `played_card` was played, None if the trick is not finished yet.
    """
    if is_equal(game, view, played_card, planned_card):
        return reason("coached-cost-nothing")
    if trick is not None and trick.winner in context.own_side:
        return reason("coached-cost-taken", player=trick.winner)
    if trick is None or context.led_suit is None:
        return reason("coached-cost-open")
    best = trick.cards[trick.line.index(trick.winner)]
    if context.power(planned_card) > context.power(best):
        return reason("coached-cost-trick", card=best, best=(planned_card,))
    return reason("coached-cost-same", card=best)


def _general_rule(context: TrickContext) -> Reason:
    """Return a general rule of play for a player who leads to the trick, plays in the middle, or plays last.

    `context` describes the trick before the player's card.
    """
    if context.led_suit is None:
        return reason("coached-rule-lead")
    return reason("coached-rule-last" if context.is_last else "coached-rule-middle")
