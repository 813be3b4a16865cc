"""The keys of RiftWar's scenario files: the position, the decisions and dice, and the expected result."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from pydantic import Field

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.game import rules_of
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.scenario.given import Given
from riotsim.games.riftwar.state import State, Unit
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import PickPoint, Request, Spot
from riotsim.play.rulebook.sections import Fault, Section, faults_below, unknown_names
from riotsim.play.scenarios import document as scenario_file
from riotsim.play.scenarios.document import At, Entry, Inches, Name, Over, ScenarioFile, TrayDie, millimetres
from riotsim.play.scenarios.expected_events import Failure, ScenarioFailed, event_vocabulary
from riotsim.play.scenarios.runner import SCENARIO_SEED, Reply, Script, run
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.session import Session
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import Mesh, PieceId
from riotsim.table.poses import Point
from riotsim.table.units import in_inches

EVENTS = event_vocabulary(events)

IMPLIED: Final[Mapping[str, object]] = {
    "dangers": "go on", "react": (), "turn the group": "as they stand", "order of targets": "as listed",
    "enter the fray": (), "fall back": "stay", "board": (), "how to move": "walk",
}  # fmt: skip
"""The answer to a request without an entry in the scenario, by the request's purpose."""

DIGITS: Final = 1
"""Places (inches) and directions (degrees) are compared to this number of decimals."""

Names: TypeAlias = tuple[Name, ...]
Places: TypeAlias = dict[Name, At]


class RiftWarEntry(Entry):
    """An answer in a scenario file, such as `who_moves: a.rifleman_1`. Its only key tells which request it answers: the
    key is the purpose of the request, with `_` for each space.
    """

    PURPOSES: ClassVar[dict[str, str]] = {
        key: key.replace("_", " ")
        for key in (
            "set_up", "who_moves", "how_to_move", "point_out_dangers", "look_at", "turn_the_group", "who_turns",
            "fire_at", "order_of_targets", "next_target", "who_fires", "coordinated_by", "next_attacker",
            "close_combat_target", "who_makes_contact", "enter_the_fray", "who_reacts", "fall_back", "who_attacks",
            "who_rallies", "who_is_next",
        )
    }  # fmt: skip

    roll: tuple[TrayDie, ...] | None = None
    """The numbers that the thrown dice show: first all dice of the first attacker, then those of the next."""
    set_up: Names | Places | None = None
    """The units to set up. A later entry with this key has their places (inches)."""
    action: Name | None = None
    """The action, such as `move`, `group move`, `direct fire`, `rally` or `pass`."""
    who_moves: Name | None = None
    """The unit that moves."""
    group: Names | None = None
    """The units of a group that moves."""
    move: At | Places | None = None
    """The end of a unit's move, or the end of each move of a group's units (inches)."""
    how_to_move: Name | None = None
    """The way to move: `walk` or `fly`."""
    boundary: Name | None = None
    """The side of an area's boundary where a move ends: `this side` or `far side`."""
    cross: Name | None = None
    """The structure that is crossed."""
    dangers: Name | None = None
    """The answer to the dangers of a move: `go on`, `change` or `withdraw`."""
    point_out_dangers: Names | None = None
    """The units of an inactive player that this player points out as possible shooters in reaction."""
    look_at: At | None = None
    """The point that a unit looks at (inches)."""
    turn_the_group: Name | None = None
    """The way to turn a group after a move: `as they stand`, `to one point` or `one by one`."""
    who_turns: Name | None = None
    """The unit that turns, or whose turret turns."""
    react: Names | Name | None = None
    """The units that fire in reaction. If all must fire at the same point of the path, as at a group, an earlier entry
    with this key says `fire` or `hold fire`.
    """
    fire_at: At | None = None
    """The point of a moving unit's path that is fired at (inches). The nearest allowed point is used."""
    order_of_targets: Name | None = None
    """The order of fire at the targets in a group: `as listed`, or `one by one` to name each in an entry."""
    next_target: Name | None = None
    """The unit of a group that is fired at next."""
    who_fires: Name | None = None
    """The unit that fires."""
    target: Name | None = None
    """The target."""
    coordinated_by: Name | None = None
    """The Leader who coordinates the fire; `close group` for fire by a close group, which needs no Leader."""
    attackers: Names | None = None
    """The units that attack together."""
    next_attacker: Name | None = None
    """The unit whose attack is applied next, if several units attack together."""
    spotter: Name | None = None
    """The unit that spots for indirect fire."""
    close_combat_target: Name | None = None
    """The target of a Close Combat Move."""
    who_makes_contact: Name | None = None
    """The unit of a group that makes contact."""
    contact: At | Places | None = None
    """The place where a unit comes into contact, or the places of a group's units (inches). For each place, the nearest
    allowed place is used.
    """
    enter_the_fray: Names | None = None
    """The units that enter a fray besides the units in contact."""
    who_reacts: Name | None = None
    """The unit that strikes at an enemy who stays out of a fray or escapes from a fray."""
    fall_back: Name | None = None
    """The choice of a unit that stays out of a fray: `stay` or `fall back`."""
    who_attacks: Name | None = None
    """The unit that strikes in a fray."""
    escape: At | None = None
    """The end of a move out of a fray (inches)."""
    who_rallies: Name | None = None
    """The unit that rallies."""
    board: Names | None = None
    """The units that board a Transport."""
    survivors: Places | None = None
    """One unit that survives the crash of its Transport, with its place (inches)."""
    who_is_next: Name | None = None
    """The player who is active next, named by a player who passes."""


