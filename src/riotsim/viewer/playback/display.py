"""State that a window displays at a moment, of a live game as of a recorded one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from riotsim.play.narration import Turn
from riotsim.replay.timeline import Fall
from riotsim.table.acts import Act, Impact
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.session.messages import SETUP, GameOver, GameStatus, HostFailed, Line, Question


@dataclass(slots=True)
class DisplayState:
    """All that is displayed. It is changed in place from frame to frame: read it, and don't keep it."""

    table: Table | None = None
    """The pieces that are there; None before the game is open."""
    poses: Mapping[PieceId, Pose] = field(default_factory=dict)
    """Poses of pieces that are elsewhere than on `table`."""
    act: Act | None = None
    """The act that is under way."""
    seconds: float = 0.0
    """Time on the table since tick 0 of that act (s)."""
    fall: Fall | None = None
    """A tower that falls in slow motion, for a camera that goes near."""
    heard: list[Impact] = field(default_factory=list)
    """Impacts since the sound was played last. The code that plays them empties the list."""
    turn: Turn = SETUP
    lines: Sequence[Line] = ()
    """Lines of the log that are known by now. A change makes a new sequence."""
    standing: GameStatus | None = None
    asked: Question | None = None
    """Question that a person has to answer, once everything before it has been shown."""
    refusal: str = ""
    """Reason why the last answer was refused; empty as soon as there is another answer."""
    notices: list[str] = field(default_factory=list)
    """Other messages. The code that shows them empties the list."""
    over: GameOver | None = None
    broke: HostFailed | None = None
