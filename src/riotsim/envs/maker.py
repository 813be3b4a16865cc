"""Makes the environments of a game: what its module offers as `env`, `raw_env` and `parallel_env`."""

from typing import Final, Unpack

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from riotsim.envs.board import Asked, Played
from riotsim.envs.environments import Action, Seen, TogetherEnv, TurnEnv

ILLEGAL: Final = -1.0
"""What an illegal action costs: as much as a lost game, which it ends."""


class Maker:
    """Makes environments of a game.

    All take the same. `bosses`: how many play; as many as the rules say by default. `rules`: a file, or the name of
    rules that come with the program; those of the game by default. `options` are put on top: `{"tower.swig": 2}`. A
    game is truncated after `max_cycles`; without, it goes to its own end. `render_mode`: None, `ansi` or `rgb_array`.

    All raise `BadFile` with what is wrong with the rules, `ValueError` for what else can't be, and
    `ModuleNotFoundError` for pictures without the extra that they need.
    """

    def __init__(self, played: Played) -> None:
        self._played = played

    def env(self, **asked: Unpack[Asked]) -> AECEnv[str, Seen, Action]:
        """Make an environment in which one boss acts at a time, and an illegal action loses the game that it ends."""
        raw = self.raw_env(**asked)
        # As PettingZoo's own board games are wrapped.
        losing = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(losing))

    def raw_env(self, **asked: Unpack[Asked]) -> TurnEnv:
        """Make the same without PettingZoo's wrappers: an illegal action raises `ValueError`."""
        return TurnEnv(self._played, **asked)

    def parallel_env(self, **asked: Unpack[Asked]) -> TogetherEnv:
        """Make an environment in which all act at the same time: who isn't asked waits. An illegal action raises."""
        return TogetherEnv(self._played, **asked)
