"""Read a data set of deals between computer players, which `prikup dataset` writes.

    for step in Dataset("FOLDER").steps():
        step.view, step.legal, step.action, step.points

Deals are read and replayed one after another, so a data set of any size needs little memory.
"""

import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from prikup.bots.dataset import DEALS_FILE, DESCRIPTION_FILE, Description, LoggedDeal
from prikup.games import game
from prikup.rules.game import Redeal
from prikup.rules.match import Match
from prikup.rules.state import Action, Seat, State, View, view

__all__ = ["Dataset", "Step"]


class Step(Struct, frozen=True, gc=False):
    """A decision of a player in a deal.

    - `deal` is the deal, and `seat` the seat that acted.
    - `view` is what the seat knew (`Encoder` makes arrays of it), and `legal` are the actions that it could take.
    - `action` is the action that it took.
    """

    deal: LoggedDeal
    seat: Seat
    view: View[Any]
    legal: tuple[Action, ...]
    action: Action

    @property
    def player(self) -> str:
        """The name of the player that acted."""
        return self.deal.players[self.seat]

    @property
    def points(self) -> float:
        """The points that the seat won or lost in the deal."""
        return self.deal.points[self.seat]


class Dataset:
    """A reader of the data set in `folder`; `description` has the arguments from which the data set was made.

    `rules` are the rules of its game.

    Raise FileNotFoundError if the folder has no data set, and ValueError if it was made with another version of the
    game's rules.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        description = (self.folder / DESCRIPTION_FILE).read_bytes()
        self.description = msgspec.json.decode(description, type=Description)
        self.rules = game(self.description.game, self.description.options)
        if self.rules.rules_version != self.description.rules:
            raise ValueError(
                f"the data set has version {self.description.rules} of the rules, "
                f"this program {self.rules.rules_version}"
            )

    def check(self) -> None:
        """Compare the files with their checksums. Raise ValueError if a file differs."""
        for line in (self.folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
            checksum, name = line.split("  ")
            if hashlib.sha256((self.folder / name).read_bytes()).hexdigest() != checksum:
                raise ValueError(f"{name} differs from its checksum")

    def deals(self) -> Iterator[LoggedDeal]:
        """Yield the deals in the order of the file."""
        decoder = msgspec.json.Decoder(LoggedDeal)
        with gzip.open(self.folder / DEALS_FILE) as file:
            yield from map(decoder.decode, file)

    def steps(self) -> Iterator[Step]:
        """Yield all decisions of all deals in order. Raise the same errors as `replays`."""
        for deal, states in self.replays():
            for state, action in zip(states, deal.actions, strict=False):
                actor_view = view(state, state.public.actor)
                yield Step(deal, state.public.actor, actor_view, self.rules.legal(actor_view), action)

    def replays(self) -> Iterator[tuple[LoggedDeal, list[State[Any]]]]:
        """Yield each deal with all its states: after the cards were dealt, and after each action.

        A state has the hidden cards, which no player knows. Raise IllegalAction if an action is illegal, and ValueError
        if the rules refuse a deck or a deal has not ended.
        """
        match: Match | None = None
        for deal in self.deals():
            if match is None or deal.match_deal == 1:
                match = Match.begin(self.rules, deal.dealer)
            states = self._replay(match, deal)
            yield deal, states
            match = match.close(self.rules.outcome(states[-1]))

    def _replay(self, match: Match, deal: LoggedDeal) -> list[State[Any]]:
        state = self.rules.deal(deal.deck, match.standing)
        if isinstance(state, Redeal):
            raise ValueError(f"the rules refuse the deck of deal {deal.deal}")
        states = [state]
        for action in deal.actions:
            state = self.rules.apply(state, action)
            states.append(state)
        if state.public.actor is not None:
            raise ValueError(f"deal {deal.deal} has not ended")
        return states
