"""The environments by PettingZoo's API: turn by turn (AEC), and with all players at once (parallel)."""

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
"""An action of an agent; None for agents whose game has ended."""


class EnvironmentBase(EzPickle):
    """The common part of both kinds of environment."""

    parallel: bool
    """True if all agents act at the same time."""

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
        """The rules, the spaces and the game behind the observations."""
        return self._board

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's observation space, the same object each time."""
        return self._board.observations[agent]

    def action_space(self, agent: str) -> ActionSpace:
        """Return an agent's action space, the same object each time."""
        return self._board.actions[agent]

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Render the table in the environment's render mode."""
        return self._board.render()

    def close(self) -> None:
        """Close the game."""
        self._board.close()


class TurnBasedEnv(EnvironmentBase, AECEnv[str, Observation, Action]):
    """A game in which one player acts at a time: the first of those whom the rules ask.

    When the rules ask several players at once, as in a fight, these act one after the other and none sees another's
    answer. A cycle is one answer for each player; a game is truncated after `max_cycles` cycles. An illegal action
    raises `ValueError`, unlike in `EnvironmentFactory.env`.
    """

    parallel = False

    def __init__(self, played: GameSpec, **asked: Unpack[EnvironmentOptions]) -> None:
        super().__init__(played, **asked)
        self._answers = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. `seed` decides it, and all later games that begin without a seed. No options are supported."""
        match = self._board.begin(seed)
        self._answers = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = match.asked[0]

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation, with its legal actions if it is that agent's turn."""
        return self._board.observe(agent)

    def step(self, action: Action) -> None:
        """Apply the action of the agent whose turn it is.

        Raises:
            ValueError: The action is not legal. The game is unchanged then.
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
        if match.is_over:
            self.rewards = match.rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._most is not None and self._answers == self._most * len(self.possible_agents):
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = match.asked[0]
        self._accumulate_rewards()


class ParallelGameEnv(EnvironmentBase, ParallelEnv[str, Observation, Action]):
    """A game in which all players act at the same time, and players who aren't asked wait. A step is a cycle.

    `ValueError` is raised for an illegal action, and when a player who is asked waits.
    """

    parallel = True

    def __init__(self, played: GameSpec, **asked: Unpack[EnvironmentOptions]) -> None:
        super().__init__(played, **asked)
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game as `TurnBasedEnv.reset` does, and return each agent's observation."""
        self._board.begin(seed)
        self._cycles = 0
        self.agents = list(self.possible_agents)
        return self._all_see(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Action]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Apply the actions of all agents.

        Raises:
            ValueError: An action is not legal. The game is unchanged then.
        """
        agents, match = self.agents, self._board.match
        assert match is not None, "reset the environment first"
        match.act_together({agent: _number(actions[agent]) for agent in agents})
        self._cycles += 1
        cut = not match.is_over and self._cycles == self._most
        if match.is_over or cut:
            self.agents = []
        return (
            {agent: self._board.observe(agent) for agent in agents},
            match.rewards(),
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
"""Reward for an illegal action, which ends the game: as low as that for a lost game."""


class EnvironmentFactory:
    """Makes environments of one game. All its methods take the same options.

    `players`: number of players; by default that of the rules. `rules`: a file, or the name of rules that come with
    the program; by default those of the game. `options`: changes to the rules, such as `{"tower.swig": 2}`.
    `max_cycles`: cycles after which a game is truncated; without it a game is played to its end. `render_mode`: None,
    `ansi` or `rgb_array`.

    The methods raise `BadFile` for invalid rules, `ValueError` for other invalid options, and `ModuleNotFoundError` if
    pictures need an extra that is not installed.
    """

    def __init__(self, played: GameSpec) -> None:
        self._played = played

    def env(self, **asked: Unpack[EnvironmentOptions]) -> AECEnv[str, Observation, Action]:
        """Make an environment in which one player acts at a time. An illegal action ends the game, and its player
        loses.
        """
        raw = self.raw_env(**asked)
        # As PettingZoo's own board games are wrapped.
        losing = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_ACTION_REWARD)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(losing))

    def raw_env(self, **asked: Unpack[EnvironmentOptions]) -> TurnBasedEnv:
        """Make the environment of `env` without PettingZoo's wrappers: an illegal action raises `ValueError`."""
        return TurnBasedEnv(self._played, **asked)

    def parallel_env(self, **asked: Unpack[EnvironmentOptions]) -> ParallelGameEnv:
        """Make an environment in which all players act at the same time, and players who aren't asked wait. An illegal
        action raises `ValueError`.
        """
        return ParallelGameEnv(self._played, **asked)
