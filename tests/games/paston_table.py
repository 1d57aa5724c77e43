"""A table of Paston for tests: decks made for the purpose, words instead of numbers, every action checked."""

import random
from collections.abc import Iterator
from typing import Any

from games.table import Table as AnyTable

from prikup.cards import cards, parse_card, parse_mask
from prikup.game import Redeal, Standing, Void
from prikup.games import game
from prikup.games.paston import Outcome, Paston, Public
from prikup.sheet import Row


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


class Table(AnyTable[Public]):
    """A deal of Paston under way."""

    game: Paston

    @property
    def scores(self) -> tuple[int, ...]:
        """What the deal changes, by seat."""
        return written(self.row)


def written(row: Row) -> tuple[int, ...]:
    """What a row changes, by seat."""
    return tuple(row.amount("score", seat) for seat in range(3))


def deal(text: str) -> Outcome:
    """An outcome from a table of cases: `dineri 1-6-3`, `glitch 0-6-4 first`, `gupa nobody`, `paston revoked=2`.

    Seat 1 declared; the word says who whisted, 2 (the first), 0 or nobody, if not both. Tricks are by seat.
    """
    contract, *words = text.split()
    whist = {"first": ("whist", "pass"), "second": ("pass", "whist"), "nobody": ("pass", "pass")}
    said = next((whist[word] for word in words if word in whist), ("whist", "whist"))
    tricks = next((word for word in words if "-" in word), "0-0-0")
    revoked = next((int(word[-1]) for word in words if word.startswith("revoked=")), None)
    more: dict[str, Any] = {"whist": said if contract != "surrender" else whist["nobody"], "revoked": revoked}
    return Outcome(1, contract, tricks=tuple(map(int, tricks.split("-"))), **more)  # type: ignore[arg-type]  # words


def scored(
    outcome: Outcome | Void, options: str = "", totals: tuple[int, int, int] = (0, 0, 0), deal: int = 2
) -> tuple[int, ...]:
    """What a typed outcome writes, by seat."""
    return written(paston(f"standard {options}").row(outcome, standing(deal, 0, totals)))


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
