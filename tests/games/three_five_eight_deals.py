"""Deals prepared for the tests of 3-5-8, and ways to play them."""

from collections.abc import Sequence
from typing import Self

from games.table import Table as AnyTable

from prikup.games import game
from prikup.games.three_five_eight import Options, Public, ThreeFiveEight
from prikup.games.three_five_eight.options import PRESETS
from prikup.games.three_five_eight.scoring import Carry
from prikup.rules.cards import parse_card
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetRow

SEED = ThreeFiveEight()
FIRST = MatchStanding(1, 0, ((0, 0, 0),), Carry())
"""The first hand of a match: seat 0 deals and has the 8, seat 1 the 5, seat 2 the 3."""


def next_standing(
    points: tuple[int, int, int], targets: tuple[int, int, int] = (5, 3, 8), dealer: int = 0
) -> MatchStanding[Carry]:
    """Return a standing after a hand with these points."""
    return MatchStanding(2, dealer, (points,), Carry(points, targets))


def deck_of(rules: ThreeFiveEight, dealer: int, hands: Sequence[str], kitty: str = "") -> tuple[int, ...]:
    """Return a deck in which the seats hold at least these cards; the rest is filled from the pack, low clubs first."""
    texts = [*(hands[s] if s < len(hands) else "" for s in range(3)), kitty]
    heaps = [[parse_card(word) for word in text.split()] for text in texts]
    named_cards = {card for cards_ in heaps for card in cards_}
    rest = [card for card in (*range(13, 52), *range(13)) if card not in named_cards]
    for cards_, size in zip(heaps, (16, 16, 16, 4), strict=True):
        while len(cards_) < size:
            cards_.append(rest.pop(0))
    step = -1 if rules.options.target_layout == "d3_l5_r8" else 1
    order = [(dealer + step * i) % 3 for i in (1, 2, 3)]
    return (*(heaps[seat][i] for i in range(16) for seat in order), *heaps[3])


class Table(AnyTable[Public]):
    """A hand of 3-5-8 in progress."""

    game: ThreeFiveEight

    def fact(self, name: str, value: str) -> str:
        match name:
            case "owed":  # the cards still due: giver, receiver, number
                queue = self.public.exchange.queue if self.public.exchange else ()
                return ", ".join(f"{debt.giver} {debt.receiver} {debt.count}" for debt in queue)
            case "exchanged":
                return ", ".join(
                    f"{paid_debt.giver} {paid_debt.receiver} {paid_debt.count}" for paid_debt in self.public.exchanged
                )
            case "targets":
                return " ".join(map(str, self.public.targets))
            case "has":  # `seat cards`: which of these the seat holds
                seat, *cards_ = value.split()
                held_cards = [card for card in cards_ if self.state.hands[int(seat)] >> parse_card(card) & 1]
                return " ".join([seat, *held_cards])
            case "then":  # the phase reached when all take their first legal action, and the actor
                phase = value.partition(" ")[0]
                return f"{phase} {self.play_low(phase).public.actor}"
            case _:
                return super().fact(name, value)

    def play_low(self, phase: str = "over") -> Self:
        """Let all take their first legal action until this phase begins, or to the end."""
        while self.public.phase != phase and self.public.actor is not None:
            self.act(self.game.legal(self.view())[0])
        assert self.public.phase == phase
        return self


def dealt_table(
    options: str = "", standing: MatchStanding[Carry] = FIRST, hands: Sequence[str] = (), kitty: str = ""
) -> Table:
    """Return a table with these cards dealt; the options are a preset, or changes to those of the source text."""
    rules = game("three-five-eight", options if options.partition(" ")[0] in PRESETS else f"standard {options}")
    assert isinstance(rules, ThreeFiveEight)
    return Table(rules, deck_of(rules, standing.dealer, hands, kitty), standing)


def points(row: SheetRow) -> tuple[int, ...]:
    """Return the points of a row, by seat."""
    return tuple(row.amount("points", seat) for seat in range(3))


def changed_rules(**changes: object) -> ThreeFiveEight:
    """Return the rules with some options changed."""
    return ThreeFiveEight(Options(**changes))  # type: ignore[arg-type]  # a test names real fields and values
