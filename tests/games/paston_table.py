"""A table of Paston for tests: decks made for the purpose, words instead of numbers, every action checked."""

from typing import Any

from games.table import Table as AnyTable

from prikup.cards import cards, parse_card, parse_mask
from prikup.game import Standing, Void
from prikup.games import game
from prikup.games.paston import Outcome, Paston, Public
from prikup.sheet import Row

HANDS, PRIKUP = ("AKQ.AKQ.98.97", "T98.T98.AK.AK", "J7.J7.QJT.QJT"), "..7.8"
"""Nothing is refused; seat 2 holds the jack and the 7 of spades."""
BOTH_AWAY = ("AKQ.AKQ.98.97", "T98.T98.AK.AK", ".J7.QJT7.QJT8"), "J7..."
SIX = ("QJT987.A.A.A9", "AK.KQJT9.K.KQ", ".87.QJT98.JT8"), "..7.7"
"""Seat 0 is dealt 7 8 9 10 J Q of spades."""


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
