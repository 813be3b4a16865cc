"""The greedy bot's decisions in a shoot action: the target, the aim of the dice, the weapon and the next bullet."""

import math

import numpy as np

from riotsim.games.riot_dice.bot import runs as judge_runs
from riotsim.games.riot_dice.bot.fights import expected_damage, rivalry_weight
from riotsim.games.riot_dice.bot.runs import radius_of
from riotsim.games.riot_dice.bot.stakes import BASES
from riotsim.games.riot_dice.bot.towers import added_height_cost, height_of
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rules import shoot
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import Choose, PlayerId
from riotsim.table.geometry.plan import gap
from riotsim.table.memo import memoize_while_equal
from riotsim.table.poses import Point, distance, heading, point_ahead
from riotsim.table.state import Table

CROSSWISE_SCATTER = 50.0
"""Standard deviation of the places where bullet dice come to rest, measured across the line of fire (mm).

It is equal to `throws.AIM_SCATTER`.
"""

AIM_DISTANCE_RATIOS = (0.6, 1.5, 2.2)
"""Distances of aims for bullet dice, as multiples of the target's distance. Our choice.

None of the multiples is 1, because the dice would then land on the target's tower.
"""

PREY_WEIGHT, PREY_DISTANCE = 0.6, 120.0
"""Greatest additional weight of damage to an enemy whose boss has loot. At the given gap (mm), it falls to 1/e.

Our estimates. Once the enemy has fallen, a model of the bot's boss could boot it for loot. So the additional weight
depends on the gap between the enemy and the nearest standing model of this boss. In contact, it is greatest.
"""

FRIENDLY_FIRE_WEIGHT = 1.3
"""Weight of damage to a friend. Damage to an enemy has a weight of 1 or more. Our choice."""


def targets(game: BotView, model: ModelId, reach: float) -> list[tuple[ModelId, float]]:
    """Return the standing enemies that a model sees within `reach` (mm), each with a weight.

    The weight is a factor that says how much damage to the enemy counts. It is larger for an enemy whose boss has loot.
    """
    here = game.model(model)
    return [
        (foe, rivalry_weight(game, game.boss_of(foe)) * _prey_weight(game, here.owner, foe))
        for foe in _in_sight(game.table, here.owner)[model]
        if gap(here.footprint, game.model(foe).footprint) <= reach
    ]


def _prey_weight(game: BotView, boss: PlayerId, foe: ModelId) -> float:
    """Return the factor that the prospect of loot gives to the weight of an enemy (see `targets` and `PREY_WEIGHT`).

    It is 1 if the enemy's boss has no loot. Otherwise it is higher, and highest if a standing model of `boss` is in
    contact with the enemy.
    """
    if not game.state.bosses[game.boss_of(foe)].stash:
        return 1.0
    at = game.model(foe).at
    mine = [distance(at, model.at) for model in game.table.models.values() if model.owner == boss and not model.fallen]
    return 1.0 + PREY_WEIGHT * math.exp(-max(0.0, min(mine, default=math.inf) - BASES) / PREY_DISTANCE)


@memoize_while_equal("width", "depth", "terrain", "models")
def _in_sight(table: Table, boss: PlayerId) -> dict[ModelId, list[ModelId]]:
    """Return for each model of a boss the standing enemies that it sees.

    A model sees an enemy if nothing would stop a bullet on the line between the centres of the two.
    """
    mine = [model for model in table.models.values() if model.owner == boss]
    foes = [other for other in table.models.values() if not other.fallen and other.owner != boss]
    if not foes:
        return {model.id: [] for model in mine}
    area = judge_runs.sight_obstacles(table)
    numbers = [area.names.index(model.id) if not model.fallen else judge_runs.NOT_STOPPED for model in mine]
    starts = np.array([model.at for model in mine]).T.repeat(len(foes), axis=1)
    ways = np.tile(np.array([foe.at for foe in foes]).T, len(mine)) - starts
    far = np.hypot(ways[0], ways[1])
    there = judge_runs.presence_mask(area, np.array(numbers)).repeat(len(foes), axis=0)
    _, met = judge_runs.run_lengths(area, starts, ways / far, far, there)
    first = [[area.names[k] if k >= 0 else None for k in row] for row in met.reshape(len(mine), len(foes))]
    return {
        model.id: [foe.id for foe, seen in zip(foes, row, strict=True) if seen == foe.id]
        for model, row in zip(mine, first, strict=True)
    }