class ExpectedUnit(Section):
    """The expected state of a unit. Keys that are left out aren't checked."""

    pinned: bool | None = None
    wounded: bool | None = None
    destroyed: bool | None = None
    spent: bool | None = None
    attacked: str | None = None
    aboard: str | None = None
    fray: int | None = None
    at: At | None = None
    """Centre of the base (inches). It is compared to a tenth of an inch."""
    facing: Inches | None = None
    """Direction of the model's front (degrees). It is compared to a tenth of a degree."""


class Then(scenario_file.Then):
    """The expected state after the last answer of a scenario."""

    units: dict[Name, ExpectedUnit] = Field(default_factory=dict)
    """The expected state of units."""
    active: Name | None = None
    """The expected active player."""
    open: tuple[Name, ...] = ()
    """Answers that the last request must allow, such as actions, units or options."""
    closed: tuple[Name, ...] = ()
    """Answers that the last request must not allow."""
    over: Over | None = None
    """The expected end of the game."""

    def faults(self, players: Collection[str], units: Collection[str]) -> Iterator[Fault]:
        """Yield an error for each unknown name in the expectations. These are names of players, of units, of events,
        and of fields of events.
        """
        winner = None if self.over is None else self.over.winner
        yield from unknown_names(
            "player", players, {("asks", "player"): self.asked, ("over", "winner"): winner, ("active",): self.active}
        )
        yield from unknown_names("unit", units, {("units", name): name for name in self.units})
        yield from self.event_faults(EVENTS)


class Scenario(ScenarioFile):
    """A scenario of RiftWar."""

    given: Given
    when: tuple[RiftWarEntry, ...] = ()
    then: Then

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the position in turn order."""
        return self.given.players

    def needs(self, rules: Rulebook) -> tuple[str, ...]:
        """Return the names of the types of pieces that the map has, and that need a mesh."""
        laid = {placed.piece for placed in rules.maps[rules.layout].pieces} if rules.layout in rules.maps else ()
        return tuple(name for name, kind in rules.map.items() if name in laid and kind.mesh is not None)

    def faults(self, rules: Rulebook, meshes: Mapping[str, Mesh]) -> Iterator[Fault]:
        """Yield the errors in the position, and an error for each unknown name in the expectations.

        An entry about falling towers is an error too, because this game has no towers.
        """
        yield from faults_below(("given",), self.given.faults(rules))
        yield from self.fall_faults()
        yield from faults_below(("then",), self.then.faults(self.given.players, self.given.units))

    def run(self, rules: Rulebook, meshes: Mapping[str, Mesh]) -> tuple[Failure, ...]:
        """Play the scenario, and return a failure for each expectation that isn't met."""
        return run(_Script(self, rules, meshes))


