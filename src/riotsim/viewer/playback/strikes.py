"""Attacks and fallen towers, each shown for a moment by marks on the table.

An attack has a line, a ring and a label. A fallen tower has a ring and a label.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from riotsim.replay.poses import pose_of
from riotsim.table.pieces import Die, Model, Movable, PieceId
from riotsim.table.poses import Pose, Vector
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import TableOverlay
from riotsim.viewer.playback.display import DisplayState, PlacedStrike
from riotsim.viewer.playback.kept_dice import DIE_SHARE
from riotsim.viewer.playback.outcomes import RING_GAP, TARGET_COLOUR
from riotsim.viewer.scene.marks import Label, Mark, Path, Ring

STRIKE_SECONDS: Final = 3.0
"""An attack or its outcome is shown for this time (s of game time). Chosen by eye."""

LUNGE, LUNGE_SECONDS = 9.0, 0.5
"""The attacker's jerk towards its target.

- `LUNGE`: the distance of the jerk (mm).
- `LUNGE_SECONDS`: the game time for the jerk and the way back (s).
"""

LEAST_MOVE: Final = 1.0
"""A target counts as moved away if it is at least this far from `_Target.rests_at` (mm).

It is well above rounding errors, and well below a step.
"""

LINE_WIDTH, RING_SHARE = 3.0, 0.85
"""Width of the line that shows an attack (mm), and radius of the ring around a die as a share of the die's size."""


@dataclass(frozen=True, slots=True)
class _Attacker:
    """The piece that attacks."""

    piece: PieceId
    at: Vector
    """Place of the piece when it attacks (mm)."""


@dataclass(frozen=True, slots=True)
class _Target:
    """A piece that is attacked, or the foot (lowest die) of a fallen tower.

    A ring and a label mark the piece or the foot. If an attacker is known, a line leads from the attacker to it.
    """

    at: Vector
    """Place of the piece when it is attacked (mm)."""
    ring: float
    """Radius of the ring around the piece (mm)."""
    free: float
    """Radius around the piece that the label leaves free (mm)."""
    text: str
    by: _Attacker | None
    seconds: float = 0.0
    """Game time since the attack (s)."""
    rests_at: Vector | None = None
    """Place of the piece when its attack or outcome began to be shown (mm); None if it wasn't on the table."""
    until: float = STRIKE_SECONDS
    """The marks disappear at this value of `seconds` (s). If the attack's outcome is awaited, they stay longer."""
    is_tower: bool = False
    """True for the foot of a fallen tower. Its marks stay even if the dice are soon put up again."""


