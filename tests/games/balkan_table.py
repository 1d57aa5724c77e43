"""A table of Balkan Preferans for tests: decks made for the purpose, words instead of numbers, every action checked."""

import random
from typing import Any

from prikup.cards import cards, mask_text, parse_mask
from prikup.errors import IllegalAction, Reason
from prikup.game import Settled, Standing
from prikup.games import game
from prikup.games.balkan import Balkan, Outcome, Public
from prikup.games.balkan.scoring import COLUMNS
from prikup.sheet import Row
from prikup.state import State, View, view
from prikup.text import action_text, parse_action, refused

__all__ = ["HANDS", "TALON", "Table", "balkan", "deck_of", "outcome", "refusal", "seated", "standing", "written"]

HANDS = ("A98.KQ7.AT8.9", "KQJ.A98.KQ.K7", "T7.JT.J97.AQJ")
TALON = "...T8"
"""Ten cards to each seat. With seat 0 dealing and the play clockwise, 1 speaks first, then 2, then 0."""


def balkan(options: str = "balkan") -> Balkan:
    """The game under options in text form."""
    found = game("balkan", options)
    assert isinstance(found, Balkan)
    return found


def standing(
    dealer: int = 0,
    bule: tuple[int, int, int] = (60, 60, 60),
    refe: tuple[int, int, int] = (0, 0, 0),
    left: tuple[int, int, int] = (0, 0, 0),
    right: tuple[int, int, int] = (0, 0, 0),
) -> Standing[None]:
    """Where the match stands."""
    return Standing(2, dealer, (bule, left, right, refe), None)


def deck_of(hands: tuple[str, str, str], talon: str, order: tuple[int, int, int]) -> tuple[int, ...]:
    """The deck that deals these hands (by seat, `S.C.D.H`) and this talon; `order` is the order of dealing."""
    held = [cards(parse_mask(hands[seat])) for seat in order]
    deck = (*(c for h in held for c in h[:5]), *cards(parse_mask(talon)), *(c for h in held for c in h[5:]))
    assert len(set(deck)) == 32, "hands and talon do not make a pack"
    return deck


class Table:
    """A deal under way."""

    def __init__(self, game: Balkan, deck: tuple[int, ...], standing: Standing[None]) -> None:
        self.game, self.standing = game, standing
        self.state: State[Public] = game.deal(deck, standing)

    @property
    def public(self) -> Public:
        return self.state.public

    @property
    def asked(self) -> tuple[str, int | None]:
        """The phase, and who is asked."""
        return self.public.phase, self.public.actor

    def view(self, seat: int | None = None) -> View[Public]:
        """What a seat knows; the actor's View unless said otherwise."""
        actor = self.public.actor if seat is None else seat
        assert actor is not None
        return view(self.state, actor)

    def may(self) -> str:
        """What the actor may do, in words."""
        return " ".join(action_text(self.game.calls, a) for a in self.game.legal(self.view()))

    def say(self, words: str) -> "Table":
        """Do these things one after another; each must be legal."""
        for word in words.split():
            action = parse_action(self.game.calls, word)
            if action not in self.game.legal(self.view()):
                raise refused(self.game, self.view(), action)
            self.state = self.game.apply(self.state, action)
        return self

    def at_random(self, rng: random.Random, *until: str) -> "Table":
        """Random actions until one of these phases, or the end."""
        while self.public.actor is not None and self.public.phase not in until:
            self.state = self.game.apply(self.state, rng.choice(self.game.legal(self.view())))
        return self

    def agree(self, *tricks: int) -> "Table":
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
    def outcome(self) -> Outcome:
        assert self.public.actor is None
        return self.game.outcome(self.state)

    @property
    def row(self) -> Row:
        return self.game.row(self.outcome, self.standing)


def written(row: Row) -> dict[str, tuple[int, ...]]:
    """What a row changes, by column and seat; columns that stay as they are left out."""
    changes = {column: tuple(row.amount(column, seat) for seat in range(3)) for column in COLUMNS}
    return {column: boxes for column, boxes in changes.items() if any(boxes)}


def outcome(contract: str, tricks: tuple[int, int, int], came: str = "come come", **more: Any) -> Outcome:
    """Seat 0 declared; `tricks` and `came` are those of 0, 1, 2 and of 1, 2."""
    one, other = came.split()
    return Outcome(0, contract, more.pop("igra", False), (one, other), tricks=tricks, **more)  # type: ignore[arg-type]  # words of a test


def refusal(table: Table, word: str, seat: int | None = None) -> Reason:
    """Why a word is not legal for a seat, or for the actor."""
    seen = table.view(seat)
    action = parse_action(table.game.calls, word)
    assert action not in table.game.legal(seen)
    error = refused(table.game, seen, action)
    assert isinstance(error, IllegalAction)
    return error.reason


def seated(options: str = "balkan", dealer: int = 0, where: Standing[None] | None = None) -> Table:
    """A table with `HANDS` dealt."""
    rules = balkan(options)
    step = -1 if "counter" in options or "serbian" in options.split()[0] else 1
    order = tuple((dealer + step * i) % 3 for i in (1, 2, 3))
    return Table(rules, deck_of(HANDS, TALON, order), where or standing(dealer))  # type: ignore[arg-type]  # three seats
