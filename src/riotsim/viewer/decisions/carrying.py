"""Carrying: the model is dragged along its line, or carried at a pace."""

from riotsim.play.requests import SetPace
from riotsim.table.state import Table
from riotsim.viewer.decisions.decision import Pointer, Shown


class Carrying:
    """stub"""

    level = 0.0

    def __init__(self, request: SetPace, table: Table, *, hands: bool) -> None:
        self.request = request

    def moved(self, pointer: Pointer) -> None:
        """Follow."""

    def pressed(self, pointer: Pointer) -> object | None:
        """Nothing."""
        return None

    def released(self, pointer: Pointer) -> object | None:
        """At the usual pace."""
        return self.request.paces[0]

    def cancelled(self) -> bool:
        """Nothing."""
        return False

    def plain(self) -> object | None:
        """The usual pace."""
        return self.request.paces[0]

    def shown(self) -> Shown:
        """Nothing."""
        return Shown()
