"""The pydantic models for the parts that the scenario files of all games have.

Each game extends these classes with keys of its own (`games/<game>/scenario`). Lengths in the files are in inches.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Protocol, Self, TypeAlias

from pydantic import AliasChoices, Field, PrivateAttr, Strict, model_validator

from riotsim.play.requests import PlayerId
from riotsim.play.rulebook.companies import Company
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Fault, Section, unknown_name
from riotsim.play.scenarios.expected_events import Failure
from riotsim.play.scenarios.lesson import LessonStep
from riotsim.table.pieces import Mesh, PieceId
from riotsim.table.poses import Point
from riotsim.table.units import inches

Inches: TypeAlias = Annotated[float, Strict(), Field(allow_inf_nan=False)]
"""A length in inches, written as a number without a unit."""

At: TypeAlias = tuple[Inches, Inches]
"""A place on the table: two distances from its front left corner, to the right and to the back (inches)."""

Name: TypeAlias = Annotated[str, Field(min_length=1)]
"""A text that is not empty."""

PresentFlag: TypeAlias = Literal[True]
"""The value of a key that is either present with the value `true`, or absent."""


def millimetres(at: At) -> Point:
    """Return a place in a file (inches) as a point on the table (mm)."""
    return (inches(at[0]), inches(at[1]))


class RolledDie(Section):
    """The result of one rolled die, as a file gives it. The die is then laid with its edges parallel to the table's."""

    at: At | None = None
    """Centre of the die (inches); may be left out if the die is cocked or off the table."""
    shows: Annotated[Count, Field(ge=1)] | None = None
    """The die's number; may be left out if the die is cocked or off the table."""
    cocked: bool = Field(default=False, strict=True)
    """True if the die lies cocked: not flat on a face, or leaning on something."""
    off: bool = Field(default=False, strict=True)
    """True if the die left the table."""

    @model_validator(mode="after")
    def _says_enough(self) -> Self:
        if not (self.cocked or self.off) and (self.at is None or self.shows is None):
            raise ValueError(
                "a rolled die has a place and a face: {at: [12, 12], shows: 4}; or cocked: true, off: true"
            )
        return self


class TrayDie(RolledDie):
    """The result of a die that is rolled into the tray.

    A file may give just the number that the die shows. A die that is cocked or off the tray needs a mapping.
    """

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:  # whatever stands in the file
        return {"shows": value} if isinstance(value, int) else value

    @model_validator(mode="after")
    def _says_enough(self) -> Self:
        if not (self.cocked or self.off) and self.shows is None:
            raise ValueError("a rolled die shows a number, such as 4, or is cocked: true or off: true")
        return self


class Given(Section):
    """The position that a scenario begins with. Each game has its own keys for the position."""

    _brought: Mapping[PlayerId, Any] = PrivateAttr(default_factory=dict)

    def with_companies(self, brought: Mapping[PlayerId, Any]) -> Self:
        """Return a copy of the position with the players' companies.

        Args:
            brought: The content of the companies (`Company.content`), by player.
        """
        found = self.model_copy()
        found._brought = brought
        return found

    @abstractmethod
    def faults(self, rules: Any) -> Iterator[Fault]:  # the game's own rulebook
        """Check the position against the rules, and yield the errors."""


class Ended(Protocol):
    """The end of a game."""

    @property
    def winners(self) -> Sequence[PlayerId]:
        """The winners."""

    @property
    def ending(self) -> str:
        """The game's word for the reason why the game is over."""


class Over(Section):
    """The expected end of the game."""

    winner: Name | None = None
    """Name of the winner; left out if nobody or several have won."""
    ending: Name | None = None
    """The game's word for the reason why the game is over, such as `quiet`; left out if any reason will do."""

    def failures(self, result: Ended | None) -> Iterator[Failure]:
        """Yield a failure for each expectation that the end of the game doesn't meet.

        Args:
            result: The end of the game; None if the game goes on.
        """
        if result is None:
            yield Failure("then.over", "the end of the game", "that it goes on")
            return
        winner = result.winners[0] if len(result.winners) == 1 else None
        if self.winner != winner:
            yield Failure("then.over.winner", str(self.winner), str(winner))
        if self.ending is not None and self.ending != result.ending:
            yield Failure("then.over.ending", self.ending, result.ending)


CameUp: TypeAlias = Annotated[Count, Field(ge=1)] | Literal["cocked", "off"]
"""The result of a die of a fallen tower: its number, or `cocked`, or `off` if it left the table."""


class Entry(Section):
    """One entry of a scenario's list `when`: an answer of a player, or the names of towers that fall.

    An entry in a file has exactly one key. Each game has a subclass with a field for each kind of answer.
    """

    PURPOSES: ClassVar[dict[str, str]] = {}
    """The purpose of the request that an entry answers, by the entry's key.

    A key is left out if the purpose is the same word.
    """

    roll: Annotated[tuple[RolledDie, ...], Field(min_length=1)] | None = None
    """The results of the rolled dice, in the order of the roll."""
    topples: Annotated[tuple[PieceId, ...], Field(min_length=1)] | None = None
    """The towers that fall because of the preceding answer, in this order. Their dice keep their numbers."""
    falls: Annotated[dict[PieceId, tuple[CameUp, ...]], Field(min_length=1)] | None = None
    """The towers that fall because of the preceding answer, each with the results of its dice from the bottom up.
    """

    @model_validator(mode="after")
    def _one_key(self) -> Self:
        if len(self.model_fields_set) != 1:
            said = ", ".join(sorted(self.model_fields_set)) or "nothing"
            raise ValueError(f"an entry has one key, such as `- activate: a1`, not {said}")
        if self.answer is None:
            raise ValueError(f"{self.kind} says nothing")
        return self

    @property
    def fallen(self) -> tuple[PieceId, ...]:
        """The towers that fall; empty if the entry is a player's answer."""
        return self.topples or tuple(self.falls or ())

    @property
    def kind(self) -> str:
        """The one key that the entry has in the file, such as `roll`."""
        (key,) = self.model_fields_set
        return key

    @property
    def answer(self) -> object:
        """The value of the entry: a player's answer, or the towers that fall."""
        return getattr(self, self.kind)

    @property
    def purpose(self) -> str:
        """The purpose of the request that the entry answers. If the entry is not an answer, this is its key."""
        return self.PURPOSES.get(self.kind, self.kind)


