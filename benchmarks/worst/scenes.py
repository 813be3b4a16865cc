"""Scenes that ask the most of the physics and that a game may still come to: heaps, forests of towers, many tokens.

Rules files may have 60 dice in a roll, towers of 60, 20 tokens a boss, and four bosses.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from riotsim.simulation import perform
from riotsim.table.acts import Act, Carry, Drop, Hand, Pace, Roll, Stack
from riotsim.table.dice.custom import rounded
from riotsim.table.dice.dice_set import MAX_DICE
from riotsim.table.dice.kinds import D6, DieKind, die_kind
from riotsim.table.pieces import Die, Model, Round, Token, Tower, pose_beside
from riotsim.table.poses import ORIGIN, Point, Pose
from riotsim.table.state import FELT, Surface, Table, Tray
from riotsim.table.units import inches
from riotsim.testing.generators.choices import Chooser, SeededChooser, maybe, pick
from riotsim.testing.generators.parts import choose_surface
from riotsim.testing.generators.worlds import MAX_SEED, Trial, random_trial
from riotsim.testing.tables import TABLE_SIDE

THROWER: Final = Hand(
    "thrower", 1.5, 0.07, 0.05, 10.0, 20.0, 900.0, 200.0, 50.0,
    (("slow", Pace(300.0, 650.0)), ("normal", Pace(500.0, 1600.0)), ("rash", Pace(1500.0, 12000.0))),
)  # fmt: skip
"""Throws as a drunk does, and carries at any pace."""

SIZE: Final = 16.0
"""Size of a die (mm)."""

ROUGH: Final = 0.2
"""The least friction of the tables here; slipperier ones are among the usual scenes."""

FOREST: Final = (6, 5)
"""Models with towers in a row, and rows of them."""

MOST_TOKENS: Final = 80
"""Twenty of each of four bosses."""

FARTHEST: Final = inches(20)
"""As a die of twenty sides moves a model (mm)."""

ROOM: Final = 66.0
"""From one of those models to the next (mm): two towers between them just have room."""


def scene(sort: str, seed: int) -> Trial:
    """Return the scene of a sort and a seed, always the same.

    Raises:
        KeyError: There is no such sort.
    """
    if sort == "usual":
        return random_trial(seed)
    chooser = SeededChooser(seed, nasty=True)
    table, act = SORTS[sort](chooser)
    return Trial(table, act, chooser.integer(0, MAX_SEED), nasty=True)


def _surface(chooser: Chooser) -> Surface:
    """Choose a surface that rules files may have: on ice and oil things slide until time is up."""
    surface = choose_surface(chooser, nasty=False)
    return surface if surface.friction >= ROUGH else FELT


def _table(chooser: Chooser, side: float = TABLE_SIDE, walls: float = 0.0) -> Table:
    return Table(side, side, _surface(chooser), wall_height=walls)


def _dice(count: int, *kinds: DieKind, name: str = "thrown") -> tuple[Die, ...]:
    return tuple(Die(f"{name}-{k:02d}", kinds[k % len(kinds)], SIZE) for k in range(count))


def _throw(chooser: Chooser, dice: tuple[Die, ...], at: Point, *, free_models: bool = False) -> Roll:
    return Roll(
        dice, at, chooser.number(0.0, math.tau), THROWER, chooser.number(60.0, 250.0), chooser.number(0.5, 1.2),
        free_models=free_models,
    )  # fmt: skip


def _with_tower(table: Table, name: str, at: Point, height: int, chooser: Chooser, kind: DieKind = D6) -> Table:
    """Put a model with a tower beside it, each die of which is a little off the one below."""
    model = Model(name, "boss", at, Round(25.0))
    bearing = chooser.number(0.0, math.tau)
    seat = pose_beside(model, bearing, SIZE)
    dice = tuple(
        Die(
            f"{name}-{k:02d}",
            kind,
            SIZE,
            seat.translated((min(k, 1) * chooser.number(-0.6, 0.6), min(k, 1) * chooser.number(-0.6, 0.6), k * SIZE)),
            "boss",
        )
        for k in range(height)
    )
    return table.with_pieces(model, *dice).with_tower(name, Tower(tuple(die.id for die in dice), bearing))


def _forest(chooser: Chooser, low: int, high: int, kind: DieKind = D6, size: tuple[int, int] = FOREST) -> Table:
    """Models in rows about the middle, each with a tower."""
    table = _table(chooser)
    x, y = table.middle
    for row in range(size[1]):
        for column in range(size[0]):
            at = (x + (column - (size[0] - 1) / 2) * ROOM, y + (row - (size[1] - 1) / 2) * ROOM)
            table = _with_tower(table, f"m{row}{column}", at, chooser.integer(low, high), chooser, kind)
    return table


def _heap(chooser: Chooser, most: int) -> Table:
    """Make a table with a rim, and dice that were thrown into its corner."""
    table = _table(chooser, inches(8), walls=40.0)
    dice = _dice(chooser.integer(most // 2, most), D6, name="lying")
    corner = (30.0, 30.0)
    return perform(table, _throw(chooser, dice, corner), chooser.integer(0, MAX_SEED)).table


def _into_a_corner(chooser: Chooser) -> tuple[Table, Act]:
    table = _table(chooser, inches(6), walls=chooser.number(10.0, 150.0))
    kinds = pick(chooser, ((D6,), (die_kind("d20"),), (die_kind("d4"), die_kind("d10"), D6)))
    return table, _throw(chooser, _dice(chooser.integer(8, MAX_DICE), *kinds), (25.0, 25.0))


def _onto_a_heap(chooser: Chooser) -> tuple[Table, Act]:
    return _heap(chooser, MAX_DICE), _throw(chooser, _dice(chooser.integer(8, 40), D6), (40.0, 40.0))


def _token_onto_a_heap(chooser: Chooser) -> tuple[Table, Act]:
    """Drop a token onto a heap with a tower beside it, so that the exact solver takes over."""
    table = _heap(chooser, MAX_DICE)
    for k in range(2):
        table = _with_tower(table, f"m{k}", (chooser.number(30, 160), chooser.number(30, 160)), 10, chooser)
    token = Token("dropped", ORIGIN, chooser.number(15.0, 40.0))
    return table, Drop(token, (chooser.number(20, 100), chooser.number(20, 100)), 300.0, THROWER)


def _tower_in_a_heap(chooser: Chooser) -> tuple[Table, Act]:
    """Put a die on a tower among loose dice, so that it falls."""
    table = _with_tower(_heap(chooser, MAX_DICE), "m", (60.0, 60.0), chooser.integer(3, 20), chooser)
    die = Die("put", D6, SIZE)
    return table, Stack(die, "m", THROWER, 0.0, (chooser.number(4.0, 8.0), 0.0))


def _into_a_forest(chooser: Chooser) -> tuple[Table, Act]:
    table = _forest(chooser, 7, 12)
    return table, _throw(chooser, _dice(chooser.integer(1, 12), D6), table.middle)


def _many_into_a_forest(chooser: Chooser) -> tuple[Table, Act]:
    table = _forest(chooser, 7, 12)
    kinds = pick(chooser, ((D6,), (die_kind("d20"),), (die_kind("d10"),), (die_kind("d8"), D6)))
    return table, _throw(chooser, _dice(chooser.integer(12, MAX_DICE), *kinds), table.middle)


def _tower_falls_on_others(chooser: Chooser) -> tuple[Table, Act]:
    """Carry a tower of 10 to 20 dice with a jerk among others."""
    table = _forest(chooser, 10, 20, size=(3, 3))
    x, y = table.models["m11"].at
    return table, Carry("m11", (x + chooser.number(-9.0, 9.0), y + chooser.number(-9.0, 9.0)), THROWER, "rash")


def _tokens(chooser: Chooser) -> tuple[Table, Act]:
    """Drop a token on a heap of tokens about a tower."""
    table = _with_tower(_table(chooser), "m", (200.0, 200.0), chooser.integer(1, 12), chooser)
    diameter = chooser.number(15.0, 40.0)
    for k in range(chooser.integer(10, 40)):
        row, column = divmod(k // 4, 4)
        at = (200.0 + 42.0 * (column - 1.5) + chooser.number(0, 1), 255.0 + 42.0 * row + chooser.number(0, 1))
        table = table.with_pieces(Token(f"t{k:02d}", Pose((*at, 1.5 + 3.0 * (k % 4)), ORIGIN.orientation), diameter))
    token = Token("dropped", ORIGIN, diameter)
    return table, Drop(token, (205.0, 245.0), chooser.number(10.0, 1200.0), THROWER)


def _into_a_tray(chooser: Chooser) -> tuple[Table, Act]:
    side = chooser.number(inches(4), inches(10))
    tray = Tray(side, side, chooser.number(40.0, 150.0), (TABLE_SIDE + 25.0, 0.0), _surface(chooser))
    table = replace(_table(chooser), tray=tray)
    kind = pick(chooser, (D6, die_kind("d20"), die_kind("d12"), rounded(D6, 0.1)))
    return table, replace(_throw(chooser, _dice(chooser.integer(6, MAX_DICE), kind), tray.middle), in_tray=True)


def _rounded(chooser: Chooser) -> tuple[Table, Act]:
    kind = rounded(D6, chooser.number(0.03, 0.15))
    table = _forest(chooser, 4, 12, kind, (4, 3))
    return table, _throw(chooser, _dice(chooser.integer(3, 24), kind), table.middle)


def _rounded_tower(chooser: Chooser) -> tuple[Table, Act]:
    kind = rounded(D6, chooser.number(0.03, 0.15))
    table = _forest(chooser, 8, 14, kind, (2, 2))
    if maybe(chooser, 2):
        return table, Carry("m00", (400.0, 380.0), THROWER, pick(chooser, THROWER.paces)[0])
    return table, Stack(Die("put", kind, SIZE), "m00", THROWER, 0.0, (chooser.number(0.0, 7.0), 0.0))


def _free_models(chooser: Chooser) -> tuple[Table, Act]:
    table = _forest(chooser, 1, 10)
    kind = pick(chooser, (D6, D6, die_kind("d20")))
    return table, _throw(chooser, _dice(chooser.integer(1, 30), kind), table.middle, free_models=True)


def _carried_through(chooser: Chooser) -> tuple[Table, Act]:
    """Carry a model with a tower past others and through tokens."""
    table = _forest(chooser, 5, 12, size=(5, 2))
    x, y = table.middle
    for k in range(chooser.integer(0, 20)):
        at = (x + chooser.number(-120, 120), y + chooser.number(-12, 12))
        table = table.with_pieces(Token(f"t{k:02d}", Pose((*at, 1.5), ORIGIN.orientation), 20.0))
    table = _with_tower(table, "m", (x - 190.0, y), chooser.integer(5, 20), chooser)
    return table, Carry("m", (x + chooser.number(0.0, 150.0), y), THROWER, pick(chooser, THROWER.paces)[0])


def _between_walls(chooser: Chooser) -> tuple[Table, Act]:
    """Towers along the rim of a table that is full of them, so that what falls is thrown back."""
    table = _table(chooser, 4 * ROOM, chooser.number(20.0, 150.0))
    for row in range(4):
        for column in range(4):
            at = ((column + 0.5) * ROOM, (row + 0.5) * ROOM)
            table = _with_tower(table, f"m{row}{column}", at, chooser.integer(5, 14), chooser)
    kinds = pick(chooser, ((D6,), (die_kind("d20"),), (die_kind("d8"), die_kind("d12"))))
    return table, _throw(chooser, _dice(chooser.integer(6, MAX_DICE), *kinds), table.middle)


def _giants(chooser: Chooser) -> tuple[Table, Act]:
    """Towers as high as rules allow (`tower.start`) are hit, or die upon die is put on one."""
    table = _table(chooser)
    for k in range(4):
        at = (270.0 + 70.0 * (k % 2), 270.0 + 70.0 * (k // 2))
        table = _with_tower(table, f"m{k}", at, chooser.integer(20, MAX_DICE), chooser)
    if maybe(chooser, 2):
        return table, Stack(Die("put", D6, SIZE), "m0", THROWER, 0.0, (chooser.number(0.0, 7.0), 0.0))
    return table, _throw(chooser, _dice(chooser.integer(1, 30), D6), (305.0, 305.0))


def _slowly_past_all(chooser: Chooser) -> tuple[Table, Act]:
    """Carry a model slowly as far as a roll allows, past towers and tokens beside its path."""
    table = _with_tower(_table(chooser), "m", (50.0, 305.0), chooser.integer(1, 12), chooser)
    for k in range(chooser.integer(1, 12)):
        at = (chooser.number(110.0, 560.0), 305.0 + chooser.number(40.0, 75.0) * (1.0 if k % 2 else -1.0))
        if any(math.dist(at, model.at) < ROOM for model in table.models.values()):
            continue
        if k % 3:
            table = _with_tower(table, f"m{k:02d}", at, chooser.integer(1, 12), chooser)
        else:
            table = table.with_pieces(Token(f"t{k:02d}", Pose((at[0], 305.0, 1.5), ORIGIN.orientation), 20.0))
    hand = replace(THROWER, paces=(("slow", Pace(chooser.number(20.0, 300.0), 650.0)),))
    return table, Carry("m", (50.0 + FARTHEST, 305.0), hand, "slow")


def _through_loot(chooser: Chooser) -> tuple[Table, Act]:
    """Put all tokens of four players where a token drops, or where a model with a tower is carried through."""
    table = _with_tower(_table(chooser), "m", (100.0, 300.0), chooser.integer(1, 12), chooser)
    for k in range(MOST_TOKENS):
        row, column = divmod(k, 10)
        at = (180.0 + 24.0 * column + chooser.number(-1.5, 1.5), 220.0 + 24.0 * row + chooser.number(-1.5, 1.5))
        table = table.with_pieces(Token(f"t{k:02d}", Pose((*at, 1.5), ORIGIN.orientation), 20.0))
    if maybe(chooser, 2):
        return table, Carry("m", (500.0, 300.0), THROWER, pick(chooser, THROWER.paces)[0])
    return table, Drop(Token("dropped", ORIGIN, 20.0), (290.0, 300.0), chooser.number(10.0, 1200.0), THROWER)


SORTS: Final[dict[str, Callable[[Chooser], tuple[Table, Act]]]] = {
    "corner": _into_a_corner,
    "heap": _onto_a_heap,
    "token on heap": _token_onto_a_heap,
    "tower in heap": _tower_in_a_heap,
    "forest": _into_a_forest,
    "full forest": _many_into_a_forest,
    "tower on towers": _tower_falls_on_others,
    "tokens": _tokens,
    "tray": _into_a_tray,
    "rounded": _rounded,
    "rounded tower": _rounded_tower,
    "free models": _free_models,
    "carry": _carried_through,
    "walls": _between_walls,
    "giants": _giants,
    "slow carry": _slowly_past_all,
    "loot": _through_loot,
}
"""Scenes by their sort. There are `usual` ones besides: those of `random_worlds`."""
