"""The games as OpenSpiel games; `register` adds each of them to OpenSpiel as `prikup_NAME`.

    openspiel.register()
    game = pyspiel.load_game("prikup_NAME", {"options": "PRESET option:value", "deals": 4})

The parameter `options` has the house rules in text form (with `:` instead of `=`, which OpenSpiel reserves). `deals` is
the number of deals in an episode. `sampled` and `seed` control chance. By default chance is explicit: a deck is drawn
card by card, top card first, and drawn again if the rules reject it. With `sampled` a whole deal is one chance move,
which gives a state and its clones the same cards. `seed` then determines all deals; with -1 they are random.
"""

import random
from typing import Any

import numpy as np
import pyspiel
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from prikup.env.encoder import Encoder
from prikup.env.episode import Episode, some_deals
from prikup.games import GAMES, game
from prikup.rules.action_text import action_text
from prikup.rules.cards import CARD_COUNT, Card
from prikup.rules.game import AnyGame, Redeal
from prikup.rules.state import Action, Seat, State, View, view, watch
from prikup.rules.text_format import view_text
from prikup.worlds.possible_worlds import world_to_play

__all__ = ["Observer", "OpenSpielGame", "OpenSpielState", "register"]

SealedActions = tuple[tuple[Seat, Action], ...]

SEEDS = 2**31 - 1
DEFAULTS: dict[str, Any] = {"options": "", "deals": 1, "sampled": False, "seed": -1}


