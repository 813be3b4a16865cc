"""What is to be shown at a moment, of a game that is on as of one that is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from riotsim.play.narration import Turn
from riotsim.table.acts import Act
from riotsim.table.impacts import Impact
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.playback.pace import Fall
from riotsim.viewer.session.messages import SETUP, GameOver, GameStatus, HostFailed, Line, Question


@dataclass(slots=True)
class DisplayState:
    """What is to be shown. It is changed from moment to moment: read it, don't keep it."""

    table: Table | None = None
    """The pieces there are, and where they stand but for `poses`; None before the game is open."""
    poses: Mapping[PieceId, Pose] = field(default_factory=dict)
    """Pieces that are elsewhere now: they move."""
    act: Act | None = None
    """The act that is under way."""
    seconds: float = 0.0
    """Since it began, on the table."""
    fall: Fall | None = None
    """A tower that falls right now, for a camera that goes near; time passes slowly then."""
    heard: list[Impact] = field(default_factory=list)
    """What has met on the table since somebody listened; whoever has made it heard takes it out."""
    turn: Turn = SETUP
    lines: Sequence[Line] = ()
    """The log: all that is known. Another one wherever something in it has changed."""
    standing: GameStatus | None = None
    asked: Question | None = None
    """What a person has to decide, once all before it has been shown."""
    refusal: str = ""
    """Why the last answer was refused; empty as soon as there is another."""
    notices: list[str] = field(default_factory=list)
    """What there is to know besides; whoever has shown it takes it out."""
    over: GameOver | None = None
    broke: HostFailed | None = None
