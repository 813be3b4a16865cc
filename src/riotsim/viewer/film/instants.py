"""Instants of a recording: what is on the table then, and where."""

from collections.abc import Mapping
from dataclasses import dataclass

from riotsim.replay.recording import Recording
from riotsim.replay.timeline import Timeline
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class Instant:
    """What a stage shows of a time of a replay."""

    table: Table
    """With all pieces that are there, in some place: the same object until one comes or goes."""
    poses: Mapping[PieceId, Pose]
    """Where they are."""


class Instants:
    """Those of a recording that is laid out."""

    def __init__(self, recording: Recording, timeline: Timeline) -> None:
        first = recording.first
        bare = Table(first.width, first.depth, first.surface, walls=first.walls, tray=first.tray, patches=first.patches)
        self._timeline = timeline
        self._bare = bare.put(*timeline.terrain)
        self._table, self._there = self._bare, frozenset[PieceId]()

    def at(self, ms: float) -> Instant:
        """Give what is to be seen at a time (ms)."""
        present = [track for track in self._timeline.tracks if track.is_there(ms)]
        there = frozenset(track.piece.id for track in present)
        if there != self._there:
            self._table, self._there = self._bare.put(*(track.piece for track in present)), there
        return Instant(self._table, {track.piece.id: track.at(ms) for track in present})
