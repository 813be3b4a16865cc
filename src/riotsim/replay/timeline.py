"""The timeline: the place of each piece at each time of a game, with impacts, marks and falls.

The window, films, HTML pages and GLB files all show a timeline. `timeline_builder` adds acts to a timeline.
`recorded_timeline` makes the timeline of a whole recorded game.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.replay.poses import PoseArray, movables, pose_of
from riotsim.replay.tracks import Keyframe, Track
from riotsim.table.impacts import Impact
from riotsim.table.pieces import Movable, PieceId, Terrain
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table

Times: TypeAlias = npt.NDArray[np.float64]

LAST_INSTANT: Final = 0.5
"""Time between the last instant that is shown and the end of a closed timeline (ms).

This instant is also shown for all later times, because no piece is on the table at the end itself.
"""

MarkKind: TypeAlias = Literal["turn", "throw", "collapse", "end"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A point in time that a viewer may want to jump to."""

    ms: int
    """The time (ms of the timeline)."""
    kind: MarkKind
    """The kind of event: a turn begins, dice are thrown or a token is dropped, a tower falls, or the game ends."""
    text: str
    """The text that is shown for the mark."""
    player: str = ""
    """The player of the turn or throw, or the owner of the falling tower; empty for no player."""


@dataclass(frozen=True, slots=True)
class Fall:
    """The fall of a tower, for cameras and slow motion."""

    tower: PieceId
    """Name of the tower."""
    at: Point
    """Place where the tower stood, seen from above (mm)."""
    height: float
    """Height of the tower's top above the table's top, before the fall (mm)."""
    ms: float
    """Time when the fall was detected (ms of the timeline)."""


@dataclass(frozen=True, slots=True)
class Landing:
    """The end of a throw, for cameras and slow motion."""

    at: Point
    """Middle of the places where the dice come to rest, seen from above (mm)."""
    height: float
    """Height of the highest die's top above the table's top (mm)."""
    reach: float
    """All dice come to rest within this distance from `at` (mm)."""
    ms: float
    """Time when slow motion is at its slowest (ms of the timeline)."""


@dataclass(frozen=True, slots=True)
class TallestTower:
    """The tallest tower of a game, for cameras and slow motion.

    The tower is shown close up at the end of the act that brought it to its greatest height.
    """

    tower: PieceId
    """Name of the tower."""
    at: Point
    """Place where the tower stands, seen from above (mm)."""
    height: float
    """Height of the tower's top above the table's top (mm)."""
    ms: float
    """Time when slow motion is at its slowest (ms of the timeline)."""


CloseUp: TypeAlias = Fall | Landing | TallestTower
"""A fall, landing or tower that the window shows in slow motion from near."""


@dataclass(frozen=True, slots=True)
class Instant:
    """The table and the poses to draw at one time."""

    table: Table
    """A table that has exactly the pieces to draw.

    As long as no piece appears or disappears, and no new segment of the timeline begins, this is the same object.
    """
    poses: Mapping[PieceId, Pose]
    """Poses of the pieces that move in this segment of the timeline. All others are at their places on `table`."""


@dataclass(frozen=True, slots=True)
class TimedImpact:
    """An impact with its time on the timeline."""

    ms: float
    """The time (ms of the timeline)."""
    impact: Impact


@dataclass(slots=True)
class _Segment:
    """A span of time with one stored `Table`. Pieces that move in this span have tracks."""

    ms: int
    """Start of the span (ms of the timeline)."""
    table: Table
    """The table with its pieces. The places of the moving pieces on this table are not used."""
    ids: frozenset[PieceId]
    """Names of the models, tokens and dice on the table."""
    tracks: dict[PieceId, Track]
    """Tracks of the pieces that move, appear or disappear in this span, by the names of the pieces."""


@dataclass(slots=True)
class _KeyframeArrays:
    """The last keyframe before a time and the first one after it, for each of many pieces, as lists and arrays."""

    before: list[Keyframe]
    after: list[Keyframe]
    start: PoseArray
    begins: Times
    end: PoseArray
    ends: Times


