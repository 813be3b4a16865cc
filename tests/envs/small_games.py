"""Small games for tests of the environments: a small bare table with high walls, and two models a player."""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from riotsim.envs.environments import TurnBasedEnv

SMALL: Final[Mapping[str, object]] = {
    "table.width": "12in",
    "table.depth": "12in",
    "table.terrain": [],
    "table.walls": "100mm",
    "loot.each": 1,
    "loot.drop_height": "1in",
    "gang.models": ["git", "git"],
    "deployment.clear_of": "2in",
}
"""Options of a small game of Riot Dice."""


def drawn(env: TurnBasedEnv, seed: int, *, stay: bool = True) -> Iterator[int]:
    """Play a game to its end by random legal actions. Yield each before it is taken. With `stay`, no model legs it."""
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        match, agent = env.core.match, env.agent_selection
        assert match is not None
        legal = np.flatnonzero(match.mask(agent))
        if stay and match.session.pending[0].purpose == "turn" and len(legal) > 1:
            legal = legal[:-1]  # it is the last one
        action = int(chance.choice(legal))
        yield action
        env.step(action)
