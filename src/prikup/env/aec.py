"""The games as environments of PettingZoo, in which the agents act one after the other (its AEC).

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
from prikup.state import Action, State, view
from prikup.text_forms import illegal, view_text

__all__ = ["Table", "env"]

AgentID = str
Seen = dict[str, Any]
NOTHING = -1
"""The number in place of no action, which is never legal."""


def env(name: str, options: str = "", deals: int | None = 1, render_mode: str | None = None) -> "Table":
    """Return a table at which a game is played under options in text form (a preset, and what differs from it).

    An episode has this number of `deals`, or is a whole match (None). Raise ValueError for fewer deals than one, and
    BadText for options that there are not.
    """
    return Table(name, options, deals, render_mode)


class Table(AECEnv[AgentID, Seen, Action]):  # type: ignore[misc]  # untyped
    """A table at which the agents `seat_0`, `seat_1` … play.

    An observation is a dict of `observation`, the encoding of what the agent sees (`Encoder`), and `action_mask`, which
    is zero for all but the agent to act. A reward is what the seat's side wins or loses by a deal, in points of the
    game, once it is finished; `gains` adds them up.
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

    def observation_space(self, agent: AgentID) -> Space[Seen]:
        """Return the space of what an agent sees."""
        return self._observation_spaces[agent]

    def action_space(self, agent: AgentID) -> Space[Any]:
        """Return the space of the actions: the cards 0 to 51, and from 52 on the calls of the game."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode. Its dealer and its decks follow from the last `seed` that was given."""
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

    def observe(self, agent: AgentID) -> Seen:
        """Return what an agent sees now."""
        observation, mask = self.encoder.encode(view(self._state, self._seats[agent]))
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Action | None) -> None:
        """Do what the agent to act has chosen. Raise IllegalAction for what it may not do now."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seen, chosen = view(self._state, self._seats[agent]), NOTHING if action is None else int(action)
        if chosen not in self.game.legal(seen):
            raise illegal(self.game, seen, chosen)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._enter(self.game.apply(self._state, chosen))
        self._accumulate_rewards()

    def render(self) -> str:
        """Return all that the agent to act sees, as a line of text."""
        return view_text(self.game, view(self._state, self._seats[self.agent_selection]))

    def close(self) -> None:
        """Keep nothing open: there is nothing to close."""

    def _deal(self) -> None:
        self._enter(self._episode.dealt(self._rng))

    def _enter(self, state: State[Any]) -> None:
        """Go on with a state: to who acts in it, to the next deal, or to the end."""
        self._state, actor = state, state.public.actor
        if actor is not None:
            self.agent_selection = self.possible_agents[actor]
            return
        self._episode, gains = self._episode.close(state)
        for agent, gain in zip(self.possible_agents, gains, strict=True):
            self.rewards[agent] += gain
            self.gains[agent] += gain
        if self._episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._deal()
