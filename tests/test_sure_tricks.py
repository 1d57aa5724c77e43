"""Certain tricks of a side: the search on a player's view, compared with one over all worlds."""

from typing import Any

from support.circles import depth
from support.random_walk import each_game, everywhere

from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import Seat, State, view
from prikup.sure_tricks import is_sure
from prikup.worlds.possible_worlds import all_worlds, count_placements

SMALL, WORLDS = 3, 40
"""The most tricks left, and the most worlds, for which the search over all worlds is used."""


def holds(game: AnyGame, worlds: list[State[Any]], side: tuple[Seat, ...], ours: set[Seat], spare: int) -> bool:
    """Return whether one line of play loses at most `spare` tricks in each of the worlds, which have the same view.

    The side plays the same cards of `ours` in all of them; all others play against it, knowing the world.
    """
    public = worlds[0].public
    if spare < 0 or public.actor is None:
        return spare >= 0
    seat, tricks, most = public.turn, public.tricks, game.contest(public).goal == "most"
    for card in range(52):
        alike = [game.apply(world, card) for world in worlds if tricks.legal(world.hands[seat]) >> card & 1]
        if not alike:
            continue
        after = alike[0].public.tricks
        went = spare
        if len(after.past) > len(tricks.past):
            went -= (after.past[-1].winner in side) != most
        if holds(game, alike, side, ours, went) == (seat in ours):
            return seat in ours
    return seat not in ours


@each_game
def test_what_is_sure_holds_in_all_worlds_by_one_line_of_play(name: str, kind: GameDefinition) -> None:
    """A claim that is certain is hardly ever missed."""
    found = {True: 0, False: 0}
    for game, state, action in everywhere(kind, 40, 1000):
        public = state.public
        if action is None or public.phase != "play" or public.tricks.lead is not None:
            continue
        contest, left = game.contest(public), game.tricks - public.tricks.done
        if contest.stops or left > SMALL:
            continue
        for seat in public.tricks.seats:
            seen = view(state, seat)
            if not seen.hand or count_placements(game, seen) > WORLDS:
                continue
            side = next(side for side in contest.sides if seat in side)
            ours = {each for each in side if each == seat or public.shown[each]}
            worlds = list(all_worlds(game, seen))
            for spare in range(left):
                wanted = left - spare if contest.goal == "most" else spare
                if not holds(game, worlds, side, ours, spare):
                    assert not is_sure(game, seen, wanted)
                else:
                    found[is_sure(game, seen, wanted)] += 1
        if sum(found.values()) >= depth(60):
            break
    assert found[True]
    assert found[False] <= 0.01 * found[True]
