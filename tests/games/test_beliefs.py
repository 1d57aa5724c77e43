"""Beliefs about a declarer: hands with which the rule player would have declared."""

import random
from collections import Counter
from itertools import combinations, islice, pairwise

import pytest
from bots.test_belief import believed
from msgspec.structs import replace
from support.random_walk import dealt

from prikup.bots import player
from prikup.bots.belief import PARTS
from prikup.games import GAMES, game
from prikup.rules.cards import cards, mask
from prikup.rules.match import Match
from prikup.rules.state import View, view
from prikup.worlds.possible_worlds import worlds


@pytest.mark.parametrize("name", ["balkan", "preferans"])
def test_the_truth_between_rules_of_thumb_is_likely_before_the_play(name: str) -> None:
    """All players follow the rule player, so no evidence is against the true world."""
    rules, rng = game(name), random.Random(f"truth {name}")
    decide = player("rule", rules, 0)
    judged = 0
    for _ in range(40):
        state = dealt(Match.begin(rules), rng)
        while (seat := state.public.actor) is not None and state.public.phase != "play":
            seen = view(state, seat)
            belief = believed(rules, seen)
            assert belief.likelihood(state) == 1.0
            judged += len(belief.decisions)
            state = rules.apply(state, decide(seen))
    assert judged > 100


@pytest.mark.parametrize("name", [name for name, kind in GAMES.items() if kind.laying])
def test_the_more_a_hand_loses_by_what_is_laid_away_the_worse_it_is_held_to_be(name: str) -> None:
    """A discard of two aces costs at least one trick, unless the fewest tricks are wanted."""
    rules, laying, rng = game(name), GAMES[name].laying, random.Random(12)
    assert laying is not None
    decide = player("rule", rules, 0)
    looked = 0
    while looked < 20:
        state = dealt(Match.begin(rules), rng)
        while (seat := state.public.actor) is not None and state.public.phase != "declare":
            state = rules.apply(state, decide(view(state, seat)))
        if seat is None or (lay := believed(rules, view(state, (seat + 1) % 3)).lay) is None:
            continue
        belief = believed(rules, view(state, (seat + 1) % 3))
        whole = state.hands[seat] | belief.dealt(state).laid
        worse = {away: belief.of_laid(lay, whole, mask(away)).worse for away in combinations(cards(whole), 2)}
        usual = next(away for away in worse if not belief.of_laid(lay, whole, mask(away)).laid)
        assert worse[usual] == 0
        aces = [away for away in worse if all(card % 13 == 12 for card in away)]
        if aces and laying(rules, View(seat, lay.public, whole, ()), mask(usual)) > 0:
            assert all(worse[away] >= PARTS for away in aces), "a trick at least"
            looked += 1


BEST = mask([*range(5, 13), 25, 38])
"""Eight spades and two more aces."""


@pytest.mark.parametrize("name", [name for name, kind in GAMES.items() if kind.calling])
def test_a_hand_is_away_only_from_calls_that_the_rule_of_thumb_would_not_make(name: str) -> None:
    rules, calling, rng = game(name), GAMES[name].calling, random.Random(f"calling {name}")
    assert calling is not None
    decide = player("rule", rules, 0)
    looked = Counter[str]()
    for _ in range(60):
        state = dealt(Match.begin(rules), rng)
        while (seat := state.public.actor) is not None and state.public.phase == "auction":
            seen = view(state, seat)
            usual, (away, *bids) = decide(seen), rules.legal(seen)
            assert calling(rules, seen, usual) == 0
            if usual == away and bids:
                looked["passes"] += calling(rules, seen, bids[0]) > 0
            elif usual == bids[0]:
                looked["bids"] += 1
                assert calling(rules, replace(seen, hand=BEST), away) > 0.5
            state = rules.apply(state, usual)
    assert min(looked["passes"], looked["bids"]) > 20


@pytest.mark.parametrize("name", [name for name, kind in GAMES.items() if kind.calling])
def test_the_farther_the_hand_of_a_bidder_is_from_the_bid_the_less_likely_is_the_world(name: str) -> None:
    rules, calling, rng = game(name), GAMES[name].calling, random.Random(f"bidders {name}")
    assert calling is not None
    spread = 0
    for _ in range(10):
        state = dealt(Match.begin(rules), rng)
        first = view(state, state.public.actor)
        bid = rules.legal(first)[1]
        state = rules.apply(state, bid)
        seen = view(state, state.public.actor)
        belief, found = believed(rules, seen), list[tuple[float, float]]()
        for world in islice(worlds(rules, seen, rng), 30):
            assert first.seat is not None
            asked = replace(first, hand=world.hands[first.seat])
            found.append((calling(rules, asked, bid), belief.likelihood(world)))
        found.sort()
        likely = [likelihood for _, likelihood in found]
        assert all(one >= other for (far, one), (farther, other) in pairwise(found) if farther > far)
        spread += likely[0] > 2 * likely[-1]
    assert spread > 5
