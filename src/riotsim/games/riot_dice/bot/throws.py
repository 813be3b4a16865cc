"""The greedy bot's ratings of aims: where move, bullet and thump dice should be thrown."""

import itertools
import math
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from riotsim.games.riot_dice.bot import fights as judge_fight
from riotsim.games.riot_dice.bot import runs as judge_runs
from riotsim.games.riot_dice.bot import shots as judge_shots
from riotsim.games.riot_dice.bot.runs import MoveObstacles, RunPlan
from riotsim.games.riot_dice.bot.stakes import Array, BoolArray, Margins, Stakes, closeness
from riotsim.games.riot_dice.bot.towers import MODEL_VALUE, height_cost, height_of
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.events import Acts, Throws
from riotsim.games.riot_dice.rules.boot import bootable
from riotsim.games.riot_dice.rules.ending import may_boot
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.evaluation import ChanceSource
from riotsim.play.requests import Aim, AimThrow, PlayerId, Way
from riotsim.table.dice.tray import TRAY_STRENGTH
from riotsim.table.poses import Point, distance, heading, point_ahead
from riotsim.table.units import INCH

AIM_SCATTER = 50.0
"""Standard deviation of the places where dice come to rest around the aim, along and across the throw (mm).

It was measured in 50 throws of 3d6 by an average hand at `GENTLE_STRENGTH`. At strength 1 and a release height of 100
mm or more, it is 100 mm.
"""

GENTLE_STRENGTH = 0.35
"""Strength of a gentle throw, as a fraction of the hand's usual speed. Our choice. Slower dice stay nearer to the aim.
"""

TRAY_RELEASE_HEIGHT = 100.0
"""Height of a throw into a tray (mm).

From this height, 2 of 300 dice turned over less than once. From 60 mm, 8 of 300 dice did.
"""

EDGE_DISTANCE = 45.0
"""Least distance of an aim for move dice from the table's edge (mm). It keeps most dice on the table. Our choice."""

SAMPLES_PER_AIM = 5
"""Number of random throws that are tried for each aim of the active model. Our choice: more would take longer."""

MAX_TARGET_TOKENS, MAX_PAIRED_TOKENS = 4, 3
"""Numbers of tokens nearest to the model that are used for aims. Our choice.

The first number is for aims at a token. The second is for aims halfway between one token and the next nearest one.
"""

TOKEN_DISTANCE_RATIOS = (1.0, 1.35)
"""Distances of aims for move dice near a token, as multiples of the token's distance. Our choice."""

KNOCK_DISTANCE = 45.0
"""Standard deviation of a bell curve (mm). Our estimate.

The curve gives the chance that a throw knocks down a tower, from the distance between the tower and the aim.
"""

KNOCK_PROBABILITY = 0.25

BOOT_VALUE = 2.0
"""Rating of a move that ends in contact with a fallen model, so that it can be booted next (tokens). Our estimate."""

HUNT_VALUE, RESCUE_VALUE, THREAT_VALUE = 1.5, 0.5, 1.5
"""Ratings of a model's place in contact with a fallen model (tokens). Our estimates.

- `HUNT_VALUE`: for a fallen enemy whose boss has loot.
- `RESCUE_VALUE`: for a fallen friend.
- `THREAT_VALUE`: added for a fallen friend if a standing enemy is in contact with it, and if the boss has loot. If the
  enemy is farther away, less is added.
"""

FIGHT_AIMS, FIGHT_DISTANCE, MIN_FIGHT_VALUE = 2, 330.0, 0.3
"""Limits for aims of move dice at other models. Our choice.

- `FIGHT_AIMS`: the greatest number of such aims.
- `FIGHT_DISTANCE`: the other model must be nearer than this (mm).
- `MIN_FIGHT_VALUE`: contact with the other model must have a higher value than this (tokens).
"""

LEADER_CLEARANCE_VALUE, CLEARANCE_VALUE = 1.8, 0.1
"""Ratings of ending a scoot (move) near no enemy (tokens), in games of three or four bosses.

The first is for a boss who is leading (see `is_leading`). The second is for any other boss with loot. A model near an
enemy costs its boss a token when the boss legs it (RD-81). Games of two bosses use `Margins` instead.
"""

ESCAPE_DIRECTIONS, ESCAPE_DISTANCE = 8, 230.0
"""Aims for the move dice of a leading boss who wants to get away from enemies. Our choice.

The aims lie in `ESCAPE_DIRECTIONS` directions from the model, at a distance of `ESCAPE_DISTANCE` (mm).
"""


