"""The games as PettingZoo environments in which agents act in turn (AEC).

>>> from prikup.games import GAMES
>>> table = env(next(iter(GAMES)), deals=2)
>>> table.reset(seed=1)
>>> for agent in table.agent_iter():
...     seen, reward, terminated, truncated, _ = table.last()
...     table.step(None if terminated else table.action_space(agent).sample(seen["action_mask"]))
>>> abs(round(sum(table.gains.values()), 9))
0.0
"""

from typing import Any

from gymnasium.spaces import Discrete, Space
from pettingzoo import AECEnv

from prikup.env.encoder import Encoder
from prikup.env.episode import Dice, Episode, some_deals
from prikup.env.spaces import seen_space
from prikup.games import game
from prikup.rules.state import Action, State, view
from prikup.rules.text_format import view_text

__all__ = ["AecTable", "env"]

AgentID = str
AgentObservation = dict[str, Any]
NO_ACTION = -1
"""The action number that stands for "no action" (None); it is never legal."""


def env(name: str, options: str = "", deals: int | None = 1, render_mode: str | None = None) -> "AecTable":
    """Return an environment for the game `name`.

    `options` are the house rules in text form (a preset and its changes); "" is the default preset. An episode has
    `deals` deals, or is a whole match if `deals` is None. `render_mode` is "ansi" for text, or None. Raise ValueError
    if `deals` is less than 1, and BadText for unknown options.
    """
    return AecTable(name, options, deals, render_mode)


class AecTable(AECEnv[AgentID, AgentObservation, Action]):  # type: ignore[misc]  # untyped
    """A PettingZoo table whose players are the agents `seat_0`, `seat_1` and so on; `env` explains the arguments.

    The observation of an agent is a dict. Its `observation` is the encoded View, which is what the seat may know of the
    deal (`Encoder`). Its `action_mask` has a 1 for each legal action, and only zeros unless the agent is to act.

    A reward is what the seat's side gains or loses in points of the game when a deal ends, else 0. `gains` has the sum
    of all rewards of each agent in the episode.
    """

    def __init__(self, name: str, options: str = "", deals: int | None = 1, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = game(name, options)
        self.encoder = Encoder(self.game)
        self.metadata = {"name": f"prikup_{name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._deals, self._rng = some_deals(deals), Dice()
        self._observation_spaces = {agent: seen_space(self.encoder) for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(self.encoder.actions) for agent in self.possible_agents}

    def observation_space(self, agent: AgentID) -> Space[AgentObservation]:
        """Return the space of an agent's observations, each of them a dict with `observation` and `action_mask`."""
        return self._observation_spaces[agent]

    def action_space(self, agent: AgentID) -> Space[Any]:
        """Return the action space: the cards 0 to 51, then the calls of the game from 52 on.

        It is the same for every agent.
        """
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start an episode; `options` are ignored.

        The last `seed` that was passed determines the first dealer and the decks.
        """
        if seed is not None:
            self._rng.seed(int(seed))
        self.agents = self.possible_agents.copy()
        self.rewards: dict[AgentID, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[AgentID, float] = dict.fromkeys(self.agents, 0.0)
        self.gains = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[AgentID, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._episode = Episode.begin(self.game, self._deals, self._rng.dealer(self.game))
        self._deal()

    def observe(self, agent: AgentID) -> AgentObservation:
        """Return the current observation of an agent: a dict with `observation` and `action_mask`."""
        observation, mask = self.encoder.encode(view(self._state, self._seats[agent]))
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Action | None) -> None:
        """Apply an action of the agent to act; `action` must be None if the episode has ended for this agent.

        Raise IllegalAction if the action is illegal.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        new_state = self.game.apply(self._state, NO_ACTION if action is None else int(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._enter(new_state)
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the View of the agent to act (what it may know of the deal) as a line of text."""
        return view_text(self.game, view(self._state, self._seats[self.agent_selection]))

    def close(self) -> None:
        """Do nothing, because an environment holds no resources; PettingZoo requires the method."""

    def _deal(self) -> None:
        self._enter(self._episode.deal(self._rng))

    def _enter(self, state: State[Any]) -> None:
        """Continue with `state`: select the agent to act, or, after a finished deal, deal again or end the episode."""
        self._state, actor = state, state.public.actor
        if actor is not None:
            self.agent_selection = self.possible_agents[actor]
            return
        self._episode, gains = self._episode.close(self.game.outcome(state))
        for agent, gain in zip(self.possible_agents, gains, strict=True):
            self.rewards[agent] += gain
            self.gains[agent] += gain
        if self._episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._deal()
