"""Positions of Riot Dice as a bot sees them, for the tests of ratings. They have no physics."""

import math
from collections.abc import Mapping

from lucky_table import LuckyTable, rules, stand

from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.state import State
from riotsim.play.session.session import Session
from riotsim.table.pieces import Die, PieceId, Tower
from riotsim.table.poses import Point, Pose

TOWER_DISTANCE = 20.5
"""Distance of a tower behind its model (mm)."""


def bot_session(
    places: Mapping[str, Point],
    *,
    loot: tuple[Point, ...] = (),
    fallen: tuple[PieceId, ...] = (),
    towers: Mapping[str, int] | None = None,
    stashes: Mapping[str, int] | None = None,
    clock: float = 600.0,
    options: Mapping[str, object] | None = None,
) -> Session[State]:
    """Return a position on Ann's turn, with models and loot at places (inches), and towers of so many dice."""
    session: Session[State] = stand(LuckyTable(), places, options, loot=loot, fallen=fallen, clock=clock)
    table = session.table
    for model, height in (towers or {}).items():
        x, y = table.models[model].at
        dice = [Die(f"{model}-{k}", pose=Pose((x, y + TOWER_DISTANCE, 8.0 + 16.0 * k))) for k in range(height)]
        table = table.with_pieces(*dice).with_tower(model, Tower(tuple(die.id for die in dice), math.pi / 2))
    session.play.table = table
    for boss, tokens in (stashes or {}).items():
        session.state.bosses[boss].stash = tokens
    return session


def bot_view(
    places: Mapping[str, Point],
    *,
    loot: tuple[Point, ...] = (),
    fallen: tuple[PieceId, ...] = (),
    towers: Mapping[str, int] | None = None,
    stashes: Mapping[str, int] | None = None,
    clock: float = 600.0,
    options: Mapping[str, object] | None = None,
    avoiding: frozenset[str] = frozenset(),
) -> BotView:
    """Return such a position as a bot sees it, which may avoid some options."""
    session = bot_session(
        places, loot=loot, fallen=fallen, towers=towers, stashes=stashes, clock=clock, options=options
    )
    return BotView(session.play, rules(options), avoiding=avoiding)
