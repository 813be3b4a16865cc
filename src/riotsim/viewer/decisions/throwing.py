"""Throws: grab the dice, shake, and flick; or a key, which throws them plainly."""

import math

from riotsim.play.requests import Aim, AimThrow
from riotsim.table.state import Table
from riotsim.viewer.decisions.decision import Pointer, Shown
from riotsim.viewer.scene.marks import Ring


class Throwing:
    """stub"""

    level = 60.0

    def __init__(self, request: AimThrow, table: Table, *, hands: bool) -> None:
        self.request = request
        self._at: tuple[float, float] | None = None

    def moved(self, pointer: Pointer) -> None:
        """Follow."""
        self._at = pointer.at

    def pressed(self, pointer: Pointer) -> object | None:
        """Throw there."""
        return None

    def released(self, pointer: Pointer) -> object | None:
        """Throw there."""
        x, y = pointer.at
        return Aim((min(max(x, 0), self.request.width), min(max(y, 0), self.request.depth)), math.pi / 2)

    def cancelled(self) -> bool:
        """Nothing."""
        return False

    def plain(self) -> object | None:
        """A throw at the middle."""
        return Aim((self.request.width / 2, self.request.depth / 2), math.pi / 2)

    def shown(self) -> Shown:
        """A ring."""
        return Shown(marks=() if self._at is None else (Ring(self._at, 30.0, "#ffd24a"),))
