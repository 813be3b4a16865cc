import pytest
from physics_suite.tables import SHAKY, board

from riotsim.simulation import frames
from riotsim.table.acts import Roll
from riotsim.table.dice.custom import rounded
from riotsim.table.dice.kinds import D6, KINDS, die_kind
from riotsim.table.pieces import Die
from riotsim.testing.plugin import Size

ROUND = rounded(D6, 0.12)
"""A cube with usual edges."""

SINKS = {
    "d4": (0.25, 0.08), "d6": (0.20, 0.24), "rounded d6": (0.06, 0.01), "d8": (0.06, 0.08), "d10": (0.08, 0.01),
    "d12": (0.01, 0.01), "d20": (0.11, 0.01),
}  # fmt: skip
"""Largest depth of a die's centre below that of a flat die, as a share of its size, for dice of 8.2 and 16 mm. Ours.

No solid die sinks in. But contacts are found once a step, and a die that lands nearly flat may then be in by its way in
that step. Released at 100 mm, its centre meets the table at 1.6 m/s (√(2gh)). Sharp cubes are thrown in whole steps,
two for the small one, of 6.7 and 3.3 mm, 0.41 of the size. Other kinds have four steps and more, a quarter of that. Few
land so flat. The worst of 40 throws each, in this order: 0.243, 0.069; 0.196, 0.231; 0.056, 0.008; 0.054, 0.079; 0.075,
0.005; 0.005, 0.003; 0.100, 0.006.
"""

DEEP = 0.5
"""If a die's centre is lower than a flat die's by more than this, the die is in the table (mm)."""

TICKS = {"d4": 8}
"""A d4 may be in the table for at most this many ticks of a throw. Measured: the longest of these throws."""

OTHERS = 2
"""Dice of other kinds may be in the table for at most this many ticks of a throw."""


@pytest.mark.takes(minutes=1)
@pytest.mark.parametrize("small", [True, False])
@pytest.mark.parametrize("kind", [*KINDS, "rounded d6"])
def test_a_thrown_die_does_not_sink_into_the_table(kind: str, small: bool, size: Size) -> None:
    """If a die bounces on the table, its centre is not lower than that of a die that lies on a face.

    Two solids cannot share a place, and a convex solid is lowest when it lies on its nearest face. The engine's steps
    allow a die to be lower by the share in `SINKS`, and for a few ticks. A d4 of 8 mm once sank by 14 mm, and came
    back.
    """
    die = Die("a", ROUND if kind == "rounded d6" else die_kind(kind), 8.2 if small else 16.0)
    flat = min(die.kind.flat_height(value) for value in die.kind.values) * die.size
    for seed in range(size(8, 40)):
        poses = [
            frame.poses["a"].at
            for frame in frames(board(), Roll((die,), (305.0, 305.0), 0.3, SHAKY), seed, every=1)
            if "a" in frame.poses
        ]
        depths = [flat - z for x, y, z in poses if 0.0 < x < 610.0 and 0.0 < y < 610.0]
        assert max(depths) < SINKS[kind][0 if small else 1] * die.size, seed
        assert sum(depth > DEEP for depth in depths) <= TICKS.get(kind, OTHERS), seed
