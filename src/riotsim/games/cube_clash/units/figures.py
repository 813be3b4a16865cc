"""Units and armies as data, in rules files and in company files (CC-02, CC-03)."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal

from pydantic import Field

from riotsim.games.cube_clash.units.faces import PLACES, Face, FaceText, Icon, parse_face
from riotsim.games.cube_clash.units.orientations import PLACE_OF
from riotsim.games.cube_clash.units.unit import Unit
from riotsim.play.rulebook.sections import NOT_EMPTY, Fault, Section, unknown_name

_UNIT_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")

UnitFace = Annotated[Face, FaceText()]


class UnitFigures(Section):
    """A unit: its race, its health, and the six faces of its die.

    The keys of the faces are places, such as `top` and `south`. They are the places of the faces while the ID face is
    on top and the face `south` points to the owner.
    """

    race: Annotated[str, Field(min_length=1)]
    """Name of the race, one of `races` of the rules."""
    health: Literal[1, 2, 3]
    """Health, and at the same time the unit's cost in build points."""
    top: UnitFace
    """Face on top: id."""
    north: UnitFace
    """Face on the side away from its owner, such as melee 3."""
    east: UnitFace
    """Face on the right, such as saves 2."""
    south: UnitFace
    """Face on the side of its owner, such as magic 1."""
    west: UnitFace
    """Face on the left, such as vanish."""
    bottom: UnitFace
    """Face at the bottom, such as fly 2."""

    def unit(self, name: str) -> Unit:
        """Return a unit with the race, health and faces of this object.

        Args:
            name: Name of the unit.
        """
        one, two, three, four, five, six = (getattr(self, PLACE_OF[number]) for number in range(1, 7))
        return Unit(name, self.race, self.health, (one, two, three, four, five, six))


class ArmyFigures(Section):
    """An army: the available units, and the names of the chosen units."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    """Name of the army, such as Lantern Guild."""
    units: Annotated[dict[str, UnitFigures], NOT_EMPTY]
    """The units that are available, by name. Each is one die."""
    army: Annotated[tuple[str, ...], NOT_EMPTY]
    """Names of the units in the army."""

    def chosen(self) -> tuple[Unit, ...]:
        """Return the units of the army, in the order of `army`."""
        return tuple(self.units[name].unit(name) for name in self.army)


def army_faults(races: Collection[str], points: int | None, data: Mapping[str, object]) -> Iterator[Fault]:
    """Yield the errors of an army: fields that contradict each other, and breaches of the rules.

    Args:
        races: Names of the races of the rules.
        points: Number of build points that may be spent; None for any number.
        data: The army as mappings and lists, as a file gives it.
    """
    units = data.get("units")
    units = units if isinstance(units, Mapping) else {}
    for name, figures in units.items():
        if not _UNIT_NAME.fullmatch(str(name)):
            yield (
                ("units", name),
                "the name of a unit has small letters, digits and underscores, such as tide_caller",
            )
        if isinstance(figures, Mapping):
            yield from _unit_faults(races, name, figures)
    army = data.get("army")
    yield from _army_faults(points, units, army if isinstance(army, list) else [])


def _unit_faults(races: Collection[str], name: str, figures: Mapping[str, object]) -> Iterator[Fault]:
    """Yield the errors of a unit: an unknown race, a face under `top` that isn't ID, and an ID under any other key.

    Args:
        races: Names of the races.
        name: Name of the unit.
        figures: The unit as the file has it: its race, and its faces under keys such as `top`.
    """
    race = figures.get("race")
    if isinstance(race, str) and race and race not in races:
        yield ("units", name, "race"), unknown_name(f"no race is called {race!r}", race, races)
    for place in PLACES:
        try:
            face = parse_face(figures.get(place))
        except ValueError:
            continue  # the model says what is wrong with it
        if place == "top" and face.icon is not Icon.ID:
            yield ("units", name, place), f"the face on top is the id, not {face}"
        elif place != "top" and face.icon is Icon.ID:
            yield ("units", name, place), "a unit has one id, and it is on top"


def _army_faults(points: int | None, units: Mapping[str, object], army: Sequence[object]) -> Iterator[Fault]:
    """Yield an error for each unknown or repeated unit in an army, and an error for excessive cost."""
    seen: set[str] = set()
    total = 0
    for k, name in enumerate(army):
        if not isinstance(name, str):
            continue  # the model says what is wrong with it
        if name not in units:
            yield ("army", k), unknown_name(f"no unit is called {name!r}", name, units)
        elif name in seen:
            yield ("army", k), f"{name} is in the army already; each unit is one die"
        else:
            total += _cost(units[name])
            seen.add(name)
    if points is not None and total > points:
        yield ("army",), f"the army costs {total} build points, and {points} may be spent (CC-02)"


def _cost(figures: object) -> int:
    """Return the build points of a unit from a file; 0 for an invalid health."""
    health = figures.get("health") if isinstance(figures, Mapping) else None
    return health if isinstance(health, int) and not isinstance(health, bool) and 1 <= health <= 3 else 0
