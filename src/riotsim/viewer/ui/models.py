"""The data that the panels of games, replays and the settings show."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from riotsim.play.displays import RosterUnit, SheetCell, ShownCheck
from riotsim.replay.recording import Seat
from riotsim.table.pieces import PieceId
from riotsim.viewer.input.keys import Action, Chord
from riotsim.viewer.playback.highlights import Highlight
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.lesson_model import LessonModel
from riotsim.viewer.ui.rules_model import RulesModel
from riotsim.viewer.ui.scene_model import Ruler, SceneLabel, SceneSign, SceneUnit


@dataclass(frozen=True, slots=True)
class KeyClash:
    """The player's new key for an action, and the other actions that already have it."""

    action: Action
    chord: Chord
    others: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class SettingsModel:
    """Data of the settings page."""

    settings: Settings
    capturing: Action | None = None
    """The action whose new key the player is to press; None if there is none."""
    clash: KeyClash | None = None
    measured: str = ""
    """The picture quality that the setting `auto` has chosen, as text such as `now high`; empty for other settings."""
    problem: str = ""
    """A message about a problem with the settings file or with sound; empty if there is no problem."""


TowerRisk: TypeAlias = Literal["", "tall", "danger"]
"""The risk that a tower falls; empty if the game reports no risk. It decides the colour of the tower's height."""


@dataclass(frozen=True, slots=True)
class GameClock:
    """Data of the game's clock."""

    left: int
    """Time left (s), rounded up; 0 if time is up."""
    at_zero: str = ""
    """The end of a sentence about the consequence when time is up, such as `nobody may boot`; empty if not known."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Data of the turn panel: the number of the turn, the player whose turn it is, and the clock."""

    number: int
    seat: Seat | None
    activity: str = ""
    """The act in progress, such as `throws` or `moves`; empty between acts and in a replay."""
    clock: GameClock | None = None
    """The game's clock; None in a replay, and in a game without a clock."""
    warning_seconds: float = 120.0
    """The clock changes to the warning colour when this time is left (s)."""
    turn_word: str = "turn"
    """The game's word for a turn, such as `round` if all players act in it."""
    custom_title: str = ""
    """A title in place of `turn_word` and `number`. If it is empty, these two are shown."""
    asked: Seat | None = None
    """The person who is asked in the turn of another player.

    None if nobody is asked in another player's turn, or if only one person plays.
    """
    thrower: Seat | None = None
    """The player whose dice are rolling in the turn of another player; None if there is no such player."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that is shown as a button."""

    key: str
    label: str
    about: str = ""
    icon: str = ""
    """Name of the icon, a key of `fonts.ICONS`; empty for a button without an icon."""
    pieces: tuple[PieceId, ...] = ()
    """Pieces that are highlighted while the mouse is over the button."""
    refused: str = ""
    """The reason why the option can't be chosen now; empty if it can be chosen."""
    previews: bool = False
    """True if pointing at the button shows the option's dice check, or its area or signs on the table."""
    glows: bool = False
    """True if a lesson points at the button."""
    action: Action | None = None
    """The action whose key chooses the option. None if the option has a number key."""
    number: int | None = None
    """The option's number, from 0. It decides which number key chooses the option. None stands for the option's index.
    """
    group: tuple[str, ...] = ()
    """Heading above the options that are variants of one choice, and the id of their piece. Empty for other options.

    Neighbouring options with the same group are drawn together. The id is empty if the variants belong to no piece.
    """
    tip: str = ""
    """Text for the tooltip of the button, about the option's consequences; empty for no such text."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question to a player, with its options."""

    seat: Seat
    title: str
    why: str
    """The reason for the question, as text for the player."""
    clause: str = ""
    """Id of the rules clause that requires the answer, such as `RD-41`; empty if no clause is named."""
    choices: tuple[Choice, ...] = ()
    rows: tuple[tuple[Choice, ...], ...] = ()
    """Rows of options above the list `choices`. The rows don't scroll. The tooltip of an option is its `about`."""
    hint: str = ""
    """Hint for answering on the table, such as an instruction or the effect of a click; empty for none."""
    confirm: str = ""
    """Label of the button that confirms the answer prepared on the table; empty for a question without this button."""
    confirm_glows: bool = True
    """True if the confirm button is golden; False if it is plain, because a lesson points at another button."""
    ready: bool = False
    """True if an answer is prepared on the table, so that it can be confirmed."""
    clause_text: str = ""
    """The text of the clause; empty if it is not known."""
    number: int = 0
    """The number of the question in the game, from 1. When the number changes, the list of options begins at its top.
    """
    can_go_back: bool = False
    """True if a button leads back to the player's last choice, because nothing has happened since then."""


