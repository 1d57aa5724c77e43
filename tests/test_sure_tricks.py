"""Certain tricks of a side: the search on a player's view, compared with one over all worlds."""

from typing import Any

from support.circles import depth
from support.random_walk import each_game, random_steps

from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import Seat, State, view
from prikup.sure_tricks import is_sure
from prikup.worlds.possible_worlds import all_worlds, count_placements

SMALL, WORLDS = 3, 40
"""The most tricks left, and the most worlds, for which the search over all worlds is used."""


def claim_holds(
    game: AnyGame, worlds: list[State[Any]], side: tuple[Seat, ...], own_seats: set[Seat], spare_tricks: int
) -> bool:
    """Return whether one line of play loses at most `spare_tricks` tricks in each world; all have the same view.

    The side plays the same cards of `own_seats` in all of them; all others play against it, knowing the world.
    """
    public = worlds[0].public
    if spare_tricks < 0 or public.actor is None:
        return spare_tricks >= 0
    seat, tricks, wants_most = public.turn, public.tricks, game.objective(public).goal == "most"
    for card in range(52):
        next_worlds = [game.apply(world, card) for world in worlds if tricks.legal(world.hands[seat]) >> card & 1]
        if not next_worlds:
            continue
        new_tricks = next_worlds[0].public.tricks
        remaining_spare = spare_tricks
        if len(new_tricks.past) > len(tricks.past):
            remaining_spare -= (new_tricks.past[-1].winner in side) != wants_most
        if claim_holds(game, next_worlds, side, own_seats, remaining_spare) == (seat in own_seats):
            return seat in own_seats
    return seat not in own_seats


@each_game
def test_sure_claim_holds_in_all_worlds_with_one_line_of_play(name: str, kind: GameDefinition) -> None:
    """A claim that is certain is hardly ever missed."""
    counts_by_verdict = {True: 0, False: 0}
    for game, state, action in random_steps(kind, 40, 1000):
        public = state.public
        if action is None or public.phase != "play" or public.tricks.lead is not None:
            continue
        objective, remaining_tricks = game.objective(public), game.trick_count - public.tricks.decided_count
        if objective.stops or remaining_tricks > SMALL:
            continue
        for seat in public.tricks.seats:
            player_view = view(state, seat)
            if not player_view.hand or count_placements(game, player_view) > WORLDS:
                continue
            side = next(side for side in objective.sides if seat in side)
            own_seats = {member for member in side if member == seat or public.shown[member]}
            worlds = list(all_worlds(game, player_view))
            for spare_tricks in range(remaining_tricks):
                claimed_count = remaining_tricks - spare_tricks if objective.goal == "most" else spare_tricks
                if not claim_holds(game, worlds, side, own_seats, spare_tricks):
                    assert not is_sure(game, player_view, claimed_count)
                else:
                    counts_by_verdict[is_sure(game, player_view, claimed_count)] += 1
        if sum(counts_by_verdict.values()) >= depth(60):
            break
    assert counts_by_verdict[True]
    assert counts_by_verdict[False] <= 0.01 * counts_by_verdict[True]
