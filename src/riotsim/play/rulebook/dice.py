"""The section `dice` of the rules files of all games: size and edges, and kinds of dice that are meshes."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from riotsim.play.rulebook.quantities import LENGTH, Count
from riotsim.play.rulebook.sections import NOT_EMPTY, Fault, Section
from riotsim.table.dice.custom import MIN_BARREL_SIDES, barrel
from riotsim.table.dice.dice_set import KIND_NAME_PATTERN, DiceSet
from riotsim.table.dice.kinds import DIE_SIZES, KINDS, OWN_DIE_SIZES, DieKind, die_kind

DieSize: TypeAlias = Annotated[float, LENGTH.between(*DIE_SIZES)]
"""Size of ordinary dice (mm)."""

DieEdges: TypeAlias = Annotated[float, LENGTH.between(0.0, 5.0)]
"""Radius of edges (mm). Whether the dice in use can be so round is checked separately."""

OwnDieSize: TypeAlias = Annotated[float, LENGTH.between(*OWN_DIE_SIZES)]
"""Size of the rules' own kinds of dice (mm)."""


class DieFace(Section):
    """A numbered side of a die."""

    looks: tuple[float, float, float]
    """Outward direction of the side in the mesh: right, back and up, such as [0, 0, 1]. It may be off by 15 degrees."""
    shows: Count
    """The number on the side."""


class OwnDie(Section):
    """A kind of die that is a convex mesh."""

    mesh: Annotated[str, Field(min_length=1)]
    """A file of triangles: one beside the rules file, or one of those that come with the program."""
    read: Literal["up", "down"] = "up"
    """The number that counts: the one on top, or the one that lies down."""
    size: OwnDieSize | None = None
    """Longest extent along an axis of the file; by default the file's own."""
    faces: Annotated[tuple[DieFace, ...], NOT_EMPTY]
    """Numbered sides. Every side that can count needs a number."""


class Dice(Section):
    """The dice of a game: one size and one edge radius for all ordinary dice, and the rules' own kinds."""

    size: DieSize = 16.0
    """Size of ordinary dice, between opposite faces."""
    edges: DieEdges = 0.0
    """Radius of edges and corners of ordinary dice; 0 means sharp."""
    kinds: dict[str, OwnDie] = Field(default_factory=dict)
    """The rules' own kinds, to be named in dice notation, such as 2d6+1lump."""

    def dice_set(self, own: Mapping[str, DieKind] | None = None) -> DiceSet:
        """Return the set of dice to play with. `own` has the kinds of `kinds`, loaded from their files."""
        return DiceSet(self.size, self.edges, own or {})

    def values(self, name: str) -> tuple[int, ...]:
        """Return the numbers on a kind of die, the least first.

        Raises:
            ValueError: There is no kind of that name.
        """
        own = self.kinds.get(name)
        return die_kind(name).values if own is None else tuple(sorted(face.shows for face in own.faces))

    def stand_ins(self) -> dict[str, DieKind]:
        """Return for each of `kinds` a simply shaped kind of die with the same numbers, for dice that are placed and
        never thrown.

        They are for dice that are placed and never thrown.
        """
        found = {}
        for name in self.kinds:
            values = self.values(name)
            found[name] = barrel(name, values * -(-MIN_BARREL_SIDES // len(values)))
        return found

    def rounding_faults(self, kinds: Iterable[str]) -> Iterator[Fault]:
        """Yield a fault for each ordinary kind that would have no flat faces left between its edges."""
        bag = self.dice_set()
        for name in dict.fromkeys(kinds):
            if name in KINDS and (most := bag.allows_edges(name)) < self.edges:
                yield ("dice", "edges"), f"a {name} of {self.size:g} mm can have edges of at most {most:.2f} mm"

    def faults(self) -> Iterator[Fault]:
        """Yield a fault for each name that is not allowed as the name of a die."""
        for name in self.kinds:
            if name in KINDS:
                yield ("dice", "kinds", name), f"{name} is a usual die; give yours another name"
            elif re.fullmatch(KIND_NAME_PATTERN, name) is None or name != name.lower():
                yield ("dice", "kinds", name), "the name of a die has small letters and numbers, such as lump or d7"
