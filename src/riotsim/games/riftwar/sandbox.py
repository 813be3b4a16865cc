"""RiftWar in the sandbox: puts units on the table, saves positions as scenarios, and begins battles at a position."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from riotsim.games.riftwar.armies.figures import ArmyFigures
from riotsim.games.riftwar.battle.game import initial_state, rules_of
from riotsim.games.riftwar.battle.setup import CORNERS, deployment_area, model_of
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.scenario.given import Given, GivenUnit
from riotsim.games.riftwar.show.names import kind_of
from riotsim.games.riftwar.state import SIDES, State, Unit
from riotsim.play.requests import PlayerId
from riotsim.play.sandbox.game_sandbox import GameSandbox, PieceType, Position, chosen_companies, unused_name
from riotsim.play.scenarios.placed_pieces import place_in_inches, write_models
from riotsim.play.session.session import Perform, Session
from riotsim.table.pieces import Mesh, PieceId
from riotsim.table.poses import Point

FILE_HEAD: Final = (
    "A position of RiftWar, set up by hand in the sandbox. It holds as it is: run it with",
    "    riotsim check FILE",
    "Now say under `when` what is decided and what dice show, and under `then` what must be true afterwards, for",
    "instance:",
    "    when:",
    "      - action: direct fire",
    "      - who_fires: a.rifleman_1",
    "      - target: b.bug_1",
    "      - roll: [6, 5, 1]",
    "    then:",
    "      units: {b.bug_1: {wounded: true}}",
    "To go on by hand: riotsim play --sandbox FILE",
)
"""The comment at the top of a saved scenario file."""

SPACE: Final = 4.0
"""Gap between units in the starting position (mm). Our choice."""


@dataclass(frozen=True)
class RiftWarSandbox(GameSandbox[Given]):
    """The sandbox of RiftWar: a person sets up positions of a battle.

    If the position has units, a game from it begins within a phase. If it has none, the game begins with the set-up.
    """

    file_head = FILE_HEAD

    book: Rulebook
    players: Sequence[PlayerId]
    meshes: Mapping[str, Mesh]
    """The loaded meshes of the map, by kind of piece."""
    brought: Mapping[PlayerId, ArmyFigures] = field(default_factory=dict)
    """The armies that players bring in their own files, by player."""

    def piece_types(self, begins: Position) -> tuple[PieceType, ...]:
        """Return the types of units of the players' armies."""
        found = {}
        for unit in self._state(self._given(begins).armies).units.values():
            about = kind_of(unit)
            found[unit.type.name] = PieceType(
                unit.type.name, unit.type.title, model_of(self.book, unit, (0.0, 0.0)), "Units", about
            )
        return tuple(found.values())

    def starting_position(self, options: Mapping[str, Mapping[str, str]]) -> Position:
        """Return a position with all units in rows in their deployment areas."""
        armies = chosen_companies("army", options, self.brought)
        state, units = self._state(armies), dict[str, GivenUnit]()
        for number, player in enumerate(state.players):
            left, front, right, back = deployment_area(self.book, number, len(state.players)).bounds()
            turned = 180.0 if len(state.players) > 2 and CORNERS[number][0] else 0.0
            facing = turned if len(state.players) > 2 else 90.0 - 180.0 * number
            for unit, at in _in_rows(self.book, state.side(player), (left, front, right, back)):
                units[unit.id] = GivenUnit(at=place_in_inches(at), facing=facing)
        return self.position_of(self._new(armies=armies, units=units))

    def name(self, piece_type: PieceType, owner: PlayerId, position: Position) -> PieceId:
        """Return the name for a new model: the name of the owner's first unit of this type that has no model yet.

        A unit that is aboard a Transport on the table is taken only if no other unit of the type is left.

        Raises:
            NoPieceLeft: There is no such unit.
        """
        given, side = self._given(position), SIDES[self.players.index(owner)]
        units = self._state(given.armies).units
        alike = [name for name, unit in units.items() if name[0] == side and unit.type.name == piece_type.key]
        aboard = {name for name, unit in given.units.items() if unit.aboard in position.table.models}
        return unused_name(piece_type, owner, sorted(alike, key=aboard.__contains__), position.table)

    def begin(self, position: Position, seed: int, perform: Perform, *, live_clock: bool) -> Session[Any]:
        """Begin a game at a position, and return its session. `live_clock` has no effect: this game has no clock."""
        given = self.given_of(position)
        return Session(rules_of(self.book), given.state(self.book), given.lay(self.book, self.meshes), seed, perform)

    def position_of(self, given: Given) -> Position:
        """Return the position that the section `given` of a scenario describes."""
        return Position(given.lay(self.book, self.meshes), given.active or given.players[0], game_data=given)

    def given_of(self, position: Position) -> Given:
        """Return a position in the form of the section `given` of a scenario.

        The units with models are listed, in the same order and with the same state as before. A unit aboard a
        Transport stays aboard if the Transport has a model and the unit itself has none.
        """
        rest = self._given(position)
        models = position.table.models
        known = {name: unit.model_copy(update={"aboard": None}) for name, unit in rest.units.items()}
        aboard = {name: unit for name, unit in rest.units.items() if unit.aboard in models and name not in models}
        return rest.model_copy(update={"units": {**write_models(GivenUnit, known, models), **aboard}})

    def _given(self, position: Position) -> Given:
        """Return the section `given` that a position was made from. For any other position, return a new section."""
        return position.game_data if isinstance(position.game_data, Given) else self._new()

    def _new(self, **keys: Any) -> Given:  # keys of the section `given`
        return Given(players=tuple(self.players), **keys).with_companies(self.brought)

    def _state(self, armies: Mapping[PlayerId, str]) -> State:
        return initial_state(self.book, tuple(self.players), armies, {}, self.brought)


def _in_rows(
    book: Rulebook, units: Sequence[Unit], area: tuple[float, float, float, float]
) -> Iterator[tuple[Unit, Point]]:
    """Yield each unit with its place in an area. The units stand in rows, and those with the largest bases come first.

    The area is given by its left, front, right and back edges (mm).
    """
    left, front, right, back = area
    ordered = sorted(units, key=lambda unit: -book.base(unit.type.size))
    x, y, row = left, front, 0.0
    for unit in ordered:
        size = book.base(unit.type.size) + SPACE
        if x + size > right:
            x, y, row = left, y + row, 0.0
        row = max(row, size)
        yield unit, (x + size / 2, min(y, back - size) + size / 2)
        x += size
