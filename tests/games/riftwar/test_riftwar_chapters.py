"""Chapters of RiftWar as pure functions: arcs, close groups, rallies, and room on a Transport."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from riftwar_rules import rules, unit_type

from riotsim.games.riftwar.armies.unit_types import Abilities, UnitType
from riotsim.games.riftwar.chapters.arcs import arc_of, has_turret
from riotsim.games.riftwar.chapters.groups import Bases, gap_between, group_of, links
from riotsim.games.riftwar.chapters.rally import rally_bonus, rally_chance
from riotsim.games.riftwar.chapters.transport import has_room
from riotsim.table.units import inches

RADIUS = inches(0.5)


def row(*places: float) -> dict[str, tuple[tuple[float, float], float]]:
    """Return Light bases in a row along x, by the x of their centres in inches."""
    return {f"u{k}": ((inches(place), 0.0), RADIUS) for k, place in enumerate(places)}


def test_arcs() -> None:
    """RW-51, RW-94: Light units have 270°, others 90°, and Alert adds 90°, up to a full turn."""
    alert = Abilities(arc=math.radians(90))
    found = [
        arc_of(rules(), UnitType("one", size, "ranged", (), able))
        for size in ("light", "medium", "heavy")
        for able in (Abilities(), alert)
    ]
    assert [round(math.degrees(arc)) for arc in found] == [270, 360, 90, 180, 90, 180]


def test_turrets() -> None:
    """RW-52: only a Heavy Ranged unit has a turret, and so aims apart from its facing."""
    types = (unit_type("cold_war", "ifv"), unit_type("cold_war", "atgm"), unit_type("biters", "giant_bug"))
    assert [has_turret(one) for one in types] == [True, False, False]


def test_a_chain_of_gaps() -> None:
    """RW-35: a close group is a chain of gaps of at most 1 in, however long. A gap of 1.01 in ends the group."""
    bases = row(0, 2, 4, 6, 8.01)
    assert group_of("u0", bases, inches(1)) == ("u0", "u1", "u2", "u3")
    assert group_of("u4", bases, inches(1)) == ("u4",)


@given(st.lists(st.tuples(st.floats(0, 300), st.floats(0, 300), st.sampled_from([12.7, 25.4, 31.75])), max_size=9))
def test_groups_are_the_classes_of_links(places: list[tuple[float, float, float]]) -> None:
    """RW-35: two units are in the same close group exactly if a chain of links joins them."""
    bases: Bases = {f"u{k}": ((x, y), radius) for k, (x, y, radius) in enumerate(places)}
    home = {name: {name} for name in bases}
    for one, other in links(bases, inches(1)):
        assert gap_between(bases[one], bases[other]) <= inches(1) + 1e-5
        joined = home[one] | home[other]
        home |= dict.fromkeys(joined, joined)
    assert {name: {*group_of(name, bases, inches(1))} for name in bases} == home


@pytest.mark.parametrize(
    ("led", "unseen", "chance"),
    [(False, False, (3, 6)), (True, False, (4, 6)), (False, True, (4, 6)), (True, True, (5, 6))],
)
def test_rally_chances(led: bool, unseen: bool, chance: tuple[int, int]) -> None:
    """RW-80: a rally needs 4 or more on a d6. A Leader adds 1 to the die, and so does being unseen by any enemy."""
    assert rally_chance(rules(), rally_bonus(led=led, unseen=unseen)) == Fraction(*chance)


def test_room_on_a_transport() -> None:
    """RW-81: a Transport has room for 6 Light units, or 1 Medium and 2 Light ones, and for no Heavy one."""
    light, medium, heavy = (unit_type("cold_war", name) for name in ("rifleman", "atgm", "ifv"))
    assert has_room(rules(), [light] * 5, light)
    assert not has_room(rules(), [light] * 6, light)
    assert has_room(rules(), [medium, light], light)
    assert not has_room(rules(), [medium, light, light], light)
    assert not has_room(rules(), [light] * 3, medium)
    assert not has_room(rules(), [medium], medium)
    assert not has_room(rules(), [], heavy)
