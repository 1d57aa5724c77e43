"""Measure how much a learned network improves the play of `master`, the strongest level of computer players.

Run `python -m bench.learning.evaluate GAME NET [--bits] [--against strangers|sealed|rule]`.

Each deal is played once for every seat that the tested player can have, against two opponents. They are styled
opponents (computer players with a random style) of the open styles (`strangers`) or of the styles held out from all
fitting (`sealed`), or rule-based players (`rule`). The tested player calls as `master`. From the first card on, the
same deal is played by `master` and by each of its variants. `belief` samples the possible deals (worlds) by the
network's belief. `doubts` multiplies this belief by the rule-based likelihood. `policy` finishes the sampled worlds by
the network's policy, and `both` combines `doubts` and `policy`. The program prints how many more tricks each variant
takes than `master`, with intervals.

`--bits` measures something else: where the tested player has a choice of cards, how much likelier the true world
becomes than other worlds by the likelihood in use, by the network, and by both.
"""

import argparse
from collections.abc import Sequence
from itertools import islice
from math import exp, fsum, log, log2
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from bench.figures import mean_row, show
from bench.learning.network import SEATS, load
from bench.learning.network_player import LearnedBelief, player
from bench.learning.self_play import finish_calls, learnable, second_deal, tricks
from prikup.bots import master
from prikup.bots import player as named
from prikup.bots.belief import ENUMERATE_UP_TO, Belief
from prikup.bots.sampling import randomness
from prikup.bots.styled_opponent import FIRST_HELD_OUT_STYLE
from prikup.bots.thread_solver import search
from prikup.env import Encoder
from prikup.games import GAMES, game
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import view
from prikup.worlds.possible_worlds import count_placements, sample_worlds

VARIANTS: dict[str, dict[str, Any]] = {
    "belief": {"believes": True, "plays": False, "trust": 0.5, "doubt": 0.0},
    "doubts": {"believes": True, "plays": False, "trust": 0.5, "doubt": 0.75},
    "policy": {"believes": False, "plays": True},
    "both": {"believes": True, "plays": True, "trust": 0.5, "doubt": 0.75},
}
"""The variants of `master` that are measured, with their arguments for `bench.learning.network_player.player`.

The values of `trust` and `doubt` are those that make the true world likeliest against open styles (`--bits`).
"""
COMPARED_WORLDS = 100
"""The number of sampled worlds (possible deals of the hidden cards) that the true world is compared with."""
SCALE = (0.0, 0.25, 0.5, 0.75, 1.0)


def choose_opponent(against: str, rules: AnyGame, deal: int) -> Player:
    """Return the player who has both seats other than the tested one in the deal with the number `deal`.

    `against` is the option of the command line: `rule` for the rule-based player, else a styled opponent of the open
    styles (`strangers`) or the held-out ones (`sealed`).
    """
    if against == "rule":
        return named("rule", rules, 0)
    first = FIRST_HELD_OUT_STYLE if against == "sealed" else 1
    return named(f"stranger:{first + deal % (FIRST_HELD_OUT_STYLE - 1)}", rules, 0)


def gains(
    name: str, path: Path, against: str, seed: str, deal: int, variants: Sequence[str], worlds: int = master.WORLDS
) -> list[float]:
    """Play one deal with `master` and with each variant; return the tricks that each takes, `master` first.

    Each player plays the deal once at every seat, and its tricks are averaged over the seats. `name` is the game,
    `path` the file of the network, `against` the kind of opponent, and `worlds` the number of worlds (possible deals)
    sampled per decision.
    """
    rules = game(name)
    opponent = choose_opponent(against, rules, deal)
    plain = master.player(rules, 0, worlds)
    players = [plain, *(player(rules, 0, load(path), worlds=worlds, **VARIANTS[variant]) for variant in variants)]
    tricks_by_player = [0.0] * len(players)
    for seat in range(SEATS):

        def cast(tested_player: Player, seat: int = seat) -> tuple[Player, ...]:
            return tuple(tested_player if index == seat else opponent for index in range(SEATS))

        start_state = finish_calls(rules, second_deal(rules, seed, deal), cast(plain))
        for index, tested_player in enumerate(players):
            tricks_by_player[index] += tricks(rules, start_state, cast(tested_player))[seat] / SEATS
    return tricks_by_player


