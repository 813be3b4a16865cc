"""Towers: a stack of dice beside each model, that grows by damage and by drink (RD-30 to RD-39)."""

import math

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.consequences import falls_over, perform
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import PlaceDie, PlayerId
from riotsim.table.acts import Put, Stack
from riotsim.table.towers import free_bearing


async def damage(game: Riot, model: ModelId, points: int, by: PlayerId) -> None:
    """Damage a model: each point puts a die on its tower, stacked by its own boss (RD-31)."""
    if not game.is_standing(model):
        return  # RD-37
    game.tell(events.Damage(model, points, by))
    match game.rules.tower.mode:
        case "dice":
            await stack(game, model, points)
        case "hit_points":
            _take_hit_points(game, model, points)  # RD-39
        case "none":
            pass  # RD-39: with no towers at all, damage does nothing


async def swig(game: Riot, model: ModelId) -> None:
    """After activating, a standing model drinks: another die on its tower (RD-23)."""
    if game.rules.tower.mode == "dice" and game.is_standing(model):
        await stack(game, model, game.rules.tower.swig)


async def stack(game: Riot, model: ModelId, count: int) -> None:
    """Have a model's own boss put dice on its tower, one by one, as long as it stands (RD-37)."""
    boss = game.boss_of(model)
    size = game.rules.dice.size
    for put in range(count):
        if not game.is_standing(model):
            return
        height = game.table.tower_height(model)
        answer = await game.ask(PlaceDie(boss, "stack", model, height, size / 2, count - put - 1))
        by_hand = answer if isinstance(answer, Put) else None
        offset = answer.offset if isinstance(answer, Put) else answer
        (die,) = game.new_dice(["d6"], boss)
        bearing = 0.0
        if not height:
            # RD-30: a new tower begins behind the model's back, where the ground is free.
            bearing = free_bearing(game.table, model, game.model(model).heading + math.pi, size)
        await perform(game, Stack(die, model, game.hand(boss), bearing, offset, by_hand), boss)
        if model in game.table.towers:
            game.tell(events.TowerGrows(model, height + 1))


def _take_hit_points(game: Riot, model: ModelId, points: int) -> None:
    fighter = game.state.fighters[model]
    left = game.rules.tower.hit_points if fighter.hit_points is None else fighter.hit_points
    fighter.hit_points = max(0, left - points)
    if fighter.hit_points == 0 and game.is_standing(model):
        falls_over(game, model)
