"""If pictures take long, movements of the mouse arrive late. They count as no faster than they were."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from told_host import Told, asked, screens

from riotsim.play.requests import Aim, AimThrow, PlaceDie, Request, SetPace, Target
from riotsim.table.acts import Mark, Put
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import Model
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.testing.tables import with_tower
from riotsim.viewer.input.gestures.mouse_track import MouseTrack
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.session.messages import Answer, DragSamples

FLOOR = Table(600.0, 600.0)
THROW = AimThrow("Bob", "pitch", ("d6",), 600.0, 600.0, 50.0)

SHAKE_SECONDS, FLICK_SECONDS, FLICK = 1.0, 0.15, 28.0
"""Time of the shake and of the flick after it (s), and length of the flick (mm)."""

HZ = 100
"""Number of movements that a mouse reports each second."""

HANDLING = 0.0003
"""Time to handle one movement (s)."""


def hand(t: float) -> float:
    """Return the place of a hand (mm) that shakes four times a second, by 30 mm to each side, and then flicks."""
    if t < SHAKE_SECONDS:
        return 300.0 + 30.0 * math.sin(math.tau * 4.0 * t)
    return 300.0 + FLICK * min((t - SHAKE_SECONDS) / FLICK_SECONDS, 1.0)


def late(pictures: float, began: float) -> list[list[tuple[float, float]]]:
    """Return the times at which movements are handled, and the places (mm), in lists from picture to picture.

    Args:
        pictures: Number of pictures each second.
        began: Part of the first picture that had been drawn when the hand began.
    """
    ends = SHAKE_SECONDS + FLICK_SECONDS
    reported = [k / HZ for k in range(round(ends * HZ) + 1)]
    found: list[list[tuple[float, float]]] = []
    while reported:
        done = (len(found) + 1 - began) / pictures
        now = [t for t in reported if t <= done]
        reported = reported[len(now) :]
        found.append([(done + k * HANDLING, hand(t)) for k, t in enumerate(now)])
    return found


def thrown(batches: Sequence[Sequence[tuple[float, float]]], pictures: float) -> Aim:
    """Return the throw of a hand whose movements are handled when each picture is done."""
    host, table = screens("Bob", persons=("Bob",), on=FLOOR)
    now = 0.0
    table.clock = lambda: now
    host.coming.append(asked(THROW))
    held = False
    for batch in batches:
        now = (batch[0][0] if batch else now + 1 / pictures) - 1 / pictures
        table.advance(0.01)
        for t, x in batch:
            pointer = Pointer((x, 300.0), None, t)
            if held:
                table.moved(pointer)
            held = held or table.pressed(pointer)
    t, x = batches[-1][-1]
    table.released(Pointer((x, 300.0), None, t + HANDLING))
    (answer,) = (word for word in host.heard if isinstance(word, Answer))
    assert isinstance(answer.value, Aim)
    return answer.value


@pytest.mark.parametrize("pictures", [60.0, 20.0, 8.0, 2.0, 0.5])
@pytest.mark.parametrize("began", [0.0, 0.2, 0.4, 0.6, 0.8])
def test_a_soft_flick_after_a_shake_is_soft(pictures: float, began: float) -> None:
    """If movements of the mouse arrive late, a soft flick after a shake is still soft. Neither the shake nor the wait
    makes the throw faster.
    """
    aim = thrown(late(pictures, began), pictures)
    true = FLICK / FLICK_SECONDS
    assert aim.strength <= max(1.2 * true / THROW.speed, THROW.STRENGTHS[0])


@pytest.mark.parametrize("pictures", [30.0, 8.0, 2.0])
def test_a_hard_flick_stays_hard(pictures: float) -> None:
    """If the mouse moves evenly and the player lets go while moving, the throw is as fast as the mouse. Late movements
    don't change the speed.
    """
    count = round(HZ / pictures)
    batches = [
        [((n + 1) / pictures + k * HANDLING, 50.0 + 900.0 * (n * count + k) / HZ) for k in range(count)]
        for n in range(max(2, round(0.25 * pictures)))
    ]
    assert thrown(batches, pictures).strength == pytest.approx(900.0 / THROW.speed, rel=0.12)


def test_in_time_movements_keep_their_times() -> None:
    """If movements arrive in time at 60 pictures a second, the pictures don't change the measured speed."""
    with_pictures, without = MouseTrack(), MouseTrack()
    for k in range(40):
        t, x = k / 120, 2.0 * k * k
        if k % 2:
            with_pictures.drawn(t - 0.001)
        with_pictures.add(t, x, 0.0)
        without.add(t, x, 0.0)
    assert with_pictures.velocity() == without.velocity()


