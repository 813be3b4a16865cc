"""Who sits at the table: bots by their names, put together with what a game's judge knows."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from riotsim.bosses.boss import Boss
from riotsim.bosses.greedy import GreedyBoss
from riotsim.bosses.luck import Luck
from riotsim.bosses.random import WEIGHTS, RandomBoss
from riotsim.bosses.restricted import Without
from riotsim.games.registry import played_by
from riotsim.play.requests import BossId
from riotsim.play.rulebooks import Book

BOTS = ("greedy", "random")
"""The bots that can play."""

PERSON = "person"
"""What a seat has in place of a bot if a person plays."""

WINDOW = "riotsim play"
"""The command with which persons play."""

NO_RESTRICTIONS: Final[Mapping[BossId, Sequence[str]]] = MappingProxyType({})


NEVER: Final = 1e-9
"""How likely a random boss takes an option that it never takes: only if there is no other."""


def seated(
    bots: Mapping[BossId, str], rules: Book, seed: int, never: Mapping[BossId, Sequence[str]] = NO_RESTRICTIONS
) -> dict[BossId, Boss[Any]]:
    """Give each boss their bot, with luck that the game's seed and the seat decide; persons have none.

    `bots` names a bot, or `PERSON`, for each boss, in seat order; `never` the options that some never take while there
    are others. Raises `KeyError` for a bot that there is not.
    """
    return {
        boss: _bot(bot, rules, Luck(seed, seat), never.get(boss, ()))
        for seat, (boss, bot) in enumerate(bots.items())
        if bot != PERSON
    }


def _bot(bot: str, rules: Book, luck: Luck, never: Sequence[str]) -> Boss[Any]:
    match bot:
        case "greedy":
            judge = played_by(rules).judge(rules)
            return GreedyBoss(Without(judge, never) if never else judge, luck)
        case "random":
            return RandomBoss(luck, {**WEIGHTS, **dict.fromkeys(never, NEVER)})
    raise KeyError(bot)