class Asked(NamedTuple):
    """The assessments of the true world and of other worlds (possible deals of the hidden cards) at one choice.

    Both fields have one value per world, with the true world first. `network_logs` are the logarithms of the network's
    probabilities, and `rule_likelihoods` the rule-based likelihoods.
    """

    network_logs: tuple[float, ...]
    rule_likelihoods: tuple[float, ...]

    def bits(self, trust: float, doubt: float) -> float:
        """Return how much likelier the true world is than an average world, in bits (as the logarithm to base 2).

        The likelihood of a world is the network's probability to the power `trust`, times the rule-based likelihood to
        the power `doubt`.
        """
        logs = [
            trust * network_log + doubt * log(likelihood)
            for network_log, likelihood in zip(self.network_logs, self.rule_likelihoods, strict=True)
        ]
        max_log = max(logs)
        return (logs[0] - max_log) / log(2) - log2(fsum(exp(single_log - max_log) for single_log in logs) / len(logs))


def assess_choices(name: str, path: Path, against: str, seed: str, deal: int) -> list[Asked]:
    """Return the assessments of worlds (possible deals) at every third choice of the tested seat in one deal.

    Choices at which few worlds are possible are skipped. `name` is the game, `path` the file of the network, and
    `against` the kind of opponent.
    """
    rules, rule = game(name), GAMES[name].rule(game(name), 0)
    encoder, net, tested_seat = Encoder(rules), load(path), deal % SEATS
    plain, opponent = named("pimc", rules, 0), choose_opponent(against, rules, deal)
    cast = tuple(plain if seat == tested_seat else opponent for seat in range(SEATS))
    state, assessments, count = finish_calls(rules, second_deal(rules, seed, deal), cast), list[Asked](), 0
    while (seat := state.public.actor) is not None:
        seat_view = view(state, seat)
        if (
            seat == tested_seat
            and len(rules.legal(seat_view)) > 1
            and count_placements(rules, seat_view) > ENUMERATE_UP_TO
        ):
            count += 1
            if count % 3 == 1:
                rng = randomness(0, seat_view)
                compared_worlds = [state, *islice(sample_worlds(rules, seat_view, rng), COMPARED_WORLDS)]
                learned_belief = LearnedBelief(rules, seat_view, rule, rng, net, encoder)
                rule_belief = Belief(rules, seat_view, rule, search(), rng)
                assessment = (
                    tuple(map(learned_belief.sum_logs, compared_worlds)),
                    tuple(map(rule_belief.likelihood, compared_worlds)),
                )
                assessments.append(Asked(*assessment))
        state = rules.apply_unchecked(state, cast[seat](seat_view))
    return assessments


def main() -> None:
    """Parse the command line, measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=learnable())
    parser.add_argument("net", type=Path)
    parser.add_argument("--bits", action="store_true")
    parser.add_argument("--against", choices=("strangers", "sealed", "rule"), default="strangers")
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--seed", default="dev")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--log", type=Path, help="a file for what came of each deal")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.bits:
        assessments = [
            assessment
            for deal in range(arguments.deals)
            for assessment in assess_choices(arguments.game, arguments.net, arguments.against, arguments.seed, deal)
        ]
        rows = [
            {"trust": trust, "moments": len(assessments)}
            | {
                f"doubts^{doubt}": round(fmean(assessment.bits(trust, doubt) for assessment in assessments), 3)
                for doubt in SCALE
            }
            for trust in SCALE
        ]
        show({f"Bits of the true world, against {arguments.against}": rows}, as_json=arguments.json)
        return
    names = tuple(arguments.variants.split(","))
    tricks_by_deal = list[list[float]]()
    for deal in range(arguments.deals):
        tricks_by_deal.append(gains(arguments.game, arguments.net, arguments.against, arguments.seed, deal, names))
        if arguments.log:
            with arguments.log.open("a") as log:
                log.write(f"{deal} {' '.join(map(str, tricks_by_deal[-1]))}\n")
    rows = [mean_row("master", [row[0] for row in tricks_by_deal])]
    rows += [
        mean_row(f"{name} more than master", [row[column] - row[0] for row in tricks_by_deal])
        for column, name in enumerate(names, 1)
    ]
    show({f"Tricks a deal, against {arguments.against}": rows}, as_json=arguments.json)


if __name__ == "__main__":
    main()
