"""Prove which card is best although some hands are hidden.

The player to act knows only what the View shows. The worlds of a problem are all deals that agree with the View; they
count as equally likely. The value of a card in one world is the number of settlement points that the player's side wins
if all cards are then visible and every seat plays its best. The solver computes this value if two sides play, or one
seat against all others. If every seat plays for itself, the search `max_n` (in which every seat maximises its own
result) computes it. The best card has the highest average over all worlds. This average assumes that the player sees
all cards from then on; `ProofKind` explains what is proved beyond it.
"""

from collections.abc import Collection, Sequence
from math import inf
from statistics import fmean
from typing import Any

from msgspec.structs import replace

from prikup.bots.cardplay import ENDING, has_two_sides, points_after_each, solvable
from prikup.bots.payoff import Payoff, tricks_left
from prikup.bots.thread_solver import search
from prikup.problems.hidden_problem import HiddenProblem, ProofKind
from prikup.rules.cards import BIT, Card, card_text, cards
from prikup.rules.game import AnyGame
from prikup.rules.state import Seat, State, View
from prikup.rules.text_format import view_text
from prikup.rules.tricks import Tricks
from prikup.worlds.possible_worlds import all_worlds

__all__ = ["SureWorth", "is_askable", "pose"]

LONGEST = 5
"""The maximum number of cards per hand for `SureWorth`; with more cards the computation would take too long."""
DIGITS = 6
"""The number of decimal places to which the values of cards must agree to count as equal."""

HandMasks = tuple[int, ...]


def is_askable(rules: AnyGame, view: View[Any]) -> bool:
    """Return whether the View of the player to act (what the player can see) can become a problem.

    The player must have a choice of cards, and the program must be able to evaluate them.
    """
    if view.public.phase != "play" or len(rules.legal(view)) == 1:
        return False
    objective, state = rules.objective(view.public), State(view.public, _visible_hands(rules, view), (), ())
    if not has_two_sides(objective):
        return tricks_left(state) <= ENDING
    is_split_opponent = len(objective.sides) > 2 and view.seat != objective.soloist
    return solvable(objective, state) and not is_split_opponent


def _visible_hands(rules: AnyGame, view: View[Any]) -> HandMasks:
    """Return, by seat, a bit mask of the cards that the player of `view` sees.

    These are the player's own hand and all cards that lie face up.
    """
    return tuple(hand | (view.hand if seat == view.seat else 0) for seat, hand in enumerate(view.public.shown))


def pose(rules: AnyGame, options: str, view: View[Any]) -> HiddenProblem | None:
    """Turn a View (what a player can see) into a problem with a proved answer. `is_askable` must return True for it.

    `options` are the house rules as text. Return None if nothing can be proved, if every card is best, or if the points
    do not depend on the number of tricks alone.
    """
    worlds = list(all_worlds(rules, view))
    valued_worlds = worlds if rules.scoring.counts_cards else worlds[:1]
    if not all(_depends_on_tricks(rules, view, world) for world in valued_worlds):
        return None
    rows = _points_in_worlds(rules, view, worlds)
    worth = {card: round(fmean(row[card] for row in rows), DIGITS) for card in rows[0]}
    best = [card for card in worth if worth[card] == max(worth.values())]
    if len(best) == len(worth):
        return None
    proofs: list[ProofKind] = []
    if all(round(max(row.values()) - row[card], DIGITS) == 0 for row in rows for card in best):
        proofs.append("every")
    best_other = max(worth[card] for card in worth if card not in best)
    if round(max(_sure_points(rules, view, worlds, card) for card in best), DIGITS) > best_other:
        proofs.append("sure")
    if not proofs:
        return None
    return HiddenProblem(
        game=rules.name,
        options=options,
        worlds=len(rows),
        proofs=tuple(proofs),
        worth={card_text(card): points for card, points in worth.items()},
        view=view_text(rules, view),
    )


