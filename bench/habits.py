"""What the rule-of-thumb players do: `python bench/habits.py [--game NAME] [--deals 5000] [--seed 1] [--json]`.

Each game's `rule` plays against itself, one match after another. Outcomes are grouped by contract (those named by a
number and a suit by their number): their share of all deals, how many were played to tricks, and how many of all and
of those played were made, which is to say that declarer's side gained by the deal.
"""

import argparse
import random
import re
from collections import defaultdict
from typing import Any

from figures import show

from prikup.game import Redeal, play
from prikup.games import GAMES, game
from prikup.match import Match

Deal = tuple[bool, bool | None]
"""Whether tricks were played, and whether the contract was made (None: nobody declared)."""


def habits(name: str, options: str, deals: int, seed: int) -> list[dict[str, Any]]:
    """A line for each contract of a game, in the order of their names."""
    rules = game(name, options)
    player = GAMES[name].rule(rules, seed)
    rng, pack = random.Random(seed), list(rules.pack)
    match = Match.begin(rules)
    found: dict[str, list[Deal]] = defaultdict(list)
    for _ in range(deals):
        rng.shuffle(pack)
        state = rules.deal(tuple(pack), match.standing)
        if isinstance(state, Redeal):
            found["redeal"].append((False, None))
            continue
        outcome = rules.outcome(play(rules, state, (player,) * rules.seats))
        after = match.close(outcome)
        found[_group(outcome)].append((any(getattr(outcome, "tricks", ())), _made(outcome, match, after)))
        match = Match.begin(rules) if after.over else after
    ordered = sorted(found, key=lambda group: (not group.isdigit(), len(group), group))
    return [_line(group, found[group], deals) for group in ordered]


def _group(outcome: Any) -> str:
    contract = getattr(outcome, "contract", type(outcome).__name__.lower()) or "all pass"
    number = re.match(r"\d+", contract)
    return number.group() if number else contract


def _made(outcome: Any, before: Match, after: Match) -> bool | None:
    """Whether declarer's side gained; None if nobody declared."""
    declarer = getattr(outcome, "declarer", getattr(outcome, "player", None))
    if declarer is None:
        return None
    rules = before.game
    side = next(n for n, seats in enumerate(rules.sides) if declarer in seats)
    return rules.settlement(after.sheet.totals)[side] > rules.settlement(before.sheet.totals)[side]


def _line(group: str, found: list[Deal], deals: int) -> dict[str, Any]:
    declared = [made for _, made in found if made is not None]
    played = [made for tricks, made in found if tricks and made is not None]
    return {
        "contract": group,
        "deals": len(found),
        "share %": _percent(len(found), deals),
        "played": sum(tricks for tricks, _ in found),
        "made %": _percent(sum(declared), len(declared)),
        "made of played %": _percent(sum(played), len(played)),
    }


def _percent(part: int, whole: int) -> float | str:
    return round(100 * part / whole, 1) if whole else ""


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, help="one game; all of them unless said")
    parser.add_argument("--options", default="", help="house rules, as in `prikup rules`")
    parser.add_argument("--deals", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    names = [arguments.game] if arguments.game else list(GAMES)
    figures = {name: habits(name, arguments.options, arguments.deals, arguments.seed) for name in names}
    show(figures, as_json=arguments.json)


if __name__ == "__main__":
    main()
