"""Fit the likelihood factors of inference to styled opponents (computer players with random styles).

Run `python -m bench.strength.fit_likelihoods [--game NAME] [--deals 320] [--kind NAME] [--write]`.

Inference weighs the possible deals (worlds) by what the other players did: each deviation from the rule-based player
multiplies a world's likelihood by a factor. To fit the factors, opponents of the open styles (those that parameters may
be fitted to) play with one another. At about every fourth decision the deviations of the other players are counted, in
the true world and in worlds sampled without inference (`Belief.count_deviations`). A set of factors is better if it
makes the true world likelier compared with the others: the score is the mean over decisions of the logarithm of the
true world's likelihood, minus the logarithm of the mean likelihood of all worlds. Each factor in turn is set to the
best value on a scale, or to the smallest of those that are as good, until none changes.

The program also prints the share of decisions in which the others follow the rule-based player, and the gain of the
factors in use and of the fitted factors, in bits per decision.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, islice, repeat
from math import comb, fsum, log2
from multiprocessing import get_context
from statistics import fmean
from typing import Any, NamedTuple

from msgspec.structs import asdict, replace

from bench.figures import show
from prikup.bots import player
from prikup.bots.belief import ENUMERATE_UP_TO, Belief
from prikup.bots.likelihood_factors import (
    DEFAULT_FACTORS,
    FACTORS_FILE,
    Deviations,
    LikelihoodFactors,
    likelihood_factors,
)
from prikup.bots.styled_opponent import FIRST_HELD_OUT_STYLE
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.rules.cards import cards, mask
from prikup.rules.game import AnyGame, Redeal
from prikup.rules.match import Match
from prikup.rules.state import State, view
from prikup.worlds.possible_worlds import count_placements, sample_worlds

SHARE = 0.25
"""The share of all decisions that are sampled."""
COMPARED_WORLDS = 150
"""The number of sampled worlds (possible deals) that the true world is compared with at each decision."""
KINDS = LikelihoodFactors.__struct_fields__
WITH_SENSE = 0.1
"""The share of the fitted discard factor that is used in games where the rule-based player cannot grade discards.

Styled opponents deviate from the rule-based player's discard with some sense. But the Markov chain that samples worlds
(possible deals) tries any discard. With the whole factor, inference would believe that declarers had discarded aces,
and that a declarer of seven tricks takes fewer than six.
"""
TELLING = 0.001
"""The smallest gain of one value of a factor over another, in bits per decision, that does not count as chance."""
PIECES = 32
"""The number of parts into which a game's deals are split, so that results do not depend on the number of workers."""
SCALE = tuple(round(0.85**n, 3) for n in range(30))


class Asked(NamedTuple):
    """The deviations of the other players from the rule-based player that were counted at one decision.

    `true` are the deviations in the true world. `other_worlds` maps each combination of deviations to the share of the
    sampled worlds (possible deals) that have it.
    """

    true: Deviations
    other_worlds: dict[Deviations, float]


def sample_decisions(name: str, seed: str, deals: int) -> list[Asked]:
    """Play `deals` deals of the game `name` between styled opponents; return the deviations at sampled decisions.

    `seed` determines the deals and the sampled decisions. Deviations are decisions that differ from those of the
    rule-based player.
    """
    rules, rng = game(name, ""), random.Random(seed)
    decisions: list[Asked] = []
    match = Match.begin(rules)
    for _ in range(deals):
        players = [player(f"stranger:{rng.randrange(1, FIRST_HELD_OUT_STYLE)}", rules, 0) for _ in range(rules.seats)]
        state = rules.deal(tuple(rng.sample(rules.pack, len(rules.pack))), match.standing)
        if isinstance(state, Redeal):
            continue
        while (seat := state.public.actor) is not None:
            if rng.random() < SHARE:
                decisions += _sample_decision(rules, state, rng)
            state = rules.apply_unchecked(state, players[seat](view(state, seat)))
        after = match.close(rules.outcome(state))
        match = Match.begin(rules) if after.over else after
    return decisions


def _sample_decision(rules: AnyGame, state: State[Any], rng: random.Random) -> list[Asked]:
    """Return the deviations of the other players that can be counted at one decision, in a list with one element.

    The list is empty if the other players have decided nothing yet, or if only few worlds are possible. Sampled worlds
    hardly ever have the rule-based player's discard, which is one of some sixty. So each sampled world stands for all
    possible discards from the same cards, with equal weights.
    """
    seat_view = view(state, state.public.actor)
    belief = Belief(rules, seat_view, GAMES[rules.name].rule(rules, 0), search(), rng)
    if not (belief.decisions or belief.start_position) or count_placements(rules, seat_view) <= ENUMERATE_UP_TO:
        return []
    owner, lay = belief.owner, belief.discard_decision
    hidden_places = {cell.place for cell in belief.cells if cell.seat == owner}
    lays = lay is not None and owner is not None and {"hand", "discard"} <= hidden_places
    share_by_deviations: defaultdict[Deviations, float] = defaultdict(float)
    for world in islice(sample_worlds(rules, seat_view, rng), COMPARED_WORLDS):
        deviations = belief.count_deviations(world)._replace(laid=0, worse=0)
        if not lays:
            share_by_deviations[deviations] += 1 / COMPARED_WORLDS
            continue
        assert lay is not None
        assert owner is not None
        world_deal = belief.initial_deal(world)
        whole, remaining_hand = world_deal.hands[owner] | world_deal.stock, world.hands[owner]
        ways = comb(remaining_hand.bit_count() + lay.lays, lay.lays)
        for discards in combinations(cards(remaining_hand | world_deal.discard), lay.lays):
            discard_deviations = belief.compare_discards(lay, whole, mask(discards))
            share_by_deviations[deviations._replace(laid=discard_deviations.laid, worse=discard_deviations.worse)] += (
                1 / ways / COMPARED_WORLDS
            )
    return [Asked(belief.count_deviations(state), share_by_deviations)]


