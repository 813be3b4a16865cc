"""Worlds: random tables, each with a random act, from a seed or from a hypothesis strategy.

- In a *usual* world, no pieces overlap and towers stand.
- A *nasty* world may have overlapping pieces, pieces over the edge, tiny and huge pieces, and violent hands.
"""

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from riotsim.table.acts import Act, Carry, Drop, Hand, Pace, Roll, Stack
from riotsim.table.dice.dice_set import MAX_DICE
from riotsim.table.pieces import Die, Token
from riotsim.table.poses import ORIGIN, Point, Pose
from riotsim.table.state import Table
from riotsim.testing.generators.choices import Chooser, HypothesisChooser, SeededChooser, maybe, pick
from riotsim.testing.generators.parts import choose_cube, choose_kind, choose_size
from riotsim.testing.generators.tables import choose_place, choose_table
from riotsim.testing.tables import STEADY_HAND

USUAL_HAND: Final = Hand("usual", 0.8, 0.05, 0.05, 10.0, 20.0, 800.0, 100.0, 25.0, STEADY_HAND.paces)
"""A hand with errors and speeds like those of a person's hand."""

USUAL_MAX_DICE: Final = 6
"""Largest number of dice in small throws. Three of four random throws are small."""

MANY_DICE: Final = 20
"""Largest number of dice in large throws. Three of sixteen random throws are large.

The remaining one in sixteen may have up to `MAX_DICE` dice.
"""

MAX_CARRY: Final = 150.0
"""In five of six random carries, a model is carried no farther than this along x, and along y (mm)."""


def choose_act(chooser: Chooser, table: Table, nasty: bool) -> Act:
    """Choose an act that can be performed on a table: a roll, a drop, a stack or a carry."""
    kinds = [_roll, _roll, _drop]
    if table.towers or table.models:
        kinds.append(_stack)
    if table.models:
        kinds.append(_carry)
    return pick(chooser, tuple(kinds))(chooser, table, nasty)


def choose_hand(chooser: Chooser, nasty: bool) -> Hand:
    """Choose a hand: one without errors, one like a person's, or a random one. A `nasty` hand is always random."""
    if not nasty and not maybe(chooser, 5):
        return pick(chooser, (USUAL_HAND, STEADY_HAND))
    speed = chooser.number(10.0, 3000.0)
    return Hand(
        "any",
        place_sigma=chooser.number(0.0, 50.0 if nasty else 3.0),
        yaw_sigma=chooser.number(0.0, math.pi if nasty else 0.3),
        tremor=chooser.number(0.0, 5.0 if nasty else 0.2),
        tremor_hz=chooser.number(1.0, 60.0 if nasty else 12.0),
        aim_sigma=chooser.number(0.0, 100.0),
        speed=chooser.number(0.0, 3000.0 if nasty else 1500.0),
        speed_sigma=chooser.number(0.0, 500.0 if nasty else 200.0),
        spin=chooser.number(0.0, 150.0 if nasty else 60.0),
        paces=(("any", Pace(speed, chooser.number(speed, 50_000.0))), *STEADY_HAND.paces)
        if nasty
        else STEADY_HAND.paces,
        unbraced=chooser.number(10.0, 10_000.0),
    )


def _aim(chooser: Chooser, table: Table, nasty: bool) -> Point:
    """Return the target of an act: the middle of the table, a tower, a model, the edge, or any point.

    The target of a nasty act may be beyond the edge.
    """
    spots = [table.middle, choose_place(chooser, table)]
    spots += [table.dice[tower.dice[0]].pose.xy for tower in table.towers.values()]
    spots += [model.at for model in table.models.values()]
    spots.append((chooser.number(0.0, table.width), pick(chooser, (0.0, table.depth))))
    if nasty:
        spots.append(choose_place(chooser, table, beyond=100.0))
    return pick(chooser, tuple(spots))


def _dice(chooser: Chooser, table: Table, nasty: bool) -> tuple[Die, ...]:
    """Return dice to roll, all alike or mixed.

    Sometimes one of them is a die that already lies on the table. All others are new.
    """
    count = chooser.integer(1, USUAL_MAX_DICE)
    if maybe(chooser, 4):
        count = chooser.integer(1, MAX_DICE if maybe(chooser, 4) else MANY_DICE)
    mixed = maybe(chooser, 3)
    kind, size = choose_kind(chooser), choose_size(chooser, nasty)
    dice = [
        Die(
            f"thrown-{k:02d}",
            choose_kind(chooser) if mixed else kind,
            choose_size(chooser, nasty) if mixed else size,
        )
        for k in range(count)
    ]
    lying = sorted(die.id for die in table.loose_dice())
    if lying and maybe(chooser, 3):
        again = table.dice[pick(chooser, tuple(lying))]
        dice[0] = again
    return tuple(dice)


