"""Possible worlds: the states of a deal that agree with a View; they are counted, enumerated and sampled.

A View is what one player or a spectator may know of a deal. A world fills the `Cells` of the game (the places of hidden
cards) with cards. Each distinct placement of the hidden cards into hands, discards and stock has equal weight. How
likely the calls and cards played so far are in a world is not considered here; the bots estimate that. If the order of
the stock (the undealt cards) matters, each of its cards has a cell of its own; a cell for several cards is filled in
ascending order. The private notes of other seats, such as their discards, stay empty in a world, except for the notes
that `worlds_with_own_discards` and `add_sealed_actions` add; with these notes, play can continue from the world
(`world_to_play`).
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations
from math import comb
from typing import Any

from prikup.rules.cards import cards
from prikup.rules.game import AnyGame, Player, set_next_actor
from prikup.rules.game_analysis import Cells
from prikup.rules.state import PrivateNote, State, View, add_notes, view

__all__ = [
    "Placements",
    "add_sealed_actions",
    "all_worlds",
    "cards_in_cells",
    "count_placements",
    "fill",
    "sample_worlds",
    "world_to_play",
    "worlds_with_own_discards",
]

CardSplit = tuple[int, ...]
"""Numbers of cards, one for each cell (or for each cell that a group of cards can go to)."""


def cards_in_cells(cells: Cells) -> int:
    """Return the cards that may be in any of the cells (places of hidden cards), as a bit mask."""
    return _union(cell.allowed_cards for cell in cells)


def _union(masks: Iterator[int]) -> int:
    result = 0
    for m in masks:
        result |= m
    return result


class Placements:
    """The ways to fill cells (places of hidden cards, such as a hand) with the cards that they allow.

    Cards that are allowed in the same cells form a group; a split tells how many cards of a group go into each of its
    cells. Placements are counted group by group, by numbers of cards; the cards themselves are chosen only at the end.

    Five cards are hidden in this example. The first cell is a hand of two cards that is known to be void in clubs; the
    second is a hand of three cards. So the two clubs form a group that can only go to the second hand, and the three
    spades a group that can go to either hand:

            >>> from prikup.rules.cards import mask_text, parse_mask
            >>> from prikup.rules.game_analysis import Cell
            >>> spades, both = parse_mask("987..."), parse_mask("987.AK..")
            >>> placements = Placements((Cell("hand", 1, 2, spades), Cell("hand", 2, 3, both)))
            >>> [(cells, len(group)) for cells, group in placements.groups]
            [((1,), 2), ((0, 1), 3)]

    With the clubs in it, the second hand has space for one more card. Two spades go to the first hand and one to the
    second, in three ways; no other split fills both hands exactly:

            >>> list(placements.splits(0, placements.room))
            [((2,), 1, (2, 1))]
            >>> [split for split in placements.splits(1, (2, 1)) if not any(split[2])]
            [((2, 1), 3, (0, 0))]
            >>> placements.ways(0, placements.room)
            3
            >>> for masks in placements.all():
            ...     print(*map(mask_text, masks))
            87... 9.AK..
            97... 8.AK..
            98... 7.AK..

    To sample a placement, `draw` goes from group to group and chooses each split with a probability proportional to the
    number of placements (`ways`) that it leads to.
    """

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for card in cards(cards_in_cells(cells)):
            groups[tuple(i for i, cell in enumerate(cells) if cell.allowed_cards >> card & 1)].append(card)
        self.groups = sorted(groups.items(), key=lambda item: (len(item[0]), item[0]))
        self._ways: dict[tuple[int, CardSplit], int] = {}
        self._choices: dict[tuple[int, CardSplit], tuple[list[tuple[CardSplit, CardSplit]], list[int]]] = {}

    def ways(self, index: int, room: CardSplit) -> int:
        """Return the number of ways to place the groups of cards into the cells, from group number `index` on.

        A group has all cards that are allowed in the same cells (places of hidden cards). `room` is the number of cards
        that still fit into each cell.
        """
        if index == len(self.groups):
            return int(not any(room))
        if (index, room) not in self._ways:
            self._ways[index, room] = sum(
                weight * self.ways(index + 1, remaining_room) for _, weight, remaining_room in self.splits(index, room)
            )
        return self._ways[index, room]

    def splits(self, index: int, room: CardSplit) -> Iterator[tuple[CardSplit, int, CardSplit]]:
        """Yield each way to split group number `index` over its cells.

        A group has all cards that are allowed in the same cells (places of hidden cards). `room` is the number of cards
        that still fit into each cell. Each item has the number of cards by cell, the number of ways to choose these
        cards, and the space left in all cells.
        """
        places, group = self.groups[index]
        later_room = list(accumulate((room[place] for place in reversed(places)), initial=0))[
            -2::-1
        ]  # the space in later cells

        def spread(i: int, n: int) -> Iterator[tuple[CardSplit, int]]:
            if i == len(places) - 1:
                if n <= room[places[i]]:
                    yield (n,), 1
                return
            for count in range(max(0, n - later_room[i]), min(n, room[places[i]]) + 1):
                for rest, weight in spread(i + 1, n - count):
                    yield (count, *rest), weight * comb(n, count)

        for numbers, weight in spread(0, len(group)):
            remaining_room = list(room)
            for place, n in zip(places, numbers, strict=True):
                remaining_room[place] -= n
            yield numbers, weight, tuple(remaining_room)

    @property
    def room(self) -> CardSplit:
        """The space of each cell (place of hidden cards): the number of cards that it has to contain."""
        return tuple(cell.size for cell in self.cells)

    def draw(self, rng: random.Random) -> list[int]:
        """Return a random placement of the hidden cards, uniformly distributed, as a bit mask of cards by cell."""
        masks, room = [0] * len(self.cells), self.room
        for index, (places, group) in enumerate(self.groups):
            choices, ways = self._choices_of(index, room)
            numbers, room = rng.choices(choices, cum_weights=ways)[0]
            shuffled_cards = iter(rng.sample(group, len(group)))
            for place, n in zip(places, numbers, strict=True):
                for _ in range(n):
                    masks[place] |= 1 << next(shuffled_cards)
        return masks

    def draws(self, rng: random.Random) -> Iterator[list[int]]:
        """Yield random placements of the hidden cards endlessly; each has a bit mask of cards for each cell.

        The placements are independent and uniformly distributed. A cell is a place of hidden cards, such as a hand.
        """
        while True:
            yield self.draw(rng)

    def _choices_of(self, index: int, room: CardSplit) -> tuple[list[tuple[CardSplit, CardSplit]], list[int]]:
        """Return the splits of group number `index`, each with the space that it leaves, and their cumulative weights.

        A group has all cards that are allowed in the same cells (places of hidden cards). A split tells how many cards
        of the group go into each cell; `room` is the number of cards that still fit into each cell. The weight of a
        split is the number of placements that it leads to.
        """
        if (index, room) not in self._choices:
            splits = list(self.splits(index, room))
            ways = accumulate(weight * self.ways(index + 1, remaining_room) for _, weight, remaining_room in splits)
            self._choices[index, room] = (
                [(numbers, remaining_room) for numbers, _, remaining_room in splits],
                list(ways),
            )
        return self._choices[index, room]

    def all(self, index: int = 0, room: CardSplit | None = None) -> Iterator[list[int]]:
        """Yield every placement of the groups of cards, from group number `index` on, as a bit mask for each cell.

        A group has all cards that are allowed in the same cells (places of hidden cards). `room` is the number of cards
        that still fit into each cell; None means that all cells are empty.
        """
        room = self.room if room is None else room
        if index == len(self.groups):
            if not any(room):
                yield [0] * len(self.cells)
            return
        places, group = self.groups[index]
        for numbers, _, remaining_room in self.splits(index, room):
            if self.ways(index + 1, remaining_room):
                for rest in self.all(index + 1, remaining_room):
                    for parts in _partitions(tuple(group), numbers):
                        masks = rest.copy()
                        for place, part in zip(places, parts, strict=True):
                            masks[place] |= part
                        yield masks


def _partitions(group: tuple[int, ...], numbers: CardSplit) -> Iterator[tuple[int, ...]]:
    """Yield every way to split the cards of `group` into bit masks; `numbers` has the number of cards in each mask."""
    if len(numbers) == 1:
        yield (_union(1 << c for c in group),)
        return
    for first_part in combinations(group, numbers[0]):
        rest = tuple(c for c in group if c not in first_part)
        for parts in _partitions(rest, numbers[1:]):
            yield (_union(1 << c for c in first_part), *parts)


def fill(view: View[Any], cells: Cells, masks: Sequence[int]) -> State[Any]:
    """Return the world (possible deal) in which each cell contains the cards of its bit mask in `masks`.

    A cell is a place with hidden cards, such as another player's hand. `masks` has a mask for each of `cells`. The rest
    of the world comes from `view`: the viewer's own hand and private notes, and all cards that are face up.
    """
    hands = list(view.public.shown)
    notes: list[tuple[Any, ...]] = [()] * len(hands)
    if view.seat is not None:
        hands[view.seat] = view.hand
        notes[view.seat] = view.notes
    stock: tuple[int, ...] = ()
    for cell, cell_mask in zip(cells, masks, strict=True):
        if cell.place == "hand" and cell.seat is not None:
            hands[cell.seat] |= cell_mask
        elif cell.place == "stock":
            stock += cards(cell_mask)
    return State(view.public, tuple(hands), tuple(notes), stock)


def count_placements(game: AnyGame, view: View[Any]) -> int:
    """Return the number of ways to place the cards that are hidden from the viewer of `view`.

    Each placement fills the cells: the places of hidden cards, such as a hand, with the cards that may be there. The
    result is an upper bound on the number of worlds (possible deals), and exact if the game's `is_possible` rejects
    none.
    """
    placements = Placements(game.analysis.hidden_cells(view))
    return placements.ways(0, placements.room)


def all_worlds(game: AnyGame, view: View[Any]) -> Iterator[State[Any]]:
    """Yield every world (state of the deal that the viewer of `view` cannot rule out) once, in a fixed order."""
    cells = game.analysis.hidden_cells(view)
    for masks in Placements(cells).all():
        world = fill(view, cells, masks)
        if game.analysis.is_possible(view, world):
            yield world


def sample_worlds(game: AnyGame, view: View[Any], rng: random.Random) -> Iterator[State[Any]]:
    """Yield random worlds (deals that agree with `view`) endlessly, independent and uniformly distributed."""
    cells = game.analysis.hidden_cells(view)
    for masks in Placements(cells).draws(rng):
        world = fill(view, cells, masks)
        if game.analysis.is_possible(view, world):
            yield world


def worlds_with_own_discards(game: AnyGame, view: View[Any], rng: random.Random | None = None) -> Iterator[State[Any]]:
    """Yield worlds (deals that agree with `view`) in which each player who has discarded cards knows their own discard.

    In other worlds the private notes of other seats, which record their discards, are empty, so play could not continue
    at these seats. Without `rng`, all such worlds are enumerated. With `rng`, worlds are sampled endlessly, with equal
    weight for each placement of the hidden cards.
    """
    cells = game.analysis.hidden_cells(view)
    placements = Placements(cells)
    for masks in placements.all() if rng is None else placements.draws(rng):
        world = fill(view, cells, masks)
        if not game.analysis.is_possible(view, world):
            continue
        notes = world.notes
        for cell, cell_mask in zip(cells, masks, strict=True):
            if cell.place == "discard" and cell.seat is not None:
                notes = add_notes(
                    notes, cell.seat, *(PrivateNote("discarded", cell.seat, card) for card in cards(cell_mask))
                )
        yield State(world.public, world.hands, notes, world.stock)


def add_sealed_actions(game: AnyGame, world: State[Any], decide: Player) -> State[Any]:
    """Return a world (possible deal) to which the sealed actions made so far in this phase are added.

    A sealed action is one that a seat makes without seeing the actions of other seats. The viewer's own action is
    known; for each other seat that has acted, `decide` chooses an action. In phases without sealed actions the world is
    returned unchanged.
    """
    public = world.public
    if public.phase not in game.sealed_phases:
        return world
    first = (public.dealer + 1) % game.seats
    state = State(set_next_actor(public, public.phase, first), world.hands, ((),) * game.seats, world.stock)
    while (seat := state.public.actor) != public.actor and seat is not None:
        notes = world.notes[seat]
        state = game.apply_unchecked(state, notes[-1].action if notes else decide(view(state, seat)))
    return state


def world_to_play(game: AnyGame, view: View[Any], rng: random.Random) -> State[Any]:
    """Return a random world (a deal that agrees with `view`) from which play can continue.

    Each placement of the hidden cards has equal weight. Each player who has discarded knows their own discard, and
    sealed actions (made without seeing those of other seats) are random legal ones.
    """
    world = next(worlds_with_own_discards(game, view, rng))
    return add_sealed_actions(game, world, lambda sealed_view: rng.choice(game.legal(sealed_view)))
