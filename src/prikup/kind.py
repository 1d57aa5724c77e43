"""A kind: all that the registry knows of a game beside its rules."""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from prikup.cards import Action, Card, Seat
from prikup.errors import Reason
from prikup.game import AnyGame, Player
from prikup.presentation import Presentation
from prikup.state import View

__all__ = ["Format", "Given", "Kind", "Record"]


class Given(Struct, frozen=True):
    """A deal of a `Record`.

    `deck` has its top card first, `actions` are what was done with it, and `agreed` are the further tricks of each seat
    if the deal ended by agreement.
    """

    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    agreed: tuple[int, ...] = ()


class Record(Struct, frozen=True):
    """A match as notations of other programs tell it.

    `options` are its house rules, `names` are by seat, `dealer` dealt first, and `deals` are those that are finished.
    `differs` is what a file that was read says otherwise than the rules do. `unverified`: it was played on somebody's
    own device, where nobody else saw how the cards were dealt.
    """

    options: Any
    names: tuple[str, ...]
    dealer: Seat
    deals: tuple[Given, ...]
    differs: tuple[Reason, ...] = ()
    unverified: bool = False


class Format(Struct, frozen=True):
    """A notation of other programs.

    `known(text)`: whether a file is written in it; `split` gives the texts of its matches, one each; `read` raises
    BadText and BadOptions for what cannot be read or played.
    """

    known: Callable[[str], bool]
    split: Callable[[str], tuple[str, ...]]
    read: Callable[[str], Record]
    write: Callable[[Record], str]


class Kind(Struct, frozen=True):
    """All that the registry knows of a game beside its rules.

    `build` is its Game, made of options; the first of `presets` is the default; `public` and `outcome` are the types of
    its public part and of its outcomes; `rule(game, seed)` makes the rule-of-thumb player; `formats` are the notations
    of other programs that it reads and writes, by name. `laying(game, view, away)`, if there is one, tells about how
    many tricks a hand is good for in the eyes of the rule of thumb once some cards (a mask) are laid away;
    `calling(game, view, call)`, if there is one, about how many it is away from one with which the rule of thumb makes
    a call of the auction, 0 where it makes it. `swing` is about how many points of the settlement a side wins or loses
    in a deal (the standard deviation where rule players play the default preset): reviews grade mistakes by it.
    """

    build: Callable[[Any], AnyGame]
    presets: Mapping[str, Any]
    public: type
    outcome: type
    rule: Callable[[Any, int], Player]
    presentation: Presentation = Presentation()
    formats: Mapping[str, Format] = {}
    laying: Callable[[Any, View[Any], int], float] | None = None
    calling: Callable[[Any, View[Any], Action], float] | None = None
    swing: float = 30.0

    @property
    def folder(self) -> Path:
        """The folder of the game: its rules, its words (`LANGUAGE.ftl`), its problems."""
        return Path(inspect.getfile(self.build)).parent
