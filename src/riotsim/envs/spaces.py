"""The spaces of actions and observations."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from riotsim.envs.actions import ACTIONS

Mask = npt.NDArray[np.int8]


class ActionSpace(spaces.Discrete[np.int64]):
    """All actions. One that is drawn without a mask is legal where the game stands: few of them ever are.

    A copy of the space knows no game, and draws from all.
    """

    def __init__(self, legal: Callable[[], Mask | None]) -> None:
        super().__init__(ACTIONS)
        self._legal = legal

    def sample(self, mask: Mask | None = None, probability: Mask | None = None) -> np.int64:
        """Draw an action: by a mask, by probabilities, or any that is legal."""
        if mask is None and probability is None:
            mask = self._legal()
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        return spaces.Discrete, (ACTIONS,)


def observation_space(size: int) -> spaces.Space[Any]:
    """Give the space of what an agent sees: so many numbers, and which actions are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )
