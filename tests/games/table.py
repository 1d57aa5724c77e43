"""A deal on a table for tests, whatever the game: words instead of numbers, every action checked."""

import random
from typing import Any, Generic, Self, TypeVar

from prikup.cards import mask_text
from prikup.errors import IllegalAction, Reason
from prikup.game import AnyGame, Next, Settled, Standing
from prikup.match import Match
from prikup.sheet import Row
from prikup.state import Public, State, View, view
from prikup.text_forms import action_text, illegal, parse_action

__all__ = ["Table", "refusal", "winners"]

P = TypeVar("P", bound=Public)
T = TypeVar("T", bound="Table[Any]")


class Table(Generic[P]):
    """A deal under way."""

    def __init__(self, game: AnyGame, deck: tuple[int, ...], standing: Standing[Any]) -> None:
        dealt = game.deal(deck, standing)
        assert isinstance(dealt, State), dealt
        self.game, self.standing = game, standing
        self.state: State[P] = dealt

    @property
    def public(self) -> P:
        return self.state.public

    @property
    def asked(self) -> tuple[str, int | None]:
        """The phase, and who decides."""
        return self.public.phase, self.public.actor

    def view(self, seat: int | None = None) -> View[P]:
        """What a seat knows; the actor's View unless said otherwise."""
        actor = self.public.actor if seat is None else seat
        assert actor is not None
        return view(self.state, actor)

    def may(self) -> str:
        """What the actor may do, in words."""
        return " ".join(action_text(self.game.calls, a) for a in self.game.legal(self.view()))

    def say(self, words: str) -> Self:
        """Do these things one after another; each must be legal."""
        for word in words.split():
            action = parse_action(self.game.calls, word)
            if action not in self.game.legal(self.view()):
                raise illegal(self.game, self.view(), action)
            self.state = self.game.apply(self.state, action)
        return self

    def at_random(self, rng: random.Random, *until: str) -> Self:
        """Random actions until one of these phases, or the end."""
        while self.public.actor is not None and self.public.phase not in until:
            self.state = self.game.apply(self.state, rng.choice(self.game.legal(self.view())))
        return self

    def agree(self, *tricks: int) -> Self:
        """So many further tricks to each seat."""
        after = self.game.settle(self.state, Settled(tricks=tricks))
        assert isinstance(after, State), after
        self.state = after
        return self

    def hand(self, seat: int) -> str:
        return mask_text(self.state.hands[seat])

    @property
    def headline(self) -> tuple[Reason, ...]:
        return self.game.headline(self.public)

    @property
    def outcome(self) -> Any:
        assert self.public.actor is None
        return self.game.outcome(self.state)

    @property
    def row(self) -> Row:
        return self.game.row(self.outcome, self.standing)

    @property
    def next(self) -> Next[Any]:
        return self.game.next(self.outcome, self.standing, self.row)

    @property
    def winners(self) -> tuple[int, ...]:
        return winners(self.game, self.outcome, self.standing)


def winners(game: AnyGame, outcome: Any, standing: Standing[Any]) -> tuple[int, ...]:
    """Who has won the match after this outcome of its next deal."""
    return Match.at(game, standing).close(outcome).winners


def refusal(table: Table[Any], word: str, seat: int | None = None) -> Reason:
    """Why a word is not legal for a seat, or for the actor."""
    seen = table.view(seat)
    action = parse_action(table.game.calls, word)
    assert action not in table.game.legal(seen)
    error = illegal(table.game, seen, action)
    assert isinstance(error, IllegalAction)
    return error.reason
