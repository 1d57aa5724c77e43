"""Check the rating model with simulated people whose strength is known, and measure what two colluding players gain.

Run `python -m bench.strength.rating_simulation [--sides three] [--people 2000] [--matches 60000] [--json]`.

People have normally distributed strengths, by default as a new rating assumes. Tables are drawn at random or, with
`--pairing near`, from people with close ratings. Each match has 12, 20 or 30 deals. The result follows the model's own
noise (`gumbel`) or a normal one of the same variance. The matches are spread evenly over `--days`. After each sixth of
the matches a row has:

- the rank correlation between strengths and ratings of all people who have played;
- the slope of ratings over strengths: below 1, the best and the weakest are rated too close to the mean;
- the share of people whose strength is within their 95 % interval (`covered`), and the mean margin shown.

With `--collusion` two people of average strength play with honest people of average strength, and with one another in
every match: the helper loses on purpose (`sacrifice`), or both beat everyone else (`alliance`). The rows show how many
points of the shown number each of them gains by a number of matches in 30 days, with the rule for recurring company and
without it. `alliance` means that the two decide the result of every match. No one can do more, so it is a bound.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import log, pi, sqrt
from statistics import fmean, linear_regression
from typing import Any, NamedTuple

from bench.figures import show
from prikup.ratings.model import NEW, Rating, performance_spread
from prikup.ratings.pool import MatchPlayer, MatchResult, Pool, rate_match
from prikup.ratings.standing import DAY_MS, Standing, shown_margin, shown_number

SIDES = {
    "three": ((0,), (1,), (2,)),
    "pairs": ((0, 2), (1, 3)),
    "four": ((0,), (1,), (2,), (3,)),
}
"""The sides of each kind of game, with the seats of each side."""
DEALS = (12, 20, 30)
NEAR = 0.02
"""The share of all people among whom the others of a table are drawn with `--pairing near`."""
POINTS = {"sacrifice": {"first": 3, "second": 0}, "alliance": {"first": 3, "second": 2}}
"""The points of the two colluding players by scheme."""
OTHERS_POINTS = 1
"""The points of the honest sides in matches of colluding players."""
Row = dict[str, Any]


class Person(NamedTuple):
    name: str
    strength: float


def settlement(sides: Sequence[Sequence[Person]], deals: int, noise: str, rng: random.Random) -> tuple[Fraction, ...]:
    """Return a random settlement by side: the sum of the partners' strengths, and noise."""
    scale = performance_spread(deals) * sqrt(len(sides))
    performances = []
    for side in sides:
        deviation = -log(-log(rng.random())) if noise == "gumbel" else rng.gauss(0, pi / sqrt(6))
        performances.append(sum(person.strength for person in side) + scale * deviation)
    return tuple(Fraction(performance) for performance in performances)


def result(kind: str, table: Sequence[Person], deals: int, points: tuple[Fraction, ...], ended_ms: int) -> MatchResult:
    players = tuple(MatchPlayer(person.name) for person in table)
    return MatchResult(ended_ms, deals, SIDES[kind], players, points)


# Accuracy


