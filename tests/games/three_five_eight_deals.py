"""Deals made for the tests of 3-5-8, and ways to play them."""

from collections.abc import Sequence

from games.table import Table as AnyTable

from prikup.cards import parse_card
from prikup.game import Standing
from prikup.games import game
from prikup.games.three_five_eight import Options, Public, ThreeFiveEight
from prikup.games.three_five_eight.options import PRESETS
from prikup.games.three_five_eight.scoring import Carry
from prikup.sheet import Row
from prikup.state import State, view
from prikup.text_forms import action_text, parse_action

SEED = ThreeFiveEight()
FIRST = Standing(1, 0, ((0, 0, 0),), Carry())
"""The first hand of a match: seat 0 deals and has the 8, seat 1 the 5, seat 2 the 3."""


def after(points: tuple[int, int, int], targets: tuple[int, int, int] = (5, 3, 8), dealer: int = 0) -> Standing[Carry]:
    """A standing after a hand with these points."""
    return Standing(2, dealer, (points,), Carry(points, targets))


def heap(text: str) -> list[int]:
    """The cards of a text."""
    return [parse_card(word) for word in text.split()]


def deck_of(rules: ThreeFiveEight, dealer: int, hands: Sequence[str], kitty: str = "") -> tuple[int, ...]:
    """A deck by which the seats hold at least these cards; the others are filled up from the rest, low clubs first."""
    heaps = [*(heap(hands[s]) if s < len(hands) else [] for s in range(3)), heap(kitty)]
    named = {card for cards_ in heaps for card in cards_}
    rest = [card for card in (*range(13, 52), *range(13)) if card not in named]
    for cards_, size in zip(heaps, (16, 16, 16, 4), strict=True):
        while len(cards_) < size:
            cards_.append(rest.pop(0))
    step = -1 if rules.options.target_layout == "d3_l5_r8" else 1
    order = [(dealer + step * i) % 3 for i in (1, 2, 3)]
    return (*(heaps[seat][i] for i in range(16) for seat in order), *heaps[3])


def dealt(rules: ThreeFiveEight, standing: Standing[Carry], *hands: str, kitty: str = "") -> State[Public]:
    """A deal in which the seats hold at least these cards."""
    return rules.deal(deck_of(rules, standing.dealer, hands, kitty), standing)


class Table(AnyTable[Public]):
    """A hand of 3-5-8 under way."""

    game: ThreeFiveEight

    def fact(self, name: str, value: str) -> str:
        match name:
            case "owed":  # the exchange still owed: giver, receiver, how many cards
                return ", ".join(f"{giver} {receiver} {count}" for giver, receiver, count in owed(self.state))
            case "exchanged":
                return ", ".join(f"{one.giver} {one.receiver} {one.count}" for one in self.public.exchanged)
            case "targets":
                return " ".join(map(str, self.public.targets))
            case "has":  # `seat cards`: which of these the seat holds
                seat, *cards_ = value.split()
                held = [card for card in cards_ if self.state.hands[int(seat)] >> parse_card(card) & 1]
                return " ".join([seat, *held])
            case "then":  # the phase that begins when everybody has done the first thing they may, and who is asked
                phase = value.partition(" ")[0]
                self.state = low(self.game, self.state, phase)
                return f"{self.public.phase} {self.public.actor}"
            case _:
                return super().fact(name, value)


def seated(options: str, standing: Standing[Carry] = FIRST, hands: Sequence[str] = (), kitty: str = "") -> Table:
    """A table with these cards dealt; the options are the seed's own but for these, or those of a preset."""
    rules = game("three-five-eight", options if options.partition(" ")[0] in PRESETS else f"standard {options}")
    assert isinstance(rules, ThreeFiveEight)
    return Table(rules, deck_of(rules, standing.dealer, hands, kitty), standing)


def done(rules: ThreeFiveEight, state: State[Public], *words: str) -> State[Public]:
    """The state after these actions, each of which must be legal."""
    for text in " ".join(words).split():
        actor, action = state.public.actor, parse_action(rules.calls, text)
        assert actor is not None
        legal = rules.legal(view(state, actor))
        assert action in legal, f"{text}: {' '.join(action_text(rules.calls, a) for a in legal)}"
        state = rules.apply(state, action)
    return state


def low(rules: ThreeFiveEight, state: State[Public], phase: str = "over") -> State[Public]:
    """The state when this phase begins, everybody doing the first thing he may."""
    while state.public.phase != phase and state.public.actor is not None:
        state = rules.apply(state, rules.legal(view(state, state.public.actor))[0])
    return state


def points(row: Row) -> tuple[int, ...]:
    """What a row writes, by seat."""
    return tuple(row.amount("points", seat) for seat in range(3))


def owed(state: State[Public]) -> list[tuple[int, int | None, int]]:
    """The exchange still owed."""
    exchange = state.public.exchange
    return [(d.giver, d.receiver, d.count) for d in exchange.queue] if exchange else []


def under(**changes: object) -> ThreeFiveEight:
    """The rules with some options changed."""
    return ThreeFiveEight(Options(**changes))  # type: ignore[arg-type]  # a test names real fields and values
