"""Positions of Riot Dice set up by hand, and their conversion to scenarios and back."""

import itertools
import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.scenario.given import RESERVED_NAMES, Given, GivenBoss
from riotsim.games.riot_dice.scenario.pieces import GivenDie, GivenModel, GivenTerrain, GivenToken, Shapes
from riotsim.play.requests import PlayerId
from riotsim.play.sandbox.game_sandbox import Position
from riotsim.play.scenarios.document import millimetres
from riotsim.play.scenarios.placed_pieces import (
    TowerDie,
    angle_in_degrees,
    length_in_inches,
    place_in_inches,
    write_pose,
    write_tower,
)
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import TOKEN_THICKNESS, Box, Die, Model, PieceId, Terrain, Token, pose_beside
from riotsim.table.poses import IDENTITY
from riotsim.table.state import Table

MODEL_LETTERS: Final = "abcd"
"""First letters of the names of models, such as `a` in `a1`: one letter for each boss, in turn order."""


def given_from_position(position: Position, rules: Rulebook, bosses: Iterable[PlayerId]) -> Given:
    """Convert a position to the form that a scenario file stores, with rounded numbers. `bosses` are in turn order."""
    table = position.table
    rest = position.game_data if isinstance(position.game_data, Given) else None
    names = tuple(bosses)
    size = (length_in_inches(table.width), length_in_inches(table.depth))
    layout = rules.layout(len(names))
    terrain = tuple(map(_terrain, sorted(table.terrain.values(), key=_listing_order)))
    ground = Given(table=size, bosses=dict.fromkeys(names), terrain=terrain)
    order = sorted(table.models.values(), key=lambda model: (names.index(model.owner), len(model.id), model.id))
    models = {model.id: _model(model, position, rules, ground, rest) for model in order}
    if rest is not None:  # models that have still to be deployed
        models |= {name: model for name, model in rest.models.items() if model.at is None and name not in models}
    return Given(
        table=None if size == (length_in_inches(layout.width), length_in_inches(layout.depth)) else size,
        bosses={name: _boss(name, position, rest) for name in names},
        models=models,
        loot=tuple(_token(token, table) for token in sorted(table.tokens.values(), key=_listing_order)),
        dice=tuple(_die(die, table) for die in sorted(table.loose_dice(), key=_listing_order)),
        terrain=terrain,
        clock=None if rest is None else rest.clock,
        phase="play" if rest is None else rest.phase,
        turn=position.turn,
    )


def position_from_given(given: Given, rules: Rulebook, stock: Shapes) -> Position:
    """Return the position that a scenario begins with. `stock` has the meshes, figures and dice from files."""
    turn = given.turn or next(name for name in given.bosses if not given.boss(name).out)
    kept = {name: given.boss(name).stash for name in given.bosses}
    return Position(given.lay(rules, stock), turn, kept, given)


def free_model_name(
    boss: PlayerId, bosses: Iterable[PlayerId], table: Table, waiting: Iterable[PieceId] = ()
) -> PieceId:
    """Return a free name for another model of a boss, such as `a3`.

    Args:
        boss: The boss.
        bosses: All bosses in turn order.
        table: The table. The ids of its pieces are taken.
        waiting: Names of models that are not deployed yet. These names are taken too.
    """
    names = list(bosses)
    taken = {*table.ids(), *waiting, *RESERVED_NAMES, *names}
    letter = MODEL_LETTERS[names.index(boss)]
    return next(name for n in itertools.count(1) if (name := f"{letter}{n}") not in taken)


def _listing_order(piece: Terrain | Token | Die) -> tuple[bool, str, int, str]:
    """Return a key that sorts the tokens, the dice or the terrain of a table for their list in a scenario file.

    An id such as `loot-3` consists of the name `loot` and the number 3.

    - Tokens and dice are sorted by the name, and if it is equal, by the number.
    - Terrain is sorted by the number, whatever the name.
    - Pieces whose id has no number come last.
    """
    name, _, number = piece.id.rpartition("-")
    if isinstance(piece, Terrain):
        name = ""
    return (not number.isdecimal(), name, int(number) if number.isdecimal() else 0, piece.id)


