"""A Markov chain over the worlds (possible deals) of a View, which visits each world in proportion to its likelihood.

A step (Metropolis) swaps two hidden cards or replaces the discard, and is accepted with a probability given by the
ratio of the likelihoods. In most worlds of the chain the discard is the one that the rule-based player would choose
from that hand, but any other discard may be proposed. If three or more hands are known to lack suits, it may be that no
two of their cards can be swapped. Therefore a step may also rotate three or more cards, so that every world can be
reached.
"""

from collections.abc import Callable, Iterator
from math import comb
from random import Random
from typing import Any

from prikup.rules.cards import BIT, Card, cards, mask
from prikup.rules.game import AnyGame
from prikup.rules.game_analysis import Cells
from prikup.rules.state import Seat, State, View
from prikup.worlds.possible_worlds import Placements, cards_in_cells, fill

__all__ = ["WorldChain"]

STARTS, TRIES, BURN_IN, STEPS = 20, 200, 60, 8
"""The parameters of the Markov chain that samples worlds (possible deals of the hidden cards).

The chain starts from the likeliest of `STARTS` random worlds, or of fewer if `TRIES` random placements of the hidden
cards yield fewer worlds. Its first `BURN_IN` steps are dropped; after that every `STEPS`-th world is used.
"""
DISCARD_STEP_SHARE = 0.2
"""The share of the Markov chain's steps that propose another discard, if cards were discarded."""
CYCLE_STEP_SHARE = 0.1
"""The share of the Markov chain's steps that rotate more than two cards between the places of hidden cards.

Such steps are made only if swaps of two cards alone may not reach every deal.
"""


