"""Problems: the card to play where it is proved which is best; and how many of them a player solves.

The seat that acts knows what a View says. The worlds of a problem are all that agree with it, each as likely as any
other. In each of them a card is worth the points of the settlement that it brings the seat's own side if from then on
all cards lie open and everybody plays best: by the solver, where two sides play or one against all others; where every
seat plays for itself, by `max_n`. Best is what is worth most over all worlds. `Proof` says how that is more than an
average over worlds in which the player sees through the cards.
"""

from collections.abc import Collection, Sequence
from functools import cache
from math import inf
from statistics import fmean
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prikup.bots import player
from prikup.bots.cardplay import ENDING, points_after_each, solvable, two_camps
from prikup.bots.payoff import Payoff, tricks_left
from prikup.bots.thread_search import search
from prikup.cards import BIT, Card, cards
from prikup.game import AnyGame
from prikup.games import GAMES, game
from prikup.state import Action, Seat, State, View
from prikup.text_forms import action_text, parse_action, parse_view, view_text
from prikup.tricks import Tricks
from prikup.worlds import all_worlds

__all__ = ["Problem", "Proof", "Score", "SureWorth", "answer", "is_askable", "pose", "problems", "score"]

FILE = "problems.jsonl"
"""The file of a game's problems, in its folder."""
LONGEST = 5
"""The cards a hand up to which it is tried what a player can be sure of: with more it takes too long."""
DIGITS = 6
"""The decimal places in which worths must agree to be the same."""

Proof = Literal["every", "sure"]
"""The ways to prove that a card is best.

`every`: a best card is worth as much as any other in every single world, and each other less in some: it is best
however likely the worlds are held to be. What may be lost later on by having to guess is left out of it.

`sure`: even if the others see all cards, a player who does not can play on from a best card so that it brings more over
all worlds than any other card would bring a player who sees them too. So it is best whatever has to be guessed later
on.
"""

Hands = tuple[int, ...]


class Problem(Struct, frozen=True):
    """A View in which a card is to be played: the number of its worlds, the worth of each card, and the proofs.

    `worth` is by the text of the card, in points, on average over the worlds.
    """

    game: str
    options: str
    worlds: int
    proofs: tuple[Proof, ...]
    worth: dict[str, float]
    view: str

    @property
    def rules(self) -> AnyGame:
        """The rules under which it is played."""
        return game(self.game, self.options)

    @property
    def seen(self) -> View[Any]:
        """The View of the seat that is to act."""
        return parse_view(self.rules, GAMES[self.game].public, self.view)

    @property
    def each(self) -> dict[Action, float]:
        """The worth of each card, in points on average."""
        return {parse_action((), card): worth for card, worth in self.worth.items()}

    @property
    def best(self) -> tuple[Action, ...]:
        """The cards that solve it."""
        most = max(self.each.values())
        return tuple(action for action, worth in self.each.items() if worth == most)


class Score(Struct, frozen=True):
    """The number of problems of a game that a player solves, and the points lost on average of all of them."""

    player: str
    game: str
    problems: int
    solved: int
    lost: float


@cache
def problems(name: str) -> tuple[Problem, ...]:
    """Return the problems of a game in the order of its file, which `bench/problems.py` writes; () without a file.

    Raises KeyError for a game that there is not.
    """
    path = GAMES[name].folder / FILE
    lines = path.read_bytes().splitlines() if path.exists() else ()
    return tuple(msgspec.json.decode(line, type=Problem) for line in lines)


def score(name: str, of: Sequence[Problem]) -> Score:
    """Return what a player makes of problems of one game."""
    lost = [max(problem.each.values()) - problem.each[answer(name, problem)] for problem in of]
    return Score(name, of[0].game, len(of), lost.count(0.0), fmean(lost))


def answer(name: str, problem: Problem) -> Action:
    """Return what a player does: always the same."""
    return player(name, problem.rules, 0)(problem.seen)


# Proving


