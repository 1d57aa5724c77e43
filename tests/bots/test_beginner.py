"""Beginners misjudge a hand, in every game, and err without randomness."""

import random

import pytest
from support.circles import depth
from support.random_walk import KINDS, random_steps

from prikup.bots import player
from prikup.bots.beginner import RICH, perceive_hand
from prikup.games import game
from prikup.rules.cards import PACK_32, SUIT_MASK, cards, mask, mask_text, parse_mask
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import Action, view


@pytest.mark.parametrize(
    ("hand", "seeming_hand"),
    [
        ("AKJT7.K7.98.9", "AKJT7.K7.98.9"),  # the long suit counts for what it is
        ("KQJT8.A987.K.", "KQJT8.A9.K8.7"),  # and a second one does not: the king seems guarded, no suit missing
        ("AQJT98.K97.7.", "AQJT98.K9.7.7"),
        ("AQJ.K8.KT.KQJ", "AQJ.A8.KT.KQJ"),  # four points above the average, and a king counts as an ace
        ("AQ8.K98.JT.98", "AQ8.K98.JT.98"),
    ],
)
def test_beginner_misjudges_suit_lengths_and_high_points(hand: str, seeming_hand: str) -> None:
    assert mask_text(perceive_hand(parse_mask(hand), mask(PACK_32))) == seeming_hand


@pytest.mark.parametrize("name", [name for name, _ in KINDS])
def test_perceived_hand_keeps_size_and_longest_suit_and_evens_out_others(name: str) -> None:
    rules, rng = game(name), random.Random(61)
    pack = mask(rules.pack)
    for size in (1, 4, len(rules.pack) // rules.seats):
        for _ in range(200):
            hand = mask(rng.sample(rules.pack, size))
            seeming_hand = perceive_hand(hand, pack)
            assert seeming_hand.bit_count() == size
            assert not seeming_hand & ~pack
            old_lengths, new_lengths = (
                sorted((cards_held & suit).bit_count() for suit in SUIT_MASK) for cards_held in (hand, seeming_hand)
            )
            assert new_lengths[-1] == old_lengths[-1]
            assert new_lengths[-2] <= max(old_lengths[-2], -(-(size - old_lengths[-1]) // 3))
            assert new_lengths[0] >= old_lengths[0]


def test_perceived_hand_raises_ranks_by_at_most_one() -> None:
    rng = random.Random(62)
    for _ in range(300):
        hand = mask(rng.sample(PACK_32, 10))
        old_ranks, new_ranks = (
            sorted(card % 13 for card in cards(cards_held)) for cards_held in (hand, perceive_hand(hand, mask(PACK_32)))
        )
        increases = [new_rank - old_rank for old_rank, new_rank in zip(old_ranks, new_ranks, strict=True)]
        assert set(increases) <= {0, 1}
        assert sum(increases) <= 27.5 // RICH  # the points of the best hand above the average


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_beginner_is_deterministic_and_differs_from_rule_player(name: str, kind: GameDefinition) -> None:
    """Their decisions depend only on the View, not on the seed: their errors are not random.

    Their calls differ in every game in which the calls of the rule of thumb depend on the hand.
    """
    calls = cards_played = 0
    rule_calls: dict[tuple[Action, ...], set[Action]] = {}
    for rules, state, action in random_steps(kind, 63, depth(150)):
        if action is None:
            continue
        player_view = view(state, state.public.actor)
        decision = player("beginner", rules, 1)(player_view)
        assert decision == player("beginner", rules, 2)(player_view)
        rule_decision = player("rule", rules, 1)(player_view)
        if state.public.phase != "play":
            rule_calls.setdefault(rules.legal(player_view), set()).add(rule_decision)
        if decision != rule_decision:
            cards_played += state.public.phase == "play"
            calls += state.public.phase != "play"
    assert cards_played
    assert calls or all(len(decisions) == 1 for decisions in rule_calls.values())
