"""The definition of a game as the registry lists it: its rules, options, players and file formats."""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from prikup.rules.cards import Action, Card, Seat
from prikup.rules.errors import Reason
from prikup.rules.game import AnyGame, Player
from prikup.rules.presentation import Presentation
from prikup.rules.state import View

__all__ = ["ForeignDeal", "ForeignMatch", "Format", "GameDefinition"]


class ForeignDeal(Struct, frozen=True):
    """A finished deal of a match that is read from, or written to, the notation of another program.

    `deck` has the top card first, `actions` are the players' actions in order, and `agreed_tricks` are the tricks that
    each seat got by the agreement that ended the deal, () without an agreement.
    """

    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    agreed_tricks: tuple[int, ...] = ()


class ForeignMatch(Struct, frozen=True):
    """A match in a form that the notations of other programs can express.

    `options` are its house rules, `names` the players' names in the order of the seats, `dealer` the first dealer, and
    `deals` the finished deals. `differs` has a message for each contradiction between a parsed file and the rules, such
    as a wrong score. If `unverified`, the match was played on a player's own device, where no one else could check how
    the cards were dealt.
    """

    options: Any
    names: tuple[str, ...]
    dealer: Seat
    deals: tuple[ForeignDeal, ...]
    differs: tuple[Reason, ...] = ()
    unverified: bool = False


class Format(Struct, frozen=True):
    """A notation in which another program writes matches, as four functions.

    `recognises(text)` tells whether a file is in this notation; `split` returns the text of each match in a file;
    `read` parses one match, and raises BadText or BadOptions if it cannot be parsed or played; `write` returns the text
    of a match.
    """

    recognises: Callable[[str], bool]
    split: Callable[[str], tuple[str, ...]]
    read: Callable[[str], ForeignMatch]
    write: Callable[[ForeignMatch], str]


class GameDefinition(Struct, frozen=True):
    """The definition of a game as the registry lists it.

    - `build` creates the Game (its rules) from the options.
    - `presets` are the named sets of options; the first one is the default.
    - `public` is the type of the public part (what all players see) of the game's states, and `outcome` the type of its
      outcomes.
    - `rule(game, seed)` creates the rule-based player, a computer player whose random choices, if any, depend on
      `seed`.
    - `presentation` describes how a client draws the game.
    - `formats` are the supported notations of other programs, by name.
    - `discard_estimate(game, view, away)`, if present, returns about how many tricks the rule-based player expects from
      the hand in `view` after discarding the cards `away` (a mask).
    - `call_distance(game, view, call)`, if present, returns about how many tricks the hand in `view` is too weak, or
      too strong, for the rule-based player to make this call. It returns 0 if the rule-based player makes the call. The
      call belongs to the auction, or answers a doubling of the stake.
    - `swing` is the typical number of points by which a deal changes a side's settlement (its win or loss): the
      standard deviation with rule-based players under the default preset. Reviews of finished matches grade mistakes by
      it.
    - `length_options` are the names of the options that only say how long a match is.
    """

    build: Callable[[Any], AnyGame]
    presets: Mapping[str, Any]
    public: type
    outcome: type
    rule: Callable[[Any, int], Player]
    presentation: Presentation = Presentation()
    formats: Mapping[str, Format] = {}
    discard_estimate: Callable[[Any, View[Any], int], float] | None = None
    call_distance: Callable[[Any, View[Any], Action], float] | None = None
    swing: float = 30.0
    length_options: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """The folder of the game: its Python modules, messages (`LANGUAGE.ftl`) and problems (puzzles to solve)."""
        return Path(inspect.getfile(self.build)).parent
