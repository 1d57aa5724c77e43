"""Decisions of master that once were poor."""

import random
from typing import Any

import pytest
from bots.test_belief import belief_of
from games import tuppi_deals
from games.preferans_table import dealt_table
from support.random_walk import random_deal

from prikup.bots import master, player
from prikup.bots.advice import hint
from prikup.bots.simulation import PlanEvaluator
from prikup.games import game
from prikup.rules.action_text import action_text
from prikup.rules.cards import SPADES, SUIT_MASK, mask_text
from prikup.rules.match import Match
from prikup.rules.state import view


def test_master_passes_when_bid_is_outbid_in_most_worlds() -> None:
    """The opponents outbid it in nearly every world, but not in all."""
    table = dealt_table("", "", "", "S9 ST SJ C8 C9 CJ CQ DQ H8 HQ").say("6S 6C")
    (call,) = hint(table.game, table.view()).plan
    assert action_text(table.game.calls, call) == "pass"


@pytest.mark.parametrize("seed", range(3))
def test_master_bids_no_misere_on_long_suit_with_gap(seed: int) -> None:
    """An exact defence defeats it at a cost of some ninety whists; a careless one let it through."""
    table = dealt_table("", "C7 C8 C9 D7 D8 D9 DJ DK H9 HJ")
    advice = master.advice(table.game, table.view(), seed)
    misere = 52 + table.game.calls.index("misere")
    assert advice.plan != (misere,)
    assert advice.worth[misere,] < -20


@pytest.mark.parametrize(("calls", "opening"), [("pass pass", "6S"), ("pass", "6C"), ("", "6C")])
def test_master_opens_call_that_leaves_most_open_if_it_speaks_last(
    calls: str, opening: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """6 of clubs seems best. After it 6 of spades cannot be named, and nobody else speaks after two passes."""
    hands = ["", "", ""]
    hands[len(calls.split())] = "SA SK SJ S9 CA CK CJ C9 D7 H8"
    table = dealt_table("", *hands)
    if calls:
        table = table.say(calls)
    spades, clubs = ((52 + table.game.calls.index(call),) for call in ("6S", "6C"))

    def values(*_: Any, wavering: float = 0.0) -> PlanEvaluator:
        return lambda plan, start, stop: [10.0 * (plan == clubs)] * (stop - start)

    monkeypatch.setattr(master, "plan_values", values)
    advice = master.advice(table.game, table.view(), 0)
    assert action_text(table.game.calls, *advice.plan) == opening
    assert (advice.worth[spades] == advice.worth[clubs]) == (opening == "6S")


@pytest.mark.parametrize("seed", range(3))
def test_master_whists_even_if_co_defender_would_whist(seed: int) -> None:
    """The rule player as co-defender whists in every world, and both share what the declarer pays."""
    table = dealt_table("", "", "S7 SJ SA C8 CK DT DJ DK HK HA", talon="CT D8").say("6S pass pass").discard().say("6S")
    advice = master.advice(table.game, table.view(), seed)
    whist, pass_call = (52 + table.game.calls.index(call) for call in ("whist", "pass"))
    assert advice.plan == (whist,)
    assert advice.worth[whist,] > advice.worth[pass_call,]


@pytest.mark.parametrize(
    ("deal", "number", "hand", "better"),
    [(66, 6, "QT7.T.QT.AJ8", "CT"), (56, 18, "..AK98.J", "HJ"), (68, 18, "KJ8..J.J", "HJ")],
)
def test_master_tries_cards_in_more_worlds_while_the_best_is_unclear(
    deal: int, number: int, hand: str, better: str
) -> None:
    """The better card is worth four to ten whists more. In 40 worlds another one may seem better by chance."""
    rules = game("preferans")
    rule = player("rule", rules, 0)
    state = random_deal(Match.begin(rules), random.Random(f"unclear {deal}"))
    for _ in range(number):
        state = rules.apply(state, rule(view(state, state.public.actor)))
    player_view = view(state, state.public.actor)
    assert mask_text(player_view.hand) == hand
    hasty, settled = (
        [action_text((), master.advice(rules, player_view, seed, growth_factor=factor).plan[0]) for seed in range(3)]
        for factor in (1, master.GROWTH_FACTOR)
    )
    assert set(settled) == {better} != set(hasty)


def test_belief_gives_long_spades_to_declarer_of_nine_spades() -> None:
    """The rule player would name another contract with any likely hand."""
    table = dealt_table("", "", "", "S7 S9 CJ CA DT DJ DQ H8 H9 HJ", talon="C9 HA").say("6S pass pass").discard()
    worlds, _ = belief_of(table.game, table.say("9S pass").view()).worlds(1000)
    spades = [(world.hands[0] & SUIT_MASK[SPADES]).bit_count() for world in worlds]
    assert sum(count >= 4 for count in spades) > 950, "of the six that one does not hold"
    assert sum(count >= 5 for count in spades) > 700


def test_master_values_sooli_with_defenders_hidden_from_each_other() -> None:
    """With a view of each other's cards, as in the solver, the defenders would cost this hand nine points."""
    match_standing = tuppi_deals.standing((16, 0), dealer=tuppi_deals.EAST, deal=2, written_points=(16, 0))
    table = (
        tuppi_deals.dealt_table("", ("", "AK85.4.8743.AJ54", "...3", ""), match_standing)
        .say("H3")
        .bid(None)
        .say("pass")
    )
    sooli = 52 + table.game.calls.index("sooli")
    assert hint(table.game, table.view()).worth[sooli,] > -6