@dataclass(frozen=True)
class _Script(Script[State]):
    """A scenario with its rules and meshes, in the form that the scenario runner needs."""

    scenario: Scenario
    rules: Rulebook
    meshes: Mapping[str, Mesh]

    def begin(self, table: ScriptedTable) -> Session[State]:
        """Return a session that begins at the scenario's position."""
        given, rules = self.scenario.given, self.rules
        return Session(rules_of(rules), given.state(rules), given.lay(rules, self.meshes), SCENARIO_SEED, table)

    def implied_answer(self, request: Request[object], session: Session[State]) -> object:
        """Return the default answer to a request; None if the request has no default answer.

        A request without a default answer must have an entry in the scenario. Most default answers are in `IMPLIED`.
        These are not: a unit that may turn keeps its direction, and a single unit that may react holds fire.
        """
        if isinstance(request, PickPoint) and request.purpose == "look at":
            ((name, _),) = request.regions
            return Spot(name, session.table.models[name].at)
        if request.purpose == "react" and not isinstance(request, PickSome):
            return "hold fire"
        return IMPLIED.get(request.purpose)

    def reply(self, path: str, entry: Entry, session: Session[State], rolled: Sequence[PieceId]) -> Reply:
        """Convert an entry of the scenario file to a reply to the pending request.

        Raises:
            ScenarioFailed: The entry doesn't answer the pending request.
        """
        assert isinstance(entry, RiftWarEntry), "these are this game's entries"
        request, answer = session.pending[0], entry.answer
        match request, answer:
            case PickPoint(regions=regions), dict():
                if len(answer) != 1:
                    raise ScenarioFailed(path, "one unit with its place", f"{len(answer)}")
                ((piece, at),) = answer.items()
                return Reply({request.player: Spot(str(piece), _nearest(path, dict(regions).get(str(piece)), at))})
            case PickPoint(regions=((piece, region), *_)), (float() | int(), float() | int()):
                return Reply({request.player: Spot(piece, _nearest(path, region, answer))})
            case PlaceSome(regions=regions), dict():
                known = dict(regions)
                if others := [name for name in answer if name not in known]:
                    raise ScenarioFailed(path, f"places of {', '.join(known)}", f"one of {others[0]}")
                spots = (Spot(piece, _nearest(path, known[piece], answer.get(piece))) for piece in known)
                return Reply({request.player: tuple(spots)})
            case PickSome(), tuple():
                return Reply({request.player: request.in_order(tuple(map(str, answer)))})
            case _, str():
                return Reply({request.player: answer})
        raise ScenarioFailed(path, f"an answer to {request.purpose}", str(answer))

    def check(self, session: Session[State]) -> Iterator[Failure]:
        """Yield a failure for each expectation that isn't met.

        The expectations are about units, the active player, the answers that the last request allows, and the end of
        the game.
        """
        then = self.scenario.then
        for name, expected in then.units.items():
            unit = session.state.units[name]
            for key in sorted(expected.model_fields_set - {"at", "facing"}):
                if (wanted := getattr(expected, key)) != (found := getattr(unit, key)):
                    yield Failure(f"then.units.{name}.{key}", str(wanted), str(found))
            yield from _placement(name, expected, unit, session)
        if then.active is not None and then.active != session.state.active:
            yield Failure("then.active", then.active, session.state.active)
        yield from _openness(then, session)
        if then.over is not None:
            yield from then.over.failures(session.state.result)


def _nearest(path: str, region: Region | None, at: At | None) -> Point:
    """Convert the place of a unit in a scenario file to mm.

    If `region` lists its places (`Region.places`), the result is the allowed place in the list that is nearest to `at`.

    Args:
        path: Where the place stands in the scenario file, for error messages.
        region: Where the unit may be put; None if the request doesn't ask for this unit.
        at: The place in the scenario file; None if the file has no place for this unit.

    Raises:
        ScenarioFailed: `region` or `at` is None, or none of the places in the list is allowed.
    """
    if region is None or at is None:
        raise ScenarioFailed(path, "a place for each unit that is asked for", "another unit, or none")
    point = millimetres(at)
    near = point if region.places is None else region.nearest(point)
    if near is None:
        raise ScenarioFailed(path, "a place that is open", "none is")
    return near


def _placement(name: str, expected: ExpectedUnit, unit: Unit, session: Session[State]) -> Iterator[Failure]:
    model = session.table.models.get(unit.id)
    if expected.at is not None:
        found = None if model is None else tuple(round(in_inches(mm), DIGITS) for mm in model.at)
        if found != tuple(round(inch, DIGITS) for inch in expected.at):
            yield Failure(f"then.units.{name}.at", str(expected.at), str(found))
    if expected.facing is not None:
        turned = None if model is None else math.degrees(model.heading) - expected.facing
        if turned is None or abs(math.remainder(turned, 360.0)) > 10.0**-DIGITS:
            heading = None if model is None else round(math.degrees(model.heading), DIGITS)
            yield Failure(f"then.units.{name}.facing", str(expected.facing), str(heading))


def _openness(then: Then, session: Session[State]) -> Iterator[Failure]:
    """Yield a failure for each wrong name of an answer in `then.open` and `then.closed`.

    A name in `then.open` is wrong if the pending request doesn't allow this answer. A name in `then.closed` is wrong if
    the request allows it.
    """
    request = next(iter(session.pending), None)
    able: set[str] = set()
    for field in ("options", "pieces", "items"):
        able.update(map(str, getattr(request, field, ())))
    for name in then.open:
        if name not in able:
            yield Failure("then.open", name, ", ".join(sorted(able)) or "nothing")
    for name in then.closed:
        if name in able:
            yield Failure("then.closed", f"not {name}", ", ".join(sorted(able)))