class Asks(Section):
    """The request that must be waiting at the end of a scenario."""

    player: Name | None = Field(default=None, validation_alias=AliasChoices("player", "boss"))
    """The player who is asked; left out for any player."""
    purpose: Name | None = Field(default=None, alias="for")
    """The purpose of the request; left out for any purpose."""


class Then(Section):
    """The expectations of a scenario after the last answer. Each game adds keys of its own."""

    events: tuple[dict[str, dict[str, object] | None], ...] = ()
    """Expected events, in their necessary order. Each event may have expected values of some fields. Other events may
    happen between the expected events.
    """
    asks: Asks | None = None
    """The request that must be waiting at the end; left out if it doesn't matter."""
    refused: bool = Field(default=False, strict=True)
    """True if the rules must refuse the last answer. A refused answer changes nothing."""

    @property
    def asked(self) -> PlayerId | None:
        """The player who must be asked something at the end; None if the scenario doesn't name one."""
        return None if self.asks is None else self.asks.player

    def event_faults(self, known: Mapping[str, Sequence[str]]) -> Iterator[Fault]:
        """Yield the errors in the expected events.

        An event must have exactly one name. Its name and the names of its fields must be known.

        Args:
            known: The names of the fields of each event of the game, by the event's name.
        """
        for k, event in enumerate(self.events):
            if len(event) != 1:
                example = next(iter(known))
                yield ("events", k), f"an event is one key with its fields, such as {{{example}: {{}}}}"
                continue
            ((name, fields),) = event.items()
            if name not in known:
                yield ("events", k, name), unknown_name(f"no event is called {name!r}", name, known)
                continue
            for field in fields or {}:
                if field not in known[name]:
                    sentence = unknown_name(f"{name} has no field {field!r}", field, known[name])
                    yield ("events", k, name, field), sentence


class ScenarioFile(Section):
    """A scenario file, with the keys that all games share."""

    riotsim: Literal["scenario/1"]
    """The format of the file and its version."""
    title: Name
    """One sentence about what the scenario shows."""
    clauses: tuple[Name, ...] = ()
    """Ids of the clauses of the rules that the scenario tests."""
    rules: Name
    """The name of rules that come with the program, or a rules file beside this scenario."""
    options: dict[str, object] = Field(default_factory=dict)
    """Values that replace values of the rules, by dotted keys such as `hands.average.speed`."""
    companies: dict[Name, Name] = Field(default_factory=dict)
    """The companies that players bring, by player. Each value is the name of a company that comes with the game, or of
    a file beside this scenario.
    """
    lesson: tuple[LessonStep, ...] = ()
    """The steps that the window teaches from this position; empty if the scenario is not a lesson."""
    given: Given
    """The position that the scenario begins with."""
    when: tuple[Entry, ...] = ()
    """The answers to the game's requests, and the falls of towers, in order."""
    then: Then
    """The expectations after the last answer."""

    _brought: Mapping[PlayerId, Company[Any]] = PrivateAttr(default_factory=dict)

    @property
    def brought(self) -> Mapping[PlayerId, Company[Any]]:
        """The players' companies, as read from files, by player; empty until the files are read.

        `companies` has only the names of these companies or files.
        """
        return self._brought

    def with_companies(self, brought: Mapping[PlayerId, Company[Any]]) -> Self:
        """Return a copy of the scenario, with the companies that players bring added to it.

        Args:
            brought: The companies that `companies` names, as read from their files, by player.
        """
        given = self.given.with_companies({player: company.content for player, company in brought.items()})
        found = self.model_copy(update={"given": given})
        found._brought = brought
        return found

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the position in turn order, for the sandbox; empty if the game has no sandbox."""
        return ()

    @property
    def has_script(self) -> bool:
        """True if the scenario has answers or expectations; False if it has only a position."""
        return bool(self.when) or bool(self.then.model_fields_set)

    def needs(self, rules: Any) -> tuple[str, ...]:  # here and below the game's own rulebook
        """Return the kinds of terrain whose mesh files must be loaded before the scenario can run."""
        return ()

    def fall_faults(self) -> Iterator[Fault]:
        """Yield an error for each entry with falling towers. Games without towers call this method in `faults`."""
        for k, entry in enumerate(self.when):
            if entry.fallen:
                yield ("when", k), "is not for this game, which has no towers"

    @abstractmethod
    def faults(self, rules: Any, meshes: Mapping[str, Mesh]) -> Iterator[Fault]:
        """Yield errors that validation of the file's form doesn't find, such as unknown names and overlapping pieces.

        Args:
            rules: The rulebook.
            meshes: The loaded meshes, by kind of terrain.
        """

    @abstractmethod
    def run(self, rules: Any, meshes: Mapping[str, Mesh]) -> tuple[Failure, ...]:
        """Play the scenario by the rules, and return its failures; empty if all expectations hold.

        Args:
            rules: The rulebook.
            meshes: The loaded meshes, by kind of terrain.
        """