class Timeline:
    """The timeline of a game: the places of all pieces at all times. Times are in milliseconds since its beginning."""

    def __init__(self, table: Table) -> None:
        """Create a timeline with a table. Nothing moves on it yet."""
        self.end = 0
        """Time of the end of the timeline so far (ms)."""
        self.falls: list[Fall] = []
        """The falls of towers, in the order of addition."""
        self.tower_heights: dict[PieceId, list[tuple[int, int]]] = {}
        """The heights of each model's tower: pairs of a time (ms) and the number of dice from that time on."""
        self._tracks: dict[PieceId, Track] = {}
        self._marks: list[Mark] = []
        self._terrain: dict[PieceId, Terrain] = {}
        self._segments: list[_Segment] = []
        self._impacts: list[TimedImpact] = []
        self._closed = False
        self._shown: tuple[int, frozenset[PieceId]] | None = None
        self._shown_table = table
        self._arrays: _KeyframeArrays | None = None
        self.begin_segment(table)
        for piece in movables(table).values():
            self.add_piece(piece, pose_of(piece), 0)
        self.add_tower_heights(table, 0)

    # Reading.

    @property
    def tracks(self) -> tuple[Track, ...]:
        """All tracks, in alphabetical order of their pieces' names."""
        return tuple(self._tracks[name] for name in sorted(self._tracks))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All marks, in order of time."""
        return tuple(sorted(self._marks, key=lambda mark: mark.ms))

    @property
    def terrain(self) -> tuple[Terrain, ...]:
        """All scenery that was added, in alphabetical order of the names."""
        return tuple(self._terrain[name] for name in sorted(self._terrain))

    @property
    def table(self) -> Table:
        """The table of the last segment. Pieces that moved in the segment may still be at their old places on it."""
        return self._segments[-1].table

    def instant_at(self, ms: float) -> Instant:
        """Return the table and the poses at a time (ms)."""
        number = max(bisect_right(self._segments, ms, key=lambda segment: segment.ms) - 1, 0)
        segment = self._segments[number]
        ms = min(ms, self.end - LAST_INSTANT) if self._closed else ms
        there = {name: track for name, track in segment.tracks.items() if track.is_present_at(ms)}
        wrong = frozenset(name for name in segment.tracks if (name in there) != (name in segment.ids))
        if self._shown != (number, wrong):
            self._shown = (number, wrong)
            missing = [segment.tracks[name].piece for name in wrong if name in there]
            gone = [name for name in wrong if name not in there]
            self._shown_table = segment.table.with_pieces(*missing).without(*gone) if wrong else segment.table
        return Instant(self._shown_table, self._poses(there, ms))

    def impacts_between(self, begin: float, end: float) -> Sequence[TimedImpact]:
        """Return the impacts from `begin` on, but before `end` (ms), in order of time."""
        first, last = (bisect_left(self._impacts, ms, key=lambda one: one.ms) for ms in (begin, end))
        return self._impacts[first:last]

    def _poses(self, tracks: Mapping[PieceId, Track], ms: float) -> PoseArray:
        keys = [track.keys_around(ms) for track in tracks.values()]
        before, after = [one for one, _ in keys], [two for _, two in keys]
        names = tuple(tracks)
        arrays = self._arrays
        if arrays is None or arrays.start.names != names:
            arrays = self._arrays = _KeyframeArrays(
                before, after, *_key_poses(names, before), *_key_poses(names, after)
            )
        elif arrays.before != before or arrays.after != after:
            # Usually all pieces pass a keyframe together. Then the old array of ends is the new array of starts.
            begins = (arrays.end, arrays.ends) if arrays.after == before else _key_poses(names, before)
            arrays = self._arrays = _KeyframeArrays(before, after, *begins, *_key_poses(names, after))
        shares = (ms - arrays.begins) / np.maximum(arrays.ends - arrays.begins, 1.0)
        return arrays.start.interpolated(arrays.end, np.clip(shares, 0.0, 1.0))

    # Appending, for `TimelineBuilder`.

    def add_mark(self, kind: MarkKind, text: str, player: str = "", *, at: int | None = None) -> None:
        """Add a mark.

        Args:
            kind: The kind of event at that time.
            text: The text that is shown for the mark.
            player: The player whose turn, throw or tower it is; empty if there is none.
            at: The time (ms); None for the end of the timeline so far.
        """
        self._marks.append(Mark(self.end if at is None else at, kind, text, player))

    def begin_segment(self, table: Table) -> None:
        """Begin a new segment at the end of the timeline so far.

        Args:
            table: The table of the segment.
        """
        self._segments.append(_Segment(self.end, table, frozenset(movables(table)), {}))
        if not self._terrain:
            self.add_terrain(table)

    def add_terrain(self, table: Table) -> None:
        """Add the scenery of a table to `terrain`."""
        self._terrain.update(table.terrain)

    def is_present(self, name: PieceId) -> bool:
        """Return whether a piece is on the table at the end of the timeline so far."""
        return name in self._tracks and self._tracks[name].is_present

    def pose(self, name: PieceId) -> Pose:
        """Return the last pose of a piece that has a track."""
        return self._tracks[name].pose

    def present_pieces(self) -> list[PieceId]:
        """Return the names of the pieces that are on the table at the end of the timeline so far."""
        return [name for name, track in self._tracks.items() if track.is_present]

    def editable_track(self, name: PieceId) -> Track:
        """Return the track of a piece, and record that the track changes in the current segment."""
        track = self._segments[-1].tracks[name] = self._tracks[name]
        return track

    def add_piece(self, piece: Movable, pose: Pose, at: int) -> None:
        """Put a piece on the table in a pose, at a time (ms)."""
        self._tracks.setdefault(piece.id, Track(piece))
        self.editable_track(piece.id).appear(at, pose)

    def correct(self, name: PieceId, pose: Pose) -> None:
        """Replace the last pose of a piece, which may be rounded, by the exact pose `pose` (see `Track.correct`)."""
        self._tracks[name].correct(pose)

    def add_impacts(self, ms: int, impacts: Sequence[Impact]) -> None:
        """Add impacts that happen at the time `ms`. The timeline must not yet contain impacts at a later time."""
        self._impacts += [TimedImpact(ms, impact) for impact in impacts]

    def add_tower_heights(self, table: Table, at: int) -> None:
        """Record the number of dice in each model's tower on `table`. These numbers hold from the time `at` (ms)."""
        for model in sorted({*table.models, *self.tower_heights}):
            height = table.tower_height(model)
            counts = self.tower_heights.setdefault(model, [])
            if not counts or counts[-1][1] != height:
                counts.append((at, height))

    def rewind(self, ms: int) -> None:
        """Move the end of the timeline back to a time in the current segment (ms).

        Keyframes after that time are removed; a keyframe at that time stays. Impacts at that time or later are removed.
        """
        for track in self._segments[-1].tracks.values():
            track.rewind(ms)
        self._impacts = [one for one in self._impacts if one.ms < ms]
        self._arrays = None
        self.end = ms

    def forget_past(self) -> None:
        """Remove all marks, impacts and falls, and all segments before the last.

        A piece on the table keeps only its last keyframe. A piece that is not on the table loses its track.
        """
        for name, track in list(self._tracks.items()):
            track.forget()
            if not track.is_present:
                del self._tracks[name]
        del self._segments[:-1]
        self._segments[0].tracks.clear()
        self._marks.clear()
        self._impacts.clear()
        self.falls.clear()
        self._shown = self._arrays = None

    def close(self) -> None:
        """Close the timeline. Pieces on the table stay there until the end. Nothing may be added afterwards."""
        for track in self._tracks.values():
            track.end(self.end)
        self._closed = True


def _key_poses(names: tuple[PieceId, ...], keys: Sequence[Keyframe]) -> tuple[PoseArray, Times]:
    """Return the poses and the times (ms) of keyframes.

    Args:
        names: Names of the pieces.
        keys: A keyframe for each piece.
    """
    poses = PoseArray.from_poses({name: key.pose for name, key in zip(names, keys, strict=True)})
    return poses, np.array([key.ms for key in keys], dtype=np.float64)
