"""A test table of Paston: prepared decks, words instead of numbers, every action checked."""

from typing import Any

from games.table import Table as AnyTable

from prikup.games import game
from prikup.games.paston import Outcome, Paston, Public
from prikup.rules.cards import cards, parse_card, parse_mask
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetRow

HANDS, PRIKUP = ("AKQ.AKQ.98.97", "T98.T98.AK.AK", "J7.J7.QJT.QJT"), "..7.8"
"""The rules accept this deal; seat 2 holds the jack and the 7 of spades."""
BOTH_AWAY = ("AKQ.AKQ.98.97", "T98.T98.AK.AK", ".J7.QJT7.QJT8"), "J7..."
SIX = ("QJT987.A.A.A9", "AK.KQJT9.K.KQ", ".87.QJT98.JT8"), "..7.7"
"""Seat 0 is dealt 7 8 9 10 J Q of spades."""


def paston(options: str = "standard") -> Paston:
    """Return the game under options in text form."""
    rules = game("paston", options)
    assert isinstance(rules, Paston)
    return rules


def standing(deal: int = 2, dealer: int = 0, totals: tuple[int, int, int] = (0, 0, 0)) -> MatchStanding[None]:
    """Return the standing of a match, by default before the second deal, so that seat 1 calls first."""
    return MatchStanding(deal, dealer, (totals,), None)


def deck_of(hands: tuple[str, str, str], prikup: str, dealer: int = 0, bottom: str = "") -> tuple[int, ...]:
    """Return the deck that deals these hands (by seat, `S.C.D.H`) and this prikup, with `bottom` as the last card."""
    remaining_cards = {seat: sorted(cards(parse_mask(hand)), reverse=True) for seat, hand in enumerate(hands)}
    if bottom:
        bottom_card = parse_card(bottom)
        remaining_cards[dealer].remove(bottom_card)
        remaining_cards[dealer].append(bottom_card)
    elif remaining_cards[dealer][-1] == parse_card("S7"):
        remaining_cards[dealer].insert(0, remaining_cards[dealer].pop())
    pairs = [remaining_cards[(dealer + 1 + i) % 3][n * 2 : n * 2 + 2] for n in range(5) for i in range(3)]
    pairs.insert(3, list(cards(parse_mask(prikup))))
    deck = tuple(card for pair in pairs for card in pair)
    assert len(set(deck)) == 32, "hands and prikup do not make a pack"
    return deck


class Table(AnyTable[Public]):
    """A deal of Paston in progress."""

    game: Paston

    @property
    def scores(self) -> tuple[int, ...]:
        """The deal's scores by seat."""
        return row_scores(self.row)


def row_scores(row: SheetRow) -> tuple[int, ...]:
    """Return a row's scores by seat."""
    return tuple(row.amount("score", seat) for seat in range(3))


def deal(text: str) -> Outcome:
    """Return an outcome from the text of a test case: `dineri 1-6-3`, `glitch 0-6-4 first`, `paston revoked=2`,
    `surrender bid=glitch`.

    Seat 1 is the declarer. The word names the whisters: "first" is seat 2, "second" seat 0, "nobody" neither (as in
    `gupa nobody`); without it both whist. Tricks are by seat.
    """
    contract, *words = text.split()
    whist = {"first": ("whist", "pass"), "second": ("pass", "whist"), "nobody": ("pass", "pass")}
    whist_calls = next((whist[word] for word in words if word in whist), ("whist", "whist"))
    tricks = next((word for word in words if "-" in word), "0-0-0")
    revoker = next((int(word[-1]) for word in words if word.startswith("revoked=")), None)
    bid = next((word.removeprefix("bid=") for word in words if word.startswith("bid=")), None)
    fields: dict[str, Any] = {"whist": whist_calls if contract != "surrender" else whist["nobody"], "revoked": revoker}
    fields["bid"] = bid
    return Outcome(1, contract, tricks=tuple(map(int, tricks.split("-"))), **fields)  # type: ignore[arg-type]  # words


def outcome_scores(
    outcome: Outcome | VoidDeal, options: str = "", totals: tuple[int, int, int] = (0, 0, 0), deal: int = 2
) -> tuple[int, ...]:
    """Return the scores of a typed outcome, by seat."""
    return row_scores(paston(f"standard {options}").scoring.row(outcome, standing(deal, 0, totals)))


def dealt_table(
    hands: tuple[str, str, str],
    prikup: str,
    options: str = "standard",
    deal: int = 2,
    dealer: int = 0,
    totals: tuple[int, int, int] = (0, 0, 0),
) -> Table:
    """Return a table with these cards dealt."""
    return Table(paston(options), deck_of(hands, prikup, dealer), standing(deal, dealer, totals))