def aims(game: BotView, model: ModelId, dice: int) -> list[tuple[Point, float]]:
    """Return points for aiming a model's bullet dice (mm), each with its value (tokens).

    There are points for each of the model's shooting weapons and each enemy that the weapon reaches. Points off the
    table are left out. If no point is left, the result is eight points around the model with the value 0.

    Args:
        game: The game.
        model: The model that shoots.
        dice: Number of bullet dice.
    """
    here, table = game.model(model).at, game.table
    found: list[tuple[Point, float]] = []
    for name in shoot.shooting_weapons(game, model):
        weapon = game.rules.weapons[name]
        kinds = weapon.dice or ()
        for other, matters in targets(game, model, weapon.range or 0.0):
            at = game.model(other).at
            far = distance(here, at)
            for share in AIM_DISTANCE_RATIOS:
                aim = point_ahead(here, heading(here, at), far * share)
                if not (0 < aim[0] < table.width and 0 < aim[1] < table.depth):
                    continue
                hurt = expected_damage(weapon, game.rules.dice.values(kinds[0]), game.kind(other).toughness)
                hits = dice * chance_to_hit(radius_of(game.model(model)), radius_of(game.model(other)), far, share)
                found.append((aim, added_height_cost(height_of(game, other), hits * hurt) * matters))
    if found:
        return found
    return [(_apart(game, here, turn), 0.0) for turn in range(8)]


def chance_to_hit(shooter: float, target: float, far: float, share: float) -> float:
    """Return the chance (0 to 1) that a bullet hits.

    The bullet die has been thrown, and lies near its aim. Its bullet hits if a line from the shooter's base through the
    die meets the target.

    Args:
        shooter: Radius of the shooter's base (mm).
        target: Radius of the target's base (mm).
        far: Distance between the centres of the two bases (mm).
        share: Distance from the shooter to the die's aim, as a multiple of `far`.
    """
    width = shooter + 8.0 + target * share  # roughly half the width of the lines at the die
    return math.erf(width / CROSSWISE_SCATTER / math.sqrt(2))


def best_shot(game: BotView, model: ModelId) -> float:
    """Return the value of the shoot action of a model with its best weapon and aim (tokens); 0 if it can't shoot."""
    worths = [
        worth
        for name in shoot.shooting_weapons(game, model)
        for _, worth in aims(game, model, len(game.rules.weapons[name].dice or ()))
    ]
    return max(worths, default=0.0)


def rate_weapons(game: BotView, model: ModelId, names: tuple[object, ...]) -> list[tuple[object, float]]:
    """Rate each shooting weapon by the damage that it does to its best target.

    A target's rating is the weapon's mean damage to it (points) if all dice hit, times the target's weight (see
    `targets`). The best target is the one with the highest rating.
    """
    out: list[tuple[object, float]] = []
    for name in names:
        weapon = game.rules.weapons[str(name)]
        sides = [game.rules.dice.values(kind) for kind in weapon.dice or ()]
        worth = [
            matters * sum(expected_damage(weapon, values, game.kind(other).toughness) for values in sides)
            for other, matters in targets(game, model, weapon.range or 0.0)
        ]
        out.append((name, max(worth, default=0.0)))
    return out


def rate_bullets(game: BotView, request: Choose[object]) -> list[tuple[object, float]]:
    """Rate each bullet by its damage to the model that it hits.

    For an enemy, the rating is what the damage costs its boss (tokens), times `rivalry_weight`. For a friend, it is
    minus this cost, times `FRIENDLY_FIRE_WEIGHT`. It is 0 if no model is hit. If the shooter has several weapons, the
    weapon that does the most damage counts.
    """
    out: list[tuple[object, float]] = []
    for option in request.options:
        assert isinstance(option, shoot.BulletChoice), "a bullet is chosen among such"
        worth = 0.0
        if option.hits not in (shoot.HITS_NOTHING, shoot.HITS_TERRAIN):
            toughness = game.kind(option.hits).toughness
            # A die that a falling tower has swept off the table keeps its number, which is not on the table any more.
            shows = game.table.dice[option.die].shows if option.die in game.table.dice else toughness
            shooter = next(m for m in [game.state.activating] if m is not None)
            damages = [game.rules.weapons[w].damage for w in shoot.shooting_weapons(game, shooter)]
            points = max((d.big if shows >= toughness else d.weak) for d in damages)
            hurt = added_height_cost(height_of(game, option.hits), points)
            friend = game.boss_of(option.hits) == request.player
            worth = -FRIENDLY_FIRE_WEIGHT * hurt if friend else hurt * rivalry_weight(game, game.boss_of(option.hits))
        out.append((option, worth))
    return out


def _apart(game: BotView, here: Point, turn: int) -> Point:
    x, y = point_ahead(here, turn * math.pi / 4, 150.0)
    return (min(max(x, 40.0), game.table.width - 40.0), min(max(y, 40.0), game.table.depth - 40.0))
