"""The reasons of hints are true: in hand-made cases, and in worlds sampled from random deals."""

import random

import pytest
from review.test_mistake_types import beaten, guarded, pairs, table, taker_of
from support.random_walk import KINDS, everywhere

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
    (table("", "7...", "98...", most=False), "S7", reason("because-lowest", card=S7)),
    (table("", "7...", "98..."), "S7", None),
    (table("", "7...", ".98..", most=False), "S7", None),  # the others may be void in the suit
    (table("D7 D9", "..A8.", "..KQ."), "DA", reason("because-takes", card=DA)),
    (table("D9", "..AK.", "..QT."), "DK", reason("because-takes", card=DK)),
    (table("D9", "..K8.", "..AT."), "DK", None),  # the ace may still come
    (table("D9 D7", "..A8.", "..KQ.", own=(0, 2)), "D8", reason("because-partner-takes", other=0)),
    (table("DA D7", "..K8.", "..Q."), "D8", reason("because-cannot-take")),
    (table("D9 D7", "..AK.", "..Q.", most=False), "DA", reason("because-must-take")),
    (table("D9", "..A8.", "..KQ.", most=False), "D8", reason("because-leaves", card=D8)),
    (table("DA", ".K7..8", ".Q8..9", most=False), "CK", reason("because-highest", card=CK)),
    (table("DA", ".K7..8", ".A8..9"), "H8", reason("because-guards", card=CK)),
    (table("DA", ".K97..8", ".A8..9"), "H8", reason("because-cannot-take")),  # one guard is enough
    (table("D9 D7", ".K97..8", ".A8..9", own=(0, 2)), "H8", reason("because-partner-takes", other=0)),
]


@pytest.mark.parametrize(("at", "best", "expected"), CARDS)
def test_the_reason_of_a_card(at: TrickContext, best: str, expected: Reason | None) -> None:
    assert card_reason(at, parse_card(best), cards(at.tricks.legal(at.hand))) == expected


@pytest.mark.parametrize("name", GAMES)
def test_what_the_reason_of_a_card_says_holds_in_every_world(name: str) -> None:
    told = set()
    for rules, seen, world, _, best in pairs(name):
        legal = rules.legal(seen)
        found = card_reason(TrickContext.of(rules, seen), best, legal)
        if found is None:
            continue
        told.add(found.key)
        turn, tricks = seen.public.turn, seen.public.tricks
        others = sum(hand for seat, hand in enumerate(world.hands) if seat in tricks.seats and seat != turn)
        takers = {card: taker_of(rules, world, card) for card in legal}
        match found.key:
            case "because-sure":
                assert not beaten(rules, world, best)
            case "because-lowest" | "because-highest":
                sign = 1 if found.key == "because-lowest" else -1
                power = tricks.order.power
                for card in cards(others & SUIT_MASK[best // 13]):
                    assert sign * (power(best // 13, card) - power(best // 13, best)) > 0
            case "because-takes":
                at = TrickContext.of(rules, seen)
                assert takers[best] == turn
                assert at.is_last or all(at.power(card) < at.power(best) for card in cards(others))
            case "because-partner-takes":
                assert takers[best] == found.numbers["other"] != turn
            case "because-cannot-take":
                assert turn not in takers.values()
            case "because-must-take":
                assert set(takers.values()) == {turn}
            case "because-leaves":
                assert takers[best] != turn
            case "because-guards":
                kept, length = guarded(found, world.hands[turn] & ~(1 << best))
                assert length > len(stronger_cards(tricks.order, kept, others))
    assert len(told) > 2


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_what_is_said_before_the_cards_are_played_is_true(name: str, kind: GameDefinition) -> None:
    rng = random.Random(9)
    told = set()
    for rules, state, action in everywhere(kind, 10, 40):
        if action is None or state.public.phase == "play":
            continue
        seen = view(state, state.public.actor)
        choices = plans(rules, seen)
        worth = {plan: rng.choice((-3.0, -1.0, 0.0, 2.0)) for plan in choices if rng.random() < 0.9}
        plan = max(worth, key=worth.__getitem__, default=choices[0])
        found = hint_reason(rules, seen, Advice(plan, worth))
        if found is None:
            continue
        told.add(found.key)
        match found.key:
            case "because-only":
                assert len(rules.legal(seen)) == len(plan)
            case "because-all-one":
                assert len({worth[each] for each in choices}) == 1
            case "because-void":
                suit = found.numbers["suit"]
                assert isinstance(suit, int)
                assert seen.hand & SUIT_MASK[suit]
                assert not seen.hand & SUIT_MASK[suit] & ~mask(plan)
            case "because-guards":
                kept, length = guarded(found, seen.hand & ~mask(plan))
                unseen = mask(rules.pack) & ~seen.hand & SUIT_MASK[kept // 13]
                assert length > sum(card > kept for card in cards(unseen))
            case "because-trumps":
                sure = found.numbers["actions"]
                assert isinstance(sure, tuple)
                unseen = mask(rules.pack) & ~seen.hand & SUIT_MASK[sure[0] // 13]
                assert all(seen.hand >> card & 1 for card in sure)
                assert all(card < min(sure) for card in cards(unseen))
            case "because-else-loses":
                assert max(worth[each] for each in choices if each != plan) < 0 <= worth[plan]
    assert told
