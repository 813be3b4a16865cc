"""Towers of dice. A hand builds a tower die by die beside a model, and can then carry the model with its tower."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import pi, sqrt
from pathlib import Path
from typing import Final

import numpy as np

from riotsim.app.new_games import check_seed
from riotsim.app.throws import check_rounding, find_hand, read_dice_rules
from riotsim.errors import InvalidValue
from riotsim.games import DEFAULT_RULES
from riotsim.library.arguments import check_count, check_distance, check_hand
from riotsim.rulebooks import NO_OPTIONS
from riotsim.simulation import perform
from riotsim.table.acts import Carry, Hand, Settled, Stack, TowerFell
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Point, Pose, Quaternion, multiply
from riotsim.table.state import Table
from riotsim.table.svg import BLANK, Area, Ground, svg_picture
from riotsim.table.units import inches

TABLE_SIDE: Final = inches(24)
"""Side of the table with the towers (mm)."""

MODEL_START: Final[Point] = (150.0, 150.0)
"""Position of the model before the first carry: x and y (mm)."""

TOWER_BEARING: Final = pi
"""The direction from the model to its tower (rad from +x).

Carries go along +x, so the tower is behind the model.
"""

MODEL_ID: Final = "model"
"""The id of the model. The tower beside the model has the same id."""

FRONT_MARGIN: Final = 12.0
"""Width of the margin around a tower in its picture from the front (mm on the table).

The margin below the tower shows the table.
"""

FRONT_SCALE: Final = 2.0
"""Scale of a tower's picture from the front (pixels/mm).

The scale is smaller if the picture would otherwise be higher than `MAX_FRONT_HEIGHT`.
"""

MAX_FRONT_HEIGHT: Final = 400.0
"""Largest height of a tower's picture from the front (pixels)."""

TURN_TO_FRONT: Final[Quaternion] = (-sqrt(0.5), 0.0, 0.0, sqrt(0.5))
"""Rotation by a right angle about the x axis, as a quaternion (x, y, z, w).

After the rotation, the die's former top side faces along +y.
"""


@dataclass(frozen=True, slots=True)
class BuiltTower:
    """The result of building or carrying a tower. The tower stands or has fallen."""

    table: Table = field(repr=False)
    """The table with the model and the tower."""
    hand: Hand = field(repr=False)
    """The hand that built the tower."""
    seed: int
    """The seed of the whole tower. The seeds of all acts derive from it."""
    stands: bool
    """True if the tower stands; False if it has fallen."""
    height: int
    """Number of dice in the tower. If the tower has fallen, this is its number of dice before the act of the fall.
    """
    steps: tuple[Settled, ...] = field(repr=False)
    """The outcomes of all acts of building and carrying, in order."""

    def _repr_html_(self) -> str:
        """Return HTML for notebooks: a line about the tower, its picture from the front, and the table from above.

        The line tells the tower's height, its hand, and whether it stands. A tower that has fallen has no picture from
        the front.
        """
        state = "stands" if self.stands else "has fallen"
        caption = f"A tower of {self.height} dice by the hand {self.hand.name} {state}"
        front = _front_view(self.table.tower_dice(MODEL_ID)) if self.stands else ""
        return f"<p>{escape(caption)}</p>{front}{self.table.svg()}"


def _front_view(dice: Sequence[Die]) -> str:
    """Return an SVG picture of a tower's dice from the front."""
    # Seen from above, dice that are turned about the x axis look as the tower looks from the front.
    turned = [
        die.moved_to(Pose((x, z, -y), multiply(TURN_TO_FRONT, die.pose.orientation)))
        for die in dice
        for x, y, z in (die.pose.at,)
    ]
    corners = [point for die in turned for part in die.footprint.parts for point in part.points]
    left, right = min(x for x, _ in corners) - FRONT_MARGIN, max(x for x, _ in corners) + FRONT_MARGIN
    top = max(y for _, y in corners) + FRONT_MARGIN
    scale = min(FRONT_SCALE, MAX_FRONT_HEIGHT / (top + FRONT_MARGIN))
    size = (round((right - left) * scale), round((top + FRONT_MARGIN) * scale))
    areas = [Area(die.footprint, BLANK) for die in turned]
    ground = Ground((left, -FRONT_MARGIN), right - left, FRONT_MARGIN)
    title = f"A tower of {len(dice)} dice from the front"
    return svg_picture(title, ((left, -FRONT_MARGIN), (right, top)), size, areas, [ground])


