"""RiftWar for learning agents, by PettingZoo's API."""

from typing import Final

from riotsim.envs.base import GameSpec
from riotsim.envs.environments import EnvironmentFactory
from riotsim.envs.observations import Vocabulary

__all__ = ["env", "parallel_env", "raw_env"]

VOCABULARY: Final = Vocabulary(
    (
        "set up", "roll", "action", "who moves", "group", "move", "how to move", "boundary", "cross", "dangers",
        "point out dangers", "look at", "turn the group", "who turns", "react", "fire at", "order of targets",
        "next target", "who fires", "target", "coordinated by", "attackers", "next attacker", "spotter",
        "close combat target", "who makes contact", "contact", "enter the fray", "who reacts", "fall back",
        "who attacks", "escape", "who rallies", "board", "survivors", "who is next",
    ),
    (
        "direct fire", "coordinated fire", "indirect fire", "attack", "coordinated attack", "move", "group move",
        "close combat", "group close combat", "escape", "cross", "turn", "aim", "rally", "pass", "walk", "fly",
        "this side", "far side", "go on", "change", "withdraw", "as they stand", "to one point", "one by one",
        "hold fire", "fire", "as listed", "stay", "fall back", "close group",
    ),
)  # fmt: skip

_MAKER: Final = EnvironmentFactory(GameSpec("riftwar", "riftwar_v0", VOCABULARY))

env = _MAKER.env
raw_env = _MAKER.raw_env
parallel_env = _MAKER.parallel_env
