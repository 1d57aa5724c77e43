"""The reasons of hints are true: in hand-made cases, and in worlds sampled from random deals."""

import random

import pytest
from review.test_mistake_types import card_pairs, guarded_card_and_length, is_beaten, table, taker_of
from support.random_walk import KINDS, random_steps

from prikup.bots.certain_facts import TrickContext, stronger_cards
from prikup.bots.hint_reasons import card_reason, hint_reason
from prikup.bots.simulation import Advice, plans
from prikup.games import GAMES
from prikup.rules.cards import SUIT_MASK, cards, mask, parse_card
from prikup.rules.errors import Reason, reason
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import view

S7, CK, D8, DA, DK = map(parse_card, ("S7", "CK", "D8", "DA", "DK"))

CARDS = [
    (table("", ".Q7.A.", ".AK.9."), "DA", reason("because-sure", card=DA)),
    (table("", "7..A.", "8...9", trump="S"), "DA", None),  # it may be ruffed
    (table("", "7...", "98...", wants_tricks=False), "S7", reason("because-lowest", card=S7)),
    (table("", "7...", "98..."), "S7", None),
    (table("", "7...", ".98..", wants_tricks=False), "S7", None),  # the others may be void in the suit
    (table("D7 D9", "..A8.", "..KQ."), "DA", reason("because-takes", card=DA)),
    (table("D9", "..AK.", "..QT."), "DK", reason("because-takes", card=DK)),
    (table("D9", "..K8.", "..AT."), "DK", None),  # the ace may still come
    (table("D9 D7", "..A8.", "..KQ.", own_side=(0, 2)), "D8", reason("because-partner-takes", other=0)),
    (table("DA D7", "..K8.", "..Q."), "D8", reason("because-cannot-take")),
    (table("D9 D7", "..AK.", "..Q.", wants_tricks=False), "DA", reason("because-must-take")),
    (table("D9", "..A8.", "..KQ.", wants_tricks=False), "D8", reason("because-leaves", card=D8)),
    (table("DA", ".K7..8", ".Q8..9", wants_tricks=False), "CK", reason("because-highest", card=CK)),
    (table("DA", ".K7..8", ".A8..9"), "H8", reason("because-guards", card=CK)),
    (table("DA", ".K97..8", ".A8..9"), "H8", reason("because-cannot-take")),  # one guard is enough
    (table("D9 D7", ".K97..8", ".A8..9", own_side=(0, 2)), "H8", reason("because-partner-takes", other=0)),
]


@pytest.mark.parametrize(("context", "best", "expected_reason"), CARDS)
def test_card_reason_matches_example(context: TrickContext, best: str, expected_reason: Reason | None) -> None:
    assert card_reason(context, parse_card(best), cards(context.tricks.legal(context.hand))) == expected_reason


@pytest.mark.parametrize("name", GAMES)
def test_card_reason_is_true_in_sampled_worlds(name: str) -> None:
    reason_keys = set()
    for rules, player_view, world, _, best in card_pairs(name):
        legal = rules.legal(player_view)
        reason = card_reason(TrickContext.of(rules, player_view), best, legal)
        if reason is None:
            continue
        reason_keys.add(reason.key)
        turn, tricks = player_view.public.turn, player_view.public.tricks
        other_cards = sum(hand for seat, hand in enumerate(world.hands) if seat in tricks.seats and seat != turn)
        takers = {card: taker_of(rules, world, card) for card in legal}
        match reason.key:
            case "because-sure":
                assert not is_beaten(rules, world, best)
            case "because-lowest" | "because-highest":
                sign = 1 if reason.key == "because-lowest" else -1
                power = tricks.order.power
                for card in cards(other_cards & SUIT_MASK[best // 13]):
                    assert sign * (power(best // 13, card) - power(best // 13, best)) > 0
            case "because-takes":
                context = TrickContext.of(rules, player_view)
                assert takers[best] == turn
                assert context.is_last or all(context.power(card) < context.power(best) for card in cards(other_cards))
            case "because-partner-takes":
                assert takers[best] == reason.numbers["other"] != turn
            case "because-cannot-take":
                assert turn not in takers.values()
            case "because-must-take":
                assert set(takers.values()) == {turn}
            case "because-leaves":
                assert takers[best] != turn
            case "because-guards":
                guarded_card, length = guarded_card_and_length(reason, world.hands[turn] & ~(1 << best))
                assert length > len(stronger_cards(tricks.order, guarded_card, other_cards))
    assert len(reason_keys) > 2


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_hint_reason_before_card_play_is_true(name: str, kind: GameDefinition) -> None:
    """Calls have reasons if the game says what they bid or which of them decline; other decisions always have some."""
    rng = random.Random(9)
    reason_keys, has_reasons = set(), False
    for rules, state, action in random_steps(kind, 10, 40):
        if action is None or state.public.phase == "play":
            continue
        player_view = view(state, state.public.actor)
        choices = plans(rules, player_view)
        has_reasons |= choices[0][0] < 52 or bool(rules.analysis.contracts) or bool(kind.presentation.quiet)
        plan_values = {plan: rng.choice((-3.0, -1.0, 0.0, 2.0)) for plan in choices if rng.random() < 0.9}
        plan = max(plan_values, key=plan_values.__getitem__, default=choices[0])
        reason = hint_reason(rules, player_view, Advice(plan, plan_values))
        if reason is None:
            continue
        reason_keys.add(reason.key)
        match reason.key:
            case "because-only":
                assert len(rules.legal(player_view)) == len(plan)
            case "because-all-one":
                assert len({plan_values[choice] for choice in choices}) == 1
            case "because-void":
                suit = reason.numbers["suit"]
                assert isinstance(suit, int)
                assert player_view.hand & SUIT_MASK[suit]
                assert not player_view.hand & SUIT_MASK[suit] & ~mask(plan)
            case "because-guards":
                guarded_card, length = guarded_card_and_length(reason, player_view.hand & ~mask(plan))
                hidden_cards = mask(rules.pack) & ~player_view.hand & SUIT_MASK[guarded_card // 13]
                assert length > sum(card > guarded_card for card in cards(hidden_cards))
            case "because-trumps":
                certain_cards = reason.numbers["actions"]
                assert isinstance(certain_cards, tuple)
                hidden_cards = mask(rules.pack) & ~player_view.hand & SUIT_MASK[certain_cards[0] // 13]
                assert all(player_view.hand >> card & 1 for card in certain_cards)
                assert all(card < min(certain_cards) for card in cards(hidden_cards))
            case "because-else-loses":
                assert max(plan_values[choice] for choice in choices if choice != plan) < 0 <= plan_values[plan]
    assert reason_keys or not has_reasons