def rate_aims(game: BotView, request: AimThrow, chance: ChanceSource) -> list[tuple[object, float]]:
    """Return possible throws of the requested dice, with their ratings (tokens)."""
    if request.in_tray:  # all throws are equally good
        across = 0.0 if request.width >= request.depth else math.pi / 2
        middle = (request.width / 2, request.depth / 2)
        return [(Aim(middle, across, TRAY_STRENGTH, max(TRAY_RELEASE_HEIGHT, request.least_drop)), 0.0)]
    model = request.thrower
    purpose, towers = purpose_of(game), towers_at_risk(game)
    if model is None or model not in game.table.models or purpose == "thump":
        return [(_aim_at(request, game, at), -knock_loss(towers, at)) for at in _clear_corners(game)]
    if purpose == "shoot":
        found = judge_shots.aims(game, model, len(request.dice))
        return [(_aim_at(request, game, at), worth - knock_loss(towers, at)) for at, worth in found]
    return [(_aim_at(request, game, at), worth) for at, worth in rate_scoots(game, model, request.dice, chance())]


def purpose_of(game: BotView) -> str:
    """Return the purpose of the current throw: `move`, `shoot` or `thump`."""
    for event in reversed(game.play.events):
        match event:
            case Throws():
                return "thump"
            case Acts(_, action):
                return "shoot" if action == "shoot" else "move"
    return "move"


def rate_scoots(
    game: BotView, model: ModelId, dice: tuple[str, ...], chance: np.random.Generator, samples: int = SAMPLES_PER_AIM
) -> list[tuple[Point, float]]:
    """Return aims for a throw of move dice (mm), each with a value (tokens).

    The value is the average gain of the scoot (move) over staying in place, minus the expected loss from towers that
    the thrown dice knock down (see `knock_loss`).

    Args:
        game: The game.
        model: The model that scoots.
        dice: Kinds of its move dice.
        chance: Random generator for the throws that are tried.
        samples: Number of random throws to try for each aim.
    """
    return rate_scoots_of_models({model: dice}, game, chance, samples)[model]


def rate_scoots_of_models(
    dice_of: Mapping[ModelId, tuple[str, ...]], game: BotView, chance: np.random.Generator, samples: int
) -> dict[ModelId, list[tuple[Point, float]]]:
    """Return the result of `rate_scoots` for each of several models. `dice_of` has the kinds of their move dice."""
    imagined = {model: _sample_throws(game, model, dice, chance, samples) for model, dice in dice_of.items()}
    worths = judge_runs.run_values([plan for _, plan in imagined.values()], game.rules.dice.size)
    towers, found = towers_at_risk(game), {}
    for (model, (aims, _)), (worth, staying) in zip(imagined.items(), worths, strict=True):
        means = worth.reshape(len(aims), samples).mean(axis=1) - staying
        found[model] = [(aim, float(mean) - knock_loss(towers, aim)) for aim, mean in zip(aims, means, strict=True)]
    return found


def _sample_throws(
    game: BotView, model: ModelId, dice: tuple[str, ...], chance: np.random.Generator, samples: int
) -> tuple[list[Point], RunPlan]:
    """Return aims for move dice, which are points on the table (mm), and a plan with runs after random throws.

    The plan has `samples` runs for each aim, in the order of the aims. In each run, the model moves along
    the dice as they landed in one random throw at the aim.
    """
    area = judge_runs.move_obstacles(game.table, model)
    stakes = stakes_of(game, model, area)
    aims = _aims(game, model, stakes)
    spread = chance.normal(0.0, AIM_SCATTER, (samples, len(dice), 2))
    high = np.array([game.table.width, game.table.depth]) - EDGE_DISTANCE / 2
    lying = np.minimum(np.maximum(np.array(aims)[:, None, None, :] + spread, EDGE_DISTANCE / 2), high)
    # Dice of one kind are drawn together, which gives the same numbers as one die after another.
    alike = [(_numbers(game.rules.dice.values(kind)), len(list(those))) for kind, those in itertools.groupby(dice)]
    shown = [values[chance.integers(len(values), size=(count, samples))] for values, count in alike]
    shows = np.concatenate([np.concatenate(shown).T] * len(aims))
    start = np.array(game.model(model).at)
    return aims, RunPlan(area, area.names.index(model), start, lying.reshape(-1, len(dice), 2), shows, stakes)


@lru_cache
def _numbers(values: tuple[int, ...]) -> Array:
    return np.array(values, dtype=np.float64)


