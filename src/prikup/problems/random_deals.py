"""Random deals between computer players, determined by a seed; problems are generated from them."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from prikup.bots import player
from prikup.rules.game import AnyGame, Player
from prikup.rules.match import Match
from prikup.rules.state import State, view

__all__ = ["RandomDeals", "draw_players"]


class RandomDeals:
    """Several matches between computer players, continued in turn: one match under each set of rules in `games`.

    Deal `n` belongs to the match under `games[n % len(games)]`.
    """

    def __init__(self, games: Sequence[AnyGame]) -> None:
        self.games = games
        self._matches = [Match.begin(rules) for rules in games]

    def rules(self, deal: int) -> AnyGame:
        """Return the rules under which the deal with this number is played."""
        return self.games[deal % len(self.games)]

    def play(self, deal: int, rng: random.Random, seat_players: Callable[[], Sequence[Player]]) -> Iterator[State[Any]]:
        """Play a deal and yield each state in which a player is to act.

        `deal` is the number of the deal, from 0, and `rng` deals the cards. `seat_players` returns the players by seat;
        it is called after the cards are dealt, because both use `rng`. The match is updated at the end of the deal, so
        a caller that stops earlier leaves it unchanged.
        """
        rules, match = self.rules(deal), self._matches[deal % len(self.games)]
        state = match.deal_random(rng)
        players = seat_players()
        while (seat := state.public.actor) is not None:
            yield state
            state = rules.apply_unchecked(state, players[seat](view(state, seat)))
        next_match = match.close(rules.outcome(state))
        self._matches[deal % len(self.games)] = Match.begin(rules) if next_match.over else next_match


def draw_players(names: Sequence[str], rules: AnyGame, deal: int, rng: random.Random) -> list[Player]:
    """Return a computer player for each seat of the game `rules`; each name is drawn from `names` with `rng`.

    `deal` is the number of the deal, which is the seed of the players' random choices.
    """
    return [player(name, rules, deal) for name in rng.choices(names, k=rules.seats)]
