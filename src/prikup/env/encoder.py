"""Encode a View as an array of fixed size, and its legal actions as a 0/1 mask over all actions.

A View is what one player may know of a deal.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prikup.env.observation_layout import ObservationLayout, layout, part_columns
from prikup.games import GAMES
from prikup.rules.cards import FIRST_CALL
from prikup.rules.game import AnyGame
from prikup.rules.state import Action, View

__all__ = ["Encoder", "Masks", "ObservationWriter", "Observations"]

Observations = NDArray[np.int32]
Masks = NDArray[np.int8]
ObservationWriter = Callable[[int, View[Any], tuple[Action, ...]], None]
"""A function `(at, view, legal)` that writes a View and its legal actions into row `at` of two arrays.

One array has the observations, the other the action masks.
"""


class Encoder:
    """The encoder of Views for one game; a View is what one player may know of a deal.

    An observation has `size` columns. `fields` maps the name of each part of a View (`hand`,
    `public.tricks.past.0.winner`) to its columns; `low` and `high` are the bounds of each column. There are `actions`
    actions: the cards 0 to 51, then the calls of the game from 52 on. Two Views have the same observation if and only
    if they are equal.

        >>> import random
        >>> from prikup.games import GAMES, game
        >>> from prikup.rules.match import Match
        >>> from prikup.rules.state import view
        >>> rules = game(next(iter(GAMES)))
        >>> encoder = Encoder(rules)
        >>> seat_view = view(Match.begin(rules).deal_random(random.Random(1)), 0)
        >>> observation, mask = encoder.encode(seat_view)
        >>> int(observation[encoder.fields["hand"]].sum())
        10
        >>> [52 + call for call, legal in enumerate(mask[52:]) if legal] == list(rules.legal(seat_view))
        True
    """

    def __init__(self, game: AnyGame) -> None:
        of_view: Any = View
        self._game = game
        self._layout = layout(game, of_view[GAMES[game.name].public])
        columns = self._layout.columns
        self.size = len(columns)
        self.actions = FIRST_CALL + len(game.calls)
        self.low, self.high = (np.array(bounds, np.int32) for bounds in zip(*columns, strict=True))
        self._row, self._mask = self.arrays(1)
        self._write = self.writer(self._row, self._mask)

    @cached_property
    def fields(self) -> dict[str, slice]:
        """The columns of each part of a View, as slices by the dotted name of the part, such as `public.tricks`.

        A View is what one player may know of a deal.
        """
        return dict(part_columns(self._layout, "", 0))

    def arrays(self, count: int) -> tuple[Observations, Masks]:
        """Allocate arrays for `count` observations and `count` action masks, one in each row."""
        return np.zeros((count, self.size), np.int32), np.zeros((count, self.actions), np.int8)

    def writer(self, observations: Observations, masks: Masks) -> ObservationWriter:
        """Return a function that writes Views and their legal actions into the rows of `observations` and `masks`.

        A View is what one player may know of a deal. The function is native code if that was built, else Python.
        """
        try:
            from prikup.env.native import Writer
        except ImportError:  # package built without a compiler
            return Rows(self._layout, observations, masks)
        return Writer(self._layout, observations, masks)

    def encode(self, view: View[Any]) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """Return the observation of a View (`size` numbers) and its action mask (0 or 1 for each of the `actions`).

        A View is what one player may know of a deal.
        """
        self._write(0, view, self._game.legal(view))
        return self._row[0].copy(), self._mask[0].copy()


class Rows:
    """A writer of observations in pure Python, for packages built without native code.

    An observation encodes a View (what one player may know of a deal) as integers. `layout` tells which columns of an
    observation each part of a View has. Observations are written to `rows`, and legal actions to `masks`.
    """

    def __init__(self, layout: ObservationLayout, rows: Observations, masks: Masks) -> None:
        self._layout, self._rows, self._masks = layout, rows, masks

    def __call__(self, row_index: int, view: View[Any], legal: tuple[Action, ...]) -> None:
        """Write a View and the actions that are `legal` in it into row `row_index` of both arrays."""
        row = [0] * self._rows.shape[1]
        self._layout.write(view, row, 0)
        self._rows[row_index] = row
        self._masks[row_index] = 0
        self._masks[row_index, list(legal)] = 1