def _depends_on_tricks(rules: AnyGame, view: View[Any], state: State[Any]) -> bool:
    """Return whether the points of one side depend only on how many tricks it takes.

    The side is that of the player to act, whose View is `view`. Its points must also rise or fall steadily with that
    number, and it must not matter how the opponents divide their tricks. `state` is one of the possible deals. If every
    seat plays for itself, the result is always True, because the search then returns the tricks of each seat.
    """
    objective, payoff = rules.objective(view.public), Payoff(rules, view.public)
    if not has_two_sides(objective):
        return True
    side, remaining_tricks = payoff.side(view.seat), tricks_left(state)
    first, second, last = objective.sides[0][0], objective.sides[1][0], objective.sides[-1][-1]
    worth: list[float] = []
    for tricks in range(remaining_tricks + 1):
        point_values: set[float] = set()
        for opponent_tricks in range(remaining_tricks - tricks + 1):
            split = [0] * rules.seats
            split[first] += tricks
            split[second] += opponent_tricks
            split[last] += remaining_tricks - tricks - opponent_tricks
            point_values.add(round(payoff.split_value(state, tuple(split))[side], DIGITS))
        if len(point_values) > 1:
            return False
        worth += point_values
    rising = (objective.goal == "most") == (view.public.turn in objective.sides[0])
    return worth == sorted(worth, reverse=not rising)


def _points_in_worlds(rules: AnyGame, view: View[Any], worlds: Sequence[State[Any]]) -> list[dict[Card, float]]:
    """Return the points of each card for the side of the player of `view`, one mapping for each of `worlds`.

    `worlds` are possible deals of the hidden cards.
    """
    payoff = Payoff(rules, view.public)
    side = payoff.side(view.seat)
    rows = (points_after_each(rules, [world], [1.0], search(), payoff) for world in worlds)
    return [{card: points[side] for card, points in row.items()} for row in rows]


def _sure_points(rules: AnyGame, view: View[Any], worlds: Sequence[State[Any]], card: Card) -> float:
    """Return the average points that the side of the player to act can be sure of after the player plays `card`.

    The player sees only `view`, but the opponents see all cards. The average is over `worlds` (possible deals). The
    player also plays the cards of a partner whose hand lies face up. Return -inf if the average cannot be computed:
    without two sides, with more than `LONGEST` cards per hand, if a partner's hand is hidden, or if the points depend
    on cards that were dealt.
    """
    objective, payoff = rules.objective(view.public), Payoff(rules, view.public)
    own_side = next(side for side in objective.sides if view.public.turn in side)
    lies_open = all(seat == view.seat or view.public.shown[seat] for seat in own_side)
    remaining_tricks = tricks_left(worlds[0])
    if not has_two_sides(objective) or not lies_open or remaining_tricks > LONGEST or rules.scoring.counts_cards:
        return -inf
    worth = [
        payoff.tricks_value(worlds[0], objective, tricks)[payoff.side(view.seat)]
        for tricks in range(remaining_tricks + 1)
    ]
    return fmean(
        SureWorth(view.public.tricks, own_side, objective.sides[0], worth).after(
            [world.hands for world in worlds], card
        )
    )