@dataclass(frozen=True, slots=True)
class PieceStanding:
    """A model with its tower, or a tower without a model, in the standings."""

    piece: PieceId
    name: str
    height: int
    """Number of dice in the tower."""
    fallen: bool = False
    acting: bool = False
    risk: TowerRisk = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's row in the standings."""

    seat: Seat
    score: int | None
    """The player's score; None if the game reports no score."""
    pieces: tuple[PieceStanding, ...] = ()
    note: str = ""
    about: str = ""
    """Sentences for the tooltip, which explain words in `note`; empty for none."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log, and the pieces that the line is about."""

    text: str
    turn: int
    level: int = 0
    """Level of the line: 0 for the heading of a turn, 1 for an event, 2 for a detail."""
    pieces: tuple[PieceId, ...] = ()
    seat: Seat | None = None
    """The player whose turn it was at this line; None if it was not the turn of a single player."""
    names: tuple[tuple[int, int, str], ...] = ()
    """The parts of the text that name a player or a piece: begin, end, and the player's colour (#rrggbb)."""


RecordPage: TypeAlias = Literal["log", "whole log", "units", "dice"]
"""A page of the panel with the log: the log, the players' companies, or the dice counts.

If there is little room, `log` shows only the last lines of the log. `whole log` shows all of them, at the right.
"""


@dataclass(frozen=True, slots=True)
class Company:
    """The company of a player."""

    seat: Seat
    title: str
    units: tuple[RosterUnit, ...]


@dataclass(frozen=True, slots=True)
class DiceCount:
    """Counts of the numbers rolled with one kind of die, and the counts expected of fair dice."""

    name: str
    """The kind of die, such as `d6`. If only one player's rolls are counted, the player's name comes first: `Ada's d6`.
    """
    faces: tuple[str, ...]
    rolled: tuple[int, ...]
    expected: tuple[float, ...]
    colour: str = ""
    """Colour of the player who rolled (#rrggbb); empty for the rolls of all players together."""


@dataclass(frozen=True, slots=True)
class FightSide:
    """Data of one of the two players in a `Fight`."""

    seat: Seat
    model: str
    person: bool = True
    """True if a person chooses; False for a bot, which needs no keys."""
    chosen: bool = False
    """True if the player has chosen. For a bot it is true from the beginning."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Data of a fight: a choice that two players make at the same time, each in secret."""

    left: FightSide
    right: FightSide
    options: tuple[Choice, ...]
    """The options, which are the same for both players."""
    title: str
    why: str = ""
    clause: str = ""
    clause_text: str = ""
    """The text of the clause; empty if it is not known."""
    count: int | None = None
    """The countdown: 3, 2 or 1; None before and after the countdown."""
    shown: tuple[str, str] | None = None
    """The keys of the options that the left and the right player chose.

    None until the choices are revealed. Always None in a fight against a bot.
    """


@dataclass(frozen=True, slots=True)
class PlaybackState:
    """Data of the playback bar: the speed, whether playback is paused, and the act in progress."""

    speed: float = 1.0
    paused: bool = False
    activity: str = ""
    """The act in progress, such as `throws` or `moves`; empty between acts and in a replay."""


@dataclass(frozen=True, slots=True)
class Tip:
    """A tooltip at the mouse: a title, and further lines."""

    title: str
    lines: tuple[str, ...] = ()
    seat: Seat | None = None
    away_from: tuple[float, float] | None = None
    """A point in the window (pixels), such as the place of the piece that would move; None if there is no such point.

    The tooltip must not hide the line from this point to the mouse.
    """
    gap: float = 0.0
    """Additional distance from the mouse (panel units)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Data of the panel with the sheet of a piece: lines, and a grid of cells."""

    title: str
    lines: tuple[str, ...] = ()
    cells: tuple[SheetCell, ...] = ()
    seat: Seat | None = None
    """The owner of the piece; None if the piece has no owner."""
    piece: PieceId = ""
    """The piece; empty if the sheet names no piece."""
    kept: PieceId | None = None
    """The piece, if its sheet stays open until the user closes the sheet.

    None for a sheet that is shown only because the mouse is on its piece.
    """
    is_at_right: bool | None = False
    """True if the piece is in the right half of the area between the panels, False if it is in the left half.

    None if it is near the middle of this area or can't be seen.
    """


@dataclass(frozen=True, slots=True)
class HandOverNotice:
    """A short notice that another person is to use the window now."""

    seat: Seat
    text: str
    """The question to the person, such as `Fire in reaction?`."""


