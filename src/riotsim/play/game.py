"""The description of a game, through which commands, stores, replays and the window know it."""

from __future__ import annotations  # `riotsim throw` needs little of a game, and doesn't wait for what the rest needs

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from riotsim.play.requests import PlayerId, Request
from riotsim.play.rulebook.dice import Dice
from riotsim.play.rulebook.sections import Book, unknown_name
from riotsim.table.acts import Hand
from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import Figure, Mesh, Piece, PieceId
from riotsim.table.state import Table

if TYPE_CHECKING:
    from riotsim.play.context import Checkpoint
    from riotsim.play.evaluation import AnswerEvaluator, PositionEvaluator
    from riotsim.play.narration import DataSheet, EventFormatter, FinalScore, GameStatus, Offer, PieceMark, Reason, Turn
    from riotsim.play.sandbox import GameSandbox
    from riotsim.play.scenarios.document import ScenarioFile
    from riotsim.play.session.recorder import GameRecord, Measures
    from riotsim.play.session.session import Perform, Session

# Each game has a rulebook and a state of its own type, and the program passes them from one function of a game to
# another without looking: hence `Any` below.


@dataclass(frozen=True, slots=True)
class Assets:
    """The assets that rules load from mesh files, by the names that the rules use."""

    meshes: Mapping[str, Mesh]
    """Meshes of scenery."""
    figures: Mapping[str, Figure]
    """Miniatures."""
    dice: Mapping[str, DieKind]
    """Dice with shapes of their own."""


@dataclass(frozen=True, slots=True)
class Backdrop:
    """A table of a game to show behind the start screen."""

    table: Table
    """The table."""
    players: tuple[PlayerId, ...]
    """The players, in turn order."""
    owners: Mapping[PieceId, PlayerId]
    """The owner of each model."""


@dataclass(frozen=True, slots=True)
class DiceRules:
    """The rules for dice that are thrown or stacked outside any game."""

    dice: Dice
    """The dice section of the rules."""
    hands: Mapping[str, Hand]
    """The hands, by name."""
    hand: str
    """Name of the default hand."""
    table: Table
    """The empty table, with the dice tray beside it."""


class Seat(Protocol):
    """A player's seat in a game."""

    @property
    def name(self) -> str:
        """The player's name."""

    @property
    def options(self) -> Mapping[str, str]:
        """The seat options that the player has chosen: entries of the rules, by the options' names."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The numbers of players that a rulebook allows."""

    least: int
    """The smallest number of players."""
    most: int
    """The largest number of players."""
    usual: int
    """The default number of players."""


@dataclass(frozen=True, slots=True)
class SeatOptionChoices:
    """The choices of a seat option that a rulebook offers."""

    options: Mapping[str, str]
    """Entries of the rules with their titles; empty if there is no choice."""
    usual: str | None = None
    """The entry of players who don't choose, if there is one."""


@dataclass(frozen=True, slots=True)
class SeatOption:
    """A choice that each player of a game may make, such as the pieces to begin with."""

    name: str
    """Name of the option in files. On the command line it is a flag: `--NAME PLAYER=CHOICE`."""
    help: str
    """A sentence that explains the option."""
    choices: Callable[[Any], SeatOptionChoices]
    """Function that returns the choices of a rulebook."""
    for_persons: bool = True
    """True if the option matters to persons too, so that the start screen asks for it."""
    phrase: str = "{}"
    """A phrase that describes a player, with `{}` in place of the choice."""
    has_own_key: bool = False
    """True if stored seats and campaign files have a key of this name, as in version 0.1. Otherwise the option is
    under `options`.
    """
    may_follow_bot: bool = False
    """True if the choice may follow the bot's name in the balance lab: `greedy@CHOICE`."""


FigureKind: TypeAlias = Literal["number", "share", "win"]
"""The kind of a measured figure: a number of 0 or more, a share within a game (of its turns, for example), or a share
of a win. A win is from 0 to 1, and players who draw share it."""


