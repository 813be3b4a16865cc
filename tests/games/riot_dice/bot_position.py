"""Positions of Riot Dice as a bot sees them, for the tests of ratings. They have no physics."""

import math
from collections.abc import Callable, Mapping
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from lucky_table import LuckyTable, rules, stand

from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.state import State
from riotsim.play.session.session import Session
from riotsim.table.pieces import Die, Model, PieceId, Round, Token, Tower
from riotsim.table.poses import Point, Pose

TOWER_DISTANCE = 20.5
"""Distance of a tower behind its model (mm)."""


MOVER = Model("a1", "Ann", (100.0, 300.0), base=Round(30.0))
"""A model with a radius of 15 mm."""


def token(name: str, x: float, y: float) -> Token:
    """Return a token with a radius of 10 mm."""
    return Token(name, Pose((x, y, 1.5)))


def bot_session(
    places: Mapping[str, Point],
    *,
    loot: tuple[Point, ...] = (),
    fallen: tuple[PieceId, ...] = (),
    towers: Mapping[str, int] | None = None,
    stashes: Mapping[str, int] | None = None,
    clock: float = 600.0,
    options: Mapping[str, object] | None = None,
    kinds: Mapping[str, str] | None = None,
) -> Session[State]:
    """Return a session with models and loot at places (in), towers by their numbers of dice, and Ann's turn. Models are
    of the kind `git`, unless `kinds` says otherwise. All have round bases of 25 mm.
    """
    session: Session[State] = stand(LuckyTable(), places, options, loot=loot, fallen=fallen, clock=clock)
    table = session.table
    for model, height in (towers or {}).items():
        x, y = table.models[model].at
        dice = [Die(f"{model}-{k}", pose=Pose((x, y + TOWER_DISTANCE, 8.0 + 16.0 * k))) for k in range(height)]
        table = table.with_pieces(*dice).with_tower(model, Tower(tuple(die.id for die in dice), math.pi / 2))
    session.play.table = table
    for model, kind in (kinds or {}).items():
        session.state.fighters[model].kind = kind
        session.state.fighters[model].weapons = rules().models[kind].weapons
    for boss, tokens in (stashes or {}).items():
        session.state.bosses[boss].stash = tokens
    return session


def bot_view(
    places: Mapping[str, Point],
    *,
    options: Mapping[str, object] | None = None,
    avoiding: frozenset[str] = frozenset(),
    **given: Any,
) -> BotView:
    """Return a position of `bot_session` as a bot sees it. The bot may avoid some choices."""
    session = bot_session(places, options=options, **given)
    return BotView(session.play, rules(options), avoiding=avoiding)


class EvenLuck:
    """A generator without chance: dice come to rest at the aim, and all show the same face."""

    def __init__(self, face: int = 0) -> None:
        self._face = face
        self.asked: list[tuple[object, ...]] = []

    def normal(self, mean: float, spread: float, size: tuple[int, ...]) -> npt.NDArray[np.float64]:
        """Return the mean value."""
        self.asked.append((mean, spread, size))
        return np.full(size, mean)

    def integers(self, high: int, size: tuple[int, ...]) -> npt.NDArray[np.int64]:
        """Return the same index for all."""
        self.asked.append((high, size))
        return np.full(size, self._face)

    def gumbel(self, size: int) -> npt.NDArray[np.float64]:
        """Return no noise."""
        self.asked.append((size,))
        return np.zeros(size)


def even(face: int = 0) -> Callable[[], np.random.Generator]:
    """Return a function that makes such an `EvenLuck` generator."""
    return lambda: cast(np.random.Generator, EvenLuck(face))


def no_chance() -> np.random.Generator:
    """Fail, because a test draws no random numbers."""
    raise AssertionError("nothing is drawn")


def weapons_of(game: BotView, **weapons: tuple[str, ...]) -> BotView:
    """Give models weapons, and return the position."""
    for model, names in weapons.items():
        game.state.fighters[model].weapons = names
    return game
