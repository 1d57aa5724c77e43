"""Rates of calls: a rare call is believed, and a doubled player who holds the cards for it doubles again."""

import random
from statistics import fmean
from typing import Any

import pytest
from bots.test_belief import belief_of
from msgspec.structs import replace
from support.circles import depth

from prikup.bots import belief, master, simulation
from prikup.bots.belief import Belief
from prikup.bots.call_rates import CallRate, CallRates, call_rates, default_rate
from prikup.bots.payoff import SidePoints, payoff_of
from prikup.bots.simulation import PlanSimulator
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.rules.action_text import action_text, parse_action
from prikup.rules.cards import cards, mask, parse_mask
from prikup.rules.game import Player
from prikup.rules.match import Match
from prikup.rules.state import Seat, State, View, view

CLUB = game("balkan", "serbian-club")


def honour_points(hand: int) -> int:
    """Return the points of a hand's honours: ace 4, king 3, queen 2, jack 1."""
    return sum(max(0, card % 13 - 8) for card in cards(hand))


def state_after_igra(igra: str, rng: random.Random) -> tuple[State[Any], Seat]:
    """Return a state after `igra` by a hand that fits it and passes, and the seat of declarer."""
    rule, call = GAMES["balkan"].rule(CLUB, 0), parse_action(CLUB.calls, igra)
    while True:
        state = Match.begin(CLUB).deal_random(rng)
        seat = state.public.actor
        assert seat is not None
        if rule(view(state, seat)) != call:
            continue
        state = CLUB.apply(state, call)
        while state.public.phase == "auction":
            state = CLUB.apply(state, parse_action(CLUB.calls, "pass"))
        return state, seat


@pytest.mark.parametrize("counted", [True, False], ids=["counted", "of a new game"])
def test_belief_gives_declarer_of_igra_sans_the_honours_for_it(counted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not counted:
        monkeypatch.setattr(belief, "call_rates", lambda _: CallRates())
    rng, believed, held = random.Random("igra-sans"), list[float](), list[int]()
    for _ in range(depth(20)):
        state, declarer = state_after_igra("igra-sans", rng)
        held.append(honour_points(state.hands[declarer]))
        defender_view = view(state, state.public.actor)
        worlds, _ = belief_of(CLUB, defender_view).worlds(40)
        believed.append(fmean(honour_points(world.hands[declarer]) for world in worlds))
    assert fmean(believed) > fmean(held) - 2


def test_belief_estimates_answer_to_kontra_from_hands_after_discard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief, "call_rates", lambda _: CallRates())
    rng, rule, views = random.Random("answers"), GAMES["balkan"].rule(CLUB, 0), list[View[Any]]()

    def recording_rule(seat_view: View[Any]) -> int:
        views.append(seat_view)
        return rule(seat_view)

    for _ in range(20):
        state = Match.begin(CLUB).deal_random(rng)
        while state.public.phase not in ("follow", "over"):
            state = CLUB.apply(state, rule(view(state, state.public.actor)))
        declarer, discards = state.public.declarer, [note for notes in state.notes for note in notes]
        if state.public.phase == "over" or not discards:
            continue
        for text in ("come", "come", "kontra"):
            state = CLUB.apply(state, parse_action(CLUB.calls, text))
        state = CLUB.apply(state, CLUB.legal(view(state, declarer))[0])
        views.clear()
        Belief(CLUB, view(state, (declarer + 1) % 3), recording_rule, search(), rng)
        answer_views = [seat_view for seat_view in views if seat_view.public.phase == "kontra"]
        assert answer_views
        for seat_view in answer_views:
            discarded = [note.action for note in seat_view.notes if note.kind == "discarded"]
            assert len(discarded) == 2
            assert not seat_view.hand & mask(discarded)
        return
    raise AssertionError("no deal in which declarer took the talon")


def test_call_rate_rarity_grows_with_distance() -> None:
    for rate in (CallRate(0.6, 0.02, 0.7), default_rate(0.02), *call_rates("balkan").calls.values()):
        rarities = [rate.rarity(distance) for distance in range(5)]
        assert rarities[0] >= 0
        assert rarities == sorted(rarities)


def test_call_rates_name_calls_of_their_game() -> None:
    for name, definition in GAMES.items():
        for options in definition.presets.values():
            assert set(call_rates(name).calls) <= set(definition.build(options).calls)


DEFENDER = parse_mask("T9.QJ9.KJ8.Q9")


def state_before_kontra(declarer_hand: int, defender_hand: int) -> State[Any]:
    """Return a state in which a defender may double an igra-sans; the rest of the cards are in order."""
    rest = [card for card in CLUB.pack if not (declarer_hand | defender_hand) >> card & 1]
    state = Match.begin(CLUB).deal_random(random.Random(0))
    hands = dict(zip(state.public.auction.live, (declarer_hand, defender_hand, mask(rest[:10])), strict=True))
    state = replace(state, hands=tuple(hands[seat] for seat in range(3)), stock=cards(mask(rest[10:])))
    for text in ("igra-sans", "come", "come"):
        state = CLUB.apply(state, parse_action(CLUB.calls, text))
    return state


def test_call_distance_of_answer_to_kontra_is_zero_for_rule_answer() -> None:
    """A defender whom declarer doubled again always declines; the hand exceeds what a kontra needs."""
    distance, rule = GAMES["balkan"].call_distance, GAMES["balkan"].rule(CLUB, 0)
    assert distance is not None
    state = state_before_kontra(parse_mask("J.J7.J7.QJT98"), parse_mask("AKQ.AKQ.AKQ.A"))
    for text in ("kontra", "rekontra"):
        state = CLUB.apply(state, parse_action(CLUB.calls, text))
        answer_view = view(state, state.public.actor)
        assert distance(CLUB, answer_view, rule(answer_view)) == 0


def test_master_leaves_igra_sans_undoubled_with_scattered_honours() -> None:
    state = state_before_kontra(parse_mask("AK8.AK.AQT.A8"), DEFENDER)
    advice = master.advice(CLUB, view(state, state.public.actor), 0)
    assert action_text(CLUB.calls, advice.plan[0]) != "kontra"


def test_simulated_declarer_doubles_again_with_cards_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    kontra, rule, shares = parse_action(CLUB.calls, "kontra"), GAMES["balkan"].rule(CLUB, 0), list[float]()

    def points(state: State[Any], decide: Player, first: int) -> SidePoints:
        simulator = PlanSimulator(CLUB, decide, search(), payoff_of(CLUB, state.public))
        return simulator.points([state], (kontra,), first)[0]

    for hand in ("AKQ.AKQ.AKQ.A", "T987.T98.T98."):
        state = state_before_kontra(parse_mask(hand), parse_mask("J.J7.J7.QJT98"))
        with monkeypatch.context() as patch:
            patch.setattr(simulation, "call_rates", lambda _: CallRates())
            doubled_once = points(state, lambda seat_view: CLUB.legal(seat_view)[0], 0)
        shares.append(fmean(points(state, rule, first) != doubled_once for first in range(100)))
    strong, weak = shares
    assert strong > 0.5
    assert weak < strong - 0.3
