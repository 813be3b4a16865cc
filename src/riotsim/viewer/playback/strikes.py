"""Attacks on the table. A line, a ring and a label show each attack for a moment, also one that moves no piece."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose, Vector
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import TableOverlay
from riotsim.viewer.playback.display import DisplayState, PlacedStrike
from riotsim.viewer.playback.kept_dice import DIE_SHARE
from riotsim.viewer.scene.marks import Label, Mark, Path, Ring

STRIKE_SECONDS: Final = 3.0
"""Time for which an attack or its outcome is shown (s of game time). Chosen by eye."""

LUNGE, LUNGE_SECONDS = 9.0, 0.5
"""Distance by which the attacking die jerks towards its target (mm), and game time in which it goes there and back (s).
"""

LEAST_MOVE: Final = 1.0
"""Distance by which a target has moved on (mm). It is well above rounding errors, and well below a step."""

STRIKE_COLOUR: Final = "#f0674a"
"""Colour of the line, the ring and the label."""

LINE_WIDTH, RING_SHARE = 3.0, 0.85
"""Width of the line (mm), and radius of the ring as a share of the die's size."""


@dataclass(frozen=True, slots=True)
class _Attacker:
    """The die that attacks."""

    die: PieceId
    at: Vector
    """Place of its centre when it attacks (mm)."""


@dataclass(frozen=True, slots=True)
class _Target:
    """A die that is attacked, and what is shown at its place."""

    at: Vector
    """Place of its centre when it is attacked (mm)."""
    size: float
    """Its size (mm)."""
    text: str
    by: _Attacker | None
    seconds: float = 0.0
    """Game time since it was attacked (s)."""
    rests_at: Vector | None = None
    """Place of its centre since the attack or its outcome is shown (mm); None if it is no longer on the table."""
    until: float = STRIKE_SECONDS
    """The value of `seconds` until which it is shown (s)."""


class Strikes:
    """The attacks that are shown now. An outcome is added to the text of the attack that it follows."""

    def __init__(self) -> None:
        self._targets: dict[PieceId, _Target] = {}
        self._awaited: frozenset[PieceId] = frozenset()
        """The targets of the last attack, if neither its outcome nor another attack has followed yet."""
        self._line_count = 0

    def advance(self, showing: DisplayState, seconds: float) -> None:
        """Advance by `seconds` of game time, and take the new attacks from the displayed state.

        An attack ends early if its target moves on. The last attack stays until its outcome, even if a player takes
        long over a choice between the two, or if the target is taken away first. All attacks end if lines of the log
        are gone, because something was undone.
        """
        is_undone, self._line_count = len(showing.lines) < self._line_count, len(showing.lines)
        shown = {} if is_undone else self._targets
        aged = {die: replace(one, seconds=one.seconds + seconds) for die, one in shown.items()}
        self._targets = {
            die: one
            for die, one in aged.items()
            if die in self._awaited or (one.seconds < one.until and _rests(one, _place(showing, die)))
        }
        for one in showing.strikes:
            self._add(one, showing)
        showing.strikes = []

    def end(self) -> None:
        """End all attacks, because the playback has jumped to another time."""
        self._targets, self._awaited = {}, frozenset()

    def _add(self, placed: PlacedStrike, showing: DisplayState) -> None:
        strike, dice = placed.strike, placed.table.dice
        self._awaited = frozenset() if strike.by is None else frozenset(strike.pieces)
        by = None if strike.by not in dice else _Attacker(strike.by, dice[strike.by].pose.at)
        for name in strike.pieces:
            before = self._targets.pop(name, None)
            if strike.by is None and before is not None:
                self._targets[name] = replace(
                    before,
                    text=f"{before.text}: {strike.text}",
                    rests_at=_place(showing, name),
                    until=before.seconds + STRIKE_SECONDS,
                )
            elif name in dice:
                self._targets[name] = _Target(
                    dice[name].pose.at, dice[name].size, strike.text, by, rests_at=_place(showing, name)
                )

    def poses(self, table: Table) -> Mapping[PieceId, Pose]:
        """Return the poses of attacking dice that jerk towards their targets. A die doesn't jerk if it has left its
        place, or if its target has.
        """
        found = {}
        for name, one in self._targets.items():
            die, target = None if one.by is None else table.dice.get(one.by.die), table.dice.get(name)
            if one.by is None or die is None or target is None or one.seconds >= LUNGE_SECONDS:
                continue
            (x, y, z), far = one.by.at, math.dist(one.by.at[:2], one.at[:2])
            if (die.pose.at, target.pose.at) == (one.by.at, one.at) and far > 0.0:
                share = LUNGE * math.sin(math.pi * one.seconds / LUNGE_SECONDS) / far
                at = (x + (one.at[0] - x) * share, y + (one.at[1] - y) * share, z)
                found[die.id] = Pose(at, die.pose.orientation)
        return found

    def added_to(self, overlay: TableOverlay) -> TableOverlay:
        """Return the overlay with the marks of the attacks."""
        return replace(overlay, marks=(*overlay.marks, *self._marks())) if self._targets else overlay

    def _marks(self) -> Iterator[Mark]:
        for one in self._targets.values():
            if one.by is not None:
                yield Path((one.by.at[:2], one.at[:2]), STRIKE_COLOUR, LINE_WIDTH)
            yield Ring(one.at[:2], one.size * RING_SHARE, STRIKE_COLOUR)
            yield Label(one.at, one.text, STRIKE_COLOUR, radius=one.size * DIE_SHARE)


def _rests(target: _Target, at: Vector | None) -> bool:
    """Return whether a target that is now shown at a place (mm), or not at all, has not moved since its attack."""
    if at is None or target.rests_at is None:
        return at == target.rests_at
    return math.dist(at, target.rests_at) < LEAST_MOVE


def _place(showing: DisplayState, die: PieceId) -> Vector | None:
    """Return the place at which a die is shown (mm), or None if it is not on the table."""
    if die in showing.poses:
        return showing.poses[die].at
    return showing.table.dice[die].pose.at if showing.table is not None and die in showing.table.dice else None