def chosen_options(seats: Sequence[Seat], name: str, known: Iterable[str]) -> dict[PlayerId, str]:
    """Return the choices of the players for a seat option, by the players' names.

    Args:
        seats: The players.
        name: Name of the option.
        known: The entries of the rules that may be chosen.

    Raises:
        ValueError: Somebody has chosen an entry that the rules don't have.
    """
    found = {seat.name: seat.options[name] for seat in seats if name in seat.options}
    for choice in found.values():
        if choice not in known:
            raise ValueError(unknown_name(f"no {name} is called {choice!r}", choice, known))
    return found


NO_SEAT_OPTION_CHOICES = SeatOptionChoices({})

BeginGame: TypeAlias = "Callable[[Any, Sequence[Seat], int, Perform, Assets, bool], Session[Any]]"
"""A function that begins a game. Its arguments are a rulebook, seats in turn order, a seed, the function that performs
acts, the loaded assets, and whether the clock runs by the answers' stamps. It raises `ValueError` for seats that
can't play.
"""


def _no_offers(_rules: Any, _session: Session[Any], _request: Request[object]) -> tuple[Offer, ...]:
    return ()


def _no_incoming_pieces(
    _rules: Any, _figures: Mapping[str, Figure], _session: Session[Any], _request: Request[object]
) -> Mapping[PieceId, Piece]:
    return {}


def _no_measures(_rules: Any, _course: GameRecord) -> Measures:
    from riotsim.play.session.recorder import Measures

    return Measures()


def _no_notes(_rules: Any, _state: Any, _table: Table) -> Mapping[PieceId, Any]:
    return {}