def draw_table(
    people: Sequence[Person], pool: Pool, seats: int, pairing: str, by_rating: list[Person], rng: random.Random
) -> list[Person]:
    """Return the people of a table: random ones, or one random person and others with close ratings."""
    if pairing == "random":
        return rng.sample(people, seats)
    first = rng.randrange(len(by_rating))
    width = max(seats, round(NEAR * len(by_rating)))
    start = min(max(0, first - width // 2), len(by_rating) - width)
    others = [person for person in by_rating[start : start + width] if person is not by_rating[first]]
    table = [by_rating[first], *rng.sample(others, seats - 1)]
    rng.shuffle(table)
    return table


def simulate(kind: str, arguments: argparse.Namespace) -> Iterator[Row]:
    """Yield a row of figures after each sixth of the matches."""
    rng = random.Random(f"{arguments.seed} {kind} {arguments.noise} {arguments.pairing}")
    people = [Person(f"{number}", rng.gauss(NEW.mu, arguments.spread)) for number in range(arguments.people)]
    pool, by_rating = Pool(), list(people)
    seats = sum(map(len, SIDES[kind]))
    for number in range(1, arguments.matches + 1):
        if number % (arguments.people // 10) == 0:
            by_rating.sort(key=lambda person: pool.standings.get(person.name, Standing()).rating.mu)
        table = draw_table(people, pool, seats, arguments.pairing, by_rating, rng)
        deals = rng.choice(DEALS)
        sides = [[table[seat] for seat in side] for side in SIDES[kind]]
        ended_ms = round(number / arguments.matches * arguments.days * DAY_MS)
        pool.rate(result(kind, table, deals, settlement(sides, deals, arguments.noise, rng), ended_ms))
        if number % (arguments.matches // 6) == 0:
            yield figures(number, people, pool, arguments)


def figures(number: int, people: Sequence[Person], pool: Pool, arguments: argparse.Namespace) -> Row:
    played = [person for person in people if person.name in pool.standings]
    ratings = [pool.standings[person.name].rating for person in played]
    strengths = [person.strength for person in played]
    errors = [strength - rating.mu for strength, rating in zip(strengths, ratings, strict=True)]
    covered = [abs(error) <= 1.96 * rating.sigma for error, rating in zip(errors, ratings, strict=True)]
    return {
        "pairing": arguments.pairing,
        "noise": arguments.noise,
        "matches": number,
        "a person": round(fmean(pool.standings[person.name].matches for person in played)),
        "rank correlation": round(rank_correlation(strengths, [rating.mu for rating in ratings]), 3),
        "slope": round(linear_regression(strengths, [rating.mu for rating in ratings]).slope, 2),
        "covered %": round(100 * fmean(covered), 1),
        "mean ±": round(fmean(shown_margin(rating) for rating in ratings)),
    }


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Spearman's coefficient of two sequences without ties."""
    count = len(first)
    squares = sum((a - b) ** 2 for a, b in zip(ranks(first), ranks(second), strict=True))
    return 1 - 6 * squares / (count * (count**2 - 1))


def ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0] * len(values)
    for rank, index in enumerate(order):
        result[index] = rank
    return result


# Collusion


def gains(kind: str, scheme: str, matches: int, dampened: bool) -> tuple[int, int]:
    """Return how many points the first of two colluding players gains in 30 days, and how many the other.

    Both begin with the strength of an average person, and with certain ratings; so do the people whom they meet, who
    are others in every match. Partners cannot collude against each other, so in a game of pairs the two are opponents.
    """
    sides, seasoned = SIDES[kind], Rating(NEW.mu, 1.5)
    standings = {"first": Standing(seasoned, 100, 0), "second": Standing(seasoned, 100, 0)}
    for number in range(matches):
        names = ["first", "second", *(f"{number} {seat}" for seat in range(2, sum(map(len, sides))))]
        standings |= {name: Standing(seasoned, 100, 0) for name in names[2:]}
        points = [Fraction(POINTS[scheme].get(names[seats[0]], OTHERS_POINTS)) for seats in sides]
        ended_ms = round(30 * DAY_MS * number / matches)
        players = tuple(MatchPlayer(name) for name in names)
        match = MatchResult(ended_ms, 20, sides, players, tuple(points))
        changes = rate_match(match, standings, number if dampened else 0)
        for change in changes:
            if change.name in ("first", "second"):
                old = standings[change.name]
                standings[change.name] = Standing(change.new, old.matches + 1, ended_ms)
    start = shown_number(seasoned)
    first, second = (shown_number(standings[name].rating) - start for name in ("first", "second"))
    return first, second


def collusion(kind: str) -> Iterator[Row]:
    """Yield the gains of two colluding players by scheme and number of matches."""
    for scheme in ("sacrifice",) if kind == "pairs" else ("sacrifice", "alliance"):
        for matches in (5, 10, 30, 100, 300):
            first, second = gains(kind, scheme, matches, dampened=True)
            first_free, second_free = gains(kind, scheme, matches, dampened=False)
            yield {
                "scheme": scheme,
                "matches in 30 days": matches,
                "first gains": first,
                "second gains": second,
                "first without the rule": first_free,
                "second without the rule": second_free,
            }


def main() -> None:
    """Print the rows of the chosen kinds of games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sides", choices=SIDES, help="the kind of game (default: all)")
    parser.add_argument("--people", type=int, default=2000)
    parser.add_argument("--matches", type=int, default=60_000)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--spread", type=float, default=NEW.sigma, help="the standard deviation of the strengths")
    parser.add_argument("--pairing", choices=("random", "near"), default="random")
    parser.add_argument("--noise", choices=("gumbel", "normal"), default="gumbel")
    parser.add_argument("--collusion", action="store_true")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures_of = collusion if arguments.collusion else partial(simulate, arguments=arguments)
    kinds = [arguments.sides] if arguments.sides else list(SIDES)
    show({kind: list(figures_of(kind)) for kind in kinds}, as_json=arguments.json)


if __name__ == "__main__":
    main()
