"""The environments themselves, by PettingZoo's API: turn by turn (AEC), and all bosses at the same time (parallel)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv

from riotsim.envs.board import RENDER_MODES, Board, Played
from riotsim.envs.spaces import ActionSpace

Seen = dict[str, npt.NDArray[Any]]
Action = int | np.int64 | None
"""None is for agents whose game has ended."""


def metadata_of(played: Played, *, parallel: bool) -> dict[str, Any]:
    """Give what PettingZoo wants to know of an environment."""
    return {"render_modes": list(RENDER_MODES), "name": played.version, "is_parallelizable": parallel, "render_fps": 1}


class TurnEnv(AECEnv[str, Seen, Action], EzPickle):
    """A game in which one boss acts at a time: the first of those whom the rules ask.

    What several are asked at the same time, such as the throws of a fight, they answer one after the other, and none
    sees what another has answered. A cycle is as many answers as there are bosses; after `max_cycles` of them a game is
    truncated. An illegal action raises `ValueError`: `Maker.env` has another way.
    """

    def __init__(
        self,
        played: Played,
        bosses: int | None = None,
        rules: str | None = None,
        options: Mapping[str, object] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, played, bosses, rules, options, max_cycles, render_mode)
        self.metadata = metadata_of(played, parallel=False)
        self.render_mode = render_mode
        self._board = Board(played, bosses, rules, options, max_cycles, render_mode)
        self._most = None if max_cycles is None else max_cycles * len(self._board.agents)
        self._answers = 0
        self.possible_agents = list(self._board.agents)
        self.agents = []

    @property
    def board(self) -> Board:
        """Rules, spaces and the game, for those who look behind the numbers."""
        return self._board

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of what an agent sees: the same object each time."""
        return self._board.observations[agent]

    def action_space(self, agent: str) -> ActionSpace:
        """Give the space of an agent's actions: the same object each time."""
        return self._board.actions[agent]

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

    def observe(self, agent: str) -> Seen:
        """Give what an agent sees, and which actions are legal for them if it is their turn."""
        return self._board.observe(agent)

    def step(self, action: Action) -> None:
        """Have the agent whose turn it is act. Raises `ValueError` for an illegal action; nothing has happened then."""
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
        elif self._answers == self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = match.asked[0]
        self._accumulate_rewards()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Show the table, as the render mode has it."""
        return self._board.render()

    def close(self) -> None:
        """Leave the game."""
        self._board.close()


class TogetherEnv(ParallelEnv[str, Seen, Action], EzPickle):
    """A game in which all bosses act at the same time, and those who aren't asked wait. A step is a cycle.

    An illegal action, and waiting of one who is asked, raises `ValueError`.
    """

    def __init__(
        self,
        played: Played,
        bosses: int | None = None,
        rules: str | None = None,
        options: Mapping[str, object] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, played, bosses, rules, options, max_cycles, render_mode)
        self.metadata = metadata_of(played, parallel=True)
        self.render_mode = render_mode
        self._board = Board(played, bosses, rules, options, max_cycles, render_mode)
        self._most = max_cycles
        self._cycles = 0
        self.possible_agents = list(self._board.agents)
        self.agents = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of what an agent sees: the same object each time."""
        return self._board.observations[agent]

    def action_space(self, agent: str) -> ActionSpace:
        """Give the space of an agent's actions: the same object each time."""
        return self._board.actions[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a game, as that of `TurnEnv` does: gives what each agent sees."""
        self._board.begin(seed)
        self._cycles = 0
        self.agents = list(self.possible_agents)
        return self._all_see(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Action]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Have all act. Raises `ValueError` for an illegal action; nothing has happened then."""
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

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Show the table, as the render mode has it."""
        return self._board.render()

    def close(self) -> None:
        """Leave the game."""
        self._board.close()

    def _all_see(self) -> dict[str, Seen]:
        return {agent: self._board.observe(agent) for agent in self.agents}


def _number(action: Action) -> int:
    if action is None:
        raise ValueError("only an agent whose game has ended acts with None")
    return int(action)
