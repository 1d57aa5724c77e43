"""The rule-of-thumb player of Tuppi: what it does in plain cases, and that it beats chance."""

import math
import random

import pytest
from games.tuppi_deals import BEATEN, EAST, SAFE, SOUTH, act, bid, dealt, may, soloing, standing, tuppi

from prikup.cards import PACK_52
from prikup.game import Player, play
from prikup.games.tuppi import Public, Tuppi
from prikup.games.tuppi.player import rule
from prikup.state import State, view
from prikup.text_forms import action_text


def _choice(rules: Tuppi, state: State[Public]) -> str:
    assert state.public.actor is not None
    return action_text(rules.calls, rule(rules, 0)(view(state, state.public.actor)))


def test_it_bids_rami_with_high_cards_and_nolo_without() -> None:
    rules = tuppi()
    assert _choice(rules, dealt(rules, ("", "AK4.AK5.AK63.T93", "", ""))) == "D3"
    assert _choice(rules, dealt(rules, ("", "T84.T975.J63.984", "", ""))) == "S4"
    assert _choice(rules, dealt(rules, ("", "AKQJ.AKQJ.KQJ.KQ", "", ""))) == "rami"
    assert _choice(tuppi("bid_method=bid_cards"), dealt(rules, ("", "AK4.AK5.AK63.T93", "", ""))) == "rami"


def test_it_plays_sooli_with_low_cards_only() -> None:
    rules = tuppi()
    for hands, says in ((SAFE, "sooli"), (BEATEN, "pass")):
        assert _choice(rules, act(rules, bid(rules, dealt(rules, hands), EAST), "pass")) == says
    free = tuppi("sooli_lost=0")
    assert _choice(free, act(free, bid(free, dealt(free, ("987..T987.T98765",) + ("",) * 3), EAST), "pass")) == "sooli"


def test_it_gives_the_soloist_its_lowest_card_and_stays_under() -> None:
    rules = tuppi()
    state = act(rules, bid(rules, dealt(rules, SAFE), EAST), "pass sooli S4")
    assert _choice(rules, state) == "H3"
    assert _choice(rules, act(rules, soloing(rules, exchange="D3 S5"), "SK S9")) == "S5"


def test_it_leaves_a_trick_to_its_partner() -> None:
    rules = tuppi("sooli=off")
    first = act(rules, bid(rules, dealt(rules, ("A5...", "K6...", "Q7...", "J8...")), SOUTH), "SK S7 S8")
    assert _choice(rules, first) == "SA"
    second = act(rules, bid(rules, dealt(rules, ("K6...", "A5...", "Q7...", "J98...")), SOUTH), "SA S7")
    assert _choice(rules, second) == min(may(rules, second), key=lambda word: "23456789TJQKA".index(word[1]))


@pytest.mark.parametrize("options", ["standard", "tournament"])
def test_it_beats_chance(options: str) -> None:
    """Two rule players against two random ones, each deal played both ways: the mean is far above zero."""
    rules, rng = tuppi(options), random.Random(1)
    chance: Player = lambda seen: rng.choice(rules.legal(seen))  # noqa: E731  (one line says it)
    careful, gains = rule(rules, 0), []
    for _ in range(150):
        deck, gain = tuple(rng.sample(PACK_52, 52)), 0
        for sign, players in ((1, (careful, chance) * 2), (-1, (chance, careful) * 2)):
            state = play(rules, rules.deal(deck, standing()), players)
            row = rules.row(rules.outcome(state), standing())
            gain += sign * (row.amount("points", 0) - row.amount("points", 1))
        gains.append(gain / 2)
    mean = sum(gains) / len(gains)
    spread = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / len(gains))
    assert mean - 2 * spread / math.sqrt(len(gains)) > 0


def test_it_always_plays_something_legal() -> None:
    rng = random.Random(2)
    for options in ("", "sooli_exchange=receive_then_pass_back sooli_lost=0", "bid_method=bid_cards"):
        rules = tuppi(options)
        player = rule(rules, 0)
        for _ in range(20):
            state = rules.deal(tuple(rng.sample(PACK_52, 52)), standing())
            while (actor := state.public.actor) is not None:
                action = player(view(state, actor))
                assert action in rules.legal(view(state, actor))
                assert player(view(state, actor)) == action
                state = rules.apply(state, action)