def build_tower(
    dice: int,
    *,
    seed: int | None = None,
    hand: str | Hand | None = None,
    rules: str | Path = DEFAULT_RULES,
    options: Mapping[str, object] = NO_OPTIONS,
) -> BuiltTower:
    """Build a tower of d6 beside a model, until it has `dice` dice or falls.

    Args:
        dice: Number of dice that the hand tries to stack.
        seed: The same seed gives exactly the same tower. By default a seed is drawn.
        hand: The name of a hand of the rules, or a `Hand` of your own; by default the usual hand of the rules.
        rules: The rules whose dice, hands and surface are used: a name, or the path of a file.
        options: Options of the rules by dotted keys, such as `{"hands.average.tremor": "0.1mm"}`.

    Raises:
        InvalidInput: The hand doesn't exist, `dice` is not a whole number above 0, the seed is invalid, or the rules
            are wrong.
        PhysicsError: The physics engine failed.
    """
    check_count("the dice of a tower", dice, 1)
    check_hand(hand)
    root = check_seed(seed)
    document, game, book = read_dice_rules(rules, options)
    dice_rules = game.dice_rules(book)
    check_rounding(document, dice_rules.dice, ["d6"])
    its = hand if isinstance(hand, Hand) else find_hand(dice_rules, hand)
    bag = dice_rules.dice.dice_set()
    table = Table(TABLE_SIDE, TABLE_SIDE, dice_rules.table.surface).with_pieces(Model(MODEL_ID, "", MODEL_START))
    steps: list[Settled] = []
    for number in range(dice):
        act = Stack(bag.die(f"die-{number:03}", "d6"), MODEL_ID, its, TOWER_BEARING)
        settled = perform(table, act, _seed_of(root, 0, number))
        steps.append(settled)
        table = settled.table
        if settled.facts_of(TowerFell):
            return BuiltTower(table, its, root, stands=False, height=number, steps=tuple(steps))
    return BuiltTower(table, its, root, stands=True, height=dice, steps=tuple(steps))


def carry_tower(tower: BuiltTower, distance: float = 6.0, *, pace: str | None = None) -> BuiltTower:
    """Carry a model and its tower straight across the table, and return the result.

    Args:
        tower: A tower that stands, as `build_tower` or `carry_tower` returned it.
        distance: The distance (inches), above 0.
        pace: A pace of the tower's hand, such as `normal` or `slow`; by default the usual pace.

    Raises:
        InvalidValue: `tower` is not a `BuiltTower`, or it has fallen. Or the tower's hand has no such pace. Or
            `distance` is not a finite number above 0, or it leads off the table.
        PhysicsError: The physics engine failed.
    """
    if not isinstance(tower, BuiltTower):
        raise InvalidValue(f"what is carried is a tower, as build_tower returns it, not {tower!r:.80}")
    if not tower.stands:
        raise InvalidValue("the tower has fallen: there is nothing to carry")
    paces = dict(tower.hand.paces)
    pace = next(iter(paces)) if pace is None else pace
    if pace not in paces:
        raise InvalidValue(f"the hand {tower.hand.name!r} has the paces {', '.join(paces)}, not {pace!r}")
    check_distance(distance)
    x, y = tower.table.models[MODEL_ID].at
    to = (x + inches(distance), y)
    if not 0.0 <= to[0] <= tower.table.width:
        raise InvalidValue(f"{distance:g} in leads off the table, whose sides have {TABLE_SIDE / inches(1):g} in")
    act = Carry(MODEL_ID, to, tower.hand, pace)
    settled = perform(tower.table, act, _seed_of(tower.seed, 1, len(tower.steps)))
    stands = not settled.facts_of(TowerFell)
    height = tower.height
    return BuiltTower(settled.table, tower.hand, tower.seed, stands, height, (*tower.steps, settled))


def _seed_of(root: int, *address: int) -> int:
    (own,) = np.random.SeedSequence(root, spawn_key=address).generate_state(1, np.uint64)
    return int(own)
