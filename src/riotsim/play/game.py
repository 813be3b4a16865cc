"""The description of a game: all its functions and data that the rest of riotsim uses."""

from __future__ import annotations  # lets `riotsim throw` skip the imports below

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.play.rulebook.companies import Company, CompanySchema
from riotsim.play.rulebook.dice import Dice
from riotsim.play.rulebook.sections import Book, unknown_name
from riotsim.table.acts import Hand
from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import Figure, Mesh, PieceId
from riotsim.table.state import Table

if TYPE_CHECKING:
    from riotsim.play.agent_view import AgentView
    from riotsim.play.evaluation import AnswerEvaluator, PositionEvaluator, Thinker
    from riotsim.play.presentation import Presentation
    from riotsim.play.sandbox.game_sandbox import GameSandbox
    from riotsim.play.scenarios.document import ScenarioFile
    from riotsim.play.session.recorder import GameRecord, Measures
    from riotsim.play.session.session import Perform, Session

# Each game has its own types of rulebook and state. The program only passes them from one function of the game to
# another, so they are `Any` below.


@dataclass(frozen=True, slots=True)
class Assets:
    """Assets that a game's rules load from mesh files. The keys of each mapping are the names that the rules use."""

    meshes: Mapping[str, Mesh]
    """Meshes of scenery."""
    figures: Mapping[str, Figure]
    """Miniatures."""
    dice: Mapping[str, DieKind]
    """Kinds of dice with a mesh of their own."""


@dataclass(frozen=True, slots=True)
class Backdrop:
    """A game's table that is shown behind the start screen."""

    table: Table
    """The table."""
    players: tuple[PlayerId, ...]
    """The players at the table, in turn order."""
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
        """The entry of the rules that the player has chosen for each seat option, by the option's name."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The numbers of players that a rulebook allows."""

    least: int
    """The smallest number of players."""
    most: int
    """The largest number of players."""
    usual: int
    """The default number of players."""
    option: str = ""
    """The dotted key of a rules option that only sets `usual`; empty if the rules have no such option."""

    def option_fault(self, options: Container[str], count: int) -> str | None:
        """Return why a game with these options can't have this number of players, or None if it can.

        The returned text begins with a verb. Its subject is the option `option`.

        Args:
            options: The options that were set for a game, by dotted key.
            count: The number of players of the game.
        """
        if not self.option or self.option not in options or count == self.usual:
            return None
        return f"is for {self.usual} players, and {count} play: seat {self.usual} players, or leave this option out"


@dataclass(frozen=True, slots=True)
class SeatOptionChoices:
    """The choices for a seat option, according to a rulebook."""

    options: Mapping[str, str]
    """Entries of the rules to choose from, each with its title; empty if there are none."""
    usual: str | None = None
    """The default entry. None if there is no default, or if it depends on the seat."""
    usual_by_seat: tuple[str, ...] = ()
    """The default entry for each seat; empty if the default doesn't depend on the seat."""
    suggested_by_seat: tuple[str, ...] = ()
    """The entry that the start screen suggests for each seat; empty if it suggests the usual entries."""
    about: Mapping[str, str] = field(default_factory=dict)
    """A line about an entry for the start screen, by the entry's name. Not every entry has a line."""


@dataclass(frozen=True, slots=True)
class SeatOption:
    """A choice that each player of a game may make, such as the pieces to begin with."""

    name: str
    """Name of the option in files and on the command line. The flag is `--NAME PLAYER=CHOICE`."""
    help: str
    """A sentence that explains the option."""
    choices: Callable[[Any], SeatOptionChoices]
    """Function that returns a rulebook's choices for this option."""
    for_persons: bool = True
    """True if persons use the option: the start screen asks for it. False if only bots use it."""
    phrase: str = "{}"
    """A phrase that describes a player by the chosen entry, such as `with {}`. The entry's name replaces the `{}`."""
    has_own_key: bool = False
    """True if the option has a key of its own in stored seats and campaign files: the option's name.

    False if it is stored there under the key `options`.
    """
    may_follow_bot: bool = False
    """True if the chosen entry may follow the bot's name in the balance lab: `greedy@CHOICE`."""


@dataclass(frozen=True, slots=True)
class RulesFlag:
    """A flag of the command line that stands for one option of the rules."""

    name: str
    """Name of the flag: `--NAME`."""
    option: str
    """Dotted key of the option."""
    value: str
    """The value that the flag gives to the option, written as for `--set`."""
    help: str
    """A sentence that explains the flag."""


@dataclass(frozen=True, slots=True)
class SeatWithCompany:
    """A seat whose player brings a company: an army, a build or a character from a file."""

    name: PlayerId
    """The player's name."""
    options: Mapping[str, str]
    """The seat options that the player has chosen, as in `Seat`."""
    company: Company[Any]
    """The player's company. It was read from a file and checked already."""