class WorldChain:
    """A Markov chain over the worlds that agree with `view`.

    - `cells` are the places of the hidden cards: hidden hands, the stock and the discard.
    - `likelihood` returns how likely a world is.
    - `owner` is the seat that has discarded, None if there is no such seat.
    - `rule_discard` returns the discard that the rule-based player would choose. Its argument and its result are masks:
      the cards of `owner` that are not visible, with the discard. It is None if no other seat has discarded.
    - `rng` draws the samples.
    """

    def __init__(
        self,
        game: AnyGame,
        view: View[Any],
        cells: Cells,
        likelihood: Callable[[State[Any]], float],
        owner: Seat | None,
        rule_discard: Callable[[int], int] | None,
        rng: Random,
    ) -> None:
        self.game, self.view, self.cells, self.rng = game, view, cells, rng
        self.likelihood, self.rule_discard = likelihood, rule_discard
        self.hand_cell, self.discard_cell = (
            next((index for index, cell in enumerate(cells) if (cell.place, cell.seat) == (place, owner)), -1)
            for place in ("hand", "discard")
        )
        hidden_mask = cards_in_cells(cells)
        self.lacking = sum(cell.size > 0 and cell.allowed_cards & hidden_mask != hidden_mask for cell in cells)
        self._last_masks: list[int] = []
        self._last_has_rule_discard = False

    def sample(self, count: int) -> Iterator[State[Any]]:
        """Yield `count` worlds (possible deals), after the first steps of the chain."""
        masks, world = self.likeliest_start()
        current_likelihood = self.likelihood(world)
        hidden_cards = [card for cell in masks for card in cards(cell)]
        for step in range(1, BURN_IN + STEPS * count + 1):
            replaces_discard = self.rule_discard is not None and self.rng.random() < DISCARD_STEP_SHARE
            new_masks, proposal_ratio = (
                self._propose_discard(masks)
                if replaces_discard
                else (self.rotate(masks, self.choose_cycle(hidden_cards)), 1.0)
            )
            if new_masks is not None:
                candidate = fill(self.view, self.cells, new_masks)
                if self.game.analysis.is_possible(self.view, candidate):
                    new_likelihood = self.likelihood(candidate)
                    if self.rng.random() * current_likelihood < new_likelihood * proposal_ratio:
                        masks, world, current_likelihood = new_masks, candidate, new_likelihood
            if step > BURN_IN and (step - BURN_IN) % STEPS == 0:
                yield world

    def likeliest_start(self) -> tuple[list[int], State[Any]]:
        """Return the start of the Markov chain, the likeliest of some random worlds (possible deals).

        The result has the hidden cards in each cell (a hidden hand, the stock or the discard) as bit masks, and the
        world that they make.
        """
        placements = Placements(self.cells)
        candidates: list[tuple[float, int, list[int], State[Any]]] = []
        tries = 0
        while not candidates or (len(candidates) < STARTS and tries < TRIES and max(candidates)[0] < 1.0):
            tries += 1
            masks = self._with_rule_discard(placements.draw(self.rng))
            world = fill(self.view, self.cells, masks)
            if self.game.analysis.is_possible(self.view, world):
                candidates.append((self.likelihood(world), -len(candidates), masks, world))
        return max(candidates)[2:]

    def choose_cycle(self, hidden_cards: list[Card]) -> list[Card]:
        """Choose the hidden cards that the next step of the Markov chain rotates: two, or occasionally more.

        More are chosen only if at least three cells (hidden hands, the stock or the discard) may not contain every
        hidden card, for example because the seat is void in a suit. The maximum is the number of these cells.
        """
        moves_many = self.lacking > 2 and self.rng.random() < CYCLE_STEP_SHARE
        return self.rng.sample(hidden_cards, self.rng.randint(3, self.lacking) if moves_many else 2)

    def rotate(self, masks: list[int], cycle: list[Card]) -> list[int] | None:
        """Move each card of `cycle` to the cell (the hidden hand, stock or discard) of the next card.

        `masks` has the cards of each cell as bit masks. Return the new masks, or None if the move is impossible because
        two of the cards are in the same cell or a card may not be in its new cell.

        If the discard was the one that the rule-based player would choose, it is recomputed for the new hand. If it was
        another one, the move is also impossible if it would turn the discard into the rule-based player's. So each step
        has exactly one inverse.
        """
        places = [next(index for index, cell in enumerate(masks) if cell >> card & 1) for card in cycle]
        if len(set(places)) < len(cycle):
            return None
        new_masks = masks.copy()
        for card, place, target in zip(cycle, places, (*places[1:], places[0]), strict=True):
            if not self.cells[target].allowed_cards & BIT[card]:
                return None
            new_masks[place] ^= BIT[card]
            new_masks[target] ^= BIT[card]
        rule_masks = self._with_rule_discard(new_masks)
        if self._last_masks is not masks:  # most steps start from the same masks as the step before
            self._last_masks, self._last_has_rule_discard = masks, self._with_rule_discard(masks) == masks
        if self._last_has_rule_discard:
            return rule_masks
        return None if rule_masks == new_masks else new_masks

    def _propose_discard(self, masks: list[int]) -> tuple[list[int] | None, float]:
        """Propose another discard; return the new bit masks and a ratio for the acceptance test of the Markov chain.

        `masks` has the hidden cards of each cell (a hidden hand, the stock or the discard). The rule-based player's
        discard is replaced by a random one, and any other discard by the rule-based player's. The ratio is the
        probability of the reverse proposal divided by that of this proposal. The new bit masks are None if there is
        nothing to propose.
        """
        if min(self.hand_cell, self.discard_cell) < 0:
            return None, 1.0
        discard = masks[self.discard_cell]
        full_hand = masks[self.hand_cell] | discard
        # A random discard is drawn from all, the present one included: then the step changes nothing.
        discard_count = comb(full_hand.bit_count(), discard.bit_count())
        rule_masks = self._with_rule_discard(masks)
        if rule_masks != masks:
            return rule_masks, 1 / discard_count
        new_discard = mask(self.rng.sample(cards(full_hand), discard.bit_count()))
        new_masks = self._with_discard(masks, new_discard)
        if new_discard == discard or new_masks is None or self._with_rule_discard(new_masks) == new_masks:
            return None, 1.0
        return new_masks, discard_count

    def _with_rule_discard(self, masks: list[int]) -> list[int]:
        """Return the bit masks of all cells with the discard that the rule-based player would choose.

        `masks` has the hidden cards of each cell (a hidden hand, the stock or the discard). They are returned unchanged
        if there is no discard, or if the rule-based player's discard is impossible.
        """
        if self.rule_discard is None or min(self.hand_cell, self.discard_cell) < 0:
            return masks
        full_hand = masks[self.hand_cell] | masks[self.discard_cell]
        return self._with_discard(masks, self.rule_discard(full_hand)) or masks

    def _with_discard(self, masks: list[int], discard: int) -> list[int] | None:
        """Return the bit masks of all cells with `discard` in place of the present discard; None if that is impossible.

        `masks` has the hidden cards of each cell (a hidden hand, the stock or the discard). The cards come from the
        hand and the discard of one seat.
        """
        full_hand = masks[self.hand_cell] | masks[self.discard_cell]
        hand = full_hand & ~discard
        if (
            discard & ~(full_hand & self.cells[self.discard_cell].allowed_cards)
            or hand & ~self.cells[self.hand_cell].allowed_cards
        ):
            return None
        masks = masks.copy()
        masks[self.hand_cell], masks[self.discard_cell] = hand, discard
        return masks
