"""A table of Balkan Preferans for tests: decks made for the purpose, words instead of numbers, every action checked."""

from typing import Any

from games.table import Table as AnyTable
from games.table import refusal

from prikup.cards import cards, parse_mask
from prikup.game import Standing
from prikup.games import game
from prikup.games.balkan import Balkan, Outcome, Public
from prikup.games.balkan.scoring import COLUMNS
from prikup.sheet import Row

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


def deck_of(hands: tuple[str, str, str], talon: str, order: tuple[int, ...]) -> tuple[int, ...]:
    """The deck that deals these hands (by seat, `S.C.D.H`) and this talon; `order` is the order of dealing."""
    held = [cards(parse_mask(hands[seat])) for seat in order]
    deck = (*(c for h in held for c in h[:5]), *cards(parse_mask(talon)), *(c for h in held for c in h[5:]))
    assert len(set(deck)) == 32, "hands and talon do not make a pack"
    return deck


class Table(AnyTable[Public]):
    """A deal of Balkan Preferans under way."""

    game: Balkan


def written(row: Row) -> dict[str, tuple[int, ...]]:
    """What a row changes, by column and seat; columns that stay as they are left out."""
    changes = {column: tuple(row.amount(column, seat) for seat in range(3)) for column in COLUMNS}
    return {column: boxes for column, boxes in changes.items() if any(boxes)}


def outcome(contract: str, tricks: tuple[int, int, int], came: str = "come come", **more: Any) -> Outcome:
    """Seat 0 declared; `tricks` and `came` are those of 0, 1, 2 and of 1, 2."""
    one, other = came.split()
    words: dict[str, Any] = {"declarer": 0, "contract": contract, "came": (one, other), "tricks": tricks, **more}
    return Outcome(**words)


def seated(options: str = "balkan", dealer: int = 0, where: Standing[None] | None = None) -> Table:
    """A table with `HANDS` dealt."""
    rules = balkan(options)
    step = -1 if "counter" in options or "serbian" in options.split()[0] else 1
    order = tuple((dealer + step * i) % 3 for i in (1, 2, 3))
    return Table(rules, deck_of(HANDS, TALON, order), where or standing(dealer))