def stakes_of(game: BotView, model: ModelId, area: MoveObstacles) -> Stakes:
    """Return what a model may gain or lose in a run.

    Args:
        game: The game.
        model: The model.
        area: The obstacles of the model. `area.names` has the tokens first and then the models, both in the order of
            the table.
    """
    boss = game.boss_of(model)
    stops, ends = np.zeros(len(area.names)), np.zeros(len(area.names), dtype=np.bool_)
    stops[area.tokens] = 1.0
    boots = may_boot(game)
    already = bootable(game, model) if boots else ()
    goals = []
    for number, other in enumerate(game.table.models.values(), len(area.tokens)):
        owner = game.boss_of(other.id)
        foe = owner != boss
        if not other.fallen:
            if foe:
                stops[number], ends[number] = judge_fight.fight_value(game, model, other.id), True
                if not game.peaceful:
                    goals.append(other.at)
        elif boots and other.id not in already and (not foe or game.state.bosses[owner].stash > 0):
            stops[number] = BOOT_VALUE
            goals.append(other.at)
    ahead_of_all = is_leading(game, boss)
    grown = game.rules.leg_it.within + judge_runs.radius_of(game.model(model))
    foes = [m for m in game.table.models.values() if m.owner != boss]
    two = len(game.state.bosses) == 2
    clearance = LEADER_CLEARANCE_VALUE if ahead_of_all else CLEARANCE_VALUE if game.state.bosses[boss].stash else 0.0
    return Stakes(
        stops,
        ends,
        np.array([] if ahead_of_all else goals).reshape(-1, 2),
        np.array([(*foe.at, grown + judge_runs.radius_of(foe)) for foe in foes]).reshape(-1, 3),
        0.0 if two else clearance,
        margins_of(game, boss, model) if two else None,
        _fallen_models(game, model),
    )


def margins_of(game: BotView, boss: PlayerId, without: ModelId | None = None) -> Margins:
    """Return the margins of a boss and of the boss's only rival (see `Margins`).

    Args:
        game: The game.
        boss: The boss.
        without: A model of the boss that is left out, as if it weren't on the table; None if no model is left out.
    """
    (rival,) = [name for name in game.state.bosses if name != boss]
    ahead, left = game.state.bosses[boss].stash - game.state.bosses[rival].stash, len(game.table.tokens)
    mine = [model for model in game.table.models.values() if model.owner == boss and model.id != without]
    foes = [model for model in game.table.models.values() if model.owner == rival]
    within = game.rules.leg_it.within
    near: BoolArray = np.array(
        [
            distance(model.at, foe.at) <= within + judge_runs.radius_of(model) + judge_runs.radius_of(foe)
            for model in mine
            for foe in foes
        ],
        dtype=np.bool_,
    ).reshape(len(mine), len(foes))
    return Margins(ahead - left - 2.0 * float(np.any(near, axis=1).sum()), -ahead - left, np.any(near, axis=0))


def _fallen_models(game: BotView, model: ModelId) -> Array:
    """Return the fallen models near which a model may want to stop, shape (n, 4).

    Each row is about one fallen model. It has four values:

    - x and y of the fallen model (mm).
    - The value of a place in contact with the fallen model (tokens).
    - How close the nearest standing friend of `model` is to the fallen model (see `closeness`). It is 0 if there is no
      such friend. `model` itself doesn't count.
    """
    boss, models = game.boss_of(model), game.table.models.values()
    standing = [other for other in models if not other.fallen and other.id != model]
    friends = np.array([other.at for other in standing if other.owner == boss]).reshape(-1, 2)
    foes = np.array([other.at for other in standing if other.owner != boss]).reshape(-1, 2)
    found = []
    for other in models:
        if not other.fallen:
            continue
        if other.owner == boss:
            threat = _nearest(foes, other.at) if game.state.bosses[boss].stash else 0.0
            worth = RESCUE_VALUE + THREAT_VALUE * threat
        else:
            worth = HUNT_VALUE if game.state.bosses[other.owner].stash else 0.0
        found.append((*other.at, worth, _nearest(friends, other.at)))
    return np.array(found).reshape(-1, 4)


def _nearest(places: Array, at: Point) -> float:
    """Return how close a point is to the nearest of several places, as a number from 0 to 1 (see `closeness`).

    Args:
        places: The places (mm), shape (n, 2). If there are none, the result is 0.
        at: The point (mm).
    """
    return float(closeness(np.hypot(places[:, 0] - at[0], places[:, 1] - at[1])).max(initial=0.0))


def is_leading(game: BotView, boss: PlayerId) -> bool:
    """Return whether a boss would still have the most loot if another boss took all tokens on the table."""
    mine = game.state.bosses[boss].stash
    most = max(other.stash for name, other in game.state.bosses.items() if name != boss)
    return mine > most + len(game.table.tokens)