def _boss(name: PlayerId, position: Position, rest: Given | None) -> GivenBoss | None:
    out = rest is not None and name in rest.bosses and rest.boss(name).out
    stash = position.scores.get(name, 0)
    return GivenBoss(stash=stash, out=out) if stash or out else None


def _model(model: Model, position: Position, rules: Rulebook, ground: Given, rest: Given | None) -> GivenModel:
    before = None if rest is None else rest.models.get(model.id)
    first = next(iter(rules.models))
    given = GivenModel(
        boss=model.owner,
        kind=None if model.kind == first else model.kind,
        weapons=None if before is None else before.weapons,
        at=place_in_inches(model.at),
        turn=angle_in_degrees(model.heading),
        fallen=model.fallen,
        hit_points=None if before is None else before.hit_points,
    )
    tower = position.table.towers.get(model.id)
    if tower is None:
        return given
    assert given.at is not None, "it has just been said"
    spot = millimetres(given.at)
    level = _level(ground, rules, position.table, given.at)
    there = replace(model, at=spot, heading=math.radians(given.turn), level=level)
    side = angle_in_degrees(tower.bearing)
    stood = position.table.tower_dice(model.id)
    dice = write_tower(stood, pose_beside(there, math.radians(side), stood[0].size))
    if all(die == TowerDie() for die in dice):
        return given.model_copy(update={"tower": len(dice), "tower_side": side})
    return given.model_copy(update={"tower_dice": dice, "tower_side": side})


def _level(ground: Given, rules: Rulebook, table: Table, at: tuple[float, float]) -> float:
    """Return the height of the ground (mm) at the place `at` (inches), as it will be when the scenario file is read.

    In the file, the places of terrain are rounded. So if models can stand on a piece of terrain, the function moves the
    piece to its rounded place, taken from `ground`.
    """
    spots = zip(sorted(table.terrain.values(), key=_listing_order), ground.terrain, strict=True)
    flat = {
        old.id: replace(old, at=millimetres(new.at), heading=math.radians(new.turn))
        for old, new in spots
        if old.can_stand_on
    }
    return replace(table, terrain=flat).level_at(millimetres(at))


def _token(token: Token, table: Table) -> GivenToken:
    rest = table.level_at(token.pose.xy) + TOKEN_THICKNESS / 2
    return GivenToken.model_validate(write_pose(token.pose, IDENTITY, rest))


def _die(die: Die, table: Table) -> GivenDie:
    shows = die.shows
    flat = die.kind.orientation_showing(shows)
    said = write_pose(die.pose, flat, table.level_at(die.pose.xy) + die.kind.flat_height(shows) * die.size)
    if "turned" in said:
        rest = table.level_at(die.pose.xy) + die.kind.flat_height() * die.size
        said |= write_pose(die.pose, IDENTITY, rest) | {"turned": said["turned"]}
        said.pop("turn", None)
    else:
        said["shows"] = shows
    if die.owner:
        said["boss"] = die.owner
    if die.kind.name != D6.name:
        said["kind"] = die.kind.name
    return GivenDie.model_validate(said)


def _terrain(piece: Terrain) -> GivenTerrain:
    said: dict[str, object] = {"at": place_in_inches(piece.at)}
    if turn := angle_in_degrees(piece.heading):
        said["turn"] = turn
    if piece.name != "terrain":
        return GivenTerrain.model_validate({"piece": piece.name, **said})
    assert isinstance(piece.shape, Box), "what the rules don't know is a box"
    box = tuple(length_in_inches(side) for side in (piece.shape.length, piece.shape.width, piece.shape.height))
    flags = {
        name: value
        for name, value, usual in (
            ("blocks_moves", piece.blocks_moves, True),
            ("blocks_bullets", piece.blocks_bullets, True),
            ("stand_on", piece.can_stand_on, False),
        )
        if value is not usual
    }
    return GivenTerrain.model_validate({"box": box, **said, **flags})