def is_askable(rules: AnyGame, seen: View[Any]) -> bool:
    """Return whether there is a card to choose, and the worth of each can be known."""
    if seen.public.phase != "play" or len(rules.legal(seen)) == 1:
        return False
    contest, state = rules.contest(seen.public), State(seen.public, _bare(rules, seen), (), ())
    if not two_camps(contest):
        return tricks_left(state) <= ENDING
    apart = len(contest.sides) > 2 and seen.seat != contest.one
    return solvable(contest, state) and not apart


def _bare(rules: AnyGame, seen: View[Any]) -> Hands:
    """Return the seat's own hand, and those that lie open, by seat."""
    return tuple(hand | (seen.hand if seat == seen.seat else 0) for seat, hand in enumerate(seen.public.shown))


def pose(rules: AnyGame, options: str, seen: View[Any]) -> Problem | None:
    """Return the problem of a View that is `is_askable`; None if it is none.

    It is none if nothing is proved, if any card will do, or if more counts in it than how many tricks are taken.
    """
    worlds = list(all_worlds(rules, seen))
    if not _plain(rules, seen, worlds[0]):
        return None
    rows = _in_each(rules, seen, worlds)
    worth = {card: round(fmean(row[card] for row in rows), DIGITS) for card in rows[0]}
    best = [card for card in worth if worth[card] == max(worth.values())]
    if len(best) == len(worth):
        return None
    proofs: list[Proof] = []
    if all(round(max(row.values()) - row[card], DIGITS) == 0 for row in rows for card in best):
        proofs.append("every")
    others = max(worth[card] for card in worth if card not in best)
    if round(max(_sure(rules, seen, worlds, card) for card in best), DIGITS) > others:
        proofs.append("sure")
    if not proofs:
        return None
    named = {action_text((), card): points for card, points in worth.items()}
    return Problem(rules.name, options, len(rows), tuple(proofs), named, view_text(rules, seen))


def _plain(rules: AnyGame, seen: View[Any], state: State[Any]) -> bool:
    """Return whether the points of a seat follow from the tricks of those who play with it.

    Whoever takes the others, the points must be the same, and never the less, the better the side does. Where every
    seat plays for itself, `max_n` says who takes what.
    """
    contest, payoff = rules.contest(seen.public), Payoff(rules, seen.public)
    if not two_camps(contest):
        return True
    side, left = payoff.side(seen.seat), tricks_left(state)
    first, second, last = contest.sides[0][0], contest.sides[1][0], contest.sides[-1][-1]
    worth: list[float] = []
    for tricks in range(left + 1):
        found: set[float] = set()
        for more in range(left - tricks + 1):
            split = [0] * rules.seats
            split[first] += tricks
            split[second] += more
            split[last] += left - tricks - more
            found.add(round(payoff.of_split(state, tuple(split))[side], DIGITS))
        if len(found) > 1:
            return False
        worth += found
    rising = (contest.goal == "most") == (seen.public.turn in contest.sides[0])
    return worth == sorted(worth, reverse=not rising)


def _in_each(rules: AnyGame, seen: View[Any], worlds: Sequence[State[Any]]) -> list[dict[Card, float]]:
    """Return the worth of each card in each of these worlds."""
    payoff = Payoff(rules, seen.public)
    side = payoff.side(seen.seat)
    found = (points_after_each(rules, [world], [1.0], search(), payoff) for world in worlds)
    return [{card: points[side] for card, points in row.items()} for row in found]


def _sure(rules: AnyGame, seen: View[Any], worlds: Sequence[State[Any]], card: Card) -> float:
    """Return what a player can be sure of after a card, on average over all worlds, while the others see all cards.

    It is less than anything where that is not known. A partner's hand must lie open: then the partner does as the
    player wishes.
    """
    contest, payoff = rules.contest(seen.public), Payoff(rules, seen.public)
    own = next(side for side in contest.sides if seen.public.turn in side)
    lies_open = all(seat == seen.seat or seen.public.shown[seat] for seat in own)
    left = tricks_left(worlds[0])
    if not two_camps(contest) or not lies_open or left > LONGEST:
        return -inf
    worth = [payoff.of_tricks(worlds[0], contest, tricks)[payoff.side(seen.seat)] for tricks in range(left + 1)]
    return fmean(
        SureWorth(seen.public.tricks, own, contest.sides[0], worth).after([world.hands for world in worlds], card)
    )


