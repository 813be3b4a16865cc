"""Throws by hand near the edge of a table: the window warns before the release if dice may leave the table."""

import math
from dataclasses import replace

import pytest

from riotsim.play.requests import AimThrow
from riotsim.simulation import perform
from riotsim.table.acts import LeftTable, Roll
from riotsim.table.pieces import Die
from riotsim.table.state import Table, Tray
from riotsim.testing.tables import STEADY_HAND, empty_table
from riotsim.viewer.input.gestures.throw import ThrowGesture, ThrowPreview
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.throw import LET_GO, MAY_LEAVE, ThrowInteraction, force_colour
from riotsim.viewer.scene.marks import Path, Ring

SIDE = 609.6
"""Side of the table (mm)."""

TABLE = empty_table(SIDE, SIDE)

THROW = AimThrow("Ann", "roll", ("d6", "d6", "d6"), SIDE, SIDE, 50.0, speed=700.0)

FRAME = 1 / 60
"""Time between two pictures (s)."""

GENTLE, HARD = 0.3, 2.0
"""Strengths of throws, as shares of the hand's usual speed."""


def path(x: float, y: float, heading: float, strength: float) -> list[tuple[float, float, float]]:
    """Return the samples of a straight flick that ends at the given place (mm)."""
    speed, count = strength * THROW.speed, 9
    behind = [speed * FRAME * (count - 1 - k) for k in range(count)]
    return [(k * FRAME, x - far * math.cos(heading), y - far * math.sin(heading)) for k, far in enumerate(behind)]


def flicked(x: float, y: float, heading: float, strength: float, *, walled: bool = False) -> ThrowPreview:
    """Return the throw of a straight flick that ends at the given place (mm)."""
    first, *others = path(x, y, heading, strength)
    held = ThrowGesture(THROW, *first, walled=walled)
    for seen in others:
        held.move(*seen)
    return held.preview


def roll_of(preview: ThrowPreview) -> Roll:
    """Return a throw as an act on the table."""
    aim, dice = preview.aim, tuple(Die(f"d{k}", size=16.0) for k in range(len(THROW.dice)))
    return Roll(dice, aim.at, aim.heading, STEADY_HAND, aim.drop, aim.strength, spin=aim.spin, by_hand=True)


def lost(preview: ThrowPreview, throws: int = 20) -> float:
    """Return the share of dice that leave the table in several throws."""
    roll = roll_of(preview)
    left = [{fact.piece for fact in perform(TABLE, roll, seed).facts_of(LeftTable)} for seed in range(throws)]
    return sum(map(len, left)) / (throws * len(THROW.dice))


def test_the_warning_tells_where_dice_leave_the_table() -> None:
    """RD-91: throws with a warning lose more than three times as many dice as others. Throws without a warning lose
    fewer than a fifth of their dice, even beside a corner.
    """
    warned: list[float] = []
    others: list[float] = []
    for far in (0.0, 60.0, 100.0, 140.0, 200.0):
        for x in (SIDE / 2, SIDE - far):
            preview = flicked(x, SIDE - far, math.pi / 2 if x == SIDE / 2 else math.pi / 4, GENTLE)
            (warned if preview.may_leave else others).append(lost(preview))
    assert min(len(warned), len(others)) >= 3
    assert max(others) < 0.2
    assert sum(warned) / len(warned) > 3 * sum(others) / len(others)


@pytest.mark.parametrize("strength", [GENTLE, 1.0, HARD])
def test_half_the_dice_come_to_rest_in_the_circle(strength: float) -> None:
    """For a throw of any strength, about half the dice come to rest in the circle that is shown before the release."""
    side = 4000.0
    throw = replace(THROW, width=side, depth=side)
    (first, *others), wide = path(side / 2, side / 2, 0.0, strength), empty_table(side, side)
    held = ThrowGesture(throw, *first)
    for seen in others:
        held.move(*seen)
    preview = held.preview
    there = [perform(wide, roll_of(preview), seed).table.dice.values() for seed in range(15)]
    inside = [math.dist(die.pose.xy, preview.at) <= preview.spread for dice in there for die in dice]
    assert 0.3 < sum(inside) / len(inside) < 0.7


@pytest.mark.parametrize("strength", [GENTLE, HARD])
def test_dice_can_be_thrown_at_all_that_stands_at_the_edge(strength: float) -> None:
    """If the hand throws near a corner of the table, dice end there at any strength, so that they can hit a tower at
    the edge. The window warns of such throws.
    """
    for heading in (0.0, math.pi / 2):
        preview = flicked(SIDE - 30.0, SIDE - 30.0, heading, strength)
        assert max(preview.at) == pytest.approx(SIDE, abs=30.0)
        assert preview.may_leave


def test_only_tables_without_walls_lose_dice() -> None:
    """If a table has walls, the window doesn't warn that dice may leave. A throw may then end at the wall."""
    flick = (300.0, 500.0, math.pi / 2, HARD)
    assert flicked(*flick).may_leave
    walled = flicked(*flick, walled=True)
    assert not walled.may_leave
    assert walled.at[1] == SIDE
    assert flicked(300.0, SIDE, math.pi / 2, GENTLE, walled=True).at[1] == SIDE


def overlay_of(table: Table, request: AimThrow, flick: list[tuple[float, float, float]]) -> TableOverlay:
    """Return what the window shows of a throw that is about to be released."""
    interaction = ThrowInteraction(request, table, hands=True)
    (t, x, y), *others = flick
    interaction.pressed(Pointer((x, y), None, t))
    for t, x, y in others:
        interaction.moved(Pointer((x, y), None, t))
    return interaction.overlay()


def test_the_line_turns_red_where_dice_may_leave_the_table() -> None:
    """If a throw may lose dice, its line and circle turn red before the release, and the hint warns. If not, there is
    no warning. A harder throw has a greater circle.
    """
    told = {}
    for strength in (GENTLE, HARD):
        overlay = overlay_of(TABLE, THROW, path(300.0, 300.0, math.pi / 2, strength))
        (line,) = (mark for mark in overlay.marks if isinstance(mark, Path))
        (ring,) = (mark for mark in overlay.marks if isinstance(mark, Ring))
        assert line.colour == ring.colour
        told[strength] = (line.colour == force_colour(1.0), overlay.hint, ring.radius)
    assert told[GENTLE][:2] == (False, LET_GO)
    assert told[HARD][:2] == (True, MAY_LEAVE)
    assert told[GENTLE][2] < told[HARD][2]


def test_a_hard_throw_into_a_tray_is_no_risk() -> None:
    """If dice are thrown hard into a tray, there is no warning, because its walls keep the dice."""
    tray = Tray(254.0, 203.2, 76.2, (700.0, 200.0))
    request = AimThrow("Ann", "roll", ("d6", "d6"), tray.width, tray.depth, 50.0, in_tray=True, speed=700.0)
    assert overlay_of(Table(SIDE, SIDE, tray=tray), request, path(820.0, 300.0, 0.0, HARD)).hint == LET_GO
