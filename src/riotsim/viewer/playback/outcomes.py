"""The marks on the table that show an acting model and its target after the dice of a check have been read."""

from collections.abc import Iterator
from typing import Final

from riotsim.play.displays import SeenOutcome
from riotsim.table.pieces import Hull, Model
from riotsim.table.poses import Point, heading, point_ahead
from riotsim.table.state import Table
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.scene.marks import Label, Mark, Path, Ring

ACTOR_COLOUR, TARGET_COLOUR = "#ffe6a6", "#f0674a"
"""Colours of the marks at the model that acted, and at its target."""

OUTCOME_SIDE: Final = 130.0
"""Least width and depth of the shown area around the model that acted and its target (mm)."""

RING_GAP: Final = 3.0
"""Distance of a ring from the edge of a base (mm)."""

ARROW_WIDTH, ARROW_HEAD = 5.0, 13.0
"""Sizes of the arrow from the model that acted to its target (mm).

- `ARROW_WIDTH`: the width of its lines.
- `ARROW_HEAD`: the length of each of the two short lines of its head.
"""

HEAD_ANGLE: Final = 0.45
"""Angle between the long line of the arrow and each of the two short lines of its head (rad)."""

TEXT_HEIGHT: Final = 16.0
"""Height of an outcome's text beside the target, above the target's foot (mm)."""


class NewOutcomes:
    """The outcomes that a player has not seen yet. Each is shown once.

    When a stored game is opened, and after undo and redo, the status may show the outcome of an earlier act. Such an
    outcome is not new.
    """

    def __init__(self) -> None:
        self.waiting: SeenOutcome | None = None
        """The outcome that the camera shows after the pause for reading the dice. None if there is none."""
        self._last: SeenOutcome | None = None
        self._is_old = True

    def expect(self, *, old: bool) -> None:
        """Record whether the next outcome belongs to an earlier act (`old`), or is new."""
        self._is_old = old

    def add(self, seen: SeenOutcome | None) -> None:
        """Process the outcome that the status of the game shows. `seen` is None if the status shows no outcome."""
        if self._is_old:
            self._last, self._is_old = seen, False
        elif seen not in (None, self._last):
            self.waiting = self._last = seen


def models_of(table: Table, seen: SeenOutcome) -> tuple[Model, Model] | None:
    """Return the model that acted and its target; None if one of them is not on the table."""
    one, other = table.models.get(seen.actor), table.models.get(seen.target)
    return None if one is None or other is None else (one, other)


def outcome_marks(table: Table | None, showing: DisplayState) -> Iterator[Mark]:
    """Yield the marks of the outcome that is shown.

    The model that acted and its target get rings. An arrow leads from that model to its target. A text says what was
    done.
    """
    if table is None or showing.outcome is None or (found := models_of(table, showing.outcome)) is None:
        return
    actor, target = found
    for model, colour in ((actor, ACTOR_COLOUR), (target, TARGET_COLOUR)):
        yield Ring(model.at, _ring_radius(model), colour)
    if actor.at != target.at:
        yield from _arrow(actor, target)
    at = (*target.at, target.level + TEXT_HEIGHT)
    yield Label(at, showing.outcome.text, TARGET_COLOUR, radius=_ring_radius(target))


def _arrow(actor: Model, target: Model) -> Iterator[Path]:
    """Yield the lines of an arrow from the ring of one model to the ring of another."""
    ahead = heading(actor.at, target.at)
    begin: Point = point_ahead(actor.at, ahead, _ring_radius(actor))
    end: Point = point_ahead(target.at, ahead, -_ring_radius(target))
    sides = (point_ahead(end, ahead + turn, -ARROW_HEAD) for turn in (HEAD_ANGLE, -HEAD_ANGLE))
    for points in ((begin, end), *((end, side) for side in sides)):
        yield Path(points, TARGET_COLOUR, ARROW_WIDTH)


def _ring_radius(model: Model) -> float:
    base = model.base
    width = max(base.length, base.width) if isinstance(base, Hull) else base.diameter
    return width / 2 + RING_GAP