class SureWorth:
    """The worth that a side can be sure of, world by world, though it sees its own cards only.

    The side does the same in all worlds that it cannot tell apart, and in each of them the others, who see all, do what
    is worst for it. A bound from below: of its cards it plays at each turn one that is best for the sum of the worlds.

    `own` are the seats of the side; `worth` is what it gains by the number of tricks, of those that are left, that the
    seats of `first` take.

    A finesse: the side sees ♠AQ in its second hand and leads from the first; the king lies before the ace in one world,
    behind it in the other. It is sure of two tricks in the first and one in the second, for it plays the queen in both:

        >>> from prikup.cards import parse_card, parse_mask
        >>> from prikup.tricks import Order
        >>> before, behind = (("32...", "K7...", "AQ...", "65..."), ("32...", "75...", "AQ...", "K6..."))
        >>> worlds = [tuple(map(parse_mask, hands)) for hands in (before, behind)]
        >>> tricks = Tricks.begin(Order(), "free", (0, 1, 2, 3), leader=0, of=4)
        >>> SureWorth(tricks, own=(0, 2), first=(0, 2), worth=(0.0, 1.0, 2.0)).after(worlds, parse_card("S3"))
        (2.0, 1.0)
    """

    def __init__(self, tricks: Tricks, own: Collection[Seat], first: Collection[Seat], worth: Sequence[float]) -> None:
        self.tricks = replace(tricks, past=(), won=(0,) * len(tricks.won))
        self.own, self.first, self.worth = own, first, worth
        self._values: dict[Any, tuple[float, ...]] = {}

    def after(self, hands: Sequence[Hands], card: Card) -> tuple[float, ...]:
        """Return what the side can be sure of in each world, whose hands these are, once a card is played."""
        return self._after(self.tricks, tuple(hands), 0, card)

    def _after(self, tricks: Tricks, worlds: tuple[Hands, ...], took: int, card: Card) -> tuple[float, ...]:
        seat = tricks.turn
        worlds = tuple((*hands[:seat], hands[seat] & ~BIT[card], *hands[seat + 1 :]) for hands in worlds)
        tricks = tricks.play(card)
        if tricks.past:
            took += tricks.past[-1].winner in self.first
            tricks = replace(tricks, past=(), won=self.tricks.won)
        return self._value(tricks, worlds, took)

    def _value(self, tricks: Tricks, worlds: tuple[Hands, ...], took: int) -> tuple[float, ...]:
        seat = tricks.turn
        ends = self.worth[took : took + worlds[0][seat].bit_count() + 1]
        if min(ends) == max(ends):
            return (ends[0],) * len(worlds)
        key = (tricks.line, tricks.table, worlds, took)
        if key not in self._values:
            self._values[key] = (
                self._chosen(tricks, worlds, took, max(ends))
                if seat in self.own
                else self._suffered(tricks, worlds, took, min(ends))
            )
        return self._values[key]

    def _chosen(self, tricks: Tricks, worlds: tuple[Hands, ...], took: int, most: float) -> tuple[float, ...]:
        """Return the worth by world of the best card, the same card in all worlds."""
        found: tuple[float, ...] = ()
        for card in cards(tricks.legal(worlds[0][tricks.turn])):
            after = self._after(tricks, worlds, took, card)
            if not found or sum(after) > sum(found):
                found = after
            if min(found) == most:
                break
        return found

    def _suffered(self, tricks: Tricks, worlds: tuple[Hands, ...], took: int, least: float) -> tuple[float, ...]:
        """Return the worth by world where another seat plays in each the card that is worst for the side.

        Each card leaves the worlds in which it may be played.
        """
        legal = [tricks.legal(hands[tricks.turn]) for hands in worlds]
        found = [inf] * len(worlds)
        for card in sorted({card for held in legal for card in cards(held)}):
            at = [n for n, held in enumerate(legal) if held & BIT[card] and found[n] > least]
            if at:
                after = self._after(tricks, tuple(worlds[n] for n in at), took, card)
                for n, worth in zip(at, after, strict=True):
                    found[n] = min(found[n], worth)
        return tuple(found)
