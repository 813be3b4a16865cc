"""A recording at any moment: what is on the table then, and where. For films, and games that are looked at again."""

from collections.abc import Mapping

from riotsim.replay.recording import Recording
from riotsim.replay.timeline import Timeline, lay_out
from riotsim.table.pieces import PieceId, Terrain
from riotsim.table.poses import Pose
from riotsim.table.state import Table


class Past:
    """A recording, laid out in time."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.timeline: Timeline = lay_out(recording)
        self._bare = bare_table(recording.first, self.timeline.terrain)
        self._table, self._there = self._bare, frozenset[PieceId]()

    def at(self, ms: float) -> tuple[Table, Mapping[PieceId, Pose]]:
        """Give what there is at a time of the replay (ms), and where: the same table until a piece comes or goes."""
        present = [track for track in self.timeline.tracks if track.is_there(ms)]
        names = frozenset(track.piece.id for track in present)
        if names != self._there:
            self._table, self._there = self._bare.put(*(track.piece for track in present)), names
        return self._table, {track.piece.id: track.at(ms) for track in present}


def bare_table(table: Table, terrain: tuple[Terrain, ...]) -> Table:
    """Give a table with its scenery, and nothing on it that moves."""
    empty = Table(table.width, table.depth, table.surface, walls=table.walls, tray=table.tray)
    return empty.put(*terrain)