def _roll(chooser: Chooser, table: Table, nasty: bool) -> Act:
    in_tray = table.tray is not None and maybe(chooser, 2)
    aim = _aim(chooser, table, nasty)
    if table.tray is not None and in_tray and maybe(chooser, 2):
        aim = table.tray.middle  # anywhere will do: the throw is brought over its bottom
    return Roll(
        _dice(chooser, table, nasty),
        aim,
        chooser.number(0.0, math.tau),
        choose_hand(chooser, nasty),
        drop=chooser.number(0.0, 600.0) if nasty else chooser.number(30.0, 200.0),
        strength=chooser.number(0.0, 2.0) if nasty else chooser.number(0.3, 1.5),
        free_models=maybe(chooser, 4),
        in_tray=in_tray,
    )


def _drop(chooser: Chooser, table: Table, nasty: bool) -> Act:
    diameter = chooser.number(15.0, 40.0)
    token = Token("dropped", ORIGIN, diameter)
    if table.tokens and maybe(chooser, 4):
        token = table.tokens[pick(chooser, tuple(sorted(table.tokens)))]
    height = chooser.number(0.0, 1200.0) if nasty else chooser.number(10.0, 400.0)
    return Drop(token, _aim(chooser, table, nasty), height, choose_hand(chooser, nasty))


def _stack(chooser: Chooser, table: Table, nasty: bool) -> Act:
    name = pick(chooser, tuple(sorted({*table.towers, *table.models})))
    dice = table.tower_dice(name)
    size = dice[-1].size if dice and not nasty else choose_size(chooser, nasty)
    kind = dice[-1].kind if dice and not nasty else choose_cube(chooser)
    die = Die("put", kind, size, Pose((0.0, 0.0, 0.0), kind.orientation_showing(chooser.integer(1, 6))))
    cubes = sorted(one.id for one in table.loose_dice() if one.kind.is_cube)
    if cubes and maybe(chooser, 3):
        die = replace(table.dice[pick(chooser, tuple(cubes))])
    most = size if nasty else size / 4
    offset = (chooser.number(-most, most), chooser.number(-most, most)) if maybe(chooser, 3) else (0.0, 0.0)
    return Stack(die, name, choose_hand(chooser, nasty), chooser.number(0.0, math.tau), offset)


def _carry(chooser: Chooser, table: Table, nasty: bool) -> Act:
    name = pick(chooser, tuple(sorted(table.models)))
    model, hand = table.models[name], choose_hand(chooser, nasty)
    pace = pick(chooser, tuple(known for known, _ in hand.paces))
    if maybe(chooser, 6):
        to = choose_place(chooser, table, beyond=50.0 if nasty else 0.0)
    else:
        to = (model.at[0] + chooser.number(-MAX_CARRY, MAX_CARRY), model.at[1] + chooser.number(-MAX_CARRY, MAX_CARRY))
    if not nasty:  # the whole base stays on the table (RD-45)
        left, front, right, back = model.footprint_at((0.0, 0.0)).bounds()
        to = (
            min(max(to[0], -left), table.width - right),
            min(max(to[1], -front), table.depth - back),
        )
    return Carry(name, to, hand, pace)


if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

MAX_SEED: Final = 2**32 - 1
"""Greatest seed chosen for an act. An act may have any whole number from 0 up as its seed."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A table, an act to perform on it, and the act's seed."""

    table: Table
    act: Act
    seed: int
    nasty: bool
    """True if table and act may be impossible in play."""


def random_trial(seed: int, *, nasty: bool = False) -> Trial:
    """Return a random table with an act. The same arguments always give the same result."""
    return choose_trial(SeededChooser(seed, nasty), nasty)


def choose_trial(chooser: Chooser, nasty: bool) -> Trial:
    """Choose a table, an act on it, and the act's seed.

    Args:
        chooser: The source of choices.
        nasty: Whether table and act may be impossible in play.
    """
    table = choose_table(chooser, nasty)
    return Trial(table, choose_act(chooser, table, nasty), chooser.integer(0, MAX_SEED), nasty)


def trials(*, nasty: bool = False) -> "SearchStrategy[Trial]":
    """Return a hypothesis strategy for random tables, each with an act. The package hypothesis must be installed.

    Args:
        nasty: Whether table and act may be impossible in play.
    """
    from hypothesis import strategies as st

    @st.composite
    def chosen(draw: "DrawFn") -> Trial:
        return choose_trial(HypothesisChooser(draw), nasty)

    return chosen()
