"""The greedy bot's ratings of places for loot and models."""

import numpy as np

from riotsim.games.riot_dice.bot.fights import fight_value
from riotsim.games.riot_dice.bot.stakes import Array
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.play.requests import PickPoint, PlayerId, Spot
from riotsim.table.geometry.plan import CONTACT_GAP
from riotsim.table.geometry.regions import gaps
from riotsim.table.poses import point_ahead

LOOT_DISTANCE, FRIEND_DISTANCE, ENEMY_DISTANCE = 150.0, 110.0, 150.0
"""At these distances (mm), loot, friends and enemies have 1/e of their greatest effect on a place for a model.

Our choice. Loot attracts the model. Friends and enemies repel it.
"""

FRIEND_WEIGHT, ENEMY_WEIGHT = 1.2, 0.8
"""Strengths of a friend's and an enemy's effect on a model to be placed. They repel it. A token attracts it with
strength 1. Our choice.
"""

MAX_RATED_SPOTS = 3
"""Greatest number of rated points for a model, and number of random points for a token. Our choice.

There are several points because the request may refuse the best one.
"""

DROP_DISTANCE_SHARE = 0.45
"""Distance from the middle of the table to the place where a boss drops loot. Our choice.

It is given as a fraction of half the table's shorter side.
"""

DROP_SPREAD = 90.0
"""Standard deviation of the points where a boss drops loot, along x and along y (mm). Our choice."""


def rate_spots(game: BotView, request: PickPoint, chance: np.random.Generator) -> list[tuple[object, float]]:
    """Return points where a token may be dropped, or where a model may be deployed or stand up, with their ratings.

    The request may name several pieces. One of them is to be placed. Then the points are for the first of them. If no
    point is allowed for a model, the result is empty.
    """
    if request.purpose == "drop":
        return _drops(game, request, chance)
    piece, region = request.regions[0]
    spots = region.allowed_points()
    if not len(spots):
        return []
    worth = _attraction(game, request.player, spots, piece)
    if request.purpose == "stand":
        for foe in game.standing():
            if game.boss_of(foe) != request.player:
                touching = gaps(region.piece, spots, game.model(foe).footprint) <= CONTACT_GAP
                worth = worth + np.where(touching, fight_value(game, piece, foe), 0.0)
    order = np.argsort(-worth, kind="stable")[:MAX_RATED_SPOTS]
    return [(Spot(piece, (float(spots[k, 0]), float(spots[k, 1]))), float(worth[k])) for k in order]


def _drops(game: BotView, request: PickPoint, chance: np.random.Generator) -> list[tuple[object, float]]:
    """Return points where a loot token may be dropped, with their ratings.

    The points are `MAX_RATED_SPOTS` random points, and the middle of the table with a lower rating. The random points
    are scattered around one place. Seen from the middle of the table, this place is in a different direction for each
    boss.
    """
    piece, region = request.regions[0]
    bosses = list(game.state.bosses)
    side = 2 * np.pi * bosses.index(request.player) / len(bosses)
    half = min(region.width, region.depth) / 2
    x, y = point_ahead((region.width / 2, region.depth / 2), float(side), DROP_DISTANCE_SHARE * half)
    points = np.array([x, y]) + chance.normal(0.0, DROP_SPREAD, (MAX_RATED_SPOTS, 2))
    inside = np.clip(points, 2 * CONTACT_GAP + 20.0, np.array([region.width, region.depth]) - 20.0 - 2 * CONTACT_GAP)
    out: list[tuple[object, float]] = [(Spot(piece, (float(px), float(py))), 0.0) for px, py in inside]
    return [*out, (Spot(piece, (region.width / 2, region.depth / 2)), -1.0)]


def _attraction(game: BotView, boss: PlayerId, spots: Array, piece: str) -> Array:
    """Return how good n points are for a model: how much loot attracts it, minus how much other models repel it.

    The result has the shape (n,).

    Args:
        game: The game.
        boss: The boss who places the model.
        spots: The points (mm), shape (n, 2).
        piece: Name of the model that is to be placed.
    """
    worth = np.zeros(len(spots))
    for token in game.table.tokens.values():
        worth += _near(spots, token.pose.xy, LOOT_DISTANCE)
    for model in game.table.models.values():
        if model.id == piece:
            continue
        if model.owner == boss:
            worth -= FRIEND_WEIGHT * _near(spots, model.at, FRIEND_DISTANCE)
        else:
            worth -= ENEMY_WEIGHT * _near(spots, model.at, ENEMY_DISTANCE)
    return worth


def _near(spots: Array, at: tuple[float, float], reach: float) -> Array:
    closeness: Array = np.exp(-np.hypot(spots[:, 0] - at[0], spots[:, 1] - at[1]) / reach)
    return closeness
