"""The models on the table: moved, laid down and stood up (BK-41, BK-42, BK-64, BK-74)."""

import math
from dataclasses import replace
from typing import Final

from riotsim.games.buskit import events
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import FighterId
from riotsim.play.session.chance import Stream
from riotsim.table.acts import Displacement, Shift
from riotsim.table.poses import Point, heading
from riotsim.table.units import in_inches

LEAST_MOVE: Final = 0.05
"""Length below which a move leaves the model where it is (mm)."""


async def put(game: Skirmish, name: FighterId, at: Point, how: str) -> None:
    """Move a model to a place, where it looks the way that it went."""
    model = game.table.models[name]
    far = math.dist(model.at, at)
    if far > LEAST_MOVE:
        turn = math.remainder(heading(model.at, at) - model.heading, math.tau)
        await game.play.perform(Shift((Displacement(name, at, turn),), lifted=True), Stream.SHIFT)
    game.emit(events.Moves(name, round(in_inches(far), 1), how))


def drop_prone(game: Skirmish, name: FighterId, *, under_fire: bool) -> None:
    """Let a fighter drop prone, under fire with a penalty on the next action (BK-64)."""
    game.change(name, prone=True, flinched=under_fire or game.fighter(name).flinched)
    lay(game, name, down=True)
    game.emit(events.DropsProne(name, under_fire))


def lay(game: Skirmish, name: FighterId, *, down: bool) -> None:
    """Lay a model down, or stand it up."""
    game.play.table = game.table.with_pieces(replace(game.table.models[name], fallen=down))
