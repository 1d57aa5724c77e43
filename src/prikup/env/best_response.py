"""Measures of how exploitable a policy is: the points that an opponent gains by knowing how the policy decides.

A policy is a function from a View (what one player may know of the deal) to an action, or to the probabilities of
actions. All seats play by the policy, except one, which responds to it. There are three measures:

- `best_response` and `exploitability` are exact. They try every deck, so they are for games with a small pack.
- `gains_in_endings` is exact within endings of deals, which are sampled.
- `gains_by_looking_ahead` is a lower bound for whole deals, which are sampled.

The last two return the gain in each sample; `mean_interval` gives the mean with its confidence interval:

>>> from prikup.bots import player
>>> from prikup.games import GAMES, game
>>> from prikup.statistics.confidence_intervals import mean_interval
>>> rules = game(next(iter(GAMES)))
>>> gains = gains_in_endings(player("beginner", rules, seed=1), rules, 5, cards=2, max_worlds=20)
>>> 0 <= mean_interval(gains).mean
True
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, permutations
from math import factorial
from typing import Any

from msgspec import Struct

from prikup.bots import best_response as exact
from prikup.bots import player
from prikup.bots.best_response import CachedPlayers, CachedPolicies, WeightedWorld, exploiting_player, value_of_play
from prikup.bots.payoff import tricks_left
from prikup.bots.sampling import randomness
from prikup.rules.game import AnyGame, Player
from prikup.rules.match import Match
from prikup.rules.state import Action, Seat, State, View, view
from prikup.worlds.possible_worlds import count_placements, worlds_with_own_discards

__all__ = [
    "AnyPolicy",
    "BestResponse",
    "best_response",
    "endings",
    "exploitability",
    "gain_in_ending",
    "gains_by_looking_ahead",
    "gains_in_endings",
]

AnyPolicy = Callable[[View[Any]], Action | Mapping[Action, float]]
"""A function from a View to an action, or to the probabilities of actions (0 for an action that is left out).

