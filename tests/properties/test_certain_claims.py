"""Undoing reveals no information, and claims of certain tricks are correct."""

import random
from collections.abc import Iterator
from typing import Any

from support.circles import depth
from support.random_walk import KINDS, each_game, random_steps

from prikup.bots import player
from prikup.claims import MIN_CLAIM, bot_claim, concession, reveals_information, takes_all_tricks
from prikup.history.events import ActionEvent
from prikup.narration import NarratedStep
from prikup.rules.errors import Reason
from prikup.rules.game import AgreedEnd, AnyGame, play
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import Action, Seat, State, view
from prikup.worlds.possible_worlds import sample_worlds


def random_decisions(
    kind: GameDefinition, seed: int, deals: int, phase: str = ""
) -> Iterator[tuple[AnyGame, State[Any], Seat, Action]]:
    """Yield the states of random deals in which a seat acts, with the seat and its action.

    With a `phase`, only deals that reach this phase are yielded and count.
    """
    for game, state, action in random_steps(kind, seed, deals, phase):
        if action is not None:
            yield game, state, state.public.actor, action


@each_game
def test_action_without_new_information_gives_same_view_in_each_world(name: str, kind: GameDefinition) -> None:
    rng = random.Random(7)
    silent = 0
    for game, state, actor, action in random_decisions(kind, 23, depth(40)):
        new_state = game.apply(state, action)
        if rng.random() > 0.4 or reveals_information(
            game, NarratedStep(state, ActionEvent(actor, action), new_state), actor
        ):
            continue
        silent += 1
        possible_worlds = sample_worlds(game, view(state, actor), rng)
        for _ in range(3):
            assert view(game.apply(next(possible_worlds), action), actor) == view(new_state, actor)
    assert silent


@each_game
def test_certain_claim_takes_all_tricks(name: str, kind: GameDefinition) -> None:
    rng = random.Random(3)
    claims = 0
    for game, state, actor, _ in random_decisions(kind, 29, depth(100), "play"):
        if not takes_all_tricks(game, view(state, actor)):
            continue
        claims += 1
        hand_size, old_count = state.hands[actor].bit_count(), state.public.tricks.won[actor]
        while state.public.actor is not None:
            state = game.apply(state, rng.choice(game.legal(view(state, state.public.actor))))
        taken_count = state.public.tricks.won[actor] - old_count
        assert taken_count == hand_size - state.hands[actor].bit_count(), "every trick that was played"
    assert claims


@each_game
def test_bot_claim_equals_result_of_playing_on(name: str, kind: GameDefinition) -> None:
    """The claim is right in every world consistent with the view, for every objective; all playing hands are open."""
    rng = random.Random(5)
    claim_count = 0
    for game, state, actor, _ in random_decisions(kind, 31, depth(600)):
        player_view = view(state, actor)
        claim = bot_claim(game, player_view)
        assert (claim is not None) == (
            takes_all_tricks(game, player_view) and player_view.hand.bit_count() >= MIN_CLAIM
        )
        if claim is None:
            continue
        claim_count += 1
        possible_worlds = sample_worlds(game, player_view, rng)
        for world in (state, next(possible_worlds), next(possible_worlds)):
            settled_state = game.settle(world, claim)
            assert not isinstance(settled_state, Reason)
            assert all(
                settled_state.public.shown[seat] == world.hands[seat] for seat in settled_state.public.tricks.seats
            )
            players = tuple(player("rule", game, seat) for seat in range(game.seats))
            assert game.outcome(settled_state) == game.outcome(play(game, world, players))
    assert claim_count


def test_concession_depends_on_the_view_only() -> None:
    concession_count = 0
    for _, kind in KINDS:
        for game, state, actor, _ in random_decisions(kind, 31, depth(60)):
            side = next(seats for seats in game.sides if actor in seats)
            settled_state = game.settle(state, AgreedEnd(conceding_seats=side))
            settlement = concession(game, view(state, actor))
            assert settlement == (
                settled_state if isinstance(settled_state, Reason) else AgreedEnd(conceding_seats=side)
            )
            concession_count += isinstance(settlement, AgreedEnd)
    assert concession_count
