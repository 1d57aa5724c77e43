"""A Markov chain over worlds (possible deals of the hidden cards), each visited in proportion to its likelihood.

A step (Metropolis) swaps two hidden cards or replaces the discard, and is accepted with a probability given by the
ratio of the likelihoods. If three or more hands are known to lack suits, it may be that no two of their cards can be
swapped. Therefore a step may also rotate three or more cards, so that every world can be reached.

In most worlds of the chain the discard is the one that the rule-based player would choose from the hand of the seat
that discarded (the *rule's discard*). A swap that changes the hand then also changes the discard, to the rule's discard
for the new hand. Worlds with any other discard are reached only by steps that replace nothing but the discard. In such
a world, swaps do not replace the discard.

For some hands the rule's discard is impossible, for example because one of its cards has been played since. If a swap
leads from the rule's discard to such a hand, the discard is drawn at random; a swap in the opposite direction chooses
the rule's discard again. The acceptance test makes up for the probabilities of these draws.
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

__all__ = ["BURN_IN", "RARE_BURN_IN", "WorldChain"]

STARTS, TRIES, BURN_IN, STEPS = 20, 200, 60, 8
"""The parameters of the Markov chain that samples worlds (possible deals of the hidden cards).

The chain starts from the likeliest of `STARTS` random worlds, or of fewer if `TRIES` random placements of the hidden
cards yield fewer worlds. Its first `BURN_IN` steps are dropped; after that every `STEPS`-th world is used.
"""
HALF_STEPS = STEPS // 2
"""The number of steps between two worlds of `WorldChain.sample_more`."""
RARE_BURN_IN = 300
"""The number of first steps that are dropped after a rare call, because hardly any random world explains that call."""
DISCARD_STEP_SHARE = 0.2
"""The share of the Markov chain's steps that propose another discard, if cards were discarded."""
CYCLE_STEP_SHARE = 0.1
"""The share of the Markov chain's steps that rotate more than two cards between the places of hidden cards.

Such steps are made only if swaps of two cards alone may not reach every deal.
"""


