"""Stacking: the die hangs over the tower; where it is let go it lands."""

from riotsim.play.requests import PlaceDie
from riotsim.table.state import Table
from riotsim.viewer.decisions.decision import Pointer, Shown


class Stacking:
    """stub"""

    level = 0.0

    def __init__(self, request: PlaceDie, table: Table, *, hands: bool) -> None:
        self.request = request

    def moved(self, pointer: Pointer) -> None:
        """Follow."""

    def pressed(self, pointer: Pointer) -> object | None:
        """Nothing."""
        return None

    def released(self, pointer: Pointer) -> object | None:
        """In the middle."""
        return (0.0, 0.0)

    def cancelled(self) -> bool:
        """Nothing."""
        return False

    def plain(self) -> object | None:
        """The middle."""
        return (0.0, 0.0)

    def shown(self) -> Shown:
        """Nothing."""
        return Shown()
