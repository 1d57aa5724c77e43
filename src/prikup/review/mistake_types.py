"""The type of a mistake, if the cards alone show one.

Each type is a condition on what the seat knows, on the decision and on the best choice, so the message about the
mistake is true whenever it is shown. The first type whose condition is met is shown, next to the cost of the mistake
(`prikup.review.mistake_costs`).
"""

from prikup.bots.certain_facts import TrickContext, find_unguarded_card, find_voided_suit, highest_card, stronger_cards
from prikup.bots.simulation import Plan
from prikup.games import GAMES
from prikup.review.decisions import Decision
from prikup.review.single_dummy import ChoiceValues
from prikup.rules.cards import FIRST_CALL, SUIT_MASK, Action, Card, is_call, mask
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame
from prikup.rules.tricks import Order

__all__ = ["call_fault", "card_fault", "discard_fault", "fault"]


def fault(game: AnyGame, decision: Decision, values: ChoiceValues) -> Reason | None:
    """Return a message with the type of a mistake, which follows from a comparison with the best choice.

    `values` are the values of the choices. Return None if no type fits.
    """
    plan, best = decision.plan, values.best
    if decision.phase == "play":
        return card_fault(TrickContext.of(game, decision.view), plan[0], best[0])
    if is_call(plan[0]) or is_call(best[0]):
        return call_fault(game, values, plan, best)
    if decision.phase in game.sealed_phases:  # a card that is bid with stays in the hand
        return None
    return discard_fault(decision.view.hand, set(game.pack), plan, best)


# Cards played


def card_fault(table: TrickContext, card: Card, best: Card) -> Reason | None:
    """Return a message with the type of mistake if `card` is played instead of `best`; None if no type fits.

    `table` is the trick in progress as the player sees it.
    """
    if table.led_suit is None:
        return _lead_fault(table, card, best)
    return (
        _trick_fault(table, card, best)
        or _rank_fault(table, card, best)
        or _ruff_fault(table, card, best)
        or _throwing_fault(table, card, best)
    )


