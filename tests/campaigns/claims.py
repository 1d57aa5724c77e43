"""Check that a player gains nothing by false claims of the remaining tricks.

Run `python tests/campaigns/claims.py [--deals N] [--player NAME]`. Each deal is played twice, once with a player who
claims (the claimant) and once without claims. The claimant takes each seat in turn. Up to three times per deal, at
random moments, the claimant claims the most favourable number of tricks or a random number. The other players are
computer players, who accept a claim only if the claimant's side is sure of the tricks. The second time the same players
play the same deal to its end.

For each game the program prints the numbers of granted and refused claims, and the gain of the claimant's side in
points per deal, with its 95 % interval. The exit code is 1 if claiming is profitable in a game.
"""

import random
import sys
from pathlib import Path
from typing import Any

from msgspec import Struct

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from support.command_line import parse_command_line
from support.random_walk import random_game

from prikup.bots import player
from prikup.bots.payoff import Payoff
from prikup.claims import granting_seats, split_of_claim
from prikup.games import GAMES
from prikup.rules.errors import Reason
from prikup.rules.game import AnyGame, Player, claimable, play
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.state import Seat, State, view
from prikup.statistics.confidence_intervals import mean_interval

__all__ = ["Claims", "claims_of"]

TRIES = 3
"""The number of claims that may be refused per deal."""


class Claims(Struct):
    """The results of claiming in a number of deals.

    `point_gains` are the points that claiming gained in each deal, and the counts are those of granted and refused
    claims.
    """

    point_gains: list[float]
    granted_count: int = 0
    refused_count: int = 0


def claims_of(kind: GameDefinition, deals: int, name: str = "rule", seed: int = 1) -> Claims:
    """Play deals under random house rules, with and without a claimant, and return the results.

    `name` is the computer player at all seats, and `seed` determines the deals.
    """
    rng = random.Random(seed)
    claims = Claims([])
    for number in range(deals):
        game = random_game(kind, rng)
        start = Match.begin(game, 0).deal_random(rng)
        players = tuple(player(name, game, seat) for seat in range(game.seats))
        claimant, payoff = number % game.seats, Payoff(game, start.public)
        end_by_claim, refused_count = _play_with_claims(game, start, players, claimant, rng)
        claims.refused_count += refused_count
        claims.granted_count += end_by_claim is not None
        ends = [
            payoff.finished_deal_value(end)[payoff.side(claimant)]
            for end in (play(game, start, players), end_by_claim)
            if end
        ]
        claims.point_gains.append(ends[-1] - ends[0])
    return claims


def _play_with_claims(
    game: AnyGame, state: State[Any], players: tuple[Player, ...], claimant: Seat, rng: random.Random
) -> tuple[State[Any] | None, int]:
    """Play a deal with a claimant until a claim is granted.

    `players` are the players by seat. Return the final state of the deal, or None if no claim was granted, and the
    number of refused claims.
    """
    refused_count = 0
    while state.public.actor is not None and refused_count < TRIES:
        claimant_view = view(state, claimant)
        claim_range = claimable(game, claimant_view)
        if claim_range is not None and rng.random() < 0.3:
            claim = claim_range.wanted if rng.random() < 0.5 else rng.randint(0, claim_range.most)
            split = split_of_claim(game, claimant_view, claim)
            other_seats = [seat for seat in range(game.seats) if seat != claimant and state.hands[seat]]
            if not isinstance(split, Reason) and set(granting_seats(game, claimant_view, claim, other_seats)) == set(
                other_seats
            ):
                end = game.settle(state, split)
                assert isinstance(end, State)
                return end, refused_count
            refused_count += 1
        state = game.apply_unchecked(state, players[state.public.actor](view(state, state.public.actor)))
    return None, refused_count


def main() -> int:
    """Print the gain by claiming for each game; return 1 if claiming is profitable in any game."""
    arguments = parse_command_line(__doc__, deals=2000, player="rule")
    is_profitable = False
    for name, kind in GAMES.items():
        claims = claims_of(kind, arguments.deals, arguments.player)
        mean = mean_interval(claims.point_gains)
        is_profitable |= mean.low > 0
        print(
            f"{name}: {claims.granted_count} claims granted, {claims.refused_count} refused in "
            f"{arguments.deals} deals; "
            f"they brought {mean.mean:+.3f} points a deal ({mean.low:+.3f} to {mean.high:+.3f})",
            flush=True,
        )
    return int(is_profitable)


if __name__ == "__main__":
    sys.exit(main())
