"""The environments, which implement PettingZoo's API. Agents act one by one (AEC), or all at once (parallel)."""

from collections.abc import Mapping
from typing import Any, Final, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from riotsim.envs.base import RENDER_MODES, ActionSpace, EnvironmentCore, EnvironmentOptions, GameSpec

Observation = dict[str, npt.NDArray[Any]]
Action = int | np.int64 | None
"""The number of an agent's action; None for an agent whose game has ended."""


class EnvironmentBase(EzPickle):
    """The common part of both kinds of environments."""

    parallel: bool
    """True if all agents act at once; False if they act one by one."""

    def __init__(self, played: GameSpec, **asked: Unpack[EnvironmentOptions]) -> None:
        EzPickle.__init__(self, played, **asked)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "name": played.version,
            "is_parallelizable": self.parallel,
            "render_fps": 1,
        }
        self.render_mode = asked.get("render_mode")
        self._board = EnvironmentCore(played, **asked)
        self._most = asked.get("max_cycles")
        self.possible_agents = list(self._board.agents)
        self.agents: list[str] = []

    @property
    def core(self) -> EnvironmentCore:
        """The series of games that this environment plays, with their rules and spaces."""
        return self._board

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's observation space. Every call returns the same object."""
        return self._board.observations[agent]

    def action_space(self, agent: str) -> ActionSpace:
        """Return an agent's action space. Every call returns the same object."""
        return self._board.actions[agent]

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Show or return the position, according to the render mode (see `EnvironmentCore.render`).

        A picture has the shape (height, width, 3).

        Raises:
            RuntimeError: No game has begun.
        """
        return self._board.render()

    def close(self) -> None:
        """Close the game, and release the graphics resources."""
        self._board.close()

    def _agents_of(self, rewards: Mapping[str, float]) -> dict[str, float]:
        """Return only the rewards of the agents. The rewards of opponents are left out."""
        return {agent: rewards[agent] for agent in self.possible_agents}


class TurnBasedEnv(EnvironmentBase, AECEnv[str, Observation, Action]):
    """An environment in which one agent acts at a time: the first of the asked agents.

    - If the rules ask several players at once, they act one after the other. No agent sees the answers of the others
      before all have answered.
    - A game is truncated after `max_cycles` cycles. A cycle is a number of actions: as many as there are agents. It
      doesn't matter which agents take these actions.
    - An illegal action raises `ValueError`.
    """

    parallel = False

    def __init__(self, played: GameSpec, **asked: Unpack[EnvironmentOptions]) -> None:
        super().__init__(played, **asked)
        self._answers = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: The seed of the game; None for the next seed of the environment's series of seeds. A given seed also
                begins a new series of seeds for later games.
            options: Ignored.
        """
        match = self._board.begin(seed)
        self._answers = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = (match.asked or self.possible_agents)[0]
        if match.is_over:  # opponents may end a game before an agent is asked
            self.rewards = self._agents_of(match.rewards())
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        self._board.show()

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation and action mask, under the keys `observation` and `action_mask`.

        For an agent that isn't asked, the mask allows only waiting.

        Raises:
            RuntimeError: No game has begun.
        """
        return self._board.observe(agent)

    def step(self, action: Action) -> None:
        """Apply an action of the agent whose turn it is (`agent_selection`).

        Args:
            action: The number of the action; None if the agent's game has ended.

        Raises:
            ValueError: The action is not legal. The game has not changed then.
        """
        agent, match = self.agent_selection, self._board.match
        assert match is not None, "reset the environment first"
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match.act(agent, _number(action))
        self._answers += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.rewards = self._agents_of(match.rewards())
        if match.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._most is not None and self._answers == self._most * len(self.possible_agents):
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = match.asked[0]
        self._accumulate_rewards()
        self._board.show()


class ParallelGameEnv(EnvironmentBase, ParallelEnv[str, Observation, Action]):
    """An environment where all agents act in each step.

    - For an agent that isn't asked anything, the only legal action is to wait. An agent that is asked can't wait.
    - An illegal action raises `ValueError`.
    - Each call of `step` is a cycle. A game is truncated after `max_cycles` cycles.
    """

    parallel = True

    def __init__(self, played: GameSpec, **asked: Unpack[EnvironmentOptions]) -> None:
        super().__init__(played, **asked)
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game.

        Args:
            seed: The seed of the game; None for the next seed of the environment's series of seeds. A given seed also
                begins a new series of seeds for later games.
            options: Ignored.

        Returns:
            Two mappings by agent: the observations, and empty information.
        """
        self._board.begin(seed)
        self._cycles = 0
        self.agents = list(self.possible_agents)
        self._board.show()
        return self._all_see(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Action]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Apply the actions of all agents.

        Args:
            actions: The number of each agent's action.

        Returns:
            Five mappings by agent: the observations, the rewards, True if the game is over, True if the game was
            truncated, and empty information.

        Raises:
            ValueError: An action is not legal. The game has not changed then.
        """
        agents, match = self.agents, self._board.match
        assert match is not None, "reset the environment first"
        match.act_together({agent: _number(actions[agent]) for agent in agents})
        self._cycles += 1
        cut = not match.is_over and self._cycles == self._most
        if match.is_over or cut:
            self.agents = []
        self._board.show()
        return (
            {agent: self._board.observe(agent) for agent in agents},
            self._agents_of(match.rewards()),
            dict.fromkeys(agents, match.is_over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _all_see(self) -> dict[str, Observation]:
        return {agent: self._board.observe(agent) for agent in self.agents}


def _number(action: Action) -> int:
    if action is None:
        raise ValueError("only an agent whose game has ended acts with None")
    return int(action)


ILLEGAL_ACTION_REWARD: Final = -1.0
"""Reward for an illegal action, which ends the game. It equals the lowest reward for a lost game."""


class EnvironmentFactory:
    """A factory of the environments of one game. All its methods take the same options.

    - `players`: number of players; by default the usual number of the rules.
    - `rules`: the path of a rules file, or the name of rules that come with the program; by default the game's own.
    - `options`: options of the rules by dotted keys, such as `{"tower.swig": 2}`.
    - `companies`: files of the companies (for example armies) that players bring, such as `{"player_0":
      "my_army.yaml"}`.
    - `opponents`: bots and policies that play against the agents. A sequence such as `("greedy",)` fills the last
      seats. A mapping such as `{"player_0": "greedy"}` has the opponents by player. All other players are agents.
    - `score_reward`: reward for each point that an agent gains above the average gain of all players; by default 0.
    - `max_cycles`: a game is truncated after this number of cycles; by default games are played to the end.
    - `render_mode`: `human` to print each position, `ansi` for text, `rgb_array` for pictures, or None.

    The methods raise `BadFile` for invalid rules or companies, and `ValueError` for other invalid options. For
    `rgb_array` they raise `ModuleNotFoundError` if a package for pictures is not installed.
    """

    def __init__(self, played: GameSpec) -> None:
        self._played = played

    def env(self, **asked: Unpack[EnvironmentOptions]) -> AECEnv[str, Observation, Action]:
        """Return an environment where one agent acts at a time, with PettingZoo's wrappers.

        An illegal action ends the game. The agent who took this action gets the reward `ILLEGAL_ACTION_REWARD`.
        """
        raw = self.raw_env(**asked)
        # The same wrappers as around PettingZoo's own board games.
        losing = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_ACTION_REWARD)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(losing))

    def raw_env(self, **asked: Unpack[EnvironmentOptions]) -> TurnBasedEnv:
        """Return the environment of `env` without its PettingZoo wrappers. An illegal action raises `ValueError`."""
        return TurnBasedEnv(self._played, **asked)

    def parallel_env(self, **asked: Unpack[EnvironmentOptions]) -> ParallelGameEnv:
        """Return an environment where all agents act in each step.

        For an agent that isn't asked anything, the only legal action is to wait. An illegal action raises `ValueError`.
        """
        return ParallelGameEnv(self._played, **asked)
