"""The group `dice` of a rules file, whatever the game: their size and edges, and kinds of its own that are meshes."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from riotsim.play.rulebook.quantities import LENGTH, Count
from riotsim.play.rulebook.sections import NOT_EMPTY, Fault, Section
from riotsim.table.dice.dice_set import DiceSet
from riotsim.table.dice.kinds import DIE_SIZES, KINDS, OWN_DIE_SIZES, DieKind, die_kind
from riotsim.table.dice.notation import NAME
from riotsim.table.dice.prisms import LEAST_SIDES, barrel

DieSize: TypeAlias = Annotated[float, LENGTH.between(*DIE_SIZES)]
"""Of usual dice (mm)."""

DieEdges: TypeAlias = Annotated[float, LENGTH.between(0.0, 5.0)]
"""mm; how round the kinds of dice can be that are used is checked besides."""

OwnDieSize: TypeAlias = Annotated[float, LENGTH.between(*OWN_DIE_SIZES)]
"""Of kinds of its own (mm)."""


class DieFace(Section):
    """A numbered side of a die."""

    looks: tuple[float, float, float]
    """Which way it looks in the mesh, right, back and up, such as [0, 0, 1]; 15 degrees may be missing."""
    shows: Count
    """The number on it."""


class OwnDie(Section):
    """A kind of die that is a convex mesh."""

    mesh: Annotated[str, Field(min_length=1)]
    """A file of triangles: one beside the rules file, or one of those that come with the program."""
    read: Literal["up", "down"] = "up"
    """Whether the number counts that is on top, or the one that lies down."""
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
        """Give the dice to play with; `own` are `kinds`, ready made."""
        return DiceSet(self.size, self.edges, own or {})

    def values(self, name: str) -> tuple[int, ...]:
        """Give the numbers on a kind of die, least first. Raises `ValueError` if there is none of that name."""
        own = self.kinds.get(name)
        return die_kind(name).values if own is None else tuple(sorted(face.shows for face in own.faces))

    def stand_ins(self) -> dict[str, DieKind]:
        """Give kinds with the numbers of `kinds` and another shape, for where dice are laid and not thrown."""
        found = {}
        for name in self.kinds:
            values = self.values(name)
            found[name] = barrel(name, values * -(-LEAST_SIDES // len(values)))
        return found

    def too_round(self, kinds: Iterable[str]) -> Iterator[Fault]:
        """Tell which usual ones of some kinds would have no flat faces left between their edges."""
        bag = self.bag()
        for name in dict.fromkeys(kinds):
            if name in KINDS and (most := bag.allows_edges(name)) < self.edges:
                yield ("dice", "edges"), f"a {name} of {self.size:g} mm can have edges of at most {most:.2f} mm"

    def faults(self) -> Iterator[Fault]:
        """Tell which names can't be names of dice."""
        for name in self.kinds:
            if name in KINDS:
                yield ("dice", "kinds", name), f"{name} is a usual die; give yours another name"
            elif re.fullmatch(NAME, name) is None or name != name.lower():
                yield ("dice", "kinds", name), "the name of a die has small letters and numbers, such as lump or d7"
