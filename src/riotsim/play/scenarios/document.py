"""What the scenario files of all games share: their head, rolled dice, towers that fall, and what is expected.

A game adds its own words to these models (`games/<game>/scenario.py`). Lengths in the files are inches.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal, Self, TypeAlias

from pydantic import Field, Strict, model_validator

from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Book, Fault, Section
from riotsim.play.scenarios.failures import Failure
from riotsim.table.pieces import Mesh, PieceId
from riotsim.table.poses import Point
from riotsim.table.units import inches

Inches: TypeAlias = Annotated[float, Strict(), Field(allow_inf_nan=False)]
"""A bare number of inches."""

At: TypeAlias = tuple[Inches, Inches]
"""A place (inches), from the front left corner: first to the right, then to the back."""

Name: TypeAlias = Annotated[str, Field(min_length=1)]
"""A word."""

Yes: TypeAlias = Literal[True]
"""A key that is there or not."""


def millimetres(at: At) -> Point:
    """Give a place in a file as the table has it (mm)."""
    return (inches(at[0]), inches(at[1]))


class RolledDie(Section):
    """Where one rolled die came to rest, lying square to the table."""

    at: At | None = None
    """Its centre; may be left out where the die is cocked or off the table."""
    shows: Annotated[Count, Field(ge=1)] | None = None
    """The number it shows."""
    cocked: bool = Field(default=False, strict=True)
    """Whether it lies on no face, or leans on something."""
    off: bool = Field(default=False, strict=True)
    """Whether it left the table."""

    @model_validator(mode="after")
    def _says_enough(self) -> Self:
        if not (self.cocked or self.off) and (self.at is None or self.shows is None):
            raise ValueError(
                "a rolled die has a place and a face: {at: [12, 12], shows: 4}; or cocked: true, off: true"
            )
        return self


CameUp: TypeAlias = Annotated[Count, Field(ge=1)] | Literal["cocked", "off"]
"""What a die of a fallen tower shows, or how it lies."""


class Entry(Section):
    """One entry of `when`: one key. A game adds a field for each of its answers."""

    PURPOSES: ClassVar[dict[str, str]] = {}
    """What an answer is asked for, where that is called otherwise than the answer."""

    roll: Annotated[tuple[RolledDie, ...], Field(min_length=1)] | None = None
    """Where rolled dice came to rest."""
    topples: Annotated[tuple[PieceId, ...], Field(min_length=1)] | None = None
    """The towers that fell in consequence of the answer before, in this order."""
    falls: Annotated[dict[PieceId, tuple[CameUp, ...]], Field(min_length=1)] | None = None
    """The same, in games where it matters what their dice come to show, from what was the bottom up."""

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
        """The towers that fell, if that is what it tells."""
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
    """What must be asked next."""

    boss: Name | None = None
    """Of whom."""
    purpose: Name | None = Field(default=None, alias="for")
    """What for."""


class Then(Section):
    """What must be true after the last answer. A game adds what it knows."""

    events: tuple[dict[str, dict[str, object] | None], ...] = ()
    """What must have happened, in this order, perhaps with more in between: parts of events."""
    asks: Asks | None = None
    """What is asked next."""
    refused: bool = Field(default=False, strict=True)
    """Whether the last answer is refused, and everything is as before it."""


class ScenarioFile(Section):
    """A scenario file, whatever the game."""

    riotsim: Literal["scenario/1"]
    """The format."""
    title: Name
    """One sentence that says what the scenario shows."""
    clauses: tuple[Name, ...] = ()
    """The clauses it pins down."""
    rules: Name
    """Rules that come with the program, or a file beside this one."""
    options: dict[str, object] = Field(default_factory=dict)
    """Dotted keys with values to put on top of the rules."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players of its position in turn order; none for a game whose positions are not set up by hand."""
        return ()

    @property
    def has_script(self) -> bool:
        """Whether it has answers or expectations besides its position."""
        return False

    def needs(self, rules: Book) -> tuple[str, ...]:
        """Tell which kinds of terrain have to be read from files of triangles before it makes sense."""
        return ()

    @abstractmethod
    def faults(self, rules: Book, meshes: Mapping[str, Mesh]) -> Iterator[Fault]:
        """Tell what makes no sense though it is well formed: unknown names, pieces that overlap."""

    @abstractmethod
    def run(self, rules: Book, meshes: Mapping[str, Mesh]) -> tuple[Failure, ...]:
        """Play it by the rules; give where it does not hold, nothing if it holds."""
