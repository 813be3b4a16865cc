"""The description of a game, through which commands, stores, replays and the window know it."""

from __future__ import annotations  # `riotsim throw` needs little of a game, and doesn't wait for what the rest needs

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

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
    """A table of a game to look at, behind the start screen."""

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
    """The usual one of `hands`."""
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
    """The smallest number."""
    most: int
    """The largest number."""
    usual: int
    """The number by default."""


@dataclass(frozen=True, slots=True)
class SeatOptionChoices:
    """The choices of a seat option by some rules."""

    options: Mapping[str, str]
    """Entries of the rules with their titles; empty where there is nothing to choose from."""
    usual: str | None = None
    """The entry that players have who don't choose, if that is an entry too."""


@dataclass(frozen=True, slots=True)
class SeatOption:
    """Something that each player of a game may choose, such as the pieces that they begin with."""

    name: str
    """Its name in files. On the command line it is a flag too: `--NAME PLAYER=CHOICE`."""
    help: str
    """A sentence that explains it."""
    choices: Callable[[Any], SeatOptionChoices]
    """Its choices, by a rulebook."""
    for_persons: bool = True
    """True if it matters to persons too: the start screen asks for it then."""
    phrase: str = "{}"
    """The phrase that describes a player by the choice, which stands for `{}`."""
    own_key: bool = False
    """True if stored seats and campaign files have a key of this name for it, as in version 0.1; otherwise it stands
    under `options`."""
    after_bot: bool = False
    """True if it may follow the bot's name in the balance lab: `greedy@CHOICE`."""


def chosen_options(seats: Sequence[Seat], name: str, known: Iterable[str]) -> dict[PlayerId, str]:
    """Return what players have chosen of a seat option, by their names.

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
"""A function that begins a game. It is given a rulebook, seats in turn order, a seed, what performs acts, the loaded
assets, and whether the clock runs by the answers' stamps. It raises `ValueError` for seats that can't play."""


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

    Its functions import what they need when they are called, so that a command only waits for the parts that it uses.
    """

    name: str
    """Its name in the registry, which is also that of the rules that come with riotsim: `riot_dice`."""
    title: str
    """Its name as people read it: `Riot Dice`."""
    motto: str
    """A line or two about it, for its start screen."""
    credit: str
    """The author, the licence and what was changed. Paragraphs end with a line."""

    rules: type[Book]
    """The model of its rules files."""
    scenario: Callable[[], type[ScenarioFile]]
    """Returns the model of its scenario files."""

    seats: Callable[[Any], Seats]
    """Returns the numbers of players that a rulebook allows."""
    seat_options: tuple[SeatOption, ...] = ()
    """The options that each player may choose besides a name."""
    bare: Mapping[str, str] = field(default_factory=dict)
    """Options of the rules for a table without scenery; empty if it has none anyway."""
    begin: BeginGame
    """Begins a game. Its state has a `result` with the `winners`, None until the game is over."""

    answer_evaluator: Callable[..., AnswerEvaluator[Any]]
    """Makes the evaluator of answers for a rulebook, which the greedy bot goes by. With `avoiding`, some of
    `avoidable`, the evaluator keeps clear of them."""
    options: tuple[str, ...] = ()
    """Options that a bot can be forbidden to choose, as they are named: `shoot`."""
    avoidable: tuple[str, ...] = ()
    """Other things that a bot can be told to avoid: `fight`."""
    position_evaluator: Callable[[Any], PositionEvaluator[Any]] | None = None
    """Makes the evaluator of positions for a rulebook, which planners need; None if the game has none."""

    dice_book: type[Book] | None = None
    """The rulebook as it is read for dice outside any game, where that asks less of a file; None: `rules`."""
    dice_rules: Callable[[Any], DiceRules]
    """Returns a rulebook's rules for dice outside any game, for `riotsim throw` and `riotsim tower`."""
    sandbox: Callable[[Any, Assets, Sequence[PlayerId]], GameSandbox] | None = None
    """Makes its part of the sandbox, by a rulebook, what was loaded, and the players in turn order."""
    backdrop: Callable[[Any, Assets, Perform], Backdrop] | None = None
    """Makes a table to look at behind the start screen, by a rulebook, what was loaded, and who performs acts."""

    turn: Callable[[Any], Turn]
    """Returns the turn of a state; once the game is over, the one that would have come."""
    final_score: Callable[[Any], FinalScore | None]
    """Returns how the game ended, by its state; None while it is on."""
    formatter: Callable[[Any, Checkpoint[Any]], EventFormatter[Any]]
    """Makes the formatter of events for a rulebook, from a checkpoint on."""
    reason: Callable[[Any, Session[Any], Request[object]], Reason]
    """Returns the reason of a request in words."""
    offers: Callable[[Any, Session[Any], Request[object]], tuple[Offer, ...]] = _no_offers
    """Returns the effects of the answers to a request; none where a hand decides."""
    incoming_pieces: Callable[[Any, Mapping[str, Figure], Session[Any], Request[object]], Mapping[PieceId, Piece]] = (
        _no_incoming_pieces
    )
    """Returns the pieces that a request is about and that are not on the table yet."""
    score_name: str = "score"
    """The word for what counts in the end, such as `stash` or `points`."""
    scores: Callable[[Any, Table], Mapping[PlayerId, int]]
    """Returns what each player has of it so far, by state and table."""
    status: Callable[[Any, Session[Any], float], GameStatus]
    """Returns the standings at a time in seconds of play."""
    marks: Callable[[Any, Any, Table], Mapping[PieceId, tuple[PieceMark, ...]]] = _no_notes
    """Returns the marks of pieces, by rulebook, state and table."""
    sheets: Callable[[Any, Any, Table], Mapping[PieceId, DataSheet]] = _no_notes
    """Returns the data sheets of pieces, by rulebook, state and table."""
    model_owners: Callable[[Any], Mapping[PieceId, PlayerId]] = _no_model_owners
    """Returns the owners of the models at the beginning."""
    measure: Callable[[Any, GameRecord], Measures] = _no_measures
    """Returns the measurements of a finished game besides those that all games have."""
    figures: tuple[str, ...] = ()
    """The names of all figures that `measure` may give: nothing else can be asked for."""

    def choice(self, option: str, book: Any) -> SeatOptionChoices:
        """Return a rulebook's choices for a seat option; `NO_SEAT_OPTION_CHOICES` if there is no such option."""
        return next((one.choices(book) for one in self.seat_options if one.name == option), NO_SEAT_OPTION_CHOICES)

    def option_fault(self, book: Any, options: Mapping[str, str]) -> str | None:
        """Return why seat options can't be chosen by a rulebook, or None if they can."""
        for name, chosen in options.items():
            known = self.choice(name, book).options
            if chosen not in known:
                return unknown_name(f"no {name} is called {chosen!r}", chosen, known)
        return None

    def option_phrases(self, options: Mapping[str, str]) -> list[str]:
        """Return what is said of a player who has chosen these seat options, in the order in which they are given."""
        phrases = {one.name: one.phrase for one in self.seat_options}
        return [phrases.get(name, "{}").replace("{}", chosen) for name, chosen in options.items()]

    def option_titles(self, book: Any, options: Mapping[str, str]) -> str:
        """Return the titles of the seat options that persons choose too, separated by commas."""
        asked = (one for one in self.seat_options if one.for_persons and one.name in options)
        return ", ".join(one.choices(book).options[options[one.name]] for one in asked)
