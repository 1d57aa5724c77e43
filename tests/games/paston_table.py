"""A table of Paston for tests: decks made for the purpose, words instead of numbers, every action checked."""

import random
from collections.abc import Iterator

from prikup.cards import cards, mask_text, parse_card, parse_mask
from prikup.errors import IllegalAction, Reason
from prikup.game import Next, Redeal, Settled, Standing, Void
from prikup.games import game
from prikup.games.paston import Outcome, Paston, Public
from prikup.sheet import Row
from prikup.state import State, View, view
from prikup.text import action_text, parse_action, refused

__all__ = ["Table", "deck_of", "finished", "paston", "refusal", "seated", "standing", "written"]


def paston(options: str = "standard") -> Paston:
    """The game under options in text form."""
    found = game("paston", options)
    assert isinstance(found, Paston)
    return found


def standing(deal: int = 2, dealer: int = 0, totals: tuple[int, int, int] = (0, 0, 0)) -> Standing[None]:
    """Where the match stands; the second deal unless said otherwise, so that seat 1 speaks first."""
    return Standing(deal, dealer, (totals,), None)


def deck_of(hands: tuple[str, str, str], prikup: str, dealer: int = 0, bottom: str = "") -> tuple[int, ...]:
    """The deck that deals these hands (by seat, `S.C.D.H`) and this prikup; `bottom` is the dealer's last card."""
    left = {seat: sorted(cards(parse_mask(hand)), reverse=True) for seat, hand in enumerate(hands)}
    if bottom:
        last = parse_card(bottom)
        left[dealer].remove(last)
        left[dealer].append(last)
    elif left[dealer][-1] == parse_card("S7"):
        left[dealer].insert(0, left[dealer].pop())
    pairs = [left[(dealer + 1 + i) % 3][n * 2 : n * 2 + 2] for n in range(5) for i in range(3)]
    pairs.insert(3, list(cards(parse_mask(prikup))))
    deck = tuple(card for pair in pairs for card in pair)
    assert len(set(deck)) == 32, "hands and prikup do not make a pack"
    return deck


class Table:
    """A deal under way."""

    def __init__(self, game: Paston, deck: tuple[int, ...], standing: Standing[None]) -> None:
        dealt = game.deal(deck, standing)
        assert isinstance(dealt, State), dealt
        self.game, self.standing = game, standing
        self.state: State[Public] = dealt

    @property
    def public(self) -> Public:
        return self.state.public

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
    def outcome(self) -> Outcome | Void:
        assert self.public.actor is None
        return self.game.outcome(self.state)

    @property
    def row(self) -> Row:
        return self.game.row(self.outcome, self.standing)

    @property
    def scores(self) -> tuple[int, ...]:
        """What the deal changes, by seat."""
        return written(self.row)

    @property
    def next(self) -> Next[None]:
        return self.game.next(self.outcome, self.standing, self.row)


def written(row: Row) -> tuple[int, ...]:
    """What a row changes, by seat."""
    return tuple(row.amount("score", seat) for seat in range(3))


def refusal(table: Table, word: str, seat: int | None = None) -> Reason:
    """Why a word is not legal for a seat, or for the actor."""
    seen = table.view(seat)
    action = parse_action(table.game.calls, word)
    assert action not in table.game.legal(seen)
    error = refused(table.game, seen, action)
    assert isinstance(error, IllegalAction)
    return error.reason


def seated(
    hands: tuple[str, str, str],
    prikup: str,
    options: str = "standard",
    deal: int = 2,
    dealer: int = 0,
    totals: tuple[int, int, int] = (0, 0, 0),
) -> Table:
    """A table with these cards dealt."""
    return Table(paston(options), deck_of(hands, prikup, dealer), standing(deal, dealer, totals))


def _shuffled(game: Paston, where: Standing[None], seed: int) -> Iterator[tuple[Table, random.Random]]:
    for n in range(20_000):
        rng = random.Random(f"{seed} {n}")
        deck = tuple(rng.sample(game.pack, 32))
        if not isinstance(game.deal(deck, where), Redeal):
            yield Table(game, deck, where), rng


def finished(
    contract: str,
    whist: str = "",
    tricks: tuple[int, ...] = (),
    options: str = "standard",
    totals: tuple[int, int, int] = (0, 0, 0),
    deal: int = 2,
    agreed: tuple[int, ...] = (),
) -> Table:
    """A shuffled deal that went like this: seat 1 (left of the dealer) declared; 2, then 0, said `whist`.

    With `tricks` (by seat), deals are played card by card until one ends so; with `agreed`, they are agreed on.
    """
    auction = "paston glitch pass dineri gupa grkha" if contract == "grkha" else "paston pass pass"
    for table, rng in _shuffled(paston(options), standing(deal, 0, totals), 7):
        table.say(auction).at_random(rng, "declare").say(f"{contract} {whist}")
        if agreed:
            return table.agree(*agreed)
        table.at_random(rng)
        if not tricks or (table.public.tricks and table.public.tricks.won == tricks):
            return table
    raise AssertionError("no such deal found")
