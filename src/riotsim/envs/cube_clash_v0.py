"""Cube Clash for learning agents, by PettingZoo's API."""

from typing import Final

from riotsim.envs.base import GameSpec
from riotsim.envs.environments import EnvironmentFactory
from riotsim.envs.observations import Vocabulary

__all__ = ["env", "parallel_env", "raw_env"]

VOCABULARY: Final = Vocabulary(
    (
        "terrain", "quarter", "turn", "die", "move", "action", "target", "second", "dead", "square", "top", "north",
        "spell", "points", "start", "revive", "counter", "share", "units", "banish",
    ),
    (
        "north", "east", "south", "west", "top", "bottom", "turn right", "turn about", "turn left", "nothing",
        "melee", "missile", "maneuver", "convert", "red", "return", "banish", "swap", "move", "turn",
    ),
)  # fmt: skip

_MAKER: Final = EnvironmentFactory(GameSpec("cube_clash", "cube_clash_v0", VOCABULARY))

env = _MAKER.env
raw_env = _MAKER.raw_env
parallel_env = _MAKER.parallel_env