def _lead_fault(table: TrickContext, card: Card, best: Card) -> Reason | None:
    """Return a message with the type of mistake if `card` is led to a trick instead of `best`, the best card."""
    if card // 13 == best // 13:
        high = table.power(card) > table.power(best)
        return reason("fault-leads-high" if high else "fault-leads-low", best=(best,))
    if table.is_trump(best):  # holds for the highest trump too: it always takes a trick, and now it draws trumps
        return reason("fault-leads-no-trump")
    if table.is_sure(best) and not table.is_sure(card):
        return reason("fault-not-cashed", card=best)
    if table.is_trump(card):
        return reason("fault-leads-trump", suit=best // 13)
    honour = _under_honour(table, card)
    if table.wants_tricks and honour is not None:
        return reason("fault-leads-under", card=honour)
    return reason("fault-leads-suit", suit=card // 13, led=best // 13)


def _under_honour(table: TrickContext, card: Card) -> Card | None:
    """Return the hand's highest card in the suit of `card`, if `card` is led from under it.

    This is so if `card` is a lower card of the suit and exactly one hidden card can beat the highest. Otherwise return
    None.
    """
    order, suit = table.tricks.order, SUIT_MASK[card // 13]
    honour = highest_card(order, table.hand & suit)
    return honour if honour != card and len(stronger_cards(order, honour, table.other_cards)) == 1 else None


def _trick_fault(table: TrickContext, card: Card, best: Card) -> Reason | None:
    """Return a message if `card`, the last of a trick, gives the trick to the wrong player; otherwise None.

    The best card `best` would have given it to another player.
    """
    winner, takes, better = table.winner, table.wins(card), table.wins(best)
    if not table.is_last or winner is None or takes == better:
        return None
    partners = winner in table.own_side
    if table.wants_tricks and better and not partners:
        return reason("fault-leaves-trick", other=winner)
    if not table.wants_tricks and takes and not partners:
        return reason("fault-takes-trick", other=winner)
    if takes and partners:
        return reason("fault-takes-from-partner", other=winner)
    return None


def _rank_fault(table: TrickContext, card: Card, best: Card) -> Reason | None:
    """Return a message if `card` has the suit of the best card `best` but is too high or too low; otherwise None."""
    if card // 13 != best // 13 or not table.power(card):
        return None
    takes, better = table.wins(card), table.wins(best)
    high = table.power(card) > table.power(best)
    if takes == better and high == table.wants_tricks and (not takes or table.is_last):
        return reason("fault-too-high" if table.wants_tricks else "fault-too-low")
    if takes == better:
        return None
    return reason("fault-goes-up" if takes else "fault-stays-low")


def _ruff_fault(table: TrickContext, card: Card, best: Card) -> Reason | None:
    """Return a message if a hand that cannot follow suit is wrong to ruff, or wrong not to ruff; otherwise None.

    To ruff is to play a trump on another suit. `card` is the card that was played, and `best` the best card.
    """
    if table.follows(card) or table.is_trump(card) == table.is_trump(best):
        return None
    return reason("fault-ruffs") if table.is_trump(card) else reason("fault-no-ruff")


def _throwing_fault(table: TrickContext, card: Card, best: Card) -> Reason | None:
    """Return a message if `card`, which cannot win, is thrown away from another suit than `best`; otherwise None.

    `best` is the best card.
    """
    if table.power(card) or card // 13 == best // 13:
        return None
    unguarded_card = find_unguarded_card(table.tricks.order, table.hand, table.other_cards, (card,))
    if table.wants_tricks and unguarded_card is not None:
        return reason("fault-unguards", card=unguarded_card)
    return reason("fault-throws", suit=card // 13, led=best // 13)


# Cards discarded or given


def discard_fault(hand: int, pack: set[Card], plan: Plan, best: Plan) -> Reason | None:
    """Return a message with the type of mistake if the cards of `plan` are given up instead of those of `best`.

    The cards are discarded or given to another seat before trumps are known. `hand` is a bit mask of the cards in the
    hand, and `pack` contains all cards. Return None if no type fits.
    """
    unguarded_card = find_unguarded_card(Order(), hand, mask(pack) & ~hand, plan)
    if unguarded_card is not None and find_unguarded_card(Order(), hand, mask(pack) & ~hand, best) is None:
        return reason("fault-parts-with-guard", card=unguarded_card)
    void = find_voided_suit(hand, best)
    if void is not None and find_voided_suit(hand, plan) is None:
        return reason("fault-no-void", suit=void)
    plan_suits, best_suits = (
        {card // 13 for card in {*first_plan} - {*second_plan}}
        for first_plan, second_plan in ((plan, best), (best, plan))
    )
    if len(plan_suits) == len(best_suits) == 1 and plan_suits != best_suits:
        return reason("fault-parts-with", suit=plan_suits.pop(), led=best_suits.pop())
    return None


# Calls


def call_fault(game: AnyGame, values: ChoiceValues, plan: Plan, best: Plan) -> Reason | None:
    """Return a message with the type of mistake if the call `plan` is made instead of `best`; None if no type fits.

    The type follows from the contracts that the two calls name, or from their results in most of the possible deals,
    which `values` contains.
    """
    mine, theirs = game.analysis.contracts.get(plan[0]), game.analysis.contracts.get(best[0])
    if mine and theirs:
        return (
            None
            if mine[1] == theirs[1]
            else reason("fault-too-much" if mine[1] > theirs[1] else "fault-too-little", best=best)
        )
    world_count = min(len(values.of[plan]), len(values.of[best]))
    loses = sum(points < 0 for points in values.of[plan][:world_count])
    gains = sum(points > 0 for points in values.of[best][:world_count])
    if _declines(game, best[0]) and not _declines(game, plan[0]) and 2 * loses > world_count:
        return reason("fault-bids-loss" if mine else "fault-goes-in", times=loses, deals=world_count)
    if _declines(game, plan[0]) and not _declines(game, best[0]) and 2 * gains > world_count:
        return reason("fault-passes-gain" if theirs else "fault-stays-out")
    return None


def _declines(game: AnyGame, action: Action) -> bool:
    """Return whether an action is a call that promises nothing, such as a pass."""
    return is_call(action) and game.calls[action - FIRST_CALL] in GAMES[game.name].presentation.quiet
