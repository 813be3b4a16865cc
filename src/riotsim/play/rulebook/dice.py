"""The section `dice` in the rules files of all games.

The section gives the size of dice, the radius of their edges, and kinds of dice that are read from mesh files.
"""

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
"""Size of ordinary dice (mm): the distance between opposite faces; of a d4, the length of an edge."""

DieEdges: TypeAlias = Annotated[float, LENGTH.between(0.0, 5.0)]
"""Radius of the edges of ordinary dice (mm). Each kind of die also has its own limit: see `Dice.rounding_faults`."""

OwnDieSize: TypeAlias = Annotated[float, LENGTH.between(*OWN_DIE_SIZES)]
"""Size of a kind of die that is a mesh (mm): its longest extent along an axis of the file."""


class DieFace(Section):
    """One side of a mesh die, and the number on that side."""

    looks: tuple[float, float, float]
    """Outward direction of the side in the mesh file, as three numbers: right, back and up. For example, [0, 0, 1] is
    up. The direction may be off by 15 degrees.
    """
    shows: Count
    """The number on the side."""


class OwnDie(Section):
    """A kind of die that is a convex mesh."""

    mesh: Annotated[str, Field(min_length=1)]
    """Path of a mesh file beside the rules file, or name of a mesh that comes with the program."""
    read: Literal["up", "down"] = "up"
    """The side whose number counts: `up` for the top, `down` for the bottom."""
    size: OwnDieSize | None = None
    """Size of the die: its longest extent along an axis of the mesh file. By default, the size is as in the file."""
    faces: Annotated[tuple[DieFace, ...], NOT_EMPTY]
    """The sides with numbers. Every side that may be read needs a number."""


class Dice(Section):
    """The dice of a game: one size and one edge radius for all ordinary dice, and kinds of dice that are meshes."""

    size: DieSize = 16.0
    """Size of ordinary dice: the distance between opposite faces; of a d4, the length of an edge."""
    edges: DieEdges = 0.0
    """Radius of edges and corners of ordinary dice; 0 means sharp."""
    kinds: dict[str, OwnDie] = Field(default_factory=dict)
    """Kinds of dice that are meshes, by their names in dice notation, such as `lump` in 2d6+1lump."""

    def dice_set(self, own: Mapping[str, DieKind] | None = None) -> DiceSet:
        """Return the set of dice to play with.

        Args:
            own: The loaded kinds of dice that are meshes, by name; None if the rules have none.
        """
        return DiceSet(self.size, self.edges, own or {})

    def values(self, name: str) -> tuple[int, ...]:
        """Return the numbers on a kind of die in ascending order.

        Raises:
            ValueError: There is no kind of that name.
        """
        own = self.kinds.get(name)
        return die_kind(name).values if own is None else tuple(sorted(face.shows for face in own.faces))

    def stand_ins(self) -> dict[str, DieKind]:
        """Return a simple shape for each kind of die that is a mesh (`kinds`), by name. It has the kind's numbers.

        The shapes are for dice that are placed and never thrown. For such dice the meshes needn't be loaded.
        """
        found = {}
        for name in self.kinds:
            values = self.values(name)
            found[name] = barrel(name, values * -(-MIN_BARREL_SIDES // len(values)))
        return found

    def rounding_faults(self, kinds: Iterable[str]) -> Iterator[Fault]:
        """Yield an error for each ordinary kind of die whose edges can't have the radius `edges`.

        `DiceSet.allows_edges` returns the greatest radius that a kind can have.

        Args:
            kinds: The names of the kinds to check. Kinds of dice that are meshes are skipped.
        """
        bag = self.dice_set()
        for name in dict.fromkeys(kinds):
            if name in KINDS and (most := bag.allows_edges(name)) < self.edges:
                yield ("dice", "edges"), f"a {name} of {self.size:g} mm can have edges of at most {most:.2f} mm"

    def faults(self) -> Iterator[Fault]:
        """Yield an error for each name in `kinds` that is already the name of an ordinary kind of die.

        Also yield an error for each name that a kind of die can't have.
        """
        for name in self.kinds:
            if name in KINDS:
                yield ("dice", "kinds", name), f"{name} is a usual die; give yours another name"
            elif re.fullmatch(KIND_NAME_PATTERN, name) is None or name != name.lower():
                yield ("dice", "kinds", name), "the name of a die has small letters and numbers, such as lump or d7"
