"""Checks of what must be true at the start of every turn: no loot is lost, all towers stand, and no models overlap.

Models must not overlap terrain that blocks moves either.
"""

import itertools
import math
from collections.abc import Iterator

from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.state import State
from riotsim.table.geometry.plan import CONTACT_GAP, gap
from riotsim.table.pieces import Die, Model, Token
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.table.towers import is_in_place, stands

MAX_OVERLAP = CONTACT_GAP
"""Greatest overlap of a model with another model or with terrain that is no error (mm). It allows for rounding."""

MAX_OVERHANG = 0.01
"""A base may reach over the table's edge by no more than this without an error (mm). It allows for rounding."""

NORM_TOLERANCE = 1e-6
"""Greatest difference between 1 and the length of a rotation quaternion that is no error."""


def find_violations(rules: Rulebook, state: State, table: Table) -> list[str]:
    """Return a sentence for each broken invariant.

    The function may only be called when a turn is about to begin, or when the game is over. If any piece has an
    impossible pose, such as infinite coordinates, only the impossible poses are reported.
    """
    found = list(_figures(table))
    if found:
        return found  # with infinite or undefined numbers, geometry has no meaning
    return [*_loot(rules, state, table), *_bases(table), *_towers(state, table)]


def loot_of(rules: Rulebook, state: State) -> int:
    """Return how many tokens there must be in the game: those that were brought in by the set-up."""
    return rules.loot.each * len(state.bosses) + rules.loot.middle


def _figures(table: Table) -> Iterator[str]:
    loose: list[Die | Token] = [*table.dice.values(), *table.tokens.values()]
    for piece in loose:
        if not _sound(piece.pose):
            yield f"{piece.id} is nowhere: {piece.pose}"
    for model in table.models.values():
        if not all(map(math.isfinite, (*model.at, model.heading, model.level))):
            yield f"{model.id} is nowhere: {model.at}"


def _sound(pose: Pose) -> bool:
    return (
        all(map(math.isfinite, (*pose.at, *pose.orientation)))
        and abs(math.hypot(*pose.orientation) - 1) < NORM_TOLERANCE
    )


def _loot(rules: Rulebook, state: State, table: Table) -> Iterator[str]:
    """Yield a sentence for each broken invariant of the loot.

    - No stash is negative.
    - The tokens on the table and in all stashes are as many as `loot_of` says. The stashes of bosses who have left
      count too.
    - No token is off the table.
    """
    stashes = {name: boss.stash for name, boss in state.bosses.items()}
    if any(stash < 0 for stash in stashes.values()):
        yield f"a stash is below nothing: {stashes}"
    there = len(table.tokens) + sum(stashes.values())
    if there != loot_of(rules, state):
        yield f"{len(table.tokens)} tokens on the table and {stashes} make {there}, not {loot_of(rules, state)}"
    for token in table.tokens.values():
        x, y = token.pose.xy
        if not (0 <= x <= table.width and 0 <= y <= table.depth):
            yield f"{token.id} is off the table, at {x:.1f}, {y:.1f}"


def _bases(table: Table) -> Iterator[str]:
    for model in table.models.values():
        left, front, right, back = model.footprint.bounds()
        beyond = max(-left, -front, right - table.width, back - table.depth)
        if beyond > MAX_OVERHANG:
            yield f"{model.id} reaches {beyond:.2f} mm over the edge"
        for piece in table.terrain.values():
            if piece.blocks_moves and (deep := -gap(model.footprint, piece.footprint)) > MAX_OVERLAP:
                yield f"{model.id} overlaps {piece.id} by {deep:.2f} mm"
    for one, other in itertools.combinations(table.models.values(), 2):
        if (deep := -gap(one.footprint, other.footprint)) > MAX_OVERLAP:
            yield f"{one.id} overlaps {other.id} by {deep:.2f} mm"


def _towers(state: State, table: Table) -> Iterator[str]:
    for die in table.loose_dice():
        yield f"{die.id} lies about between turns"
    for name, tower in table.towers.items():
        if strangers := [die for die in tower.dice if die not in table.dice]:
            yield f"the tower of {name} has dice that are not on the table: {', '.join(strangers)}"
            continue
        model = table.models.get(name)
        if model is None or name not in state.fighters:
            yield f"the tower of {name} has no model"
            continue
        yield from _tower(table, model, table.tower_dice(name))


def _tower(table: Table, model: Model, dice: tuple[Die, ...]) -> Iterator[str]:
    if model.fallen:
        yield f"{model.id} has fallen and has a tower"  # RD-37
    # The tower may stand on a stage, with its model beside the stage.
    if not stands(dice, table.level_under(dice[0])):
        yield f"the tower of {model.id} is no single stack"  # RD-30
    if not is_in_place(model, dice):
        yield f"the tower of {model.id} is {gap(model.footprint, dice[0].footprint):.2f} mm off its model"
