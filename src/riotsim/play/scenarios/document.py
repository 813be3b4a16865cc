"""The models that the scenario files of all games share: their head, rolled dice, falling towers, and expectations.

A game adds its own words to these models (`games/<game>/scenario`). Lengths in the files are inches.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal, Self, TypeAlias

from pydantic import AliasChoices, Field, Strict, model_validator

from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Book, Fault, Section
from riotsim.play.scenarios.expected_events import Failure
from riotsim.table.pieces import Mesh, PieceId
from riotsim.table.poses import Point
from riotsim.table.units import inches

Inches: TypeAlias = Annotated[float, Strict(), Field(allow_inf_nan=False)]
"""A bare number of inches."""

At: TypeAlias = tuple[Inches, Inches]
"""A place (inches), from the front left corner: first to the right, then to the back."""

Name: TypeAlias = Annotated[str, Field(min_length=1)]
"""A word."""

PresentFlag: TypeAlias = Literal[True]
"""A key that is there or not."""


def millimetres(at: At) -> Point:
    """Return a place in a file as a point on the table (mm)."""
    return (inches(at[0]), inches(at[1]))


class RolledDie(Section):
    """The place where one rolled die came to rest, aligned with the table."""

    at: At | None = None
    """Its centre; may be left out where the die is cocked or off the table."""
    shows: Annotated[Count, Field(ge=1)] | None = None
    """The number it shows."""
    cocked: bool = Field(default=False, strict=True)
    """True if it lies on no face, or leans on something."""
    off: bool = Field(default=False, strict=True)
    """True if it left the table."""

    @model_validator(mode="after")
    def _says_enough(self) -> Self:
        if not (self.cocked or self.off) and (self.at is None or self.shows is None):
            raise ValueError(
                "a rolled die has a place and a face: {at: [12, 12], shows: 4}; or cocked: true, off: true"
            )
        return self


CameUp: TypeAlias = Annotated[Count, Field(ge=1)] | Literal["cocked", "off"]
"""The number that a die of a fallen tower shows, or how it lies."""


class Entry(Section):
    """One entry of `when`: one key. A game adds a field for each of its answers."""

    PURPOSES: ClassVar[dict[str, str]] = {}
    """The purposes of requests whose answers have another name."""

    roll: Annotated[tuple[RolledDie, ...], Field(min_length=1)] | None = None
    """The places where rolled dice came to rest."""
    topples: Annotated[tuple[PieceId, ...], Field(min_length=1)] | None = None
    """The towers that fell because of the answer before, in this order."""
    falls: Annotated[dict[PieceId, tuple[CameUp, ...]], Field(min_length=1)] | None = None
    """The same with the numbers that their dice come to show, from what was the bottom up, in games where that matters.
    """

    @model_validator(mode="after")
    def _one_key(self) -> Self:
        if len(self.model_fields_set) != 1:
            said = ", ".join(sorted(self.model_fields_set)) or "nothing"
            raise ValueError(f"an entry has one key, such as `- activate: a1`, not {said}")
        if getattr(self, self.kind) is None:
            raise ValueError(f"{self.kind} says nothing")
        return self

    @property
    def fallen(self) -> tuple[PieceId, ...]:
        """The towers that fell, if the entry is about that."""
        return self.topples or tuple(self.falls or ())

    @property
    def kind(self) -> str:
        """Its key."""
        (key,) = self.model_fields_set
        return key

    @property
    def answers(self) -> str:
        """The purpose of the request that it answers."""
        return self.PURPOSES.get(self.kind, self.kind)


class Asks(Section):
    """The request that must come next."""

    player: Name | None = Field(default=None, validation_alias=AliasChoices("player", "boss"))
    """The player who is asked."""
    purpose: Name | None = Field(default=None, alias="for")
    """The purpose of the request."""


class Then(Section):
    """The conditions after the last answer. A game adds its own."""

    events: tuple[dict[str, dict[str, object] | None], ...] = ()
    """The events that must have happened in this order, possibly with others in between: parts of events."""
    asks: Asks | None = None
    """The request that comes next."""
    refused: bool = Field(default=False, strict=True)
    """True if the last answer is refused, and everything is as before it."""


class ScenarioFile(Section):
    """A scenario file of any game."""

    riotsim: Literal["scenario/1"]
    """The format."""
    title: Name
    """One sentence about what the scenario shows."""
    clauses: tuple[Name, ...] = ()
    """The clauses that it tests."""
    rules: Name
    """Rules that come with the program, or a file beside this one."""
    options: dict[str, object] = Field(default_factory=dict)
    """Options of the rules, by dotted keys."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players of its position in turn order; none for a game whose positions are not set up by hand."""
        return ()

    @property
    def has_script(self) -> bool:
        """True if it has answers or expectations besides its position."""
        return False

    def needs(self, rules: Book) -> tuple[str, ...]:
        """Return the kinds of terrain that must be loaded from mesh files before it can be run."""
        return ()

    @abstractmethod
    def faults(self, rules: Book, meshes: Mapping[str, Mesh]) -> Iterator[Fault]:
        """Yield errors of a well-formed file: unknown names, pieces that overlap."""

    @abstractmethod
    def run(self, rules: Book, meshes: Mapping[str, Mesh]) -> tuple[Failure, ...]:
        """Play it by the rules, and return where it does not hold; nothing if it holds."""
