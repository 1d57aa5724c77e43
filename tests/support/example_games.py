"""Games by what they have, for tests that need some game and no certain one. Nothing here names a game.

What a game has is found from its rules: from its default house rules, and from what happens in random deals under them.
"""

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from support.walk import Step, walk

from prikup.exchange import DISCARD
from prikup.game import AnyGame, Redeal, Settled
from prikup.games import GAMES, game
from prikup.match import Match
from prikup.state import State, view

__all__ = ["NoExample", "Traits", "example", "example_if_any", "traits"]

DEALS = 16
"""Random deals by which a game shows what it has."""
MATCH = 4
"""Deals of one match among them: what is carried from deal to deal occurs too."""
DECKS = 300
"""Decks by which a game shows that it refuses some."""
AT_LEAST = ("discards", "gives")
"""Traits of which a game may have more than a test needs."""


class NoExample(LookupError):
    """No game has what a test needs."""


class Traits(NamedTuple):
    """What a game has under its default house rules.

    `first` is what the first player of a deal is asked for: a call or a card. `sealed`: the players bid in any order,
    unseen by the others. `discards` is the most cards that a player lays away one after the other, `gives` the most
    that they give to another player. `concedes`: a side may give up. `alone`: in every deal all players play and count
    their own tricks only. `redeals`: the rules refuse some decks. `hand` is the number of cards that each is dealt.
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
        """Return whether they meet a need."""
        has = getattr(self, need)
        return bool(has >= value if need in AT_LEAST else has == value)


def example(**needs: int | str) -> str:
    """Return the name of the first registered game that has these traits; of cards that change hands, at least as many.

    Raise NoExample, which says what was looked for, where there is none.
    """
    for name in GAMES:
        if all(traits(name).meet(*need) for need in needs.items()):
            return name
    wanted = ", ".join(f"{need}={value!r}" for need, value in needs.items())
    raise NoExample(f"No registered game has {wanted} under its default house rules.")


def example_if_any(**needs: int | str) -> str:
    """Return an example, or skip the test where no game has what a game need not have."""
    try:
        return example(**needs)
    except NoExample as none:
        pytest.skip(str(none))


@cache
def traits(name: str) -> Traits:
    """Return what a registered game has."""
    rules = game(name)
    steps = list(_steps(rules))
    first = [step for step in steps if step.state.public.tricks is None and not step.state.public.said]
    first = [step for step in first if not any(step.state.notes)]
    calls = all(rules.legal(view(step.state, step.state.public.actor))[0] >= 52 for step in first)
    exchanges = [exchange for step in steps if (exchange := getattr(step.state.public, "exchange", None))]
    owed = [(exchange.now.receiver, exchange.now.count) for exchange in exchanges if not exchange.over]
    return Traits(
        seats=rules.seats,
        first="call" if calls else "card",
        sealed=bool(rules.sealed),
        discards=max((count for receiver, count in owed if receiver is DISCARD), default=0),
        gives=max((count for receiver, count in owed if receiver is not DISCARD), default=0),
        concedes=any(
            isinstance(rules.settle(step.state, Settled(conceded=side)), State)
            for step in steps
            for side in rules.sides
        ),
        alone=all(
            step.state.public.tricks is None or len(rules.contest(step.state.public).sides) == rules.seats
            for step in steps
        ),
        redeals=_redeals(rules),
        hand=max(hand.bit_count() for step in first for hand in step.state.hands),
    )


def _steps(rules: AnyGame) -> Iterator[Step]:
    """Yield the states of random deals in which a player is asked something."""
    rng = random.Random(3)
    for _ in range(DEALS // MATCH):
        match = Match.begin(rules)
        while not match.over and match.deals < MATCH:
            *steps, last = walk(rules, match.dealt(rng), rng)
            yield from steps
            match = match.close(rules.outcome(last.state))


def _redeals(rules: AnyGame) -> bool:
    """Return whether the rules refuse one of some random decks."""
    rng, standing = random.Random(5), Match.begin(rules).standing
    decks = (tuple(rng.sample(rules.pack, len(rules.pack))) for _ in range(DECKS))
    return any(isinstance(rules.deal(deck, standing), Redeal) for deck in decks)