class WorldChain:
    """A Markov chain over the worlds (possible deals) that agree with `view`, what one player may know of the deal.

    - `cells` are the places of the hidden cards: hidden hands, the stock (the undealt cards) and the discard.
    - `likelihood` returns how likely a world is.
    - `owner` is the seat that has discarded, None if there is no such seat.
    - `rule_discard` is a function that returns the discard of the rule-based player as a mask. Its argument is the mask
      of the hidden cards of `owner`, the discarded cards included. It is None unless a seat other than the viewer's has
      discarded.
    - `rng` draws the samples.
    - `burn_in` is the number of first steps that are dropped.
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
        burn_in: int = BURN_IN,
    ) -> None:
        self.game, self.view, self.cells, self.rng = game, view, cells, rng
        self.likelihood, self.rule_discard, self.burn_in = likelihood, rule_discard, burn_in
        self.hand_cell, self.discard_cell = (
            next((index for index, cell in enumerate(cells) if (cell.place, cell.seat) == (place, owner)), -1)
            for place in ("hand", "discard")
        )
        hidden_mask = cards_in_cells(cells)
        self.lacking = sum(cell.size > 0 and cell.allowed_cards & hidden_mask != hidden_mask for cell in cells)
        self._allowed = [cell.allowed_cards for cell in cells]
        self._reachable = self._allowed.copy()  # by cell: a new discard may move cards between the hand and the discard
        if self._has_discard:
            self._reachable[self.hand_cell] |= self._allowed[self.discard_cell]
            self._reachable[self.discard_cell] |= self._allowed[self.hand_cell]
        self._between: list[State[Any]] = []  # the worlds halfway between those that `sample` yielded
        self._position: tuple[list[int], State[Any], float] | None = None  # the masks, the world and its likelihood
        self._hidden_cards: list[Card] = []
        self._last_masks: list[int] = []
        self._last_rule_masks: list[int] | None = None

    @property
    def _has_discard(self) -> bool:
        """Whether the discard of another seat is among the hidden cards."""
        return self.rule_discard is not None and min(self.hand_cell, self.discard_cell) >= 0

    def sample(self, count: int) -> Iterator[State[Any]]:
        """Yield `count` worlds (possible deals), `STEPS` steps of the chain apart, after the first `burn_in` steps."""
        for _ in range(self.burn_in):
            self._step()
        for step in range(1, STEPS * count + 1):
            world = self._step()
            if step % STEPS == 0:
                yield world
            elif step % STEPS == HALF_STEPS:
                self._between.append(world)

    def sample_more(self, count: int) -> list[State[Any]]:
        """Return `count` worlds (possible deals) besides those of `sample`, with fewer steps of the chain for each.

        First come the worlds that the chain passed halfway between those of `sample`, then new ones, `HALF_STEPS` steps
        apart. Worlds that are so few steps apart resemble each other more. But steps take most of the time of a
        decision, so fewer steps save time.
        """
        worlds, self._between = self._between[:count], self._between[count:]
        while len(worlds) < count:
            for _ in range(HALF_STEPS - 1):
                self._step()
            worlds.append(self._step())
        return worlds

    def _step(self) -> State[Any]:
        """Take a step of the chain, and return the world (a possible deal) that it has reached."""
        if self._position is None:
            masks, world = self.likeliest_start()
            self._position = masks, world, self.likelihood(world)
            self._hidden_cards = [card for cell in masks for card in cards(cell)]
        masks, world, current_likelihood = self._position
        replaces_discard = self.rule_discard is not None and self.rng.random() < DISCARD_STEP_SHARE
        new_masks, proposal_ratio = (
            self._propose_discard(masks)
            if replaces_discard
            else self.rotate(masks, self.choose_cycle(self._hidden_cards))
        )
        if new_masks is not None:
            candidate = fill(self.view, self.cells, new_masks)
            if self.game.analysis.is_possible(self.view, candidate):
                new_likelihood = self.likelihood(candidate)
                if self.rng.random() * current_likelihood < new_likelihood * proposal_ratio:
                    self._position, world = (new_masks, candidate, new_likelihood), candidate
        return world

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
            drawn_masks = placements.draw(self.rng)
            masks = self._with_rule_discard(drawn_masks) or drawn_masks
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

    def rotate(self, masks: list[int], cycle: list[Card]) -> tuple[list[int] | None, float]:
        """Propose to move each card of `cycle` to the cell (the hidden hand, stock or discard) of the next card.

        `masks` has the cards of each cell as bit masks. Return the new masks and a ratio for the acceptance test: the
        probability of the reverse proposal divided by that of this one. The new masks are None if the move is
        impossible, for example because two of the cards are in the same cell or a card may not be in its new cell.
        """
        places = [next(index for index, cell in enumerate(masks) if cell >> card & 1) for card in cycle]
        targets = (*places[1:], places[0])
        if len(set(places)) < len(cycle) or not all(
            self._reachable[target] & BIT[card] for card, target in zip(cycle, targets, strict=True)
        ):
            return None, 1.0
        new_masks = masks.copy()
        for card, place, target in zip(cycle, places, targets, strict=True):
            new_masks[place] ^= BIT[card]
            new_masks[target] ^= BIT[card]
        if self._last_masks is not masks:  # most steps start from the same masks as the step before
            self._last_masks, self._last_rule_masks = masks, self._with_rule_discard(masks)
        return self._with_discard_after_move(masks, self._last_rule_masks, new_masks, set(places))

    def _with_discard_after_move(
        self, masks: list[int], rule_masks: list[int] | None, new_masks: list[int], moved_places: set[int]
    ) -> tuple[list[int] | None, float]:
        """Choose the discard after cards have been moved; return the new masks and the ratio as `rotate` does.

        `masks` and `new_masks` are the masks before and after the move, `rule_masks` are the old masks with the rule's
        discard (the one that the rule-based player would choose), and `moved_places` are the cells between which cards
        were moved.
        """
        new_rule_masks = self._with_rule_discard(new_masks)
        if rule_masks is None and new_rule_masks is None:
            return self._if_allowed(new_masks), 1.0
        if rule_masks not in (None, masks):  # another discard remains another one
            return None if new_rule_masks in (None, new_masks) else self._if_allowed(new_masks), 1.0
        # A new discard is chosen. So that the move has one inverse, the hand and the discard count as one cell.
        if self._has_discard and {self.hand_cell, self.discard_cell} <= moved_places:
            return None, 1.0
        if new_rule_masks is None:
            return self._if_allowed(self._with_random_discard(new_masks)), self._discard_count(masks)
        return self._if_allowed(new_rule_masks), 1.0 if rule_masks == masks else 1 / self._discard_count(masks)

    def _propose_discard(self, masks: list[int]) -> tuple[list[int] | None, float]:
        """Propose another discard; return the new bit masks and a ratio for the acceptance test of the Markov chain.

        `masks` has the hidden cards of each cell (a hidden hand, the stock or the discard). The rule's discard (the one
        that the rule-based player would choose) is replaced by a random one. Any other discard is replaced by the
        rule's discard, or by a random one if the rule's discard is impossible. The ratio is the probability of the
        reverse proposal divided by that of this proposal. The new bit masks are None if there is nothing to propose.
        """
        if not self._has_discard:
            return None, 1.0
        rule_masks = self._with_rule_discard(masks)
        if rule_masks not in (None, masks):
            return rule_masks, 1 / self._discard_count(masks)
        new_masks = self._with_random_discard(masks)
        if new_masks == masks:
            return None, 1.0
        return self._if_allowed(new_masks), 1.0 if rule_masks is None else self._discard_count(masks)

    def _discard_count(self, masks: list[int]) -> int:
        """Return how many different discards `_with_random_discard` may choose.

        `masks` has the hidden cards of each cell (a hidden hand, the stock or the discard).
        """
        discard_size = masks[self.discard_cell].bit_count()
        return comb(masks[self.hand_cell].bit_count() + discard_size, discard_size)

    def _with_random_discard(self, masks: list[int]) -> list[int]:
        """Return the bit masks of all cells (places of hidden cards) after a random choice of the discard.

        The new discard is chosen from the cards of the seat that discarded: its hand and its present discard. The
        choice may be the present discard again.
        """
        full_hand = masks[self.hand_cell] | masks[self.discard_cell]
        return self._with_discard(masks, mask(self.rng.sample(cards(full_hand), masks[self.discard_cell].bit_count())))

    def _with_rule_discard(self, masks: list[int]) -> list[int] | None:
        """Return the bit masks of all cells with the discard that the rule-based player would choose.

        `masks` has the hidden cards of each cell (a hidden hand, the stock or the discard). The masks are returned
        unchanged if there is no discard. The result is None if the rule-based player's discard is impossible, for
        example because one of its cards has been played since.
        """
        if not self._has_discard:
            return masks
        assert self.rule_discard is not None
        full_hand = masks[self.hand_cell] | masks[self.discard_cell]
        discard = self.rule_discard(full_hand)
        if discard & ~full_hand:
            return None
        new_masks = self._with_discard(masks, discard)
        cells = (self.hand_cell, self.discard_cell)
        return None if any(new_masks[cell] & ~self._allowed[cell] for cell in cells) else new_masks

    def _with_discard(self, masks: list[int], discard: int) -> list[int]:
        """Return the bit masks of all cells (places of hidden cards) after `discard` has replaced the present discard.

        `discard` consists of cards of the seat that discarded, from its hand or the present discard. The rest of these
        cards form its hand.
        """
        new_masks = masks.copy()
        new_masks[self.hand_cell] = (masks[self.hand_cell] | masks[self.discard_cell]) & ~discard
        new_masks[self.discard_cell] = discard
        return new_masks

    def _if_allowed(self, masks: list[int]) -> list[int] | None:
        """Return `masks`, or None if a card is in a cell where it may not be.

        A cell is a place of hidden cards; `masks` has the cards of each cell, as bit masks.
        """
        is_allowed = not any(cell & ~allowed for cell, allowed in zip(masks, self._allowed, strict=True))
        return masks if is_allowed else None