def brought_companies(seats: Sequence[Seat]) -> dict[PlayerId, Company[Any]]:
    """Return the companies that players bring, by the players' names."""
    return {seat.name: seat.company for seat in seats if isinstance(seat, SeatWithCompany)}


def brought_contents(seats: Sequence[Seat]) -> dict[PlayerId, Any]:
    """Return the checked content (`Company.content`) of each company that a player brings, by the player's name."""
    return {player: company.content for player, company in brought_companies(seats).items()}


FigureKind: TypeAlias = Literal["number", "share", "win"]
"""The kind of a value that is measured in a game: `number`, `share` or `win`.

- `number`: 0 or more.
- `share`: a part of a whole, from 0 to 1, such as a share of the game's turns.
- `win`: 1 for a win, 0 for a loss. If players draw, the 1 is divided among them.
"""


def chosen_options(seats: Sequence[Seat], name: str, known: Iterable[str]) -> dict[PlayerId, str]:
    """Return the entries that players have chosen for a seat option, by the players' names.

    Args:
        seats: The players.
        name: Name of the option.
        known: The entries of the rules that may be chosen.

    Raises:
        ValueError: A player has chosen an entry that the rules don't have.
    """
    found = {seat.name: seat.options[name] for seat in seats if name in seat.options}
    for choice in found.values():
        if choice not in known:
            raise ValueError(unknown_name(f"no {name} is called {choice!r}", choice, known))
    return found


def _hands(rules: Any) -> SeatOptionChoices:
    return SeatOptionChoices({name: name for name in rules.hands}, rules.hand)


def hand_option(choices: Callable[[Any], SeatOptionChoices] = _hands) -> SeatOption:
    """Return the seat option for a bot's throwing hand.

    Args:
        choices: Function that takes a rulebook and returns its hands; by default all `rulebook.hands`, with
            `rulebook.hand` as the usual one.
    """
    return SeatOption(
        "hand",
        "The hand of a player who is a bot.",
        choices,
        for_persons=False,
        phrase="{} hand",
        has_own_key=True,
        may_follow_bot=True,
    )


NO_SEAT_OPTION_CHOICES = SeatOptionChoices({})

BeginGame: TypeAlias = "Callable[[Any, Sequence[Seat], int, Perform, Assets, bool], Session[Any]]"
"""A function that begins a game. It raises `ValueError` for seats that can't play.

Its arguments are:

1. a rulebook,
2. the seats in turn order,
3. a seed,
4. the function that performs acts,
5. the loaded assets,
6. whether the game's clock runs by the time stamps of the answers.
"""


def _no_measures(_rules: Any, _course: GameRecord) -> Measures:
    from riotsim.play.session.recorder import Measures

    return Measures()


