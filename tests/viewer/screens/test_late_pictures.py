"""Movements of the mouse that arrive late, because pictures take long: they count as no faster than they were."""

import math
from collections.abc import Sequence

import pytest
from told_host import asked, screens

from riotsim.play.requests import Aim, AimThrow, PlaceDie
from riotsim.table.acts import Put
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.input.gestures.mouse_track import MouseTrack
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.session.messages import Answer

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
    """However late the movements come, neither the shake nor the wait makes the flick faster."""
    aim = thrown(late(pictures, began), pictures)
    true = FLICK / FLICK_SECONDS
    assert aim.strength <= max(1.2 * true / THROW.speed, THROW.STRENGTHS[0])


@pytest.mark.parametrize("pictures", [30.0, 8.0, 2.0])
def test_a_hard_flick_stays_hard(pictures: float) -> None:
    """Whoever moves evenly and lets go while moving throws as fast as that, also when the movements come late."""
    count = round(HZ / pictures)
    batches = [
        [((n + 1) / pictures + k * HANDLING, 50.0 + 900.0 * (n * count + k) / HZ) for k in range(count)]
        for n in range(max(2, round(0.25 * pictures)))
    ]
    assert thrown(batches, pictures).strength == pytest.approx(900.0 / THROW.speed, rel=0.12)


def test_in_time_movements_keep_their_times() -> None:
    """At 60 pictures a second, nothing changes."""
    with_pictures, without = MouseTrack(), MouseTrack()
    for k in range(40):
        t, x = k / 120, 2.0 * k * k
        if k % 2:
            with_pictures.drawn(t - 0.001)
        with_pictures.add(t, x, 0.0)
        without.add(t, x, 0.0)
    assert with_pictures.velocity() == without.velocity()


def test_a_die_is_let_go_over_a_tower_as_slowly_as_it_was() -> None:
    """A hand that moves over a tower at 100 mm/s, and clicks, gives the die no more than that."""
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
