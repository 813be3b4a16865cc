"""Scenarios of Riot Dice: the players' decisions as scenario files state them, and how they become answers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import rules_of
from riotsim.games.riot_dice.rules.shoot import BulletChoice
from riotsim.games.riot_dice.rules.turn import Activate, LegIt
from riotsim.games.riot_dice.scenario.given import Given
from riotsim.games.riot_dice.scenario.pieces import ShapeSet
from riotsim.games.riot_dice.scenario.then import Then, unmet_conditions
from riotsim.games.riot_dice.state import State
from riotsim.play import house_rules as rolling
from riotsim.play.requests import Choose, PickPoint, Spot, Step
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Fault, FieldPath, Section, faults_below, unknown_names
from riotsim.play.scenarios.document import At, Entry, Inches, Name, PresentFlag, ScenarioFile, millimetres
from riotsim.play.scenarios.expected_events import Failure, ScenarioFailed, event_vocabulary
from riotsim.play.scenarios.runner import SCENARIO_SEED, Reply, Script, describe_next_request, run
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.session import Session
from riotsim.table.pieces import Mesh, PieceId
from riotsim.table.units import inches

NON_MODEL_HITS = ("nothing", "terrain")
"""Values of `hits` for a bullet that hits no model."""

EVENTS = event_vocabulary(events) | event_vocabulary(rolling)

Throw: TypeAlias = Literal["thump", "shove", "pinch"]


class MoveDie(Section):
    """The move die to use next."""

    die: Count
    """The position of the die in the roll: 0 for the first die, 1 for the second, and so on."""
    inches: Annotated[Inches, Field(ge=0)] | None = None
    """Distance of the move (inches); by default the full distance. Some rules allow no shorter distance."""
    discard: bool = Field(default=False, strict=True)
    """True to discard the die unused, if the rules allow it."""


class BulletDie(Section):
    """The bullet that flies next."""

    die: Count
    """The position of the bullet's die in the roll: 0 for the first die, 1 for the second, and so on."""
    hits: Name | None = None
    """What the bullet hits: the name of a model, or the word `terrain` or `nothing`.

    The key may be left out if only one of these is possible.
    """


class Placed(Section):
    """A model that is deployed, and its place."""

    model: Name
    at: At


class RiotEntry(Entry):
    """One entry in the list `when` of a scenario file of Riot Dice.

    It states an answer of a player, the results of a roll, or the towers that fall.
    """

    PURPOSES: ClassVar[dict[str, str]] = {"activate": "turn", "leg_it": "turn"}

    activate: Name | None = None
    """Name of the model that is activated."""
    leg_it: PresentFlag | None = None
    """Present if the boss legs it: the boss leaves the game (RD-81)."""
    action: Literal["scoot", "shoot", "boot", "end"] | None = None
    """The next action. `end` stops after fewer actions than allowed."""
    move: MoveDie | None = None
    weapon: Name | None = None
    """Name of the weapon to shoot with, if there is a choice."""
    bullet: BulletDie | None = None
    fight: dict[Name, Throw] | None = None
    """The throw of each boss in a fight: thump, shove or pinch."""
    fight_next: Name | None = None
    """Name of the opponent in the next fight, if there is a choice."""
    boot: Name | None = None
    """Name of the fallen model that is booted."""
    stand: At | None = None
    """Place where a booted friend stands up (inches from the table's front left corner)."""
    drop: At | None = None
    """Place where a dropped token comes to rest (inches). A place outside the table means that the token left the
    table.
    """
    place: Placed | None = None
    """The model that is deployed next, and its place."""

    def faults(self, given: Given, rules: Rulebook) -> Iterator[Fault]:
        """Yield an error for each unknown name in the entry, and for each error of a rolled die.

        A rolled die has an error in two cases:

        - The die lies beyond the edge of the table, but isn't marked with `off`.
        - The die is cocked, and its place or number is missing, although the rules need both: they count the nearest
          face of a cocked die.
        """
        for where, name, besides in self._models():
            yield from unknown_names("model", (*given.models, *besides), {where: name})
        yield from unknown_names("weapon", rules.weapons, {("weapon",): self.weapon})
        yield from unknown_names("boss", given.bosses, {("fight", boss): boss for boss in self.fight or {}})
        for k, die in enumerate(self.roll or ()):
            if die.cocked and rules.house.cocked == "nearest_face" and (die.at is None or die.shows is None):
                yield ("roll", k), "this cocked die counts as it lies, so say at: and shows: too (RD-90)"
            width, depth = given.size(rules)
            x, y = (0.0, 0.0) if die.at is None else millimetres(die.at)
            if not die.off and not (0 <= x <= width and 0 <= y <= depth):
                yield ("roll", k, "at"), "is not on the table; a die that left it is written {off: true}"

    def _models(self) -> Iterator[tuple[FieldPath, str, tuple[str, ...]]]:
        """Yield three values for each name of a model in the entry.

        They are the path of the key with the name, the name, and the words that the key may have instead, such as
        `terrain`.
        """
        for key in ("activate", "fight_next", "boot"):
            if (name := getattr(self, key)) is not None:
                yield (key,), name, ()
        for k, name in enumerate(self.topples or ()):
            yield ("topples", k), name, ()
        if self.bullet is not None and self.bullet.hits is not None:
            yield ("bullet", "hits"), self.bullet.hits, NON_MODEL_HITS
        if self.place is not None:
            yield ("place", "model"), self.place.model, ()


