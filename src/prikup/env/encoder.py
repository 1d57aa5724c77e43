"""An encoder: what a player sees as an array of fixed size, and what they may do as a mask over all actions."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prikup.env.layout import layout, named
from prikup.game import AnyGame
from prikup.games import GAMES
from prikup.state import Action, View

__all__ = ["Encoder", "Mask", "Observation"]

Observation = NDArray[np.int32]
Mask = NDArray[np.int8]


class Encoder:
    """The encoder of a game.

    An observation has `size` columns, of which `fields` names those of each part of a View (`hand`,
    `public.tricks.table`); `low` and `high` bound them. There are `actions` actions: the cards 0 to 51, and from 52 on
    the calls of the game. Two Views have the same observation if and only if they are equal.

        >>> import random
        >>> from prikup.games import GAMES, game
        >>> from prikup.match import Match
        >>> from prikup.state import view
        >>> rules = game(next(iter(GAMES)))
        >>> encoder = Encoder(rules)
        >>> seen = view(Match.begin(rules).dealt(random.Random(1)), 0)
        >>> observation, mask = encoder.observation(seen), encoder.mask(rules.legal(seen))
        >>> int(observation[encoder.fields["hand"]].sum())
        10
        >>> mask.shape == (52 + len(rules.calls),)
        True
    """

    def __init__(self, game: AnyGame) -> None:
        of_view: Any = View
        self._layout = layout(game, of_view[GAMES[game.name].public])
        columns = self._layout.columns
        self.size = len(columns)
        self.actions = 52 + len(game.calls)
        self.low, self.high = (np.array(bounds, np.int32) for bounds in zip(*columns, strict=True))

    @cached_property
    def fields(self) -> dict[str, slice]:
        """The columns of each part of a View, by its name."""
        return dict(named(self._layout, "", 0))

    def observation(self, view: View[Any]) -> Observation:
        """Return what a view says, as an array of `size` numbers."""
        row = [0] * self.size
        self._layout.write(view, row, 0)
        return np.array(row, np.int32)

    def mask(self, legal: tuple[Action, ...]) -> Mask:
        """Return an array of `actions` numbers: 1 for what is legal, else 0."""
        mask = np.zeros(self.actions, np.int8)
        mask[list(legal)] = 1
        return mask
