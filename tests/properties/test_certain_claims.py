"""Undoing reveals no information, and claims of certain tricks are correct."""

import random
from collections.abc import Iterator
from typing import Any

from support.circles import depth
from support.random_walk import KINDS, each_game, everywhere

from prikup.bots import player
from prikup.claims import MIN_CLAIM, bot_claim, concession, reveals_information, takes_all_tricks
from prikup.history.log import Act
from prikup.narration import NarratedStep
from prikup.rules.errors import Reason
from prikup.rules.game import AnyGame, Settled, play
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import Action, Seat, State, view
from prikup.worlds.possible_worlds import worlds


def questions(kind: GameDefinition, seed: int, deals: int) -> Iterator[tuple[AnyGame, State[Any], Seat, Action]]:
    """Yield the states of random deals in which a seat acts, with the seat and its action."""
    for game, state, action in everywhere(kind, seed, deals):
        if action is not None:
            yield game, state, state.public.actor, action


@each_game
def test_an_action_that_taught_nothing_gives_the_same_view_in_every_world(name: str, kind: GameDefinition) -> None:
    rng = random.Random(7)
    silent = 0
    for game, state, actor, action in questions(kind, 23, depth(40)):
        after = game.apply(state, action)
        if rng.random() > 0.4 or reveals_information(game, NarratedStep(state, Act(actor, action), after), actor):
            continue
        silent += 1
        possible = worlds(game, view(state, actor), rng)
        for _ in range(3):
            assert view(game.apply(next(possible), action), actor) == view(after, actor)
    assert silent


@each_game
def test_a_certain_claim_takes_every_trick(name: str, kind: GameDefinition) -> None:
    rng = random.Random(3)
    claims = 0
    for game, state, actor, _ in questions(kind, 29, depth(100)):
        if not takes_all_tricks(game, view(state, actor)):
            continue
        claims += 1
        left, before = state.hands[actor].bit_count(), state.public.tricks.won[actor]
        while state.public.actor is not None:
            state = game.apply(state, rng.choice(game.legal(view(state, state.public.actor))))
        taken = state.public.tricks.won[actor] - before
        assert taken == left - state.hands[actor].bit_count(), "every trick that was played"
    assert claims


@each_game
def test_a_computer_player_claims_what_playing_on_would_bring(name: str, kind: GameDefinition) -> None:
    """The claim is right in every world consistent with the view, for every objective; all playing hands are open."""
    rng = random.Random(5)
    made = 0
    for game, state, actor, _ in questions(kind, 31, depth(600)):
        seen = view(state, actor)
        claimed = bot_claim(game, seen)
        assert (claimed is not None) == (takes_all_tricks(game, seen) and seen.hand.bit_count() >= MIN_CLAIM)
        if claimed is None:
            continue
        made += 1
        possible = worlds(game, seen, rng)
        for world in (state, next(possible), next(possible)):
            over = game.settle(world, claimed)
            assert not isinstance(over, Reason)
            assert all(over.public.shown[seat] == world.hands[seat] for seat in over.public.tricks.seats)
            players = tuple(player("rule", game, seat) for seat in range(game.seats))
            assert game.outcome(over) == game.outcome(play(game, world, players))
    assert made


def test_giving_up_is_known_from_what_everybody_sees() -> None:
    """A concession is decided from a View as from the whole State."""
    known = 0
    for _, kind in KINDS:
        for game, state, actor, _ in questions(kind, 31, depth(60)):
            side = next(seats for seats in game.sides if actor in seats)
            truth = game.settle(state, Settled(conceding_seats=side))
            found = concession(game, view(state, actor))
            assert found == (truth if isinstance(truth, Reason) else Settled(conceding_seats=side))
            known += isinstance(found, Settled)
    assert known