class SureWorth:
    """The value that a side can guarantee in each world (possible deal) although it sees only its own cards.

    The side must play the same card in all worlds that it cannot tell apart. The opponents see all cards, and in each
    world they play what is worst for the side. The result is a lower bound: at each turn the side plays the one card
    that maximises the sum over the worlds.

    - `tricks`: the unfinished trick and the order of play.
    - `own`: the seats of the side.
    - `first`: the seats whose tricks decide the value.
    - `worth`: a list in which `worth[n]` is the side's value if the seats of `first` take `n` of the remaining tricks.

    Example, a finesse: the side leads from its first hand and has ♠AQ in its second. In one world the king plays before
    the ace, in the other after it. The side plays the queen in both worlds, so it is sure of two tricks in the first
    and of one in the second:

        >>> from prikup.rules.cards import parse_card, parse_mask
        >>> from prikup.rules.tricks import Order
        >>> before, behind = (("32...", "K7...", "AQ...", "65..."), ("32...", "75...", "AQ...", "K6..."))
        >>> worlds = [tuple(map(parse_mask, hands)) for hands in (before, behind)]
        >>> tricks = Tricks.begin(Order(), "free", (0, 1, 2, 3), leader=0, seat_count=4)
        >>> SureWorth(tricks, own=(0, 2), first=(0, 2), worth=(0.0, 1.0, 2.0)).after(worlds, parse_card("S3"))
        (2.0, 1.0)
    """

    def __init__(self, tricks: Tricks, own: Collection[Seat], first: Collection[Seat], worth: Sequence[float]) -> None:
        self.tricks = replace(tricks, past=(), won=(0,) * len(tricks.won))
        self.own, self.first, self.worth = own, first, worth
        self._values: dict[Any, tuple[float, ...]] = {}

    def after(self, hands: Sequence[HandMasks], card: Card) -> tuple[float, ...]:
        """Return the value that the side `own` can guarantee in each possible deal after a card is played.

        `hands` contains the hands (bit masks by seat) of each of these deals. The result has one value for each deal.
        """
        return self._values_after(self.tricks, tuple(hands), 0, card)

    def _values_after(self, tricks: Tricks, worlds: tuple[HandMasks, ...], took: int, card: Card) -> tuple[float, ...]:
        seat = tricks.turn
        worlds = tuple((*hands[:seat], hands[seat] & ~BIT[card], *hands[seat + 1 :]) for hands in worlds)
        tricks = tricks.play(card)
        if tricks.past:
            took += tricks.past[-1].winner in self.first
            tricks = replace(tricks, past=(), won=self.tricks.won)
        return self._value(tricks, worlds, took)

    def _value(self, tricks: Tricks, worlds: tuple[HandMasks, ...], took: int) -> tuple[float, ...]:
        seat = tricks.turn
        ends = self.worth[took : took + worlds[0][seat].bit_count() + 1]
        if min(ends) == max(ends):
            return (ends[0],) * len(worlds)
        key = (tricks.line, tricks.table, worlds, took)
        if key not in self._values:
            self._values[key] = (
                self._best_values(tricks, worlds, took, max(ends))
                if seat in self.own
                else self._worst_values(tricks, worlds, took, min(ends))
            )
        return self._values[key]

    def _best_values(
        self, tricks: Tricks, worlds: tuple[HandMasks, ...], took: int, max_value: float
    ) -> tuple[float, ...]:
        """Return, by possible deal, the values after the best card of the side `own`, the same card in all deals.

        `tricks` has the unfinished trick, `worlds` are the hands in each deal, and `took` is the number of tricks that
        the seats of `first` have taken so far. `max_value` is the highest possible value; a card that reaches it in all
        deals ends the search.
        """
        best_values: tuple[float, ...] = ()
        for card in cards(tricks.legal(worlds[0][tricks.turn])):
            values = self._values_after(tricks, worlds, took, card)
            if not best_values or sum(values) > sum(best_values):
                best_values = values
            if min(best_values) == max_value:
                break
        return best_values

    def _worst_values(
        self, tricks: Tricks, worlds: tuple[HandMasks, ...], took: int, min_value: float
    ) -> tuple[float, ...]:
        """Return, by possible deal, the values if the opponent to play chooses the worst card for the side `own`.

        `tricks` has the unfinished trick, and `worlds` are the hands in each deal. Each card is evaluated over the
        deals in which it is legal. `took` is the number of tricks that the seats of `first` have taken so far.
        `min_value` is the lowest possible value; a deal that has reached it is not evaluated further.
        """
        legal = [tricks.legal(hands[tricks.turn]) for hands in worlds]
        values = [inf] * len(worlds)
        for card in sorted({card for legal_mask in legal for card in cards(legal_mask)}):
            world_indices = [
                n for n, legal_mask in enumerate(legal) if legal_mask & BIT[card] and values[n] > min_value
            ]
            if world_indices:
                card_values = self._values_after(tricks, tuple(worlds[n] for n in world_indices), took, card)
                for n, worth in zip(world_indices, card_values, strict=True):
                    values[n] = min(values[n], worth)
        return tuple(values)