@dataclass(frozen=True, slots=True)
class GameModel:
    """Data of all panels of a game that is being played."""

    title: str
    turn: Turn
    seats: tuple[Seat, ...]
    prompt: Prompt | None = None
    waiting: str = ""
    """Text about the reason for waiting, such as `Ada is thinking …`; empty for none."""
    standings: tuple[Standing, ...] = ()
    score_name: str = "score"
    """The game's word for scores, such as `loot`; empty until the game has opened."""
    score_icon: str = "coins"
    """Name of the icon beside scores."""
    log: tuple[LogLine, ...] = ()
    dice: tuple[DiceCount, ...] = ()
    companies: tuple[Company, ...] = ()
    """The players' companies; empty in a game without companies."""
    acting: PieceId | None = None
    """The acting piece, which is marked among the units of its company; None if no piece is acting."""
    checks: tuple[ShownCheck, ...] = ()
    """The checks to show, the last of them in full; empty for none."""
    playback: PlaybackState = PlaybackState()
    fight: Fight | None = None
    can_undo: bool = False
    can_redo: bool = False
    undo_about: str = ""
    """Tooltip of the undo button: the effect of undo, or the reason why nothing can be undone."""
    sheet: Sheet | None = None
    """The sheet that is shown; None if no sheet is shown."""
    follows: bool = True
    """True if the camera follows the game."""
    one_column: bool = False
    """True if all panels are at the left, so that the play area is as large as it can be."""
    signs: tuple[SceneSign, ...] = ()
    units: tuple[SceneUnit, ...] = ()
    """The gauges and other numbers of units that are drawn over the units' models."""
    portraits: Mapping[PieceId, int] = field(default_factory=dict)
    """Portraits of models, as the OpenGL names of square textures."""
    tip: Tip | None = None
    ruler: Ruler | None = None
    labels: tuple[SceneLabel, ...] = ()
    refusal: str = ""
    """The reason why an answer or a gesture was refused, shown at the mouse; empty for none."""
    settings: Settings = field(default_factory=Settings)
    page: RecordPage = "log"
    menu: bool = False
    options: SettingsModel | None = None
    """Data of the settings page that is open over the game; None if it isn't open."""
    rules: RulesModel | None = None
    """Data of the rules page that is open over the game; None if it isn't open."""
    game: str = ""
    """The game's id in the store; empty if the game is not stored."""
    leave_note: str = ""
    """Text in the menu about what is kept when the player leaves the game."""
    result_lines: tuple[str, ...] = ()
    """The result of a finished game: a heading, and then further lines. Empty until the game ends."""
    can_repeat: bool = False
    """True if the player can begin the same game anew when it is over."""
    highlights: tuple[Highlight, ...] = ()
    """The best moments of a finished game; empty until the game ends."""
    replay_problem: str = ""
    """The reason why the replay of the finished game can't be shown; empty if it can be shown."""
    failure: str = ""
    """The reason why the game can't go on; empty if it can."""
    leave_label: str = "To the start screen"
    """The label of the button that leaves the game."""
    notice: str = ""
    """A message that is not about the game, for example about a full disk; empty for none."""
    lesson: LessonModel | None = None
    """The panel of the lesson; None if no step of a lesson is shown."""
    hand_over: HandOverNotice | None = None
    """The notice with the asked person's name. It is shown for a moment when another person is to answer.

    None at other times.
    """
    is_interrupted: bool = False
    """True if a person was asked in another player's present turn. The turn's questions then name the asked player."""
    is_unseen: bool = False
    """True if the player can't have seen the question yet. Keys and clicks then don't answer it."""

    @property
    def deciding(self) -> Seat | None:
        """The player who is asked. If nobody is asked, `turn.thrower`. If there is no thrower, `turn.seat`."""
        return self.prompt.seat if self.prompt is not None else self.turn.thrower or self.turn.seat


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A moment marked on the timeline of a replay."""

    at: float
    """Time of the moment (s from the start of the replay)."""
    about: str
    colour: str = ""
    """Colour of the player whom the moment is about (#rrggbb); empty if the moment is about no player."""
    large: bool = False
    """True if the mark is larger than others, because a tower falls at this moment."""
    short: str = ""
    """The label of the moment's button if `about` is too long for the button; empty for a moment without a button."""


@dataclass(frozen=True, slots=True)
class ReplayModel:
    """Data of all panels of a replay."""

    title: str
    turn: Turn
    seats: tuple[Seat, ...]
    seconds: float
    """Time of the replay that is shown (s from its start)."""
    length: float
    """Length of the replay (s)."""
    marks: tuple[TimelineMark, ...] = ()
    highlights: tuple[TimelineMark, ...] = ()
    """The best moments of the game."""
    playback: PlaybackState = PlaybackState()
    standings: tuple[Standing, ...] = ()
    score_name: str = "score"
    log: tuple[LogLine, ...] = ()
    """The lines of the log up to the time that is shown."""
    dice: tuple[DiceCount, ...] = ()
    companies: tuple[Company, ...] = ()
    score_icon: str = "coins"
    """Name of the icon beside scores."""
    acting: PieceId | None = None
    checks: tuple[ShownCheck, ...] = ()
    units: tuple[SceneUnit, ...] = ()
    portraits: Mapping[PieceId, int] = field(default_factory=dict)
    page: RecordPage = "log"
    sheet: Sheet | None = None
    """The sheet that is shown; None if no sheet is shown."""
    follows: bool = True
    """True if the camera follows the replay."""
    tip: Tip | None = None
    ruler: Ruler | None = None
    labels: tuple[SceneLabel, ...] = ()
    settings: Settings = field(default_factory=Settings)
    menu: bool = False
    options: SettingsModel | None = None
    rules: RulesModel | None = None
    notice: str = ""
    """A message that is not about the game, such as the path of a saved screenshot; empty for none."""
