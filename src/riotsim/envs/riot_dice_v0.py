"""Riot Dice for learning agents, with PettingZoo's API."""

from typing import Final

from riotsim.envs.base import GameSpec
from riotsim.envs.environments import EnvironmentFactory

__all__ = ["env", "parallel_env", "raw_env"]

_MAKER: Final = EnvironmentFactory(GameSpec("riot_dice", "riot_dice_v0"))

env = _MAKER.env
raw_env = _MAKER.raw_env
parallel_env = _MAKER.parallel_env