def game_type(rules: AnyGame, parameters: dict[str, Any]) -> Any:
    """Return the OpenSpiel type of a game with these `parameters`.

    They are the house rules, the number of deals in an episode, and how chance works; the docstring of the module
    explains them.
    """
    kind, is_single_deal = pyspiel.GameType, parameters["deals"] == 1
    alike = len({len(side) for side in rules.sides}) == 1
    return kind(
        short_name=f"prikup_{rules.name.replace('-', '_')}",
        long_name=f"prikup {rules.name}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.SAMPLED_STOCHASTIC
        if parameters["sampled"]
        else kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if alike else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL if is_single_deal else kind.RewardModel.REWARDS,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # untyped
    """An OpenSpiel game: the rules of the game `name` with these `parameters`.

    They are the house rules, the number of deals in an episode, and how chance works; the docstring of the module
    explains them.
    """

    name: str

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        all_parameters = DEFAULTS | (parameters or {})
        all_parameters["options"] = all_parameters["options"].replace("=", ":")
        self.rules = rules = game(self.name, all_parameters["options"].replace(":", "="))
        self.deals: int = all_parameters["deals"]
        some_deals(self.deals)
        self.sampled: bool = all_parameters["sampled"]
        self.rng = random.Random(None if all_parameters["seed"] < 0 else all_parameters["seed"])
        self.encoder, self.sealed_phases = Encoder(rules), rules.sealed_phases
        kind = game_type(rules, all_parameters)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions,
            max_chance_outcomes=1 if self.sampled else CARD_COUNT,
            num_players=rules.seats,
            min_utility=-np.inf,  # the rules do not limit the cost of a deal
            max_utility=np.inf,
            utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=self.deals * (2 * len(rules.calls) + 3 * len(rules.pack)),
        )
        super().__init__(kind, info, all_parameters)

    def new_initial_state(self) -> "OpenSpielState":
        """Return the state before the first deck is drawn."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> "Observer":
        """Return an observer, which describes the state to one player or a spectator as tensor and text.

        `iig_obs_type` tells how much the observer sees, and whether it remembers earlier deals (`perfect_recall`); None
        means what one player sees of the current deal. Raise ValueError if there are `params`, or if the observer is to
        see all players' cards.
        """
        private = pyspiel.PrivateInfoType
        sees = private.SINGLE_PLAYER if iig_obs_type is None else iig_obs_type.private_info
        if params or sees == private.ALL_PLAYERS:
            raise ValueError("an observer needs one player or a spectator, and no params")
        remembers = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self, spectator=sees == private.NONE, remembers=remembers)


class EpisodeState(Struct, frozen=True):
    """A point in an episode: either the cards drawn so far for the next deck, or the state of a deal.

    - `episode` has the match so far and the number of deals that remain.
    - `gains` has each seat's points so far.
    - `rewards` has each seat's points from the last player action.
    - `drawn` has the cards drawn so far for the next deck, top card first.
    - `state` is the state of the deal; it is None while cards are drawn.
    - `seed` determines the next deal if chance is sampled, that is, if a whole deal is one chance move.
    - `sealed` has the sealed actions of the deal so far, each with its seat.
    - `past` has the final states of the earlier deals of the episode, each with the sealed actions of the deal.

    A sealed action is one that a seat makes without seeing the actions of other seats. If it is never shown, the rules
    do not keep it, but the seat that made it remembers it.
    """

    episode: Episode
    gains: tuple[float, ...]
    rewards: tuple[float, ...]
    drawn: tuple[Card, ...] = ()
    state: State[Any] | None = None
    seed: int = 0
    sealed: SealedActions = ()
    past: tuple[tuple[State[Any], SealedActions], ...] = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> "EpisodeState":
        return self


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # untyped
    """A state of an OpenSpiel game. It wraps one immutable EpisodeState, `moment`, so cloning costs nothing.

    An EpisodeState is a point in an episode: the match so far, and the cards drawn or the state of the deal.
    """

    def __init__(self, openspiel_game: OpenSpielGame) -> None:
        super().__init__(openspiel_game)
        zeros = (0.0,) * openspiel_game.rules.seats
        self.moment = EpisodeState(
            Episode.begin(openspiel_game.rules, openspiel_game.deals),
            zeros,
            zeros,
            seed=openspiel_game.rng.randrange(SEEDS),
        )

    def current_player(self) -> int:
        """Return the seat to act, or the player id that OpenSpiel uses for chance and for terminal states."""
        moment = self.moment
        if moment.episode.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if moment.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(moment.state.public.actor)

    def is_terminal(self) -> bool:
        """Return whether the episode is over."""
        return self.moment.episode.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible chance moves with their probabilities.

        The deck is drawn card by card, and the moves are the cards that have not been drawn yet. With the parameter
        `sampled` there is only one move, 0, which deals all cards.
        """
        moment = self.moment
        if self.get_game().sampled:
            return [(0, 1.0)]
        remaining_cards = sorted(set(moment.episode.match.game.pack) - set(moment.drawn))
        return [(card, 1 / len(remaining_cards)) for card in remaining_cards]

    def returns(self) -> list[float]:
        """Return the points that each seat has won or lost in the episode so far."""
        return list(self.moment.gains)

    def rewards(self) -> list[float]:
        """Return the points that each seat won or lost by the last action of a player; zeros unless it ended a deal."""
        return list(self.moment.rewards)

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> "OpenSpielState":
        """Return a random state in which `player` has the same View (what the player may know) as in this one.

        The placement of the hidden cards is sampled uniformly; `probability_sampler` is a function that returns a
        random number from 0 to 1. Only the cards change, those of earlier deals too; the action history remains that of
        this state. In the new state the other players know their own discards, but not which cards they took or gave
        face down, nor what they bid without showing it.
        """
        rng, rules, moment = random.Random(int(probability_sampler() * SEEDS)), self.get_game().rules, self.moment
        state = world_to_play(rules, self.view_for(player), rng)
        past = tuple(
            (world_to_play(rules, view(past_state, player), rng), _sealed_by(player, past_sealed))
            for past_state, past_sealed in moment.past
        )
        new_state: OpenSpielState = self.clone()
        new_state.moment = replace(moment, state=state, sealed=_sealed_by(player, moment.sealed), past=past)
        return new_state

    def view_for(self, player: int | None) -> View[Any]:
        """Return the View of a player, or of a spectator (None): what that player or spectator may know of the deal.

        Raise ValueError before the cards are dealt.
        """
        if self.moment.state is None:
            raise ValueError("there is no View before the cards are dealt")
        return watch(self.moment.state) if player is None else view(self.moment.state, player)

    def _legal_actions(self, player: int) -> list[Action]:
        return sorted(self.moment.episode.match.game.legal(self.view_for(player)))

    def _apply_action(self, action: int) -> None:
        moment, openspiel_game = self.moment, self.get_game()
        if moment.state is not None:
            self.moment = _apply_player_action(openspiel_game, moment, action)
        elif openspiel_game.sampled:
            self.moment = replace(moment, state=moment.episode.match.deal_random(random.Random(moment.seed)))
        else:
            self.moment = _draw_card(moment, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self.get_game().sampled:
            return "deal"
        return action_text(self.moment.episode.match.game.calls, action)

    def __str__(self) -> str:
        moment, openspiel_game = self.moment, self.get_game()
        if moment.state is None:
            return "deck " + " ".join(action_text((), card) for card in moment.drawn)
        return "\n".join(
            view_text(openspiel_game.rules, view(moment.state, seat)) for seat in range(openspiel_game.rules.seats)
        )


def _draw_card(episode_state: EpisodeState, card: Card) -> EpisodeState:
    """Return the episode state after drawing a card of the deck; the last card of the deck starts the deal.

    If the rules reject the deck, drawing starts again.
    """
    drawn_cards, match = (*episode_state.drawn, card), episode_state.episode.match
    if len(drawn_cards) < len(match.game.pack):
        return replace(episode_state, drawn=drawn_cards)
    state = match.game.deal(drawn_cards, match.standing)
    return replace(episode_state, drawn=(), state=None if isinstance(state, Redeal) else state)


def _apply_player_action(openspiel_game: OpenSpielGame, episode_state: EpisodeState, action: Action) -> EpisodeState:
    """Return the episode state after a player's action, which may end the deal or the episode.

    `openspiel_game` has the rules. After the end of a deal, cards are drawn for the next one.
    """
    assert episode_state.state is not None
    public, sealed = episode_state.state.public, episode_state.sealed
    if public.phase in openspiel_game.sealed_phases:
        sealed = (*sealed, (public.actor, action))
    state = openspiel_game.rules.apply_unchecked(episode_state.state, action)
    if state.public.actor is not None:
        return replace(episode_state, state=state, sealed=sealed, rewards=(0.0,) * openspiel_game.rules.seats)
    episode, rewards = episode_state.episode.close(openspiel_game.rules.outcome(state))
    gains = tuple(map(sum, zip(episode_state.gains, rewards, strict=True)))
    seed = random.Random(f"after {episode_state.seed}").randrange(SEEDS)  # depends on this seed only
    next_moment = replace(episode_state, episode=episode, gains=gains, rewards=rewards, seed=seed)
    if episode.over:
        return replace(next_moment, state=state, sealed=sealed)
    return replace(next_moment, state=None, sealed=(), past=(*episode_state.past, (state, sealed)))


def _sealed_by(seat: Seat, sealed: SealedActions) -> SealedActions:
    """Return those of the `sealed` actions (made without seeing other seats' actions) that `seat` made itself."""
    return tuple((actor, action) for actor, action in sealed if actor == seat)


class Observer:
    """An OpenSpiel observer, which encodes the View of a player or a spectator as tensor and text.

    A View is what the player or spectator may know of the deal. With `spectator` it is always the View of a spectator.
    `tensor` is all zeros while cards are dealt.

    With `remembers`, the observation is an information state: all that the player has seen in the episode, which is the
    final View of each earlier deal and then the current View. In a game with sealed actions (made without seeing those
    of other seats), each View is followed by the player's own sealed actions, because a View does not keep an action
    that was never shown. An information state's `tensor` has the same columns for each deal of the episode, with zeros
    for deals still to come.
    """

    def __init__(self, openspiel_game: OpenSpielGame, *, spectator: bool, remembers: bool) -> None:
        self._game, self._spectator, self._remembers = openspiel_game, spectator, remembers
        self._view_size = openspiel_game.encoder.size
        self._size = self._view_size + (len(openspiel_game.sealed_phases) if remembers else 0)
        self.tensor = np.zeros(self._size * (openspiel_game.deals if remembers else 1), np.float32)
        self._past: dict[tuple[int, int], tuple[State[Any], SealedActions, NDArray[np.float32]]] = {}
        self.dict = {"observation": self.tensor}  # `Encoder.fields` names the columns of a View

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the player's observation of `state` into `tensor`."""
        if len(self.tensor) == self._view_size and state.moment.state is not None:  # one View fills it
            seen = state.view_for(None if self._spectator else player)
            self.tensor[:] = self._game.encoder.encode(seen)[0]
            return
        self.tensor.fill(0)
        columns = self.tensor.reshape(-1, self._size)
        past = state.moment.past if self._remembers else ()
        for deal, (deal_state, sealed) in enumerate(past):
            columns[deal] = self._past_columns(deal, player, deal_state, sealed)
        if state.moment.state is not None:
            self._write(columns[len(past)], player, state.moment.state, state.moment.sealed)

    def _past_columns(self, deal: int, player: int, state: State[Any], sealed: SealedActions) -> NDArray[np.float32]:
        """Return the columns of a player's observation for an earlier deal; they are computed only once.

        `deal` is the number of the deal in the episode, `state` its final state, and `sealed` has its sealed actions
        (made without seeing other seats' actions).
        """
        cached = self._past.get((deal, player))
        if cached is not None and cached[0] is state and cached[1] == sealed:
            return cached[2]
        columns = np.zeros(self._size, np.float32)
        self._write(columns, player, state, sealed)
        self._past[deal, player] = state, sealed, columns
        return columns

    def _write(self, columns: NDArray[np.float32], player: int, state: State[Any], sealed: SealedActions) -> None:
        """Write what `player` observes of one deal into `columns`, which must contain only zeros.

        `sealed` has the deal's sealed actions (made without seeing other seats' actions).
        """
        observed_view, own_sealed = self._deal_seen(player, state, sealed)
        columns[: self._view_size] = self._game.encoder.encode(observed_view)[0]
        for column, action in enumerate(own_sealed, self._view_size):
            columns[column] = 1 + action

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return what `player` may know in `state` as text, with one line for each deal; "" if there is no deal yet."""
        rules, moment = self._game.rules, state.moment
        current = () if moment.state is None else ((moment.state, moment.sealed),)
        deals = (*moment.past, *current) if self._remembers else current
        return "\n".join(
            " ; sealed ".join([view_text(rules, seen), *(action_text(rules.calls, action) for action in own_sealed)])
            for seen, own_sealed in (self._deal_seen(player, *deal) for deal in deals)
        )

    def _deal_seen(self, player: int, state: State[Any], sealed: SealedActions) -> tuple[View[Any], tuple[Action, ...]]:
        """Return what `player` observes of a deal: its View, and its own sealed actions.

        A View is what the player may know of the deal. A sealed action is made without seeing other seats' actions;
        `sealed` has those of all seats.
        """
        if self._spectator:
            return watch(state), ()
        own_sealed = _sealed_by(player, sealed) if self._remembers else ()
        return view(state, player), tuple(action for _, action in own_sealed)


def register() -> None:
    """Register every game with OpenSpiel, except those that are registered already."""
    for name in GAMES:
        kind = game_type(game(name), DEFAULTS)
        if kind.short_name not in pyspiel.registered_names():
            of_name = type(f"OpenSpielGame_{name}", (OpenSpielGame,), {"name": name})  # OpenSpiel instantiates it
            pyspiel.register_game(kind, of_name)
