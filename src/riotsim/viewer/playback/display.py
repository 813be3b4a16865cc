"""The state that a window displays at a moment, of a live or a recorded game."""

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
    """The displayed state. It changes in place from frame to frame, so read it and don't keep it."""

    table: Table | None = None
    """The table with the pieces that are on it; None before the game is open."""
    poses: Mapping[PieceId, Pose] = field(default_factory=dict)
    """Poses of pieces that are not at their places on `table`."""
    act: Act | None = None
    """The act in progress."""
    seconds: float = 0.0
    """Time since tick 0 of the act (s of table time)."""
    fall: Fall | None = None
    """A tower that is falling in slow motion, for a camera that moves close."""
    impacts: list[Impact] = field(default_factory=list)
    """Impacts since the sound was played last. The code that plays them empties the list."""
    turn: Turn = SETUP
    lines: Sequence[Line] = ()
    """Lines of the log that are known so far. A change makes a new sequence."""
    status: GameStatus | None = None
    question: Question | None = None
    """Question for a person, once everything before it has been shown."""
    refusal: str = ""
    """Reason why the last answer was refused; empty after the next answer."""
    notices: list[str] = field(default_factory=list)
    """Other messages. The code that shows them empties the list."""
    game_over: GameOver | None = None
    failure: HostFailed | None = None
