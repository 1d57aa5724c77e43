"""Idle house rules, proved by flipping them: `python tests/campaigns/idleness.py --combinations 20000`, for each game.

A claim is one option that `idle` lists under some house rules. It holds if a match under those and one under the same
with that option at another value go alike: the same deck, the same choices, the same views, what is legal, the same
rows, dealers and winners. Only what is carried from deal to deal may differ, for nothing reads it then.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1]))  # the modules that the tests share

from support.walk import KINDS, chosen, options_type

from prikup.errors import BadOptions
from prikup.game import AnyGame, Redeal
from prikup.kind import Kind
from prikup.match import Match
from prikup.options import HouseRules, drawn, fields, idle, options_text
from prikup.state import State, view, watch

__all__ = ["Claim", "claims", "difference", "prove"]


class Claim(NamedTuple):
    """An option that is said to be idle, and the house rules with it at another value."""

    option: str
    options: HouseRules
    flipped: HouseRules


def claims(options: HouseRules) -> Iterator[Claim]:
    """Yield every idle option at each of its other values, unless no rule gives that a meaning."""
    values = {field.name: field.values for field in fields(type(options))}
    for one in idle(options):
        for value in values[one.option]:
            if value != getattr(options, one.option):
                try:
                    yield Claim(one.option, options, replace(options, **{one.option: value}))
                except BadOptions:
                    continue


def difference(kind: Kind, claim: Claim, rng: random.Random, deals: int) -> str:
    """Return where two matches first differ that a claim says go alike; nothing if they do not."""
    one, other = (Match.begin(kind.build(options)) for options in (claim.options, claim.flipped))
    fixed = ("seats", "calls", "columns", "opening", "tricks", "contracts")
    if any(getattr(one.game, name) != getattr(other.game, name) for name in fixed):
        return "the table"
    for _ in range(deals):
        deck = tuple(rng.sample(one.game.pack, len(one.game.pack)))
        here, there = (match.game.deal(deck, match.standing) for match in (one, other))
        if isinstance(here, Redeal) or isinstance(there, Redeal):
            if here != there:
                return "a refused deck"
            continue
        while (actor := here.public.actor) is not None:
            if _seen(one.game, here) != _seen(other.game, there):
                return f"what is seen in {here.public.phase}"
            action = chosen(rng, one.game.legal(view(here, actor)))
            here, there = one.game.apply(here, action), other.game.apply(there, action)
        if there.public.actor is not None:
            return "the end of a deal"
        one, other = (match.close(match.game.outcome(end)) for match, end in ((one, here), (other, there)))
        if one.sheet != other.sheet:
            return "the sheet"
        if (one.dealer, one.deals, one.winners) != (other.dealer, other.deals, other.winners):
            return "the course of the match"
        if one.game.settlement(one.sheet.totals) != other.game.settlement(other.sheet.totals):
            return "the settlement"
        if one.over:
            break
    return ""


def _seen(game: AnyGame, state: State[Any]) -> list[Any]:
    """Return what each seat and a spectator see and may do, but for what is carried."""
    views = [watch(state), *(view(state, seat) for seat in range(game.seats))]
    bare = [replace(v, public=replace(v.public, match=replace(v.public.match, carry=None))) for v in views]
    return [*zip(bare, map(game.legal, views), strict=True), game.headline(state.public)]


def prove(kind: Kind, combinations: int, seed: int, deals: int) -> Iterator[tuple[Claim, str]]:
    """Yield a claim of each of some random combinations of house rules, and where it fails (nothing if it holds)."""
    rng = random.Random(seed)
    for _ in range(combinations):
        found = list(claims(drawn(options_type(kind), rng)))
        if found:
            claim = rng.choice(found)
            yield claim, difference(kind, claim, rng, deals)


def main() -> None:
    """Read the number of combinations and prove a claim of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=[name for name, _ in KINDS], help="one game; each of them unless said")
    parser.add_argument("--combinations", type=int, default=20_000)
    parser.add_argument("--deals", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    wrong = 0
    for name, kind in KINDS:
        if arguments.game not in (None, name):
            continue
        start, held = time.perf_counter(), 0
        for claim, where in prove(kind, arguments.combinations, arguments.seed, arguments.deals):
            held += not where
            if where:
                wrong += 1
                text = options_text(kind.presets, claim.options)
                print(f"{name}: {claim.option} is not idle under {text}: {where} differs")
        print(f"{name}: {held} claims hold, {time.perf_counter() - start:.0f} s", flush=True)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
