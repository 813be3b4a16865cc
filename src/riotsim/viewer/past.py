"""A recording at any moment: what is on the table then, and where. For films, and games that are looked at again."""

from bisect import bisect_right
from collections.abc import Mapping

from riotsim.replay.posing import blend
from riotsim.replay.recording import Recording
from riotsim.replay.timeline import Timeline, lay_out
from riotsim.replay.tracks import Track
from riotsim.table.pieces import PieceId, Terrain
from riotsim.table.poses import Pose
from riotsim.table.state import Table


class Past:
    """A recording, laid out in time."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.timeline: Timeline = lay_out(recording)
        self._times = {track.piece.id: [key.ms for key in track.keys] for track in self.timeline.tracks}
        self._bare = _bare(recording.first, self.timeline.terrain)
        self._table, self._there = self._bare, frozenset[PieceId]()

    def at(self, ms: float) -> tuple[Table, Mapping[PieceId, Pose]]:
        """Give what there is at a time of the replay (ms), and where: the same table until a piece comes or goes."""
        present = [track for track in self.timeline.tracks if any(a <= ms <= b for a, b in track.spans)]
        names = frozenset(track.piece.id for track in present)
        if names != self._there:
            self._table, self._there = self._bare.put(*(track.piece for track in present)), names
        return self._table, {track.piece.id: self._pose(track, ms) for track in present}

    def _pose(self, track: Track, ms: float) -> Pose:
        """Where a piece is at a time: on the straight way from one key to the next."""
        k = max(bisect_right(self._times[track.piece.id], ms) - 1, 0)
        one = track.keys[k]
        if k + 1 == len(track.keys) or ms <= one.ms:
            return one.pose
        two = track.keys[k + 1]
        if one.pose == two.pose:
            return one.pose
        share = (ms - one.ms) / (two.ms - one.ms)
        x, y, z = (a + (b - a) * share for a, b in zip(one.pose.at, two.pose.at, strict=True))
        return Pose((x, y, z), blend(one.pose.turn, two.pose.turn, share))


def _bare(table: Table, terrain: tuple[Terrain, ...]) -> Table:
    """A table with nothing on it that moves."""
    empty = Table(table.width, table.depth, table.surface, walls=table.walls, tray=table.tray)
    return empty.put(*terrain)
