"""The outcome of an act as a difference: the facts, and what changes on the table.

`apply_delta` applies a difference to the table before the act. The result is exactly the table after the act, with all
pieces in the same order.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from riotsim.errors import StorageError
from riotsim.table.acts import Act, Drop, Fact, Roll, Settled, Stack
from riotsim.table.pieces import Die, Model, PieceId, Token, Tower
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table

ModelPlace: TypeAlias = tuple[Point, float, float, bool]
"""The place of a model: its position (mm), its heading (rad), the ground's level (mm), and whether it has fallen."""

PIECE_SORTS = ("dice", "models", "tokens", "towers")

NORM_TOLERANCE = 1e-3
"""Greatest deviation of the length of a quaternion from 1."""


class InvalidDelta(StorageError, ValueError):
    """The error raised when a difference does not fit a table and an act, or can't describe an outcome."""


@dataclass(frozen=True, slots=True)
class TableDelta:
    """The outcome of an act: the changes of the table, the facts (such as that a tower fell), and the duration."""

    moved: dict[PieceId, Pose] = field(default_factory=dict)
    """Poses of the dice and tokens that moved or came onto the table, by name."""
    models: dict[PieceId, ModelPlace] = field(default_factory=dict)
    """Places of the models whose place changed, by name."""
    gone: tuple[PieceId, ...] = ()
    """The pieces on the table before the act that are not on it afterwards."""
    towers: dict[str, Tower | None] = field(default_factory=dict)
    """Towers that changed, by name; None for a tower that no longer exists."""
    order: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of all dice, models, tokens or towers in the order of the settled table, by sort (`PIECE_SORTS`).

    A sort is missing if its pieces have the right order without an entry here.
    """
    facts: tuple[Fact, ...] = ()
    ticks: int = 0
    """Duration of the act (ticks)."""


def compute_delta(before: Table, act: Act, settled: Settled) -> TableDelta:
    """Return the outcome of an act as the difference from the table before it.

    Raises:
        InvalidDelta: The outcome changes something that a difference can't describe.
    """
    after = settled.table
    dice, tokens = {**before.dice, **_dice_of(act)}, {**before.tokens, **_tokens_of(act)}
    moved: dict[PieceId, Pose] = {}
    for old, new in ((dice, after.dice), (tokens, after.tokens)):
        for name, piece in new.items():
            was = old.get(name)
            there = name in before.dice or name in before.tokens
            if was is None or not there or was.pose != piece.pose or _zero_signs(was.pose) != _zero_signs(piece.pose):
                moved[name] = piece.pose
    models = {
        name: (model.at, model.heading, model.level, model.fallen)
        for name, model in after.models.items()
        if before.models.get(name) is not model and not _same_placement(model, before.models.get(name))
    }
    gone = tuple(sorted(before.ids() - after.ids()))
    towers = {name: after.towers.get(name) for name in (*before.towers, *after.towers)}
    changed = {name: tower for name, tower in towers.items() if before.towers.get(name) != tower}
    outcome = TableDelta(moved, models, gone, changed, {}, settled.facts, settled.ticks)
    restored = apply_delta(before, act, outcome).table
    order = {
        sort: tuple(getattr(after, sort))
        for sort in PIECE_SORTS
        if [*getattr(restored, sort)] != [*getattr(after, sort)]
    }
    outcome = replace(outcome, order=order)
    if apply_delta(before, act, outcome) != replace(settled, trace=()):
        raise InvalidDelta(f"what came of {type(act).__name__.lower()} can't be told as a difference")
    return outcome


def apply_delta(before: Table, act: Act, outcome: TableDelta) -> Settled:
    """Return the outcome of an act, restored from the table before the act and a difference.

    Args:
        before: The table before the act.
        act: The act.
        outcome: The outcome as a difference.

    Raises:
        InvalidDelta: The difference does not fit this table and act.
    """
    known: dict[PieceId, Die | Token] = {**before.dice, **before.tokens, **_dice_of(act), **_tokens_of(act)}
    pieces: list[Die | Token | Model] = []
    for name, pose in outcome.moved.items():
        if name not in known:
            raise InvalidDelta(f"{name} is no die or token that could have moved")
        pieces.append(replace(known[name], pose=_sound(name, pose)))
    for name, (at, heading, level, fallen) in outcome.models.items():
        if name not in before.models:
            raise InvalidDelta(f"{name} is no model on the table")
        pieces.append(replace(before.models[name], at=at, heading=heading, level=level, fallen=fallen))
    if strangers := set(outcome.gone) - before.ids():
        raise InvalidDelta(f"{', '.join(sorted(strangers))} can't be gone: it was not there")
    table = before.without(*outcome.gone).with_pieces(*pieces)
    for name, tower in outcome.towers.items():
        table = table.with_tower(name, tower)
    for sort, names in outcome.order.items():
        there: dict[str, Any] = getattr(table, sort, {})
        if sort not in PIECE_SORTS or sorted(names) != sorted(there):
            raise InvalidDelta(f"the order of {sort} names others than are there")
        ordered: dict[str, Any] = {sort: {name: there[name] for name in names}}
        table = replace(table, **ordered)
    for name, tower in table.towers.items():
        if missing := [die for die in tower.dice if die not in table.dice]:
            raise InvalidDelta(f"{missing[0]} of the tower {name} is not on the table")
    return Settled(table, outcome.facts, outcome.ticks)


def _dice_of(act: Act) -> Mapping[PieceId, Die]:
    match act:
        case Roll(dice=dice):
            return {die.id: die for die in dice}
        case Stack(die=die):
            return {die.id: die}
    return {}


def _tokens_of(act: Act) -> Mapping[PieceId, Token]:
    return {act.token.id: act.token} if isinstance(act, Drop) else {}


def _zero_signs(pose: Pose) -> tuple[str, ...]:
    """Return a text for each zero among the numbers of a pose. The texts of 0.0 and -0.0 differ."""
    return tuple(part.hex() for part in (*pose.at, *pose.orientation) if part == 0.0)


def _same_placement(model: Model, other: Model | None) -> bool:
    """Return whether two models are equal. In place, heading and level, 0.0 and -0.0 count as different numbers."""
    return model == other and repr((model.at, model.heading, model.level)) == repr(
        (other.at, other.heading, other.level)
    )


def _sound(name: PieceId, pose: Pose) -> Pose:
    length = math.sqrt(sum(part * part for part in pose.orientation))
    if not abs(length - 1.0) <= NORM_TOLERANCE:
        raise InvalidDelta(f"{name} is turned by no rotation: the quaternion has the length {length:g}")
    return pose


def largest_displacement(one: Table, other: Table) -> float:
    """Return the greatest distance of any piece between its places on two tables (mm).

    It is infinite if the tables have different pieces or towers.
    """
    if one.ids() != other.ids() or one.towers.keys() != other.towers.keys():
        return math.inf
    pairs: list[tuple[Sequence[float], Sequence[float]]] = [
        *((die.pose.at, other.dice[name].pose.at) for name, die in one.dice.items()),
        *((token.pose.at, other.tokens[name].pose.at) for name, token in one.tokens.items()),
        *((model.at, other.models[name].at) for name, model in one.models.items()),
    ]
    return max((math.dist(a, b) for a, b in pairs), default=0.0)
