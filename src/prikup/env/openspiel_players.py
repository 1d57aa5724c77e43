"""Adapters that turn players of this project into OpenSpiel bots and policies, and tabular policies into players.

    bots = [PlayerBot(game, seat, "master", seed=1) for seat in range(game.num_players())]
    pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)

A player is a function from a View to an action; a View is what one player may know of the deal. The classes here pass a
player only the View of its seat, never the whole OpenSpiel state, which contains the hidden cards.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pyspiel
from open_spiel.python.policy import Policy, TabularPolicy

from prikup.bots import player
from prikup.env.openspiel import OpenSpielGame, OpenSpielState
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import Action, Seat, View
from prikup.rules.text_format import view_text

__all__ = ["PlayerBot", "PlayerPolicy", "view_policy"]


def _player(openspiel_game: OpenSpielGame, name_or_player: str | Player, seed: int) -> Player:
    """Return `name_or_player` itself if it is a player, else create the computer player of this name.

    `seed` determines the computer player's random choices.
    """
    return player(name_or_player, openspiel_game.rules, seed) if isinstance(name_or_player, str) else name_or_player


class PlayerBot(pyspiel.Bot):  # type: ignore[misc]  # untyped
    """An OpenSpiel bot that plays one seat of a game as a player of this project does.

    `player` is the name of a computer player, such as `master`, whose random choices follow from `seed`; or any
    function from a View (what one player may know of the deal) to an action. Raise KeyError if there is no computer
    player of this name.
    """

    def __init__(self, game: OpenSpielGame, seat: Seat, player: str | Player, seed: int = 0) -> None:
        super().__init__()
        self._seat, self._decide = seat, _player(game, player, seed)

    def step(self, state: OpenSpielState) -> Action:
        """Return the player's action in `state`, in which its seat is to act."""
        return int(self._decide(state.view_for(self._seat)))

    def provides_policy(self) -> bool:
        """Return True: the bot can tell the probabilities of its actions."""
        return True

    def get_policy(self, state: OpenSpielState) -> list[tuple[Action, float]]:
        """Return the legal actions with their probabilities: 1 for the player's action, 0 for all others."""
        return self.step_with_policy(state)[0]

    def step_with_policy(self, state: OpenSpielState) -> tuple[list[tuple[Action, float]], Action]:
        """Return the legal actions with their probabilities, and the player's action."""
        chosen = self.step(state)
        return [(action, float(action == chosen)) for action in state.legal_actions(self._seat)], chosen

    def restart(self) -> None:
        """Do nothing: a player has no memory, because it decides by its View (what it may know of the deal) alone."""

    def restart_at(self, state: OpenSpielState) -> None:
        """Do nothing: a player has no memory, because it decides by its View (what it may know of the deal) alone."""

    def inform_action(self, state: OpenSpielState, seat: Seat, action: Action) -> None:
        """Do nothing: the next View of a seat contains what the seat may know of the deal, and so of this action."""


class PlayerPolicy(Policy):  # type: ignore[misc]  # untyped
    """An OpenSpiel policy that gives the probability 1 to the action of a player of this project, and 0 to all others.

    `players` has one player for each seat, or is one for all seats: the name of a computer player, such as `master`,
    whose random choices follow from `seed`; or any function from a View (what one player may know of the deal) to an
    action.
    """

    def __init__(self, game: OpenSpielGame, players: str | Player | Sequence[str | Player], seed: int = 0) -> None:
        seats = list(range(game.num_players()))
        super().__init__(game, seats)
        players_by_seat = [players] * len(seats) if isinstance(players, str) or callable(players) else players
        self._players = [_player(game, name_or_player, seed) for name_or_player in players_by_seat]

    def action_probabilities(self, state: OpenSpielState, player_id: Seat | None = None) -> dict[Action, float]:
        """Return the probability of each legal action of a seat; None means the seat to act."""
        seat = state.current_player() if player_id is None else player_id
        chosen = self._players[seat](state.view_for(seat))
        return {action: float(action == chosen) for action in state.legal_actions(seat)}


def view_policy(policy: TabularPolicy, rules: AnyGame) -> Callable[[View[Any]], Mapping[Action, float]]:
    """Return a tabular policy of OpenSpiel as a function from a View to the probabilities of the legal actions.

    A View is what one player may know of the deal. The policy is for episodes of one deal, in which an information
    state is the text of a View. `rules` are those of its game. Raise ValueError if the game has sealed actions (made
    without seeing those of other seats), because an information state of such a game contains more than this text.
    """
    if rules.sealed_phases:
        raise ValueError("a View of a game with sealed actions lacks the player's own, so that it names no row")

    def probabilities(view: View[Any]) -> dict[Action, float]:
        row = policy.policy_for_key(view_text(rules, view))
        return {action: float(row[action]) for action in rules.legal(view)}

    return probabilities
