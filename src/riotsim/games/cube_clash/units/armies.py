"""Company files of Cube Clash: units and an army made of them, checked against the rules (CC-02 to CC-04)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.units.figures import ArmyFigures, army_faults
from riotsim.games.cube_clash.units.unit import Unit
from riotsim.play.rulebook.companies import CompanySchema
from riotsim.play.rulebook.sections import Book, Fault

GAME: Final = "cube_clash"
"""Name of the game: the value of the key `game` in company files."""


class ArmyFile(ArmyFigures, Book):
    """A company file: units, and an army made of them."""


def army_schema(rules: Rulebook) -> CompanySchema[ArmyFile]:
    """Return the schema of company files under given rules."""
    return CompanySchema(GAME, ArmyFile, partial(_faults, rules), label="Army", option="army")


def shared_races(south: Sequence[Unit], north: Sequence[Unit]) -> tuple[str, ...]:
    """Return the common races of both armies, sorted (CC-04)."""
    return tuple(sorted({unit.race for unit in south} & {unit.race for unit in north}))


def shared_race_message(rules: Rulebook, south: Sequence[Unit], north: Sequence[Unit]) -> str | None:
    """Return a message about the common races of both armies (CC-04).

    With `build.shared_race: refuse` the message is an error, with `warn` it is a warning. Return None with `allow`, or
    if no race is in both armies.
    """
    shared = shared_races(south, north)
    if not shared or rules.build.shared_race == "allow":
        return None
    return f"both armies have {' and '.join(race.replace('_', ' ') for race in shared)} (CC-04)"


def _faults(rules: Rulebook, data: Mapping[str, object]) -> Iterator[Fault]:
    """Yield the errors of a company file: contradictions between fields, and breaches of the rules (`army_faults`)."""
    return army_faults(rules.races, rules.build.points, data)