def towers_at_risk(game: BotView) -> list[tuple[Point, float]]:
    """Return each tower's place (mm), and the cost of its fall in tokens for the boss whose turn it is."""
    me = game.state.turn
    return [
        # An enemy who loses a tower is rid of its dice (RD-34); the boss's own model falls over (RD-33).
        (
            game.table.dice[tower.dice[0]].pose.xy,
            MODEL_VALUE if game.boss_of(name) == me else height_cost(height_of(game, name)),
        )
        for name, tower in game.table.towers.items()
    ]


def knock_loss(towers: list[tuple[Point, float]], at: Point) -> float:
    """Return the expected loss (tokens) from towers that a die may knock down if it is aimed at a point.

    Args:
        towers: Each tower's place (mm) and the cost of its fall (tokens).
        at: The point (mm).
    """
    lost = 0.0
    for (x, y), worth in towers:
        lost += KNOCK_PROBABILITY * math.exp(-((math.hypot(at[0] - x, at[1] - y) / KNOCK_DISTANCE) ** 2) / 2) * worth
    return lost


def _aims(game: BotView, model: ModelId, stakes: Stakes) -> list[Point]:
    """Return points for aiming move dice (mm)."""
    here = game.model(model).at
    tokens = sorted((distance(here, t.pose.xy), t.id, t.pose.xy) for t in game.table.tokens.values())
    aims = [_clamp_to_table(game, point_ahead(here, heading(here, at), far * more))
            for far, _, at in tokens[:MAX_TARGET_TOKENS] for more in TOKEN_DISTANCE_RATIOS]  # fmt: skip
    for (x0, y0), (x1, y1) in itertools.pairwise(at for _, _, at in tokens[:MAX_PAIRED_TOKENS]):
        aims.append(_clamp_to_table(game, ((x0 + x1) / 2, (y0 + y1) / 2)))
    of_models = zip(game.table.models.values(), stakes.stops[len(tokens) :], strict=False)
    worth_it = [(-worth, other.at) for other, worth in of_models if worth > MIN_FIGHT_VALUE]
    near = sorted((worth, at) for worth, at in worth_it if distance(here, at) < FIGHT_DISTANCE)
    aims += [_clamp_to_table(game, at) for _, at in near[:FIGHT_AIMS]]
    goals = sorted((distance(here, (x, y)), (float(x), float(y))) for x, y in stakes.goals)
    aims += [_clamp_to_table(game, at) for _, at in goals[: 1 if tokens else MAX_TARGET_TOKENS]]
    if is_leading(game, game.boss_of(model)):
        aims += [
            _clamp_to_table(game, point_ahead(here, math.tau * k / ESCAPE_DIRECTIONS, ESCAPE_DISTANCE))
            for k in range(ESCAPE_DIRECTIONS)
        ]
    return aims or [game.table.middle]


def _clear_corners(game: BotView) -> list[Point]:
    """Return nine aims, spread over the table, for dice that may land anywhere (mm)."""
    w, d = game.table.width, game.table.depth
    return [(w * x, d * y) for x in (0.2, 0.5, 0.8) for y in (0.2, 0.5, 0.8)]


def _clamp_to_table(game: BotView, at: Point) -> Point:
    return (
        min(max(at[0], EDGE_DISTANCE), game.table.width - EDGE_DISTANCE),
        min(max(at[1], EDGE_DISTANCE), game.table.depth - EDGE_DISTANCE),
    )


def _aim_at(request: AimThrow, game: BotView, at: Point) -> Aim:
    """Return a gentle throw that is aimed at a point.

    The dice fly in the direction that leads from this point to the middle of the table.
    """
    strength = max(GENTLE_STRENGTH, request.STRENGTHS[0])
    return Aim(at, heading(at, game.table.middle), strength, request.least_drop)


def dice_positions(game: BotView, model: ModelId, ways: tuple[Way, ...]) -> tuple[Array, Array]:
    """Return the places of some dice, and how far a model may move towards each of them.

    Args:
        game: The game.
        model: The model.
        ways: The moves that the model may make, each towards one die.

    Returns:
        The places of the dice, shape (dice, 2), in mm, and the distances, shape (dice,), in inches.
    """
    here = game.model(model).at
    places = [
        # A die that a falling tower has swept off the table lay in this direction; its distance is a guess.
        game.table.dice[way.die].pose.xy if way.die in game.table.dice else point_ahead(here, way.heading, way.distance)
        for way in ways
    ]
    return np.array(places), np.array([way.distance / INCH for way in ways])