def bits(rows: Sequence[Asked], factors: LikelihoodFactors) -> float:
    """Return how much likelier the factors make the true world compared with the other worlds, in bits per decision.

    `rows` are the deviations counted at each decision.
    """
    return fmean(
        log2(factors.likelihood(row.true))
        - log2(fsum(share * factors.likelihood(deviations) for deviations, share in row.other_worlds.items()))
        for row in rows
    )


def fit_factors(rows: Sequence[Asked], begin: LikelihoodFactors, kinds: Sequence[str] = KINDS) -> LikelihoodFactors:
    """Improve the factors of `kinds` one at a time, starting from `begin`, until no change of a single factor helps.

    `rows` are the deviations counted at each decision.
    """
    best = begin
    while True:
        previous = best
        for kind in kinds:
            best = replace(best, **{kind: _best(rows, best, kind)})
        if best == previous:
            return best


def _best(rows: Sequence[Asked], factors: LikelihoodFactors, kind: str) -> float:
    """Return the best value for the factor of deviations of the kind `kind` while the other factors stay unchanged.

    `rows` are the deviations counted at each decision. Of several values that are as good, return the smallest; return
    1 if no decision depends on the factor. The mean likelihood at a decision is a polynomial in this factor, so the
    loop over the worlds runs only once.
    """
    other_factors = replace(factors, **{kind: 1.0})
    sums: list[tuple[int, dict[int, float]]] = []
    for row in rows:
        powers: dict[int, float] = {}
        for deviations, share in row.other_worlds.items():
            power = getattr(deviations, kind)
            powers[power] = powers.get(power, 0.0) + share * other_factors.likelihood(deviations)
        sums.append((getattr(row.true, kind), powers))

    def total_bits(factor: float) -> float:
        return fsum(
            true * log2(factor) - log2(fsum(share * factor**power for power, share in powers.items()))
            for true, powers in sums
        )

    bits_by_factor = {factor: total_bits(factor) for factor in SCALE}
    least = max(bits_by_factor.values()) - TELLING * len(rows)
    as_good = [factor for factor, bits in bits_by_factor.items() if bits >= least]
    return min(as_good) if len(as_good) < len(SCALE) else SCALE[0]  # no decision depends on this factor


def main() -> None:
    """Fit factors to each game and to all games together, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=tuple(GAMES), action="append", help="as often as you like; else all")
    parser.add_argument("--deals", type=int, default=320)
    parser.add_argument("--kind", choices=KINDS, action="append", help="fit only these factors of a game; else all")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--write", action="store_true", help="write what is fitted to each game into its folder")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    decisions_by_game: dict[str, list[Asked]] = {}
    with ProcessPoolExecutor(arguments.workers, get_context("spawn")) as pool:
        for name in arguments.game or GAMES:
            seeds = [f"doubts {name} {piece}" for piece in range(PIECES)]
            pieces = pool.map(sample_decisions, repeat(name), seeds, repeat(-(-arguments.deals // PIECES)))
            decisions_by_game[name] = [row for piece in pieces for row in piece]
    tables = {}
    for name, rows in decisions_by_game.items():
        best = fit_factors(rows, likelihood_factors(name), arguments.kind or KINDS)
        tables[f"{name}, {len(rows)} decisions"] = _table_rows(
            rows, {"in use": likelihood_factors(name), "fitted": best}
        )
        if arguments.write:
            kinds = "".join(f" --kind {kind}" for kind in arguments.kind or ())
            command = f"python -m bench.strength.fit_likelihoods --game {name} --deals {arguments.deals}{kinds} --write"
            path = GAMES[name].folder / FACTORS_FILE
            earlier = f"{json.loads(path.read_text())['made']}; " if arguments.kind and path.exists() else ""
            origin = {"made": earlier + command}
            saved_factors = (
                best
                if GAMES[name].discard_estimate or "laid" not in (arguments.kind or KINDS)
                else replace(best, laid=round(WITH_SENSE * best.laid, 4))
            )
            path.write_text(json.dumps(origin | asdict(saved_factors), indent=2) + "\n")
    all_decisions = [row for rows in decisions_by_game.values() for row in rows]
    tables[f"together, {len(all_decisions)} decisions"] = _table_rows(
        all_decisions, {"fitted": fit_factors(all_decisions, DEFAULT_FACTORS)}
    )
    show(tables, as_json=arguments.json)


def _table_rows(rows: Sequence[Asked], sets: dict[str, LikelihoodFactors]) -> list[dict[str, Any]]:
    """Return a table row for the rule-based player, and one for each set of factors in `sets`, which is by row heading.

    The first row has, by kind of deviation, the share of decisions at which the others have not deviated. The other
    rows have the gain in bits and the factors.
    """
    shares_like_rule = {kind: round(fmean(getattr(row.true, kind) == 0 for row in rows), 3) for kind in KINDS}
    lines: list[dict[str, Any]] = [{"": "as the rule of thumb", "bits": ""} | shares_like_rule]
    lines.extend({"": head, "bits": round(bits(rows, factors), 3)} | asdict(factors) for head, factors in sets.items())
    return lines


if __name__ == "__main__":
    main()
