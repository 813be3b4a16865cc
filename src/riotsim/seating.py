"""Who sits at the table: bots by their names, put together with what a game's judge knows."""

from collections.abc import Mapping
from typing import Any

from riotsim.bosses.boss import Boss
from riotsim.bosses.greedy import GreedyBoss
from riotsim.bosses.luck import Luck
from riotsim.bosses.random import RandomBoss
from riotsim.games.registry import played_by
from riotsim.play.requests import BossId
from riotsim.play.rulebooks import Book

BOTS = ("greedy", "random")
"""The bots that can play."""

PERSON = "person"
"""What a seat has in place of a bot if a person plays."""

WINDOW = "riotsim play"
"""The command with which persons play."""


def seated(bots: Mapping[BossId, str], rules: Book, seed: int) -> dict[BossId, Boss[Any]]:
    """Give each boss their bot, with luck that the game's seed and the seat decide; persons have none.

    `bots` names a bot, or `PERSON`, for each boss, in seat order. Raises `KeyError` for a bot that there is not.
    """
    return {boss: _bot(bot, rules, seed, seat) for seat, (boss, bot) in enumerate(bots.items()) if bot != PERSON}


def _bot(bot: str, rules: Book, seed: int, seat: int) -> Boss[Any]:
    luck = Luck(seed, seat)
    match bot:
        case "greedy":
            return GreedyBoss(played_by(rules).judge(rules), luck)
        case "random":
            return RandomBoss(luck)
    raise KeyError(bot)
