"""Buskit for learning agents, by PettingZoo's API."""

from typing import Final

from riotsim.envs.base import GameSpec
from riotsim.envs.environments import EnvironmentFactory
from riotsim.envs.observations import Vocabulary

__all__ = ["env", "parallel_env", "raw_env"]

VOCABULARY: Final = Vocabulary(
    (
        "set up", "faster, worse attack", "faster, less damage", "roll", "action", "move", "run", "interrupt",
        "free strike", "weapon", "attacks", "target", "second weapon", "stance", "blow", "fire", "wild dice",
        "under fire", "take cover", "armour", "whom to help", "Trait", "difficulty", "whom to treat",
        "concession", "complication",
    ),
    (
        "attack", "aim", "run", "treat", "help", "reload", "stand up", "hold", "move", "drop prone", "done", "wait",
        "interrupt", "let go", "strike", "one attack", "two attacks", "three attacks", "one weapon", "steady",
        "reckless", "wary", "plain blow", "called shot", "telling blow", "single shots", "burst", "half", "all", "stay",
        "dodge", "stop", "spend a die", "fight", "shoot", "d4", "d6", "d8", "d10", "d12", "unarmed", "knife", "sword",
        "bat", "hold_out", "semi_automatic",
    ),
)  # fmt: skip

_MAKER: Final = EnvironmentFactory(GameSpec("buskit", "buskit_v0", VOCABULARY))

env = _MAKER.env
raw_env = _MAKER.raw_env
parallel_env = _MAKER.parallel_env
