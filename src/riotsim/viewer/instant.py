"""One instant of a recording: what is on the table then, and where."""

from collections.abc import Mapping
from dataclasses import dataclass

from riotsim.replay.recording import Recording
from riotsim.replay.timeline import Timeline
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.reel import bare_table


@dataclass(frozen=True, slots=True)
class Instant:
    """What a stage shows of a time of a replay."""

    table: Table
    """With all pieces that are there, in some place."""
    poses: Mapping[PieceId, Pose]
    """Where they are."""


def instant(recording: Recording, timeline: Timeline, ms: float) -> Instant:
    """Give what is to be seen at a time (ms) of a recording that is laid out."""
    present = [track for track in timeline.tracks if track.is_there(ms)]
    table = bare_table(recording.first, timeline.terrain).put(*(track.piece for track in present))
    poses = {track.piece.id: track.at(ms) for track in present}
    return Instant(table, poses)
