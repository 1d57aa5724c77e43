"""Count how often computer players make each contract, play against it, and fulfil it.

Run `python -m bench.strength.habits [--player rule] [--game NAME] [--deals 5000] [--json]`.

A player plays against itself, one match after another. A new match begins after every hundred deals, so the figures do
not depend on the number of workers. There is one row per contract (contracts of a number and a suit are grouped by
their number), and one for all deals. The columns are:

- the share of all deals;
- how often one or both opponents played against the contract, and how often one opponent did so with open hands;
- how many deals were played to tricks, and the mean number of tricks that the declarer (or the player who named the
  contract) took in them;
- how many of all deals, and of the deals played to tricks, were made: the declarer's side gained points.
"""

import argparse
import random
import re
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from statistics import fmean
from typing import Any, NamedTuple

from bench.figures import show
from prikup.bots import PLAYERS, is_player, player
from prikup.games import GAMES, game
from prikup.rules.game import Redeal, play
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match import Match

STRETCH = 100
"""The number of deals in one match."""
STAYS = ("pass", "dont", "half")
"""The calls by which a player declines to play against a contract, in any of the games."""


class Deal(NamedTuple):
    """The result of one deal.

    - `contract`: the contract, or its number if it consists of a number and a suit.
    - `made`: whether the declarer's side gained points.
    - `tricks`: the number of tricks that the declarer's side took.
    - `against`: the number of opponents who played against the contract.
    - `light`: if only one opponent did, whether with open hands.

    A field is None where it does not apply, for example without a declarer.
    """

    contract: str
    made: bool | None = None
    tricks: int | None = None
    against: int | None = None
    light: bool | None = None


def habits(name: str, options: str, level: str, deals: int, seed: int, workers: int) -> list[dict[str, Any]]:
    """Play `deals` deals of the game `name`; return a table row for each contract, sorted by name, and one for all.

    `options` are the house rules, and `level` is the player at all seats. `seed` determines the deals, and `workers` is
    the number of processes that play them.
    """
    firsts = range(0, deals, STRETCH)
    lengths = [min(STRETCH, deals - first) for first in firsts]
    seeds = [f"{seed} {first}" for first in firsts]
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        stretches = pool.map(stretch, repeat(name), repeat(options), repeat(level), lengths, seeds)
        results = [deal for stretch in stretches for deal in stretch]
    groups = sorted({deal.contract for deal in results}, key=lambda group: (not group.isdigit(), len(group), group))
    lines = [_line(group, [deal for deal in results if deal.contract == group], deals) for group in groups]
    lines.append(_line("all", results, deals))
    return [{head: line[head] for head in line if any(line[head] != "" for line in lines)} for line in lines]


def stretch(name: str, options: str, level: str, deals: int, seed: str) -> list[Deal]:
    """Play `deals` deals, one after another, and return their results.

    `name` is the game, `options` are its house rules, `level` is the player at all seats, and `seed` determines the
    deals.
    """
    rules, rng = game(name, options), random.Random(seed)
    decide, match = player(level, rules, 0), Match.begin(rules)
    results = []
    for _ in range(deals):
        state = rules.deal(tuple(rng.sample(rules.pack, len(rules.pack))), match.standing)
        if isinstance(state, Redeal):
            results.append(Deal("redeal"))
            continue
        state = play(rules, state, (decide,) * rules.seats)
        after = match.close(rules.outcome(state))
        results.append(_deal_result(rules.outcome(state), state.public, match, after))
        match = Match.begin(rules) if after.over else after
    return results


def _deal_result(outcome: Any, public: Any, match_before: Match, match_after: Match) -> Deal:
    """Return the result of a deal, using only those outcome fields that have the same meaning in all games.

    `outcome` is the scored result of the deal, and `public` the public state at its end.
    """
    contract = getattr(outcome, "contract", "void" if isinstance(outcome, VoidDeal) else "outcome") or "all pass"
    number = re.match(r"\d+", contract)
    group, tricks = number.group() if number else contract, getattr(outcome, "tricks", ())
    declarer = getattr(outcome, "declarer", getattr(outcome, "player", getattr(public, "announcer", None)))
    if declarer is None:
        return Deal(group)
    rules = match_before.game
    side = next(n for n, seats in enumerate(rules.sides) if declarer in seats)
    responses = getattr(outcome, "whist", getattr(outcome, "came", ()))
    against = sum(word not in STAYS for word in responses)
    return Deal(
        group,
        rules.scoring.settlement(match_after.sheet.totals)[side]
        > rules.scoring.settlement(match_before.sheet.totals)[side],
        tricks[side] if any(tricks) else None,
        against if responses and bool(against) == any(tricks) else None,
        public.light is not None if against == 1 and hasattr(public, "light") else None,
    )


def _line(group: str, results: list[Deal], deals: int) -> dict[str, Any]:
    declared_deals = [deal for deal in results if deal.made is not None]
    opposing_counts = [deal.against for deal in results if deal.against is not None]
    tricks = [deal.tricks for deal in results if deal.tricks is not None]
    return {
        "contract": group,
        "deals": len(results),
        "share %": round(100 * len(results) / deals, 1),
        "one against %": _percent(against == 1 for against in opposing_counts),
        "both against %": _percent(against == 2 for against in opposing_counts),
        "one in the light %": _percent(deal.light for deal in results if deal.light is not None),
        "played": len(tricks),
        "tricks": round(fmean(tricks), 2) if tricks else "",
        "made %": _percent(deal.made for deal in declared_deals),
        "made of played %": _percent(deal.made for deal in declared_deals if deal.tricks is not None),
    }


def _percent(flags: Iterable[bool | None]) -> float | str:
    """Return the percentage of true values in `flags`, or an empty string if `flags` has no values."""
    all_of_them = [bool(flag) for flag in flags]
    return round(100 * fmean(all_of_them), 1) if all_of_them else ""


def main() -> None:
    """Parse the command line, play the deals, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, help="one game; all of them unless said")
    parser.add_argument("--options", default="", help="house rules, as in `prikup rules`")
    parser.add_argument("--player", default="rule", help="who plays, as in `prikup arena`: pimc:10, master …")
    parser.add_argument("--deals", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    if not is_player(arguments.player):
        parser.error(f"no player {arguments.player}: {' '.join(PLAYERS)}, those that solve with :WORLDS if you like")
    figures = {
        name: habits(name, arguments.options, arguments.player, arguments.deals, arguments.seed, arguments.workers)
        for name in ([arguments.game] if arguments.game else GAMES)
    }
    show(figures, as_json=arguments.json)


if __name__ == "__main__":
    main()
