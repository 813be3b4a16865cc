"""Demolition Dice for learning agents, by PettingZoo's API."""

from typing import Final

from riotsim.envs.base import GameSpec
from riotsim.envs.environments import EnvironmentFactory
from riotsim.envs.observations import Vocabulary

__all__ = ["env", "parallel_env", "raw_env"]

VOCABULARY: Final = Vocabulary(
    ("roll", "pick", "stack", "knock", "finish"), ("leave them alone", "roll the rest", "stop")
)

_MAKER: Final = EnvironmentFactory(GameSpec("demolition_dice", "demolition_dice_v0", VOCABULARY))

env = _MAKER.env
raw_env = _MAKER.raw_env
parallel_env = _MAKER.parallel_env