class Strikes:
    """The attacks that are shown now. An outcome is added to the text of the attack that it follows."""

    def __init__(self) -> None:
        self._targets: dict[PieceId, _Target] = {}
        self._awaited: frozenset[PieceId] = frozenset()
        """The targets of the last attack. Empty after the outcome of this attack."""
        self._line_count = 0

    def advance(self, showing: DisplayState, seconds: float) -> None:
        """Advance the shown attacks by `seconds` of game time, and add the new attacks of the displayed state.

        - The last attack is shown at least until its outcome or another attack comes.
        - From then on, an attack ends `STRIKE_SECONDS` after its outcome, or after its beginning if it has no outcome.
          It ends earlier if its target moves away.
        - The marks of a fallen tower are shown for `STRIKE_SECONDS`, even if the foot of the tower moves.
        - If an undo removes lines of the log, all attacks end.
        """
        is_undone, self._line_count = len(showing.lines) < self._line_count, len(showing.lines)
        shown = {} if is_undone else self._targets
        aged = {name: replace(one, seconds=one.seconds + seconds) for name, one in shown.items()}
        self._targets = {
            name: one
            for name, one in aged.items()
            if name in self._awaited
            or (one.seconds < one.until and (one.is_tower or _rests(one, _place(showing, name))))
        }
        for one in showing.strikes:
            self._add(one, showing)
        showing.strikes = []

    def end(self) -> None:
        """End all attacks, because the playback has jumped to another time."""
        self._targets, self._awaited = {}, frozenset()

    def _add(self, placed: PlacedStrike, showing: DisplayState) -> None:
        strike, table = placed.strike, placed.table
        self._awaited = frozenset() if strike.by is None else frozenset(strike.pieces)
        attacker = None if strike.by is None else table.movable(strike.by)
        by = None if attacker is None else _Attacker(attacker.id, _middle(attacker))
        for named in strike.pieces:
            foot = next(iter(table.tower_dice(named)), None)
            piece = table.movable(named) or foot
            name = named if piece is None else piece.id
            before = self._targets.pop(name, None)
            if strike.by is None and before is not None and not before.is_tower:
                self._targets[name] = replace(
                    before,
                    text=f"{before.text}: {strike.text}",
                    rests_at=_place(showing, name),
                    until=before.seconds + STRIKE_SECONDS,
                )
            elif piece is not None:
                at, (ring, free) = _middle(piece), _radii(piece)
                self._targets[name] = _Target(
                    at, ring, free, strike.text, by, rests_at=_place(showing, name), is_tower=piece is foot
                )

    def poses(self, table: Table) -> Mapping[PieceId, Pose]:
        """Return the poses of attackers that jerk towards their targets.

        If the attacker or the target has left its place, the attacker doesn't jerk.
        """
        found = {}
        for name, one in self._targets.items():
            piece, target = None if one.by is None else table.movable(one.by.piece), table.movable(name)
            if one.by is None or piece is None or target is None or one.seconds >= LUNGE_SECONDS:
                continue
            far = math.dist(one.by.at[:2], one.at[:2])
            if (_middle(piece), _middle(target)) == (one.by.at, one.at) and far > 0.0:
                share = LUNGE * math.sin(math.pi * one.seconds / LUNGE_SECONDS) / far
                pose = pose_of(piece)
                (x, y, z), (dx, dy) = pose.at, (one.at[0] - one.by.at[0], one.at[1] - one.by.at[1])
                found[piece.id] = Pose((x + dx * share, y + dy * share, z), pose.orientation)
        return found

    def added_to(self, overlay: TableOverlay) -> TableOverlay:
        """Return the overlay, with the marks of the attacks added."""
        return replace(overlay, marks=(*overlay.marks, *self._marks())) if self._targets else overlay

    def _marks(self) -> Iterator[Mark]:
        for one in self._targets.values():
            if one.by is not None:
                yield Path((one.by.at[:2], one.at[:2]), TARGET_COLOUR, LINE_WIDTH)
            yield Ring(one.at[:2], one.ring, TARGET_COLOUR)
            yield Label(one.at, one.text, TARGET_COLOUR, radius=one.free)


def _rests(target: _Target, at: Vector | None) -> bool:
    """Return whether a target is still at the place where its attack found it (`_Target.rests_at`).

    If an outcome has been added to the attack, the place of the target at that time counts instead.

    Args:
        target: The target.
        at: The place where the target is shown now (mm); None if it is not on the table.
    """
    if at is None or target.rests_at is None:
        return at == target.rests_at
    return math.dist(at, target.rests_at) < LEAST_MOVE


def _place(showing: DisplayState, name: PieceId) -> Vector | None:
    """Return the place of a piece in the picture (mm), or None if it is not on the table."""
    if name in showing.poses:
        return showing.poses[name].at
    piece = None if showing.table is None else showing.table.movable(name)
    return None if piece is None else pose_of(piece).at


def _middle(piece: Movable) -> Vector:
    """Return the centre of a die or token, or the middle of a model's base (mm)."""
    return (*piece.at, piece.level) if isinstance(piece, Model) else piece.pose.at


def _radii(piece: Movable) -> tuple[float, float]:
    """Return two radii around a piece (mm): the radius of its ring, and the radius that its label leaves free."""
    if isinstance(piece, Die):
        return piece.size * RING_SHARE, piece.size * DIE_SHARE
    left, front, right, back = piece.footprint.bounds()
    radius = max(right - left, back - front) / 2 + RING_GAP
    return radius, radius
