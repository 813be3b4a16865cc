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
"""Size of usual dice (mm)."""

DieEdges: TypeAlias = Annotated[float, LENGTH.between(0.0, 5.0)]
"""Radius of edges (mm). Whether the dice in use can be so round is checked separately."""

OwnDieSize: TypeAlias = Annotated[float, LENGTH.between(*OWN_DIE_SIZES)]
"""Size of the rules' own kinds of dice (mm)."""


class DieFace(Section):
    """A numbered side of a die."""

    looks: tuple[float, float, float]
    """Its outward direction in the mesh, right, back and up, such as [0, 0, 1]; it may be off by 15 degrees."""
    shows: Count
    """The number on it."""


class OwnDie(Section):
    """A kind of die that is a convex mesh."""

    mesh: Annotated[str, Field(min_length=1)]
    """A file of triangles: one beside the rules file, or one of those that come with the program."""
    read: Literal["up", "down"] = "up"
    """The number that counts: the one on top, or the one that lies down."""
    size: OwnDieSize | None = None
    """Its longest extent along an axis of the file; as it is in the file by default."""
    faces: Annotated[tuple[DieFace, ...], NOT_EMPTY]
    """Its numbers; each side that can count needs one."""


class Dice(Section):
    """The dice of a game: one size and one roundness for all usual ones, and kinds of its own."""

    size: DieSize = 16.0
    """Of usual dice, between opposite faces."""
    edges: DieEdges = 0.0
    """Radius of their edges and corners; 0 is sharp."""
    kinds: dict[str, OwnDie] = Field(default_factory=dict)
    """Kinds of its own, to be named in dice notation, such as 2d6+1lump."""

    def bag(self, own: Mapping[str, DieKind] | None = None) -> DiceSet:
        """Return the dice to play with; `own` are `kinds`, loaded from their files."""
        return DiceSet(self.size, self.edges, own or {})

    def values(self, name: str) -> tuple[int, ...]:
        """Return the numbers on a kind of die, the least first.

        Raises:
            ValueError: There is no kind of that name.
        """
        own = self.kinds.get(name)
        return die_kind(name).values if own is None else tuple(sorted(face.shows for face in own.faces))

    def stand_ins(self) -> dict[str, DieKind]:
        """Return a simply shaped die kind with the same numbers for each of `kinds`.

        They are for dice that are placed and never thrown.
        """
        found = {}
        for name in self.kinds:
            values = self.values(name)
            found[name] = barrel(name, values * -(-MIN_BARREL_SIDES // len(values)))
        return found

    def too_round(self, kinds: Iterable[str]) -> Iterator[Fault]:
        """Yield a fault for each usual kind that would have no flat faces left between its edges."""
        bag = self.bag()
        for name in dict.fromkeys(kinds):
            if name in KINDS and (most := bag.allows_edges(name)) < self.edges:
                yield ("dice", "edges"), f"a {name} of {self.size:g} mm can have edges of at most {most:.2f} mm"

    def faults(self) -> Iterator[Fault]:
        """Yield a fault for each name that can't be the name of a die."""
        for name in self.kinds:
            if name in KINDS:
                yield ("dice", "kinds", name), f"{name} is a usual die; give yours another name"
            elif re.fullmatch(KIND_NAME_PATTERN, name) is None or name != name.lower():
                yield ("dice", "kinds", name), "the name of a die has small letters and numbers, such as lump or d7"