def _plain_agent_view() -> AgentView:
    from riotsim.play.agent_view import AgentView

    return AgentView()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The description of a game. Fields with a default describe features that a game need not have.

    Functions in the fields should import modules only when they are called. This keeps commands fast.
    """

    name: str
    """Name of the game in the registry, and of the rules that come with riotsim, such as `riot_dice`."""
    title: str
    """Name of the game for people, such as `Riot Dice`."""
    motto: str
    """One or two lines about the game, for its start screen."""
    credit: str
    """Text that names the author, the licence, and the changes to the published rules. Each paragraph is one line."""

    rules: type[Book]
    """The pydantic model of the game's rules files."""
    scenario: Callable[[], type[ScenarioFile]]
    """Function that returns the pydantic model of the game's scenario files."""

    seats: Callable[[Any], Seats]
    """Function that returns a rulebook's numbers of players."""
    seat_options: tuple[SeatOption, ...] = ()
    """The choices that each player of the game may make besides a name."""
    rules_flags: tuple[RulesFlag, ...] = ()
    """The options of the rules that have flags of their own on the command line."""
    company: Callable[[Any], CompanySchema[Any]] | None = None
    """Function that takes a rulebook and returns the schema of players' company files; None if there are no companies.

    The companies are passed to `begin` as a part of the seats (`brought_companies`).
    """
    no_scenery_options: Mapping[str, str] = field(default_factory=dict)
    """The values of the rules options that remove all scenery from the table, by the options' dotted keys.

    Empty if the game has no scenery.
    """
    begin: BeginGame
    """Function that begins a game.

    The game's state must have an attribute `result`. It is None until the game is over. Then it is an object with the
    attribute `winners`.
    """

    answer_evaluator: Callable[..., AnswerEvaluator[Any]]
    """Function that takes a rulebook and returns the evaluator of answers for greedy bots and planners.

    If `avoidable` isn't empty, the function also takes `avoiding`: the names in `avoidable` that the bot must avoid.
    """
    options: tuple[str, ...] = ()
    """Names of the options, such as `shoot`, that a bot can be forbidden to choose."""
    avoidable: tuple[str, ...] = ()
    """Names of other things, such as `fight`, that a bot can be told to avoid. They aren't names of options."""
    option_weights: Mapping[str, float] = field(default_factory=dict)
    """The weights of options for a random bot, by the names of the options. Other options have weight 1."""
    position_evaluator: Callable[[Any], PositionEvaluator[Any]] | None = None
    """Function that takes a rulebook and returns the evaluator for positions at the end of rollouts.

    A rollout is a copy of the game. A planner plays some turns ahead in it. None if the game has no such evaluator.
    """
    proposals: Callable[[Any], AnswerEvaluator[Any]] | None = None
    """Function that takes a rulebook and returns the evaluator for a planner's answers to its own request.

    This evaluator looks farther ahead than `answer_evaluator`, which chooses the answers within rollouts. None if
    `answer_evaluator` is used for both.
    """

    thinker: Callable[[Any], Thinker[Any]] | None = None
    """Function that takes a rulebook and returns the game's own thinker, such as a search; None if it has none.

    Planners use the thinker in place of rollouts.
    """

    dice_book: type[Book] | None = None
    """The pydantic model of rules files that `dice_rules` reads. It has fewer keys than `rules`.

    None if `dice_rules` needs a file with all keys of `rules`.
    """
    dice_rules: Callable[[Any], DiceRules]
    """Function that returns a rulebook's rules for dice outside any game, for `riotsim throw` and `riotsim tower`."""
    sandbox: Callable[[Any, Assets, Sequence[Seat]], GameSandbox[Any]] | None = None
    """Function that makes the game's part of the sandbox; None if the game has no sandbox.

    It takes a rulebook, the loaded assets, and the seats in turn order, with the companies that players bring.
    """
    backdrop: Callable[[Any, Assets, Perform], Backdrop] | None = None
    """Function that makes a table to show behind the start screen; None if the game has no such table.

    It takes a rulebook, the loaded assets, and the function that performs acts.
    """

    events: Callable[[], ModuleType]
    """Function that returns the module with the dataclasses of the game's events."""
    presentation: Callable[[], Presentation[Any, Any]]
    """Function that returns the presentation of the game."""
    turn_word: str = "turn"
    """The game's word for a turn. It may be `round` if all players act in a turn. `Turn.turn_word` must be the same."""
    has_set_up: bool = True
    """True if the game begins with a set-up. The set-up doesn't count as a turn."""
    score_name: str = "score"
    """The word for the score, such as `stash` or `points`."""
    score_icon: str = "coins"
    """Name of the icon beside the score in the window: `coins`, `heart`, `person` or `crown`."""
    agent_view: Callable[[], AgentView] = _plain_agent_view
    """Function that returns the view of learning agents."""
    measure: Callable[[Any, GameRecord], Measures] = _no_measures
    """Function that measures a finished game, and returns the values that only this game has."""
    figures: Mapping[str, FigureKind] = field(default_factory=dict)
    """The kind of each value that `measure` may return, by the value's name.

    Campaigns can use these values in addition to those measured in all games.
    """

    def choice(self, option: str, book: Any) -> SeatOptionChoices:
        """Return the choices that a rulebook offers for a seat option; no choices if there is no such option."""
        return next((one.choices(book) for one in self.seat_options if one.name == option), NO_SEAT_OPTION_CHOICES)

    def options_of_flags(self, flags: Collection[str]) -> dict[str, object]:
        """Return the values that command-line flags give to rules options, by the options' dotted keys.

        Flags of other games are ignored.
        """
        return {one.option: one.value for one in self.rules_flags if one.name in flags}

    def option_fault(self, book: Any, options: Mapping[str, str]) -> str | None:
        """Return why seat options can't be chosen with a rulebook, or None if they can.

        Args:
            book: The rulebook.
            options: The chosen entries, by the names of the options.
        """
        names = [one.name for one in self.seat_options]
        for name, chosen in options.items():
            if name not in names:
                return unknown_name(f"{self.title} has no seat option {name!r}", name, names)
            known = self.choice(name, book).options
            if chosen not in known:
                return unknown_name(f"no {name} is called {chosen!r}", chosen, known)
        return None

    def option_phrases(self, options: Mapping[str, str]) -> list[str]:
        """Return the phrases that describe a player's chosen entries, in the order of the argument `options`.

        Args:
            options: The player's chosen entries, by the names of the options.
        """
        phrases = {one.name: one.phrase for one in self.seat_options}
        return [phrases.get(name, "{}").replace("{}", chosen) for name, chosen in options.items()]

    def option_titles(self, book: Any, options: Mapping[str, str]) -> str:
        """Return the titles of a player's chosen entries, separated by commas.

        Entries of options that matter only to bots are left out.

        Args:
            book: The rulebook.
            options: The player's chosen entries, by the names of the options.

        Raises:
            KeyError: The rulebook doesn't offer a chosen entry.
        """
        asked = (one for one in self.seat_options if one.for_persons and one.name in options)
        return ", ".join(one.choices(book).options[options[one.name]] for one in asked)