def _no_model_owners(_state: Any) -> Mapping[PieceId, PlayerId]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The description of a game. Parts with a default are for presentation; a game can be played without them.

    Its functions import modules only when called, so that a command waits only for the parts that it uses.
    """

    name: str
    """Name of the game in the registry, and of the rules that come with riotsim, such as `riot_dice`."""
    title: str
    """Name of the game for people, such as `Riot Dice`."""
    motto: str
    """One or two lines about the game, for its start screen."""
    credit: str
    """The author, the licence, and the changes. Each paragraph is one line."""

    rules: type[Book]
    """The model of the game's rules files."""
    scenario: Callable[[], type[ScenarioFile]]
    """Function that returns the model of the game's scenario files."""

    seats: Callable[[Any], Seats]
    """Function that returns the numbers of players that a rulebook allows."""
    seat_options: tuple[SeatOption, ...] = ()
    """The options that each player may choose besides a name."""
    no_scenery_options: Mapping[str, str] = field(default_factory=dict)
    """Options of the rules for a table without scenery; empty if the table has none."""
    begin: BeginGame
    """Function that begins a game. The game's state has a `result` with the `winners`; it is None until the game is
    over.
    """

    answer_evaluator: Callable[..., AnswerEvaluator[Any]]
    """Function that makes the evaluator of answers for a rulebook, which the greedy bot uses. The argument `avoiding`
    names entries of `avoidable` that the evaluator avoids.
    """
    options: tuple[str, ...] = ()
    """Names of options that a bot can be forbidden to choose, such as `shoot`."""
    avoidable: tuple[str, ...] = ()
    """Names of other things that a bot can be told to avoid, such as `fight`."""
    option_weights: Mapping[str, float] = field(default_factory=dict)
    """The weights with which a random bot draws options, by the names of the options. Other options have 1."""
    position_evaluator: Callable[[Any], PositionEvaluator[Any]] | None = None
    """Function that makes the evaluator of positions for a rulebook, which planners need; None if the game has none."""

    dice_book: type[Book] | None = None
    """The model of rules files for dice outside any game, if it requires less of a file; None for `rules`."""
    dice_rules: Callable[[Any], DiceRules]
    """Function that returns a rulebook's rules for dice outside any game, for `riotsim throw` and `riotsim tower`."""
    sandbox: Callable[[Any, Assets, Sequence[PlayerId]], GameSandbox] | None = None
    """Function that makes the game's part of the sandbox from a rulebook, the loaded assets, and the players in turn
    order.
    """
    backdrop: Callable[[Any, Assets, Perform], Backdrop] | None = None
    """Function that makes a table to show behind the start screen from a rulebook, the loaded assets, and the function
    that performs acts.
    """

    events: Callable[[], ModuleType]
    """Function that returns the module whose dataclasses are the game's events."""
    turn: Callable[[Any], Turn]
    """Function that returns the turn of a state. After the end of the game it is the turn that would have followed."""
    final_score: Callable[[Any], FinalScore | None]
    """Function that returns the final score of a state; None until the game is over."""
    formatter: Callable[[Any, Checkpoint[Any]], EventFormatter[Any]]
    """Function that makes the formatter of events for a rulebook, from a checkpoint on."""
    reason: Callable[[Any, Session[Any], Request[object]], Reason]
    """Function that returns the reason of a request in words."""
    offers: Callable[[Any, Session[Any], Request[object]], tuple[Offer, ...]] = _no_offers
    """Function that returns the effects of the answers to a request; none if the hand decides."""
    incoming_pieces: Callable[[Any, Mapping[str, Figure], Session[Any], Request[object]], Mapping[PieceId, Piece]] = (
        _no_incoming_pieces
    )
    """Function that returns the pieces of a request that are not on the table yet."""
    score_name: str = "score"
    """The word for the score, such as `stash` or `points`."""
    scores: Callable[[Any, Table], Mapping[PlayerId, int]]
    """Function that returns the current score of each player, from state and table."""
    status: Callable[[Any, Session[Any], float], GameStatus]
    """Function that returns the standings at a time in seconds of play."""
    marks: Callable[[Any, Any, Table], Mapping[PieceId, tuple[PieceMark, ...]]] = _no_notes
    """Function that returns the marks of pieces from rulebook, state and table."""
    sheets: Callable[[Any, Any, Table], Mapping[PieceId, DataSheet]] = _no_notes
    """Function that returns the data sheets of pieces from rulebook, state and table."""
    model_owners: Callable[[Any], Mapping[PieceId, PlayerId]] = _no_model_owners
    """Function that returns the owners of the models at the beginning."""
    measure: Callable[[Any, GameRecord], Measures] = _no_measures
    """Function that returns the measurements of a finished game besides those that all games have."""
    figures: Mapping[str, FigureKind] = field(default_factory=dict)
    """All figures that `measure` may give, by name, with what each is. Nothing else can be asked for."""

    def choice(self, option: str, book: Any) -> SeatOptionChoices:
        """Return a rulebook's choices for a seat option; `NO_SEAT_OPTION_CHOICES` if there is no such option."""
        return next((one.choices(book) for one in self.seat_options if one.name == option), NO_SEAT_OPTION_CHOICES)

    def option_fault(self, book: Any, options: Mapping[str, str]) -> str | None:
        """Return why seat options can't be chosen with a rulebook, or None if they can."""
        names = [one.name for one in self.seat_options]
        for name, chosen in options.items():
            if name not in names:
                return unknown_name(f"{self.title} has no seat option {name!r}", name, names)
            known = self.choice(name, book).options
            if chosen not in known:
                return unknown_name(f"no {name} is called {chosen!r}", chosen, known)
        return None

    def option_phrases(self, options: Mapping[str, str]) -> list[str]:
        """Return the phrases that describe a player with these seat options, in their order."""
        phrases = {one.name: one.phrase for one in self.seat_options}
        return [phrases.get(name, "{}").replace("{}", chosen) for name, chosen in options.items()]

    def option_titles(self, book: Any, options: Mapping[str, str]) -> str:
        """Return the titles of the seat options that persons choose too, separated by commas."""
        asked = (one for one in self.seat_options if one.for_persons and one.name in options)
        return ", ".join(one.choices(book).options[options[one.name]] for one in asked)