class Scenario(ScenarioFile):
    """A scenario of Riot Dice."""

    given: Given
    when: tuple[RiotEntry, ...] = ()
    then: Then

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the position in turn order."""
        return tuple(self.given.bosses)

    def needs(self, rules: Rulebook) -> tuple[str, ...]:
        """Return the names of those kinds of terrain in the scenario that have a mesh."""
        return self.given.meshes(rules)

    def faults(self, rules: Rulebook, meshes: Mapping[str, Mesh]) -> Iterator[Fault]:
        """Check the position, the answers and the expectations against the rules, and yield the errors."""
        yield from faults_below(("given",), self.given.faults(rules, _stand_in_shapes(rules, meshes)))
        for k, entry in enumerate(self.when):
            yield from faults_below(("when", k), entry.faults(self.given, rules))
            if entry.topples is not None and (k == 0 or self.when[k - 1].topples is not None):
                yield ("when", k, "topples"), "stands right after the answer that made them fall"
        yield from faults_below(("then",), self.then.faults(self.given, EVENTS))

    def run(self, rules: Rulebook, meshes: Mapping[str, Mesh]) -> tuple[Failure, ...]:
        """Play the scenario, and return its failures. There are none if all expectations hold."""
        return run(_Script(self, rules, _stand_in_shapes(rules, meshes)))


def _stand_in_shapes(rules: Rulebook, meshes: Mapping[str, Mesh]) -> ShapeSet:
    """Return the shapes for a scenario: the given meshes of terrain, no figures, and simple shapes for dice.

    The simple shapes replace those that the rules load from files. They are enough, because the program throws no dice
    in a scenario: the scenario file states the results of rolls.
    """
    return ShapeSet(meshes, {}, rules.dice.stand_ins())


@dataclass(frozen=True)
class _Script(Script[State]):
    """A scenario together with its rules, in the form that the scenario runner plays."""

    scenario: Scenario
    rules: Rulebook
    stock: ShapeSet

    def begin(self, table: ScriptedTable) -> Session[State]:
        """Return a session that begins at the scenario's position.

        Args:
            table: The function that performs acts. It takes their results from the scenario file.
        """
        given, rules, stock = self.scenario.given, self.rules, self.stock
        state, laid = given.state(rules, stock), given.lay(rules, stock)
        return Session(rules_of(rules, stock.dice), state, laid, SCENARIO_SEED, table)

    def reply(self, path: str, entry: Entry, session: Session[State], rolled: Sequence[PieceId]) -> Reply:
        """Convert an entry to a reply with the answers of all its players.

        Raises:
            ScenarioFailed: The entry has throws of bosses who aren't in the fight, names a die that wasn't rolled, or
                doesn't name the hit of a bullet with several possible hits.
        """
        assert isinstance(entry, RiotEntry), "these are this game's entries"
        request = session.pending[0]
        if entry.fight is not None:
            asked = [one.player for one in session.pending]
            if sorted(entry.fight) != sorted(asked):
                raise ScenarioFailed(path, describe_next_request(session), f"fight of {' and '.join(entry.fight)}")
            return Reply(dict(entry.fight))
        rests = None if entry.drop is None else millimetres(entry.drop)
        return Reply({request.player: _answer(path, entry, session, rolled)}, rests)

    def damaged(self, event: object) -> PieceId | None:
        """Return the model that an event damages, or None if the event damages no model."""
        return event.model if isinstance(event, events.Damage) else None

    def check(self, session: Session[State]) -> Iterator[Failure]:
        """Yield a failure for each unmet expectation about models, bosses, loot, or the end of the game."""
        return unmet_conditions(self.scenario.then, session, self.rules)


def _answer(path: str, entry: RiotEntry, session: Session[State], rolled: Sequence[PieceId]) -> object:
    """Return the answer that an entry gives to the pending request. The entry must not be about a fight.

    Raises:
        ScenarioFailed: The entry names a die that wasn't rolled, or doesn't name the hit of a bullet with several
            possible hits.
    """
    request = session.pending[0]
    match entry:
        case RiotEntry(activate=str(model)):
            return Activate(model)
        case RiotEntry(leg_it=True):
            return LegIt()
        case RiotEntry(move=MoveDie(inches=far, discard=discard) as move):
            return Step(_die(path, move.die, rolled), None if far is None else inches(far), discard)
        case RiotEntry(bullet=BulletDie(hits=hits) as bullet):
            assert isinstance(request, Choose), "a bullet is a choice"
            die = _die(path, bullet.die, rolled)
            open_hits = [choice.hits for choice in request.options if choice.die == die]
            if hits is None and len(open_hits) > 1:
                raise ScenarioFailed(f"{path}.bullet.hits", f"one of {', '.join(open_hits)}", "nothing said")
            return BulletChoice(die, hits or (open_hits[0] if open_hits else NON_MODEL_HITS[0]))
        case RiotEntry(stand=(float() | int(), _) as at):
            assert isinstance(request, PickPoint), "a place is picked"
            return Spot(request.regions[0][0], millimetres(at))
        case RiotEntry(drop=(float() | int(), _)):
            assert isinstance(request, PickPoint), "a place is picked"
            piece, region = request.regions[0]
            return Spot(piece, (region.width / 2, region.depth / 2))  # the drop, not where the token rests
        case RiotEntry(place=Placed(model=model, at=at)):
            return Spot(model, millimetres(at))
    return entry.answer


def _die(path: str, number: int, rolled: Sequence[PieceId]) -> PieceId:
    if number >= len(rolled):
        raise ScenarioFailed(path, f"one of the dice 0 to {len(rolled) - 1}", f"die {number}")
    return rolled[number]
