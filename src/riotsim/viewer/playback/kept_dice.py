"""The dice whose numbers a check uses: they rise from the table, and each gets a label."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from riotsim.play.displays import ShownCheck, kept_dice
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import TableOverlay
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.scene.marks import Label
from riotsim.viewer.scene.scene import Glow

LIFT = 11.0
"""A die rises to this height if a check uses its number (mm)."""

RISE_SECONDS = 0.3
"""A die rises to `LIFT` in this time (s)."""

DIE_SHARE = 0.6
"""Radius around the middle of a die that its label leaves free, as a share of the die's size."""

LABEL_COLOUR = "#ffe6a6"


class KeptDice:
    """The dice that rise above the table because a check uses their numbers. While pieces move, no dice are raised."""

    def __init__(self) -> None:
        self._risen: dict[PieceId, float] = {}
        """The progress of each die's rise, from 0 to 1."""
        self._texts: dict[PieceId, str] = {}

    def advance(self, showing: DisplayState, seconds: float) -> None:
        """Advance by `seconds` of real time."""
        self._texts = kept_dice(showing.checks) if showing.is_at_rest else {}
        table = showing.table
        step = seconds / RISE_SECONDS
        self._risen = {
            die: min(self._risen.get(die, 0.0) + step, 1.0)
            for die in self._texts
            if table is not None and die in table.dice
        }

    @property
    def pieces(self) -> tuple[PieceId, ...]:
        """The names of the raised dice."""
        return tuple(self._risen)

    def checks(self, showing: DisplayState) -> tuple[ShownCheck, ...]:
        """Return the checks to show: the last check that has raised dice, and all checks before it.

        If no dice are raised, return all checks.
        """
        found = showing.checks
        last = max((n for n, check in enumerate(found) if not self._risen.keys().isdisjoint(check.kept)), default=-1)
        return found[: last + 1] if last >= 0 else found

    def poses(self, table: Table) -> Mapping[PieceId, Pose]:
        """Return the present poses of the raised dice."""
        found = {}
        for die, share in self._risen.items():
            if die in table.dice:
                pose = table.dice[die].pose
                x, y, z = pose.at
                eased = share * share * (3.0 - 2.0 * share)
                found[die] = Pose((x, y, z + LIFT * eased), pose.orientation)
        return found

    def added_to(self, overlay: TableOverlay, table: Table | None) -> TableOverlay:
        """Return the overlay, with the glow and the labels of the raised dice added."""
        if table is None or not self._risen:
            return overlay
        glow: dict[PieceId, Glow] = dict.fromkeys(self._risen, "chosen")
        return replace(overlay, glow={**overlay.glow, **glow}, marks=(*overlay.marks, *self.labels(table)))

    def labels(self, table: Table) -> Iterator[Label]:
        """Yield a label for each raised die, such as `9 Fight`.

        The text has the result of the die's pool, and the reason why the die is in this pool.
        """
        for die, pose in self.poses(table).items():
            yield Label(pose.at, self._texts[die], LABEL_COLOUR, radius=table.dice[die].size * DIE_SHARE, piece=die)
