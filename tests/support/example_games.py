"""Find an example game by its traits, for tests that need a game of some kind but no particular one.

No game is named here. Traits are derived from the rules: from a game's default house rules, and from random deals under
them.
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

import pytest
from support.random_walk import Step, walk

from prikup.games import GAMES, game
from prikup.rules.exchange import DISCARD
from prikup.rules.game import AgreedEnd, AnyGame, Redeal
from prikup.rules.match import Match
from prikup.rules.state import State, view

__all__ = ["NoExample", "Traits", "example", "example_if_any", "traits"]

DEALS = 16
"""The number of random deals from which the traits of a game, such as its number of players, are derived."""
MATCH = 4
"""The number of deals per match in these `DEALS` random deals, so that state carried from deal to deal occurs."""
DECKS = 300
"""The number of random decks that are tried to find out whether the rules of a game refuse some decks."""
AT_LEAST = ("discards", "gives")
"""The traits of a game for which a larger value than a test needs is also accepted."""


class NoExample(LookupError):
    """The error raised if no registered game has the traits that a test needs."""


class Traits(NamedTuple):
    """The traits of a game under its default house rules, by which tests choose an example game.

    - `seats` and `hand`: the number of players, and the number of cards dealt to each.
    - `first`: what the first player of a deal is prompted for, "call" or "card".
    - `sealed`: whether the players bid in any order and hidden from one another.
    - `discards` and `gives`: the largest number of cards that a player discards in one exchange of cards, and that a
      player gives to another player.
    - `concedes`: whether a side may concede the rest of a deal.
    - `alone`: whether in every deal all players play and each counts only their own tricks.
    - `redeals`: whether the rules refuse some decks, so that the cards are dealt again.
    """

    seats: int
    first: str
    sealed: bool
    discards: int
    gives: int
    concedes: bool
    alone: bool
    redeals: bool
    hand: int

    def meet(self, need: str, value: int | str) -> bool:
        """Return whether the trait called `need` has the value `value`, as a test needs it.

        For traits in `AT_LEAST` a larger value is also accepted.
        """
        has = getattr(self, need)
        return bool(has >= value if need in AT_LEAST else has == value)


def example(**needs: int | str) -> str:
    """Return the name of the first registered game with the traits in `needs`, such as `example(seats=4)`.

    For traits in `AT_LEAST` a larger value is also accepted. Raise NoExample, with the needed traits in the message, if
    no game has them.
    """
    for name in GAMES:
        if all(traits(name).meet(*need) for need in needs.items()):
            return name
    needs_text = ", ".join(f"{need}={value!r}" for need, value in needs.items())
    raise NoExample(f"No registered game has {needs_text} under its default house rules.")


def example_if_any(**needs: int | str) -> str:
    """Return the name of a game with the traits in `needs`, or skip the current test if there is none."""
    try:
        return example(**needs)
    except NoExample as none:
        pytest.skip(str(none))


@cache
def traits(name: str) -> Traits:
    """Compute the traits of the registered game called `name`."""
    rules = game(name)
    deals = list(_deals(rules))
    first, steps = [deal[0] for deal in deals], list(chain.from_iterable(deals))
    calls = all(rules.legal(view(step.state, step.state.public.actor))[0] >= 52 for step in first)
    exchanges = [exchange for step in steps if (exchange := getattr(step.state.public, "exchange", None))]
    debts = [
        (exchange.current_debt.receiver, exchange.current_debt.count) for exchange in exchanges if not exchange.over
    ]
    return Traits(
        seats=rules.seats,
        first="call" if calls else "card",
        sealed=bool(rules.sealed_phases),
        discards=max((count for receiver, count in debts if receiver is DISCARD), default=0),
        gives=max((count for receiver, count in debts if receiver is not DISCARD), default=0),
        concedes=any(
            isinstance(rules.settle(step.state, AgreedEnd(conceding_seats=side)), State)
            for step in steps
            for side in rules.sides
        ),
        alone=all(
            step.state.public.tricks is None or len(rules.objective(step.state.public).sides) == rules.seats
            for step in steps
        ),
        redeals=_has_redeals(rules),
        hand=max(hand.bit_count() for step in first for hand in step.state.hands),
    )


def _deals(rules: AnyGame) -> Iterator[list[Step]]:
    """Yield `DEALS` random deals under these rules, each as the list of its states in which a player is to act."""
    rng = random.Random(3)
    for _ in range(DEALS // MATCH):
        match = Match.begin(rules)
        while not match.over and match.deals < MATCH:
            *steps, last = walk(rules, match.deal_random(rng), rng)
            yield steps
            match = match.close(rules.outcome(last.state))


def _has_redeals(rules: AnyGame) -> bool:
    """Return whether the rules refuse at least one of `DECKS` random decks."""
    rng, standing = random.Random(5), Match.begin(rules).standing
    decks = (tuple(rng.sample(rules.pack, len(rules.pack))) for _ in range(DECKS))
    return any(isinstance(rules.deal(deck, standing), Redeal) for deck in decks)
