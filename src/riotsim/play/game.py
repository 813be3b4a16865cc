"""What the program needs to know of a game: through this alone commands, saves, replays and the window reach one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from riotsim.play.context import Checkpoint
from riotsim.play.evaluation import AnswerEvaluator, PositionEvaluator
from riotsim.play.narration import EventFormatter, FinalScore, GameStatus, Reason, Turn
from riotsim.play.offers import Offer
from riotsim.play.requests import PlayerId, Request
from riotsim.play.rulebook.dice import Dice
from riotsim.play.rulebook.sections import Book
from riotsim.play.sandbox import GameSandbox
from riotsim.play.scenarios.document import ScenarioFile
from riotsim.play.session.recorder import GameRecord, Measures
from riotsim.play.session.session import Perform, Session
from riotsim.table.acts import Hand
from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import Figure, Mesh, Piece, PieceId
from riotsim.table.state import Table

# Each game has a rulebook and a state of its own type, and the program passes them from one function of a game to
# another without looking: hence `Any` below.


@dataclass(frozen=True, slots=True)
class Assets:
    """What rules take from files of triangles, loaded: by the names that the rules have for it."""

    meshes: Mapping[str, Mesh]
    figures: Mapping[str, Figure]
    dice: Mapping[str, DieKind]


@dataclass(frozen=True, slots=True)
class Backdrop:
    """A table of a game to look at, behind the start screen."""

    table: Table
    players: tuple[PlayerId, ...]
    owners: Mapping[PieceId, PlayerId]
    """The owner of each model."""


@dataclass(frozen=True, slots=True)
class DiceRules:
    """What rules say of dice that are thrown, or stacked, outside any game."""

    dice: Dice
    hands: Mapping[str, Hand]
    hand: str
    """The usual one of `hands`."""
    table: Table
    """The empty table, with the dice tray beside it."""


class Seat(Protocol):
    """Who takes part in a game."""

    @property
    def name(self) -> str:
        """The boss's name."""

    @property
    def gang(self) -> str | None:
        """An entry of the rules; None for the usual one."""

    @property
    def hand(self) -> str | None:
        """An entry of the rules; None for the usual one."""


@dataclass(frozen=True, slots=True)
class Seats:
    """How many bosses play by a rulebook."""

    least: int
    most: int
    usual: int
    """If nobody says."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a boss may choose by the rules: their gang, or their hand."""

    options: Mapping[str, str]
    """Entries of the rules, with what a reader calls each; empty where there is nothing to choose from."""
    usual: str | None = None
    """What is had by those who don't choose, where that is an entry too."""


NO_CHOICE = Choice({})

Begin: TypeAlias = Callable[[Any, Sequence[Seat], int, Perform, Assets, bool], Session[Any]]
"""Begins a game: by a rulebook, with seats in turn order, a seed, who performs acts, what was loaded, and whether the
clock runs by the answers' stamps. Raises `ValueError` for seats that can't play."""


def _no_offers(_rules: Any, _session: Session[Any], _request: Request[object]) -> tuple[Offer, ...]:
    return ()


def _nothing_coming(
    _rules: Any, _figures: Mapping[str, Figure], _session: Session[Any], _request: Request[object]
) -> Mapping[PieceId, Piece]:
    return {}


def _no_measures(_rules: Any, _course: GameRecord) -> Measures:
    return Measures()


def _no_models(_state: Any) -> Mapping[PieceId, PlayerId]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game, as the program knows it. What it need not say is for the eye; whoever plays can do without."""

    name: str
    """That of its place in the registry, and of the rules that come with the program: `riot_dice`."""
    title: str
    motto: str
    """What it is about, in a line or two for its start screen."""
    credit: str
    """Whose game it is, by which licence, and what was made of it here. Paragraphs end with a line."""

    rules: type[Book]
    """Its rules files."""
    scenario: type[ScenarioFile]
    """Its scenario files."""

    seats: Callable[[Any], Seats]
    """How many play, by a rulebook."""
    gangs: Callable[[Any], Choice] = lambda _rules: NO_CHOICE
    """The gangs among which a boss may choose, by a rulebook; a game without such has none."""
    hands: Callable[[Any], Choice] = lambda _rules: NO_CHOICE
    """The hands likewise: how well a boss who is a program throws, stacks and carries."""
    bare: Mapping[str, str] = field(default_factory=dict)
    """Options of the rules for a table without scenery; empty if there is none anyway."""
    begin: Begin
    """Its state has a `result`, None until the game is over, with the `winners` in it."""

    judge: Callable[..., AnswerEvaluator[Any]]
    """Makes who judges answers, by a rulebook: the greedy bot goes by it. With `avoiding`, some of `avoidable`, it is a
    judge who keeps clear of them."""
    options: tuple[str, ...] = ()
    """What a boss may be told never to choose, as it is named: `shoot`."""
    avoidable: tuple[str, ...] = ()
    """What a boss may be told to keep clear of that nobody chooses: `fight`."""
    outlook: Callable[[Any], PositionEvaluator[Any]] | None = None
    """Makes who knows what positions are worth, by a rulebook: planners go by it too. Without one a game has none."""

    dice_book: type[Book] | None = None
    """The rulebook as it is read for dice outside any game, where that asks less of a file; None: `rules`."""
    dice_rules: Callable[[Any], DiceRules]
    """What a rulebook says of dice outside any game: `riotsim throw` and `riotsim tower` go by it."""
    sandbox: Callable[[Any, Assets, Sequence[PlayerId]], GameSandbox] | None = None
    """Makes its part of the sandbox, by a rulebook, what was loaded, and the players in turn order."""
    backdrop: Callable[[Any, Assets, Perform], Backdrop] | None = None
    """Makes a table to look at behind the start screen, by a rulebook, what was loaded, and who performs acts."""

    turn: Callable[[Any], Turn]
    """The turn that a state is in; once the game is over, the one that would have come."""
    tally: Callable[[Any], FinalScore | None]
    """How it has ended, by its state; None while it is on."""
    formatter: Callable[[Any, Checkpoint[Any]], EventFormatter[Any]]
    """Makes who tells it, by a rulebook, from some turn on."""
    reason: Callable[[Any, Session[Any], Request[object]], Reason]
    """Why something is asked, by a rulebook."""
    offers: Callable[[Any, Session[Any], Request[object]], tuple[Offer, ...]] = _no_offers
    """What the answers to a request would do; none where a hand decides."""
    coming: Callable[[Any, Mapping[str, Figure], Session[Any], Request[object]], Mapping[PieceId, Piece]] = (
        _nothing_coming
    )
    """The pieces that a request speaks of and that are not on the table yet, by a rulebook and its figures."""
    scored: str = "score"
    """What counts in the end, such as `stash` or `points`."""
    scores: Callable[[Any, Table], Mapping[PlayerId, int]]
    """What each boss has of it so far, by state and table."""
    stands: Callable[[Any, Session[Any], float], GameStatus]
    """How it stands, by a rulebook, at so many seconds of play."""
    models: Callable[[Any], Mapping[PieceId, PlayerId]] = _no_models
    """Whose the models are, at the beginning."""
    measure: Callable[[Any, GameRecord], Measures] = _no_measures
    """What is measured of a game that is over besides what all games have, by a rulebook."""
    figures: tuple[str, ...] = ()
    """The names of all figures that `measure` may give: nothing else can be asked for."""
