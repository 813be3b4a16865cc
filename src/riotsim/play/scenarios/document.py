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
"""A text that is not empty."""

PresentFlag: TypeAlias = Literal[True]
"""The value of a key that is either present or absent."""


def millimetres(at: At) -> Point:
    """Return a place in a file as a point on the table (mm)."""
    return (inches(at[0]), inches(at[1]))


class RolledDie(Section):
    """The result of one rolled die, aligned with the table."""

    at: At | None = None
    """Centre of the die; may be left out if the die is cocked or off the table."""
    shows: Annotated[Count, Field(ge=1)] | None = None
    """The number that the die shows."""
    cocked: bool = Field(default=False, strict=True)
    """True if the die lies on no face, or leans on something."""
    off: bool = Field(default=False, strict=True)
    """True if the die left the table."""

    @model_validator(mode="after")
    def _says_enough(self) -> Self:
        if not (self.cocked or self.off) and (self.at is None or self.shows is None):
            raise ValueError(
                "a rolled die has a place and a face: {at: [12, 12], shows: 4}; or cocked: true, off: true"
            )
        return self


CameUp: TypeAlias = Annotated[Count, Field(ge=1)] | Literal["cocked", "off"]
"""The number that a die of a fallen tower shows, or `cocked` or `off`."""


class Entry(Section):
    """One entry of `when`, which has one key. A game adds a field for each of its answers."""

    PURPOSES: ClassVar[dict[str, str]] = {}
    """The purposes of requests, by the keys of answers that have another name."""

    roll: Annotated[tuple[RolledDie, ...], Field(min_length=1)] | None = None
    """The places where rolled dice came to rest."""
    topples: Annotated[tuple[PieceId, ...], Field(min_length=1)] | None = None
    """The towers that fell because of the preceding answer, in this order."""
    falls: Annotated[dict[PieceId, tuple[CameUp, ...]], Field(min_length=1)] | None = None
    """The towers that fell because of the preceding answer, with the numbers that their dice then show, from the
    former bottom up.
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
        """The towers that fell, if the entry names any."""
        return self.topples or tuple(self.falls or ())

    @property
    def kind(self) -> str:
        """The entry's key."""
        (key,) = self.model_fields_set
        return key

    @property
    def purpose(self) -> str:
        """The purpose of the request that the entry answers."""
        return self.PURPOSES.get(self.kind, self.kind)


class Asks(Section):
    """The request that must come next."""

    player: Name | None = Field(default=None, validation_alias=AliasChoices("player", "boss"))
    """The player who is asked."""
    purpose: Name | None = Field(default=None, alias="for")
    """The purpose of the request."""


class Then(Section):
    """The expectations after the last answer. A game adds its own."""

    events: tuple[dict[str, dict[str, object] | None], ...] = ()
    """Events, or parts of them, that must have happened in this order, possibly with others in between."""
    asks: Asks | None = None
    """The request that comes next."""
    refused: bool = Field(default=False, strict=True)
    """True if the last answer must be refused and change nothing."""


class ScenarioFile(Section):
    """A scenario file of any game."""

    riotsim: Literal["scenario/1"]
    """The format of the file."""
    title: Name
    """One sentence about what the scenario shows."""
    clauses: tuple[Name, ...] = ()
    """The clauses that the scenario tests."""
    rules: Name
    """Rules that come with the program, or a file beside this one."""
    options: dict[str, object] = Field(default_factory=dict)
    """Options of the rules, by dotted keys."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the scenario's position in turn order; none for a game without a sandbox."""
        return ()

    @property
    def has_script(self) -> bool:
        """True if the scenario has answers or expectations besides its position."""
        return False

    def needs(self, rules: Book) -> tuple[str, ...]:
        """Return the kinds of terrain that must be loaded from mesh files before the scenario can run."""
        return ()

    @abstractmethod
    def faults(self, rules: Book, meshes: Mapping[str, Mesh]) -> Iterator[Fault]:
        """Yield the errors of a well-formed file, such as unknown names and overlapping pieces."""

    @abstractmethod
    def run(self, rules: Book, meshes: Mapping[str, Mesh]) -> tuple[Failure, ...]:
        """Play the scenario by the rules. Return the expectations that fail; nothing if it holds."""
