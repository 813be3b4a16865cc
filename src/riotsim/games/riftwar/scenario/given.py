"""First positions of scenarios of RiftWar, within a phase or at the set-up."""

import math
from collections.abc import Iterator, Mapping

from pydantic import Field

from riotsim.games.riftwar.battle.game import initial_state
from riotsim.games.riftwar.battle.setup import NO_MESHES, empty_table, model_of
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import Attacked, State, Unit
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Fault, Section, unknown_name
from riotsim.play.scenarios import document as scenario_file
from riotsim.play.scenarios.document import At, Inches, Name, millimetres
from riotsim.table.overlaps import clashes
from riotsim.table.pieces import Mesh
from riotsim.table.state import Table


class GivenUnit(Section):
    """A unit on the table, or aboard a Transport."""

    at: At | None = None
    """Centre of the base (inches); left out for a unit aboard a Transport."""
    facing: Inches = 0.0
    """Direction of the unit's front: a number of degrees, anticlockwise from the right."""
    aim: Inches | None = None
    """Direction of the unit's turret: a number of degrees, as in `facing`. By default the turret points where the unit
    faces.
    """
    pinned: bool = False
    wounded: bool = False
    spent: bool = False
    """True for a unit that missed in reaction fire in this phase."""
    attacked: Attacked = ""
    """How the unit has attacked in this phase: `direct` or `indirect`."""
    aboard: Name | None = None
    """The Transport that carries the unit."""
    fray: Count | None = None
    """Number of the unit's fray."""


class Given(scenario_file.Given):
    """A position of RiftWar."""

    players: tuple[Name, ...] = ("Ada", "Bea")
    """The players in the order of their seats."""
    armies: dict[Name, Name] = Field(default_factory=dict)
    """Name of each player's army, one of the armies in the rules. By default, the first player has the first army, the
    second player the second, and so on.
    """
    units: dict[Name, GivenUnit] = Field(default_factory=dict)
    """The units of the battle, such as a.rifleman_1. Units that are left out are not in the battle. If no unit is
    given, the game begins with the set-up.
    """
    active: Name | None = None
    """The active player; by default the first player."""
    phase: Count = 1
    """Number of the phase."""
    actions: Count = 0
    """Number of actions taken so far in this phase."""
    quiet: Count = 0
    """Number of phases in a row, just before this phase, without a throw of dice for an attack."""

    def faults(self, rules: Rulebook) -> Iterator[Fault]:
        """Check the position against the rules, and yield the errors, such as unknown names or models that overlap."""
        bad = False
        for player, army in self.armies.items():
            if player not in self.players:
                bad = True
                yield ("armies", player), unknown_name(f"no player is called {player!r}", player, self.players)
            elif player in self._brought:
                bad = True
                yield ("armies", player), f"{player} brings an army under companies; only one of both can count"
            elif army not in rules.armies:
                bad = True
                yield ("armies", player), unknown_name(f"no army is called {army!r}", army, rules.armies)
        if self.active is not None and self.active not in self.players:
            bad = True
            yield ("active",), unknown_name(f"no player is called {self.active!r}", self.active, self.players)
        if bad:
            return
        try:
            known = self._begin(rules).units
        except ValueError as error:
            yield ("players",), f"no game can be begun: {error}"
            return
        for name, given in self.units.items():
            if name not in known:
                bad = True
                yield ("units", name), unknown_name(f"no unit is called {name!r}", name, known)
            elif (given.at is None) == (given.aboard is None):
                bad = True
                yield ("units", name), "a unit stands at a place or rides aboard: it has one of at and aboard"
            elif given.aboard is not None and (self.units.get(given.aboard) or GivenUnit()).at is None:
                bad = True
                yield ("units", name, "aboard"), f"{given.aboard} is no unit that stands on the table"
        if self.units and not bad:
            if len({name[0] for name in self.units}) < 2:
                yield ("units",), "units of two sides at least are in a battle, such as a.rifleman_1 and b.rifleman_1"
            for clash in clashes(self.lay(rules)):
                yield ("units",), str(clash)

    def state(self, rules: Rulebook) -> State:
        """Return the state of a game that begins at this position."""
        state = self._begin(rules)
        if not self.units:
            return state
        state.units = {name: _unit(unit, self.units[name]) for name, unit in state.units.items() if name in self.units}
        state.stage, state.phase, state.actions, state.quiet = "battle", max(1, self.phase), self.actions, self.quiet
        state.between, state.last_active = False, {state.active: state.phase}
        state.fray_count = max((unit.fray or 0 for unit in state.units.values()), default=0)
        return state

    def lay(self, rules: Rulebook, meshes: Mapping[str, Mesh] = NO_MESHES) -> Table:
        """Return the table with the models of this position.

        Args:
            rules: The rulebook.
            meshes: The loaded meshes of the map, by kind of piece.
        """
        state, table = self.state(rules), empty_table(rules, meshes)
        models = (
            model_of(rules, state.units[name], millimetres(given.at), math.radians(given.facing))
            for name, given in self.units.items()
            if given.at is not None
        )
        return table.with_pieces(*models)

    def _begin(self, rules: Rulebook) -> State:
        first = 0 if self.active is None else self.players.index(self.active)
        return initial_state(rules, self.players, self.armies, {}, self._brought, first)


def _unit(unit: Unit, given: GivenUnit) -> Unit:
    """Return a copy of a unit with the state that the scenario file gives for it. A wounded unit is pinned too."""
    return Unit(
        unit.id,
        unit.type,
        unit.player,
        placed=True,
        pinned=given.pinned or given.wounded,
        wounded=given.wounded,
        spent=given.spent,
        attacked=given.attacked,
        aboard=given.aboard,
        fray=given.fray,
        aim=None if given.aim is None else math.radians(given.aim),
    )
