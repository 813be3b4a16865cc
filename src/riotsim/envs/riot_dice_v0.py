"""Riot Dice for learning agents, by PettingZoo's API."""

from typing import Final

from riotsim.envs.base import GameSpec
from riotsim.envs.environments import EnvironmentFactory
from riotsim.envs.observations import Vocabulary

__all__ = ["env", "parallel_env", "raw_env"]

VOCABULARY: Final = Vocabulary(
    (
        "drop", "place", "turn", "action", "roll", "move", "carry", "stack", "weapon", "bullet", "fight", "fight_next",
        "boot", "stand",
    ),
    ("leg it", "scoot", "shoot", "boot", "end", "thump", "shove", "pinch", "nothing", "terrain", "normal", "slow"),
)  # fmt: skip

_MAKER: Final = EnvironmentFactory(GameSpec("riot_dice", "riot_dice_v0", VOCABULARY))

env = _MAKER.env
raw_env = _MAKER.raw_env
parallel_env = _MAKER.parallel_env
