"""What a greedy boss thinks of towers: what height costs, how fast one may be carried, where the next die goes."""

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from riotsim.games.riot_dice.bot.view import Seen
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import PlaceDie, SetPace
from riotsim.table.acts import Hand
from riotsim.table.pieces import Die
from riotsim.table.poses import Point
from riotsim.table.units import GRAVITY

MODEL = 1.2
"""What a model on its feet is worth, in loot tokens. Ours: it carries off about so many before it falls."""

TALLEST = 14.0
"""Dice at which a tower weighs as much as its model is worth: the 10 to 13 that players call tense, and one more."""

TIPPING, TIPPING_SPREAD = 0.97, 0.05
"""A straight tower falls half the time when (dice − 1) × acceleration / g is the first figure; then the spread.

From 10 or 12 carried towers for each height: 8 dice fell once in 12 at 0.86, and 9 times in 10 at 1.14.
"""

STRAIGHT, CROOKED = 8, 7.0
"""Dice up to which a tower is as good as straight, and how many more make it as crooked as can be.

At 650 mm/s², where straight ones would not mind, 10 dice fell once in 9 and 12 dice three times.
"""

RISK_TAKEN = 0.03
"""A risk of losing the tower for which nobody slows down."""

GRID_STEP = 1.0
"""Spacing of the places over a tower that are looked at (mm)."""

GRID_REACH = 6.0
"""How far from the middle of the top die they lie (mm)."""

MARGIN_PER_OFFSET = 0.05
"""Margin that a mm away from the middle of the top die must gain: where all else is equal, dice go on straight."""


def wear(height: float) -> float:
    """Give what a tower of so many dice takes off its model's worth (tokens): little at first, then more and more."""
    return MODEL * (height / TALLEST) ** 2


def added(height: int, dice: float) -> float:
    """Give what that many more dice on a tower cost its model (tokens)."""
    return wear(height + dice) - wear(height)


def height_of(game: Seen, model: ModelId) -> int:
    """Count the dice of a model's tower; of hit points lost, where those take its place."""
    if game.rules.tower.mode == "hit_points":
        left = game.state.fighters[model].hit_points
        most = game.rules.tower.hit_points
        return 0 if left is None else round((most - left) * TALLEST / most)
    return game.table.tower_height(model)


def carry_risk(height: int, acceleration: float) -> float:
    """Give the chance (0 to 1) that a tower comes down when it is carried with such an acceleration (mm/s²)."""
    if height < 2:
        return 0.0
    strain = (height - 1) * acceleration / GRAVITY
    tips = 1 / (1 + math.exp(-(strain - TIPPING) / TIPPING_SPREAD))
    leans = min(1.0, max(0, height - STRAIGHT) / CROOKED) ** 2 * min(1.0, strain)
    return 1 - (1 - tips) * (1 - leans)


def safest_risk(height: int, hand: Hand) -> float:
    """Give the chance that a tower falls at the hand's gentlest pace."""
    return min(carry_risk(height, pace.acceleration) for _, pace in hand.paces)


def weigh_paces(game: Seen, request: SetPace) -> list[tuple[object, float]]:
    """Value the paces of a carry: the usual one, unless the tower is too tall for it."""
    hand = game.hand(request.player)
    risks = [carry_risk(request.tower, hand.pace(name).acceleration) for name in request.paces]
    return [
        (name, -max(risk, RISK_TAKEN) - number * RISK_TAKEN / len(risks))
        for number, (name, risk) in enumerate(zip(request.paces, risks, strict=True))
    ]


def weigh_places(game: Seen, request: PlaceDie) -> list[tuple[object, float]]:
    """Value places for the next die of a tower by the margin with which all of it would then stand."""
    dice = game.table.tower_dice(request.tower)
    if len(dice) < 2:
        return [((0.0, 0.0), 0.0)]
    return [*best_places(dice, game.table.towers[request.tower].bearing, request.reach)]


def best_places(dice: tuple[Die, ...], bearing: float, reach: float = GRID_REACH) -> list[tuple[Point, float]]:
    """Give the best three places for the next die, from the middle of the top one (mm), each with its worth.

    `dice` are those of a tower on the side `bearing` (rad) of its model, from the bottom up, and at least one.
    """
    inward = np.array([[math.cos(bearing), math.sin(bearing)], [-math.sin(bearing), math.cos(bearing)]])
    stack = np.array([die.pose.plan for die in dice]) @ inward.T  # with the dice's sides along the axes
    reach = min(GRID_REACH, reach)
    offsets, out = _places(reach)
    worth = margins(stack, offsets, dice[0].size) - MARGIN_PER_OFFSET * out
    order = np.argsort(-worth, kind="stable")[:3]
    return [(_point(offsets[k] @ inward), float(worth[k])) for k in order]


@lru_cache
def _places(reach: float) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Places over the middle of a die and about it (m, 2), and how far out they are (m,); in mm."""
    steps = np.arange(-reach, reach + GRID_STEP / 2, GRID_STEP)
    offsets = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    offsets = np.concatenate([[[0.0, 0.0]], offsets[np.hypot(offsets[:, 0], offsets[:, 1]) <= reach]])
    return offsets, np.hypot(offsets[:, 0], offsets[:, 1])


def margins(stack: npt.NDArray[np.float64], offsets: npt.NDArray[np.float64], size: float) -> npt.NDArray[np.float64]:
    """Give the margin (mm) with which a tower would stand if a die were put at each offset from its top one.

    `stack` (n, 2) holds the dice in plan from the bottom up, `offsets` (m, 2); both in mm, along the dice's sides. At
    each level the centre of mass of all that is above must lie over both dice that meet there.
    """
    new = stack[-1, :, None] + offsets.T
    dice = np.empty((len(stack) + 1, *new.shape))  # from the top down: the new one, and those of the tower
    dice[0], dice[1:] = new, stack[::-1, :, None]
    upper, lower = dice[:-1], dice[1:]
    centres = dice.cumsum(axis=0)[:-1] / np.arange(1, len(dice))[:, None, None]
    farthest = np.maximum(np.abs(centres - upper), np.abs(centres - lower)).max(axis=(0, 1))
    least: npt.NDArray[np.float64] = size / 2 - farthest
    return least


def _point(pair: npt.NDArray[np.float64]) -> Point:
    return (float(pair[0]), float(pair[1]))
