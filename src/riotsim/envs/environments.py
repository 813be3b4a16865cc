"""The environments themselves, by PettingZoo's API: turn by turn (AEC), and all players at once (parallel)."""

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
"""None is for agents whose game has ended."""


class EnvironmentBase(EzPickle):
    """The parts that both kinds of environment share."""

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
    def board(self) -> EnvironmentCore:
        """Rules, spaces and the game, for those who look behind the numbers."""
        return self._board

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's observation space, the same object each time."""
        return self._board.observations[agent]

    def action_space(self, agent: str) -> ActionSpace:
        """Return an agent's action space, the same object each time."""
        return self._board.actions[agent]

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Show the table, as the render mode has it."""
        return self._board.render()

    def close(self) -> None:
        """Leave the game."""
        self._board.close()


class TurnBasedEnv(EnvironmentBase, AECEnv[str, Observation, Action]):
    """A game in which one player acts at a time: the first of those whom the rules ask.

    What several are asked at the same time, such as the throws of a fight, they answer one after the other, and none
    sees what another has answered. A cycle is an answer for each player; after `max_cycles` of them a game is
    truncated. An illegal action raises `ValueError`: `Maker.env` has another way.
    """

    parallel = False

    def __init__(self, played: GameSpec, **asked: Unpack[EnvironmentOptions]) -> None:
        super().__init__(played, **asked)
        self._answers = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: `seed` decides all of it, and of those that are begun after it without one.

        No options are known.
        """
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
        """Return what an agent observes, and its legal actions if it is that agent's turn."""
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
        if match.over:
            self.rewards = match.rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._most is not None and self._answers == self._most * len(self.possible_agents):
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = match.asked[0]
        self._accumulate_rewards()


class ParallelGameEnv(EnvironmentBase, ParallelEnv[str, Observation, Action]):
    """A game in which all players act at the same time, and those who aren't asked wait. A step is a cycle.

    An illegal action, and waiting of one who is asked, raises `ValueError`.
    """

    parallel = True

    def __init__(self, played: GameSpec, **asked: Unpack[EnvironmentOptions]) -> None:
        super().__init__(played, **asked)
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game, as that of `TurnBasedEnv` does: gives what each agent sees."""
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
        cut = not match.over and self._cycles == self._most
        if match.over or cut:
            self.agents = []
        return (
            {agent: self._board.observe(agent) for agent in agents},
            match.rewards(),
            dict.fromkeys(agents, match.over),
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
"""Reward for an illegal action, which ends the game: as much as a lost game."""


class EnvironmentFactory:
    """Makes environments of a game.

    All take the same. `players`: how many play; as many as the rules say by default. `rules`: a file, or the name of
    rules that come with the program; those of the game by default. `options` are put on top: `{"tower.swig": 2}`. A
    game is truncated after `max_cycles`; without, it goes to its own end. `render_mode`: None, `ansi` or `rgb_array`.

    All raise `BadFile` with what is wrong with the rules, `ValueError` for what else can't be, and
    `ModuleNotFoundError` for pictures without the extra that they need.
    """

    def __init__(self, played: GameSpec) -> None:
        self._played = played

    def env(self, **asked: Unpack[EnvironmentOptions]) -> AECEnv[str, Observation, Action]:
        """Make an environment in which one player acts at a time, and an illegal action loses the game that it ends."""
        raw = self.raw_env(**asked)
        # As PettingZoo's own board games are wrapped.
        losing = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_ACTION_REWARD)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(losing))

    def raw_env(self, **asked: Unpack[EnvironmentOptions]) -> TurnBasedEnv:
        """Make the same without PettingZoo's wrappers: an illegal action raises `ValueError`."""
        return TurnBasedEnv(self._played, **asked)

    def parallel_env(self, **asked: Unpack[EnvironmentOptions]) -> ParallelGameEnv:
        """Make an environment in which all act at the same time: who isn't asked waits. An illegal action raises."""
        return ParallelGameEnv(self._played, **asked)
