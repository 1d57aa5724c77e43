"""The rating model: how the result of one match changes the ratings of its players.

A rating is a normal distribution over a player's strength, with the mean μ and the standard deviation σ. The model is
Plackett–Luce by Weng and Lin ("A Bayesian Approximation Method for Online Ranking", JMLR 12, 2011), as computed by
openskill. Only the order in which the sides finish (`ranking`) counts, not the number of points between them.

prikup adjusts this model in two ways. σ grows with the days since a person's last match. A match with few deals, or
between people who often play with one another, changes ratings less.
"""

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct
from openskill.models import PlackettLuce

__all__ = [
    "ANCHOR_SIGMA",
    "GROWTH_PER_DAY",
    "NEW",
    "SCALE",
    "VERSION",
    "Rating",
    "grow_uncertainty",
    "performance_spread",
    "rate_sides",
]

VERSION = "2/openskill-6.2.0"
"""The version of the rating model: of its formula, the fixed ratings of computer players and the library openskill."""
SCALE = 25 / 6
"""The standard deviation β of a player's performance in a match of `STANDARD_DEALS` deals, in the unit of μ."""
ANCHOR_SIGMA = 1e-6
"""The standard deviation σ of the rating of a computer player; it is almost zero, because this rating never changes."""
DECIMALS = 6
"""The number of decimal places to which new ratings are rounded."""
STANDARD_DEALS = 20
FEWEST_DEALS, MOST_DEALS = 8, 60
"""The smallest and the largest number of deals with which a match is rated, however many deals it had."""
FREE_COMMON_MATCHES = 5
"""The number of common matches that two people may have in 30 days before further ones change ratings less."""
GROWTH_PER_DAY, GROWTH_PER_MATCH = 0.02, 1 / 144
"""The growth of σ² (the variance of a person's rating) for each day since their last match, and for each match."""
KAPPA = 1e-4
"""The smallest factor by which one match may multiply σ², the variance of a rating."""


class Rating(Struct, frozen=True):
    """An estimate of a player's strength: a normal distribution with mean `mu` and standard deviation `sigma`."""

    mu: float = 25.0
    sigma: float = 25 / 3


NEW = Rating()
"""The rating of a person without a rated match."""


def grow_uncertainty(rating: Rating, days: int) -> Rating:
    """Return the rating with which a person begins a match, given the `rating` after their previous match.

    `days` is the number of whole days since that match, 0 if there was none. The uncertainty σ grows with the days and
    with the match itself.
    """
    sigma = sqrt(rating.sigma**2 + GROWTH_PER_DAY * days + GROWTH_PER_MATCH)
    return Rating(rating.mu, min(NEW.sigma, sigma))


def performance_spread(deals: int, common_matches: int = 0) -> float:
    """Return the standard deviation β of a player's performance in a match.

    The larger it is, the less the result of the match changes ratings. It is in units of μ (the mean of a rating).

    `deals` is the number of finished deals in the match. `common_matches` is the largest number, over the pairs of
    people at the table, of rated matches that both played in the previous 30 days.
    """
    counted_deals = min(max(deals, FEWEST_DEALS), MOST_DEALS)
    company = 1 + max(0, common_matches - FREE_COMMON_MATCHES) / 5
    return SCALE * sqrt(STANDARD_DEALS / counted_deals) * sqrt(company)


def rate_sides(
    sides: Sequence[Sequence[Rating]], ranks: Sequence[int], spread: float
) -> tuple[tuple[Rating, ...], ...]:
    """Return the new ratings of all players after a match, by side, then by player.

    `sides` has the ratings with which the players of each side began (from `grow_uncertainty`). A computer player has
    the standard deviation `ANCHOR_SIGMA`, and its rating does not change. `ranks` has a rank for each side; the lowest
    is the best, and tied sides have equal ranks. `spread` is β, from `performance_spread`.
    """
    model = PlackettLuce(mu=NEW.mu, sigma=NEW.sigma, beta=spread, kappa=KAPPA, tau=0.0)
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma) for rating in side] for side in sides]
    rated_teams = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return tuple(
        tuple(
            old if old.sigma == ANCHOR_SIGMA else Rating(round(new.mu, DECIMALS), round(new.sigma, DECIMALS))
            for old, new in zip(side, rated_team, strict=True)
        )
        for side, rated_team in zip(sides, rated_teams, strict=True)
    )
