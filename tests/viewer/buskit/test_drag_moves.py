"""A drag of the fighter who acts is its move."""

from collections.abc import Iterator

import pytest
from screen_at_host import play

from riotsim.app.window.lessons import lesson_opening
from riotsim.table.poses import Point
from riotsim.table.units import inches
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.screens.game import GameScreen

INES = "a.ines"


@pytest.mark.parametrize(("far", "asked"), [(3.0, "action"), (0.8, "move"), (0.2, "move")])
def test_a_drag_of_a_fighter_is_its_move(far: float, asked: str) -> None:
    """A drag of the fighter who acts moves it to where the button is released. If the mouse moves less than the width
    of a base, the window only asks for the place.
    """
    seen: list[tuple[str, Point]] = []

    def user(screen: GameScreen) -> Iterator[None]:
        assert screen.table is not None
        x, y = screen.table.models[INES].at
        at, to = Pointer((x, y), INES, 0.0), Pointer((x, y + inches(far)), None, 0.0)
        screen.moved(at)
        assert screen.pressed(at)
        screen.moved(to)
        screen.released(to)
        while screen.interaction is None or (far > 1 and screen.interaction.request.purpose != "action"):
            yield
        assert screen.table is not None
        seen.append((screen.interaction.request.purpose, screen.table.models[INES].at))

    play(lesson_opening("buskit", 0), user)
    ((purpose, at),) = seen
    assert purpose == asked
    moved = inches(far) if far > 1 else 0.0
    assert at == pytest.approx((inches(18), inches(14) + moved))