def test_a_die_is_let_go_over_a_tower_as_slowly_as_it_was() -> None:
    """If a hand moves over a tower at 100 mm/s and clicks, the die gets a speed of 110 mm/s at most."""
    floor = with_tower(FLOOR, 2, name="a1", at=(300.0, 300.0))
    host, table = screens("Bob", persons=("Bob",), on=floor)
    now = 0.0
    table.clock = lambda: now
    host.coming.append(asked(PlaceDie("Bob", "stack", "a1", 2, 8.0)))
    for n in range(2):
        now = 0.5 * n
        table.advance(0.01)
        for k in range(50):
            table.moved(Pointer((200.0 + 50.0 * n + k, 300.0), None, now + 0.5 + k * HANDLING))
    over = Pointer((300.0, 300.0), None, now + 0.5 + 50 * HANDLING)
    table.pressed(over)
    table.released(over)
    (answer,) = (word for word in host.heard if isinstance(word, Answer))
    assert isinstance(answer.value, Put)
    assert math.hypot(*answer.value.velocity) <= 110.0


CARRY = SetPace("Bob", "carry", "a1", (500.0, 300.0), 2, ("normal",), 400.0)

TARGET = Target("a1", (450.0, 300.0), Mark(170.0, 24.0), Region(disc((0.0, 0.0), 0.0), 600.0, 600.0))


def moved_late(request: Request[Any], on: Table, places: Sequence[float], pictures: float) -> tuple[Told, GameScreen]:
    """Answer a request by moving the mouse to places x (mm) with its button held. Movements are handled when each
    picture is done.
    """
    host, table = screens("Bob", persons=("Bob",), on=on)
    now = 0.0
    table.clock = lambda: now
    host.coming.append(asked(request))
    table.advance(0.01)
    count = round(HZ / pictures)
    table.pressed(Pointer((places[0], 300.0), "a1", now))
    for n in range(1, len(places), count):
        table.advance(0.01)  # the picture begins
        for k, x in enumerate(places[n : n + count]):
            table.moved(Pointer((x, 300.0), None, now + 1 / pictures + k * HANDLING))
        now += 1 / pictures + count * HANDLING
    table.advance(0.01)
    table.released(Pointer((places[-1], 300.0), None, now))
    table.advance(0.01)
    return host, table


@pytest.mark.parametrize("pictures", [30.0, 10.0, 4.0])
def test_a_tower_is_carried_as_slowly_as_the_hand_moves(pictures: float) -> None:
    """If a model is dragged at 200 mm/s, its speed between two samples is 300 mm/s at most, however late the movements
    come.
    """
    floor = with_tower(FLOOR, 2, name="a1", at=(115.0, 300.0)).with_pieces(Model("a1", "Bob", (100.0, 300.0)))
    host, _ = moved_late(CARRY, floor, [100.0 + 200.0 * k / HZ for k in range(101)], pictures)
    samples = [sample for word in host.heard if isinstance(word, DragSamples) for sample in word.samples]
    speeds = [(b[1] - a[1]) * TICKS_PER_SECOND / (b[0] - a[0]) for a, b in pairwise(samples)]
    assert samples[-1][1] == 200.0
    assert max(speeds) <= 300.0


@pytest.mark.parametrize("pictures", [30.0, 10.0, 4.0])
def test_dice_in_the_hand_knock_no_harder_when_pictures_are_late(pictures: float) -> None:
    """If dice in the hand move evenly at 200 mm/s, they knock with 300 mm/s at most, even if the movements are late."""
    _, table = moved_late(
        replace(THROW, dice=("d6", "d6")), FLOOR, [100.0 + 200.0 * k / HZ for k in range(101)], pictures
    )
    knocks = [one.speed for one in table.playback.display.impacts]
    assert max(knocks, default=0.0) <= 300.0


@pytest.mark.parametrize("pictures", [30.0, 10.0, 4.0])
def test_a_die_flies_at_a_target_as_fast_as_the_flick(pictures: float) -> None:
    """A flick of 900 mm/s at a tower gives the die this speed, however late the movements come."""
    floor = with_tower(FLOOR, 2, name="a1", at=(450.0, 300.0))
    request = AimThrow("Bob", "knock", ("d6",), 600.0, 600.0, 50.0, target=TARGET)
    count = round(HZ / pictures) * max(1, round(0.25 * pictures))  # whole pictures
    host, _ = moved_late(request, floor, [20.0 + 900.0 * k / HZ for k in range(count + 1)], pictures)
    (answer,) = (word for word in host.heard if isinstance(word, Answer))
    assert isinstance(answer.value, Aim)
    true = 900.0 * round(HZ / pictures) * pictures / HZ
    assert answer.value.strength * request.speed == pytest.approx(true, rel=0.12)
