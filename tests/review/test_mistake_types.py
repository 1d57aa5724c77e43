"""The faults of mistakes are true: each sentence in hand-made cases, and in random deals played by the rules."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from repository.test_locale import calls, check_words, messages
from review.deals import played_deal
from support.random_walk import SIMPLE

import prikup.review
from prikup.bots.certain_facts import TrickContext
from prikup.games import GAMES, game
from prikup.locale import LANGUAGES
from prikup.review.decisions import decisions
from prikup.review.mistake_costs import explain_cost
from prikup.review.mistake_types import call_fault, card_fault, discard_fault, fault
from prikup.review.single_dummy import ChoiceValues
from prikup.rules.cards import SUIT_MASK, Card, cards, parse_card, parse_mask
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame
from prikup.rules.state import State, View
from prikup.rules.tricks import Order, Tricks
from prikup.worlds.possible_worlds import sample_worlds

ROOM = Path(prikup.review.__file__ or "").parent
S7, C7, CQ, CK, D8, DA, H8, HQ = map(parse_card, ("S7", "C7", "CQ", "CK", "D8", "DA", "H8", "HQ"))


def table(
    cards_on_table: str,
    hand: str,
    other_cards: str,
    *,
    trump: str = "",
    wants_tricks: bool = True,
    own_side: tuple[int, ...] = (2,),
) -> TrickContext:
    """Return the position in which seat 2 of three plays to a trick, or leads if the table is empty."""
    order = Order("SCDH".index(trump) if trump else None)
    played_cards = tuple(map(parse_card, cards_on_table.split()))
    tricks = Tricks.begin(order, "free", (0, 1, 2), 2 - len(played_cards), 3)
    for card in played_cards:
        tricks = tricks.play(card)
    return TrickContext(tricks, parse_mask(hand), parse_mask(other_cards), own_side, wants_tricks)


CARDS = [
    (table("", "97..8.", "AK..9.", trump="S"), "S7", "D8", reason("fault-leads-trump", suit=2)),
    (table("", "97..8.", "AK..9.", trump="S"), "D8", "S9", reason("fault-leads-no-trump")),
    (table("", ".K7.8.", ".A.9."), "C7", "D8", reason("fault-leads-under", card=CK)),
    (table("", ".Q7.8.", ".AK.9."), "C7", "D8", reason("fault-leads-suit", suit=1, led=2)),
    (table("", ".K7.8.", ".A.9.", wants_tricks=False), "C7", "D8", reason("fault-leads-suit", suit=1, led=2)),
    (table("", ".K7..", ".A8.."), "C7", "CK", reason("fault-leads-low", best=(CK,))),
    (table("", ".K7..", ".A8.."), "CK", "C7", reason("fault-leads-high", best=(C7,))),
    (table("", ".Q7.A.", ".AK.9."), "C7", "DA", reason("fault-not-cashed", card=DA)),
    (table("", "7..A.", "8...9", trump="S"), "S7", "DA", reason("fault-leads-trump", suit=2)),  # it may be ruffed
    (table("", "A..8.", "7..9.", trump="S"), "D8", "SA", reason("fault-leads-no-trump")),  # it is drawn, not cashed
    (table("D7 D9", "..A8.", "..KQ."), "D8", "DA", reason("fault-leaves-trick", other=1)),
    (table("D9 D7", "..A8.", "..KQ.", wants_tricks=False), "DA", "D8", reason("fault-takes-trick", other=0)),
    (table("D9 D7", "..A8.", "..KQ.", own_side=(0, 2)), "DA", "D8", reason("fault-takes-from-partner", other=0)),
    (table("DA D7", "..K8.", "..Q."), "DK", "D8", reason("fault-too-high")),
    (table("DA", "..K8.", "..Q."), "DK", "D8", reason("fault-too-high")),
    (table("DA D7", "..K8.", "..Q.", wants_tricks=False), "D8", "DK", reason("fault-too-low")),
    (table("D9", "..A8.", "..KQ."), "DA", "D8", reason("fault-goes-up")),
    (table("D9", "..A8.", "..KQ."), "D8", "DA", reason("fault-stays-low")),
    (table("D9", "7.8..", "..KQ.", trump="S"), "S7", "C8", reason("fault-ruffs")),
    (table("D9", "7.8..", "..KQ.", trump="S"), "C8", "S7", reason("fault-no-ruff")),
    (table("D9", ".K7..8", ".A8..9"), "C7", "H8", reason("fault-unguards", card=CK)),
    (table("D9", ".K97..8", ".A8..9"), "C7", "H8", reason("fault-throws", suit=1, led=3)),  # one guard is enough
    (table("D9", ".K7..8", ".A8..9", wants_tricks=False), "C7", "H8", reason("fault-throws", suit=1, led=3)),
]


def test_card_fault_matches_example() -> None:
    for context, played_card, best, expected_reason in CARDS:
        assert card_fault(context, parse_card(played_card), parse_card(best)) == expected_reason


def test_discard_fault_matches_example() -> None:
    pack = {card for card in range(52) if card % 13 >= 5}
    for hand, actual_text, best, expected_reason in (
        ("AK8.K7.A98.7", "C7 D8", "S8 D8", reason("fault-parts-with-guard", card=CK)),
        ("AK8.K7.Q98.7", "C7 D8", "C7 H7", reason("fault-no-void", suit=3)),
        ("AK87.AQ7.Q98.", "S7 S8", "C7 CQ", reason("fault-parts-with", suit=0, led=1)),
        ("AK87.AQ7.Q98.", "S7 C7", "S7 CQ", None),
    ):
        actual_cards, best_cards = (tuple(sorted(map(parse_card, text.split()))) for text in (actual_text, best))
        assert discard_fault(parse_mask(hand), pack, actual_cards, best_cards) == expected_reason, (
            hand,
            actual_text,
            best,
        )


def game_with_contracts() -> tuple[AnyGame, list[int], int, int]:
    """Return a game with contracts among its calls: contracts by level, a declining call, and another call."""
    for name, kind in GAMES.items():
        rules = game(name)
        quiet = [52 + index for index, call in enumerate(rules.calls) if call in kind.presentation.quiet]
        plain = [
            52 + index for index in range(len(rules.calls)) if 52 + index not in {*quiet, *rules.analysis.contracts}
        ]
        if len({level for _, level in rules.analysis.contracts.values()}) > 1 and quiet and plain:
            return (
                rules,
                sorted(rules.analysis.contracts, key=lambda call: rules.analysis.contracts[call][1]),
                quiet[0],
                plain[0],
            )
    raise AssertionError("no game has contracts, and calls beside them")


def test_call_fault_matches_example() -> None:
    rules, contracts, quiet, plain = game_with_contracts()
    low, high = contracts[0], contracts[-1]

    def fault_of(actual_call: int, best: int, own_points: list[float], best_points: list[float]) -> Reason | None:
        plan_values = ChoiceValues(
            {(actual_call,): own_points, (best,): best_points}, [1.0] * len(own_points), every=False
        )
        return call_fault(rules, plan_values, (actual_call,), (best,))

    bad, zeros, good = [-1.0, -1.0, 1.0], [0.0, 0.0, 0.0], [1.0, 1.0, -1.0]
    assert fault_of(high, low, bad, good) == reason("fault-too-much", best=(low,))
    assert fault_of(low, high, bad, good) == reason("fault-too-little", best=(high,))
    assert fault_of(high, quiet, bad, zeros) == reason("fault-bids-loss", times=2, deals=3)
    assert fault_of(plain, quiet, bad, zeros) == reason("fault-goes-in", times=2, deals=3)
    assert fault_of(quiet, high, zeros, good) == reason("fault-passes-gain")
    assert fault_of(quiet, plain, zeros, good) == reason("fault-stays-out")
    assert fault_of(quiet, plain, bad, zeros) is None
    assert fault_of(plain, quiet, good, zeros) is None


def test_mistake_cost_explanation_matches_example() -> None:
    decision = next(decisions(played_deal(SIMPLE, 3)))
    for own_points, best_points, has_every_world, key in (
        ([0.0], [1.0], True, "review-certain"),
        ([-1.0] * 9 + [2.0], [1.0] * 10, False, "review-wins"),
        ([1.0] * 9 + [2.0], [2.0] * 9 + [1.0], False, "review-more"),
        ([1.0] * 4, [2.0] * 4, False, "review-more"),
        ([1.0] * 5, [2.0] * 5, False, "review-dominated"),
        ([1.0] * 2, [1.0, 2.0], True, "review-dominated"),
    ):
        plan_values = ChoiceValues(
            {decision.plan: own_points, (99,): best_points}, [1.0] * len(own_points), has_every_world
        )
        assert explain_cost(decision, plan_values).key == key


def test_faults_have_messages_and_examples() -> None:
    keys = {key for key, _ in calls(ROOM, "reason")}
    for tongue in LANGUAGES:
        check_words(ROOM, tongue)
        assert set(messages(ROOM, tongue)) == keys
        for key, arguments in calls(ROOM, "reason"):
            assert messages(ROOM, tongue)[key] <= arguments | {"best", "points"}
    case_keys = {case[3].key for case in CARDS}
    assert {key for key in keys if key.startswith("fault-")} - case_keys == {
        *("fault-parts-with-guard", "fault-no-void", "fault-parts-with", "fault-too-much", "fault-too-little"),
        *("fault-bids-loss", "fault-goes-in", "fault-passes-gain", "fault-stays-out"),
    }


# Comparison with the rules


def card_pairs(name: str) -> Iterator[tuple[AnyGame, View[Any], State[Any], Card, Card]]:
    """Yield two legal cards in positions of random deals, with a world of the view."""
    rng = random.Random(8)
    for seed in range(6):
        deal = played_deal(name, seed, "random")
        for decision in decisions(deal):
            if decision.phase == "play" and len(decision.plans) > 1:
                (card,), (best,) = rng.sample(decision.plans, 2)
                for world in islice(sample_worlds(deal.game, decision.view, rng), 3):
                    yield deal.game, decision.view, world, card, best


@pytest.mark.parametrize("name", [name for name in GAMES if game(name).sealed_phases])
def test_sealed_bid_has_no_fault(name: str) -> None:
    bids = [decision for decision in decisions(played_deal(name, 3)) if decision.phase in game(name).sealed_phases]
    assert bids
    for decision in bids:
        for best in decision.plans:
            assert fault(game(name), decision, ChoiceValues({decision.plan: [0.0], best: [1.0]}, [1.0], False)) is None


@pytest.mark.parametrize("name", GAMES)
def test_card_fault_is_true_in_sampled_worlds(name: str) -> None:
    fault_keys = set()
    for rules, player_view, world, card, best in card_pairs(name):
        fault = card_fault(TrickContext.of(rules, player_view), card, best)
        if fault is None:
            continue
        fault_keys.add(fault.key)
        turn = player_view.public.turn
        taker, best_taker = (taker_of(rules, world, played_card) for played_card in (card, best))
        match fault.key:
            case "fault-leaves-trick":
                assert (taker, best_taker) == (fault.numbers["other"], turn)
            case "fault-takes-trick" | "fault-takes-from-partner":
                assert (taker, best_taker) == (turn, fault.numbers["other"])
            case "fault-too-high" | "fault-too-low":
                assert taker == best_taker
            case "fault-goes-up":
                assert taker == turn != best_taker
            case "fault-stays-low":
                assert taker != turn == best_taker
            case "fault-not-cashed":
                assert not is_beaten(rules, world, best)
            case "fault-leads-under":
                top = fault.numbers["card"]
                assert isinstance(top, int)
                assert world.hands[turn] >> top & 1
                assert top // 13 == card // 13
            case "fault-ruffs" | "fault-no-ruff":
                trump = player_view.public.tricks.order.trump
                assert {card // 13 == trump, best // 13 == trump} == {True, False}
            case "fault-unguards":
                guarded_card, _ = guarded_card_and_length(fault, world.hands[turn] & ~(1 << card))
                assert guarded_card // 13 == card // 13 != best // 13
    assert len(fault_keys) > 4


def guarded_card_and_length(fault: Reason, hand: int) -> tuple[Card, int]:
    """Return the card that a reason names, which is still in the hand, and the length of its suit there."""
    card = fault.numbers["card"]
    assert isinstance(card, int)
    assert hand >> card & 1
    return card, (hand & SUIT_MASK[card // 13]).bit_count()


def taker_of(rules: AnyGame, world: State[Any], card: Card) -> int | None:
    """Return the seat that has the trick after a card."""
    old_tricks, new_tricks = world.public.tricks, rules.apply(world, card).public.tricks
    assert old_tricks is not None
    assert new_tricks is not None
    taker: int | None = new_tricks.past[-1].winner if len(new_tricks.past) > len(old_tricks.past) else new_tricks.best
    return taker


def is_beaten(rules: AnyGame, world: State[Any], card: Card) -> bool:
    """Return whether another player holds a card that is legal on a lead of this one and beats it."""
    tricks = world.public.tricks
    assert tricks is not None
    power = tricks.order.power(card // 13, card)
    tricks_after_lead = tricks.play(card)
    return any(
        tricks.order.power(card // 13, other_card) > power
        for seat in tricks.seats
        if seat != world.public.turn
        for other_card in cards(tricks_after_lead.legal(world.hands[seat]))
    )