A View is what one player may know of a deal.
"""

MAX_DECKS = 50_000
"""The maximum number of decks that the exact measures try; a pack of 8 cards has 40,320."""


class BestResponse(Struct, frozen=True):
    """The mean points per deal of a seat: with a best response (`value`), and with the policy (`policy_value`)."""

    value: float
    policy_value: float

    @property
    def gain(self) -> float:
        """The points that the best response gains over the policy."""
        return self.value - self.policy_value


def best_response(policy: AnyPolicy, game: AnyGame, seat: Seat, dealer: Seat = 0) -> BestResponse:
    """Compute the exact best response of `seat` in the first deal of a match, if all other seats play by `policy`.

    `dealer` is the dealer's seat. Every deck that the rules accept is equally likely. Raise ValueError if there are too
    many decks to try them all.
    """
    worlds, fixed_players = _all_deals(game, dealer), _fixed_players(policy, game)
    value = exact.best_response(game, worlds, seat, fixed_players)
    return BestResponse(value, value_of_play(game, worlds, seat, fixed_players))


def exploitability(policy: AnyPolicy, game: AnyGame, dealer: Seat = 0) -> float:
    """Return the points that a seat gains by a best response to `policy` in all other seats, averaged over the seats.

    If the result is 0, the policy cannot be exploited. In a game for two the result is what OpenSpiel calls
    exploitability. `dealer` is the dealer's seat. Raise ValueError if there are too many decks to try them all.
    """
    return sum(best_response(policy, game, seat, dealer).gain for seat in range(game.seats)) / game.seats


def gains_in_endings(
    policy: AnyPolicy, game: AnyGame, count: int = 60, *, cards: int = 4, max_worlds: int = 100, seed: str = "endings"
) -> list[float]:
    """Return the points that a best response of one seat gains in each of `count` endings of deals.

    `endings` chooses the endings, in which each hand has `cards` cards, and the responding seats, for which 2 to
    `max_worlds` deals are possible. Within an ending the best response is exact; all deals that the responding seat
    considers possible are equally likely.
    """
    chosen_endings = islice(endings(game, cards, max_worlds, seed), count)
    return [gain_in_ending(policy, game, worlds, seat) for worlds, seat in chosen_endings]


def gain_in_ending(policy: AnyPolicy, game: AnyGame, worlds: list[WeightedWorld], seat: Seat) -> float:
    """Return how many points `seat` gains in one ending by a best response to `policy`, compared with `policy` itself.

    `worlds` are the deals of the ending that are possible for `seat`, each with its weight.
    """
    fixed_players = _fixed_players(policy, game)
    value = value_of_play(game, worlds, seat, fixed_players)
    return exact.best_response(game, worlds, seat, fixed_players) - value


def gains_by_looking_ahead(
    policy: AnyPolicy, game: AnyGame, deals: int, *, worlds: int = 16, seed: str = "endings"
) -> list[float]:
    """Return the points that an opponent gains in each of `deals` deals by knowing `policy` and searching with it.

    Each deal is played twice, with this opponent in one seat and without it. For each decision the opponent tries every
    action in `worlds` possible deals or more (`prikup.bots.best_response.exploiting_player`). That is not a best
    response, so the mean is a lower bound of what a best response gains. Dealer and seat change from deal to deal;
    `seed` determines the decks.
    """
    gains = []
    for deal, (state, seat) in enumerate(_deals(game, deals, seed)):
        known_players = [_sampling_player(policy, 2 * deal + 1)] * game.seats
        usual_player = _sampling_player(policy, 2 * deal)  # its random choices are not those that the opponent expects
        opponent = exploiting_player(game, known_players, seat, deal, worlds)
        values = []
        for player_of_seat in (usual_player, opponent):
            players = [player_of_seat if other == seat else usual_player for other in range(game.seats)]
            values.append(value_of_play(game, [(1.0, state)], seat, CachedPlayers(players)))
        gains.append(values[1] - values[0])
    return gains


def endings(game: AnyGame, cards: int, max_worlds: int, seed: str) -> Iterator[tuple[list[WeightedWorld], Seat]]:
    """Yield random endings of deals, which rule-based players have played until each hand has `cards` cards.

    `seed` determines the deals. Each ending is a pair: the worlds with equal weights, and the responding seat, the one
    whose best response is to be measured. The worlds are the deals that are possible for this seat. Endings with only
    one world or with more than `max_worlds` worlds are skipped.
    """
    rule, match, deal_number = player("rule", game, 0), Match.begin(game), 0
    while True:
        state = match.deal_random(random.Random(f"{seed} {deal_number}"))
        is_ending_found = False
        while (actor := state.public.actor) is not None:
            if not is_ending_found and _is_ending(state, cards):
                is_ending_found, seats = True, state.public.tricks.seats
                seat = seats[deal_number % len(seats)]
                if 1 < count_placements(game, view(state, seat)) <= max_worlds:
                    worlds = list(worlds_with_own_discards(game, view(state, seat)))
                    yield [(1 / len(worlds), world) for world in worlds], seat
            state = game.apply_unchecked(state, rule(view(state, actor)))
        after = match.close(game.outcome(state))
        match, deal_number = Match.begin(game) if after.over else after, deal_number + 1


def _is_ending(state: State[Any], cards: int) -> bool:
    public = state.public
    return public.phase == "play" and not public.tricks.table and tricks_left(state) == cards


def _deals(game: AnyGame, count: int, seed: str) -> Iterator[tuple[State[Any], Seat]]:
    """Yield `count` random deals, each with its responding seat (the seat whose best response is measured).

    The seats take turns in responding.
    """
    for deal_number in range(count):
        state = Match.begin(game, deal_number % game.seats).deal_random(random.Random(f"{seed} {deal_number}"))
        yield state, deal_number // game.seats % game.seats


def _all_deals(game: AnyGame, dealer: Seat) -> list[WeightedWorld]:
    """Return every possible deal, weighted by the share of decks that lead to it.

    `dealer` is the dealer's seat. Raise ValueError if there are too many decks to try them all.
    """
    if factorial(len(game.pack)) > MAX_DECKS:
        raise ValueError(f"a pack of {len(game.pack)} cards has more than {MAX_DECKS} decks: sample deals or endings")
    standing = Match.begin(game, dealer).standing
    dealt = (game.deal(deck, standing) for deck in permutations(game.pack))
    counts = Counter(state for state in dealt if isinstance(state, State))
    return [(count / counts.total(), state) for state, count in counts.items()]


def _fixed_players(policy: AnyPolicy, game: AnyGame) -> CachedPolicies:
    def probabilities(view: View[Any]) -> Mapping[Action, float]:
        choice = policy(view)
        return choice if isinstance(choice, Mapping) else {choice: 1.0}

    return CachedPolicies([probabilities] * game.seats)


def _sampling_player(policy: AnyPolicy, seed: int) -> Player:
    """Return a player that draws its actions by `policy`.

    `seed` and the View (what the player may know of the deal) determine each draw.
    """

    def play(view: View[Any]) -> Action:
        choice = policy(view)
        if not isinstance(choice, Mapping):
            return choice
        return randomness(seed, view).choices(list(choice), list(choice.values()))[0]

    return play
