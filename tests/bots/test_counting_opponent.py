"""Counting opponents call as the rule-based player would with the hand that they seem to have."""

import random

import pytest
from support.circles import depth
from support.random_walk import KINDS

from prikup.bots import player
from prikup.bots.arena import Job, play_deal
from prikup.bots.counting_opponent import perceive_hand, style
from prikup.games import game
from prikup.rules.cards import PACK_32, mask, mask_text, parse_mask
from prikup.rules.game import play
from prikup.rules.match import Match


@pytest.mark.parametrize(
    ("ranks", "moved", "seeming_hand"),
    [
        (0, 0, "AQJT.K7.98.97"),
        (1, 0, "AQJT.A7.98.97"),  # the highest card that can be raised: the ace of spades cannot
        (3, 0, "AKQT.A7.98.97"),
        (-2, 0, "KQJT.Q7.98.97"),
        (0, 1, "AQJT7.K.98.97"),
        (0, -1, "AQJ.K87.98.97"),
    ],
)
def test_counting_opponent_misjudges_honours_and_lengths(ranks: int, moved: int, seeming_hand: str) -> None:
    hand = parse_mask("AQJT.K7.98.97")
    assert mask_text(perceive_hand(hand, mask(PACK_32), ranks, moved)) == seeming_hand


@pytest.mark.parametrize("name", [name for name, _ in KINDS])
def test_perceived_hand_is_a_hand_of_the_pack_of_same_size(name: str) -> None:
    rules, rng = game(name), random.Random(63)
    pack = mask(rules.pack)
    for size in (1, 4, len(rules.pack) // rules.seats):
        for _ in range(depth(200)):
            hand = mask(rng.sample(rules.pack, size))
            seeming_hand = perceive_hand(hand, pack, rng.randint(-3, 3), rng.randint(-1, 1))
            assert seeming_hand.bit_count() == size
            assert not seeming_hand & ~pack


def test_style_is_fixed_by_its_number_and_of_every_kind() -> None:
    styles = [style(number) for number in range(300)]
    assert styles == [style(number) for number in range(300)]
    for values in (
        {one.auction for one in styles},
        {one.later for one in styles},
    ):
        assert values == set(range(-3, 4))
    assert {one.length for one in styles} == {-1, 0, 1}
    assert {one.forgets for one in styles} == {False, True}


@pytest.mark.parametrize("name", [name for name, _ in KINDS])
def test_counting_opponents_play_legally(name: str) -> None:
    rules, rng = game(name), random.Random(64)
    for number in range(depth(20)):
        opponents = (player(f"counting:{number + 1}", rules, 0),) * rules.seats
        assert play(rules, Match.begin(rules).deal_random(rng), opponents).public.actor is None


def test_counting_opponents_play_differently() -> None:
    name, _ = KINDS[0]
    points = {
        play_deal(Job(name, "", ("rule", f"counting:{number}"), "styles", 1, alone="rule"), deal).points[0][2]
        for number in range(1, 1 + depth(15))
        for deal in range(8)
    }
    assert len(points) > 2
