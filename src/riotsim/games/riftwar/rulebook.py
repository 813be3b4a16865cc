"""RiftWar as data: every option and number of rules/riftwar.yaml, checked.

The field names are the keys of the file. Lengths are in mm, and angles are in rad. The defaults here are those of the
clauses (RW-nn).
"""

import math
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, field_validator

from riotsim.games.riftwar.armies.figures import ArmyFigures, army_faults
from riotsim.games.riftwar.armies.unit_types import TraitFigures, UnitClass
from riotsim.games.riftwar.armies.verdict import ArmyLimits
from riotsim.games.riftwar.map.game_map import GameMap
from riotsim.games.riftwar.map.map_figures import MapFigures, MapPiece, game_map, map_faults
from riotsim.games.riftwar.table_figures import (
    Bases,
    Deployment,
    DiceRules,
    Heights,
    TableFigures,
    Tray,
)
from riotsim.play.rulebook.bounds import Distance
from riotsim.play.rulebook.companies import CompanySchema
from riotsim.play.rulebook.hands import HandFigures
from riotsim.play.rulebook.quantities import SPREAD, Count, YesNo
from riotsim.play.rulebook.sections import NOT_EMPTY, Book, Fault, Section, ValidSections, faults_below, name_in
from riotsim.play.rulebook.surfaces import SurfaceFigures, SurfaceName, TrayRollRules
from riotsim.table.pieces import Mesh
from riotsim.table.units import inches

OPEN: Final = "open"
"""Value of `layout` for a table without structures and terrain. In all other cases `layout` names a map."""

NEEDED_TRAITS: Final = ("leader", "transport", "indirect", "alert", "ap", "armored", "relentless", "flying")
"""The traits that the clauses of RiftWar mention by name. The rules file must have them all."""

Arc: TypeAlias = Annotated[float, SPREAD.between(math.radians(1), math.tau)]


class DrawRules(Section):
    """Drawn games (RW-07)."""

    quiet_phases: Annotated[Count, Field(ge=1, le=1000)] = 8
    """Number of phases in a row without an attack die that make the game a draw."""


class PhaseRules(Section):
    """Phases (RW-08, RW-22)."""

    max_per_unit: Annotated[Count, Field(ge=1, le=1000)] = 40
    """Greatest number of phases in a game, as a multiple of the number of units in the largest army. After them, the
    game is stopped as unfinished. With 40 here and 10 units in the largest army, it is stopped after 400 phases.
    """
    max_actions: Annotated[Count, Field(ge=1, le=1000)] = 60
    """Greatest number of actions in one phase. After them, the player can only pass until the phase ends."""
    indirect_miss_fails: YesNo = False
    """True if indirect fire ends the phase when it neither wounds nor kills."""


class SightRules(Section):
    """Lines of sight (RW-13)."""

    points: Literal[1, 3, 9] = 9
    """Number of lines to the target: all 9, the 3 to half its height, or 1 to the middle."""
    mode: Literal["mesh", "plan"] = "mesh"
    """What blocks a line: the meshes of structures, or their outlines seen from above, whatever the height."""


class CoverRules(Section):
    """Cover (RW-14, RW-65)."""

    lines: Annotated[Count, Field(ge=1, le=9)] = 1
    """Number of lines that must be blocked for a target to be in cover."""
    near: Distance = inches(2)
    """A low wall gives a target cover up to this distance from it, such as 2in. The same distance holds for all
    structures that give cover but can't block lines.
    """
    mode: Literal["six", "one_die_less"] = "six"
    """Effect of cover. With `six`, hits count only if one of them is a 6. With `one_die_less`, the attack has one die
    less.
    """


class HeavyRules(Section):
    """Heavy units (RW-15, RW-52)."""

    wreck: Literal["none", "structure"] = "none"
    """What a destroyed Heavy unit leaves: nothing, or a structure that blocks sight and gives cover."""
    turret: Literal["free", "move"] = "free"
    """What it costs to turn the turret of a Ranged Heavy unit: nothing in its player's phase, or a Move."""


class TerrainRules(Section):
    """Terrain areas (RW-17)."""

    edge: Distance = inches(0.5)
    """Greatest distance, such as 0.5in, from a unit's base to the edge of the terrain area that it is in. A unit within
    this distance sees out of the area.
    """


class CornerRules(Section):
    """Firing around the corners of structures (RW-18)."""

    reach: Distance = inches(1)
    """Greatest distance, such as 1in, from a Ranged unit to a corner round which the unit can fire."""
    exposed: Literal["always", "after_firing"] = "always"
    """When enemies can fire round a corner at a unit that stands at the corner: always, or only after the unit itself
    has fired round a corner in the same phase.
    """


class MoveRules(Section):
    """Moves (RW-31)."""

    range: Distance | Literal["unlimited"] = "unlimited"
    """Greatest length of a move, such as 12in, or unlimited."""


class GroupRules(Section):
    """Close groups (RW-35, RW-36)."""

    within: Distance = inches(1)
    """Greatest gap between neighbours in a close group, such as 1in."""
    path: Literal["own_lines", "same_vector"] = "own_lines"
    """Paths of the units of a group that moves: each unit has a line of its own, or all move by the same vector."""


class ReactionRules(Section):
    """Reaction fire (RW-40 to RW-47)."""

    list: Literal["table", "player"] = "table"
    """Who points out the dangers of a move: the program (`table`), or the player who may react (`player`). With
    `player`, units that this player doesn't point out can't fire.
    """
    kinds: Literal["all", "ranged"] = "all"
    """Units that react: all units that have dice for fire, or Ranged units only."""
    points: Literal["each", "one"] = "each"
    """Where on its path a single moving unit is fired at: each shot may come at another point, or all at one point."""
    group: Literal["every_unit", "once"] = "every_unit"
    """Shots of one unit at a group: after each hit the unit may fire at the next target, or it has only one shot."""
    after_wound: Literal["finish", "stop"] = "finish"
    """What happens to the remaining shots at a point of the path once a mover is wounded or killed there: they are
    still fired, or they are lost.
    """
    once_a_move: YesNo = True
    """True if a unit can fire only once at each target during a move."""
    coordinated: YesNo = False
    """True if reactions may be coordinated."""


class ArcRules(Section):
    """Arcs of attack. A unit's facing is the middle of its arc (RW-51)."""

    light: Arc = math.radians(270)
    """Arc of a Light unit, such as 270deg."""
    medium: Arc = math.radians(90)
    """Arc of a Medium unit."""
    heavy: Arc = math.radians(90)
    """Arc of a Heavy unit."""


class CoordinatedRules(Section):
    """Coordinated fire (RW-53, RW-54)."""

    classes: Literal["same", "medium_with_heavy"] = "same"
    """Which units may fire together: only units of the same class, or also Medium units with Heavy units."""
    stop_at_kill: YesNo = False
    """True if the remaining attackers roll no dice once the target is destroyed."""


class IndirectRules(Section):
    """Indirect fire (RW-55)."""

    cover: Literal["spotter", "none"] = "spotter"
    """Cover of the target of indirect fire: the cover that it has from the spotter, or no cover."""


class HitRules(Section):
    """Hits (RW-61)."""

    on: Annotated[Count, Field(ge=2, le=6)] = 5
    """Lowest number on a die that counts as a hit."""


class PinRules(Section):
    """Pins (RW-61)."""

    when: Literal["always", "reaction"] = "always"
    """The attacks whose single hit pins the target: all attacks, or only reaction fire."""


class KillRules(Section):
    """Kills (RW-63)."""

    second_wound: Literal["pinned", "wounded"] = "pinned"
    """Which units are killed by a wound: all pinned units, or only units that are wounded already."""


class CloseCombatRules(Section):
    """Close combat (RW-70 to RW-77)."""

    move: YesNo = True
    """True if only a Close Combat Move may end in contact with an enemy. False if any Move may."""
    fall_back: Distance = inches(6)
    """A unit that stays out of a fray may be moved back by no more than this, such as 6in."""
    style: Literal["each", "collective"] = "each"
    """Dice of a joint attack in a fray: each attacker attacks with all its dice, or the attackers make a single attack
    with one die for each of them.
    """
    fired_into: Literal["plain", "cover", "no"] = "plain"
    """Fire from outside at a unit in a fray: as usual, as if the target were in cover, or not allowed."""


class RallyRules(Section):
    """Rally (RW-80)."""

    on: Annotated[Count, Field(ge=1, le=7)] = 4
    """A unit rallies if the sum of the die and its bonus is at least this."""
    heals: YesNo = True
    """True if a rally also clears a wound."""
    leader_self: YesNo = False
    """True if a Leader also helps itself to rally."""
    leader_by: Literal["group", "los"] = "group"
    """Which Leader helps a unit to rally: a Leader in the unit's close group, or a Leader that sees the unit."""


class TransportRules(Section):
    """Transports (RW-81, RW-83)."""

    capacity: Annotated[Count, Field(ge=1, le=60)] = 6
    """Number of slots for units in a Transport."""
    medium: Annotated[Count, Field(ge=1, le=60)] = 4
    """Slots that a Medium unit takes. A Light unit takes 1, and Heavy units never ride."""
    crash: Annotated[Count, Field(le=10)] = 3
    """Number of dice in the attack on each unit aboard when a Transport is destroyed."""


class ArmyRules(Section):
    """Limits of armies (RW-90 to RW-93, RW-98)."""

    types: Annotated[Count, Field(ge=1, le=60)] = 4
    """Greatest number of types of units."""
    heavies: Annotated[Count, Field(le=60)] = 3
    """Greatest number of Medium and Heavy units together."""
    points: Annotated[Count, Field(le=1000)] = 8
    """Points that an army has for Light units."""
    bonus: Annotated[Count, Field(le=1000)] = 3
    """Extra points for each Medium or Heavy unit that `army.heavies` allows, but the army doesn't have."""
    traits: Annotated[Count, Field(le=100)] = 4
    """Number of traits that an army may give its types of units without cost."""
    trait_cost: Annotated[Count, Field(le=100)] = 2
    """Points that an army pays for each trait above the limit `army.traits`."""
    units_per_leader: Annotated[Count, Field(ge=1, le=100)] = 10
    """Number of units that an army needs for each of its Leaders: with 10, an army of 25 units may have 2 Leaders."""
    check: YesNo = True
    """True if armies must keep the limits of this section."""

    @property
    def limits(self) -> ArmyLimits | None:
        """The limits for armies; None if armies may break them."""
        if not self.check:
            return None
        return ArmyLimits(
            self.types, self.heavies, self.points, self.bonus, self.traits, self.trait_cost, self.units_per_leader
        )


class ArmoredRules(Section):
    """Armored units (RW-95)."""

    mode: Literal["cover", "as_heavy"] = "cover"
    """The effect of the trait Armored: a unit has cover in the kind of attack that it is proficient in, or a Medium
    unit takes hits as a Heavy unit does.
    """


class RelentlessRules(Section):
    """Relentless units (RW-96)."""

    stopped: YesNo = False
    """True if a pin stops a Relentless unit during its move."""


class FlyingRules(Section):
    """Flying units (RW-97)."""

    hurt: Literal["one_worse", "extra_hit"] = "one_worse"
    """What hits do to a unit in flight: their effect is one step worse, or an attack with hits gets one more hit."""


MIN_PLAYERS, MAX_PLAYERS = 2, 4
"""The smallest and the largest number of players (RW-05)."""


class Rulebook(Book):
    """All rules of RiftWar."""

    players: Annotated[Count, Field(ge=MIN_PLAYERS, le=MAX_PLAYERS)] = 2
    """Default number of players."""
    bases: Bases = Bases()
    heights: Heights = Heights()
    table: TableFigures = TableFigures()
    map: dict[str, MapPiece] = Field(default_factory=dict)
    """The types of structures and terrain, by name (RW-10 to RW-12)."""
    maps: dict[str, MapFigures] = Field(default_factory=dict)
    """The maps, by name."""
    layout: Annotated[str, name_in("maps", "map", OPEN)] = OPEN
    """Name of the map in play, one of `maps`, or `open` for a bare table."""
    tray: Tray = Tray()
    rolls: TrayRollRules = TrayRollRules()
    dice: DiceRules = DiceRules()
    deployment: Deployment = Deployment()
    first: Literal["random", "seat"] = "random"
    """The first active player: drawn at random, or the player in the first seat."""
    victory: Literal["half", "last_standing"] = "half"
    """How many of the units a player must lose to be out of the game: half of them, or all."""
    draw: DrawRules = DrawRules()
    phase: PhaseRules = PhaseRules()
    los: SightRules = SightRules()
    cover: CoverRules = CoverRules()
    heavy: HeavyRules = HeavyRules()
    terrain: TerrainRules = TerrainRules()
    corner: CornerRules = CornerRules()
    move: MoveRules = MoveRules()
    group: GroupRules = GroupRules()
    reaction: ReactionRules = ReactionRules()
    arc: ArcRules = ArcRules()
    coordinated: CoordinatedRules = CoordinatedRules()
    indirect: IndirectRules = IndirectRules()
    hit: HitRules = HitRules()
    pin: PinRules = PinRules()
    kill: KillRules = KillRules()
    close_combat: CloseCombatRules = CloseCombatRules()
    rally: RallyRules = RallyRules()
    transport: TransportRules = TransportRules()
    army: ArmyRules = ArmyRules()
    armored: ArmoredRules = ArmoredRules()
    relentless: RelentlessRules = RelentlessRules()
    flying: FlyingRules = FlyingRules()
    traits: Annotated[dict[str, TraitFigures], NOT_EMPTY]
    """The traits, by name."""
    armies: Annotated[dict[str, ArmyFigures], NOT_EMPTY]
    """The armies that players choose from, by name."""
    surface: SurfaceName = "neoprene"
    """Name of the surface of the table."""
    surfaces: dict[str, SurfaceFigures]
    """The surfaces that may cover the table."""
    hand: Annotated[str, name_in("hands", "hand")] = "average"
    """Name of the default hand of players."""
    hands: dict[str, HandFigures]
    """The hands that throw dice."""

    @field_validator("hands", mode="after")
    @classmethod
    def _name_hands(cls, hands: dict[str, HandFigures]) -> dict[str, HandFigures]:
        return {name: hand.with_name(name) for name, hand in hands.items()}

    def base(self, size: UnitClass) -> float:
        """Return the diameter of the bases of units of a class (mm)."""
        found: float = getattr(self.bases, size)
        return found

    def height(self, size: UnitClass) -> float:
        """Return the height of the models of units of a class (mm)."""
        found: float = getattr(self.heights, size)
        return found

    def game_map(self, meshes: Mapping[str, Mesh]) -> GameMap:
        """Return the map in play.

        Args:
            meshes: The loaded meshes, by the name of the kind of structure or terrain.
        """
        return game_map(self.table.width, self.table.depth, self.map, self.maps.get(self.layout, MapFigures()), meshes)

    @classmethod
    def faults(cls, parts: ValidSections) -> Iterator[Fault]:
        """Yield the errors that can't be found in a single field.

        These are: traits that the rules need but don't define, a class with a smaller base than a lighter class, and
        errors in maps and armies.
        """
        for name in NEEDED_TRAITS:
            if name not in parts.names("traits"):
                yield ("traits",), f"the rules need the trait {name}"
        bases = parts.section("bases", Bases)
        if bases is not None and not bases.light <= bases.medium <= bases.heavy:
            yield (
                ("bases",),
                "a Medium unit is at least as large as a Light one, and a Heavy one as a Medium one (RW-02)",
            )
        table, kinds = parts.section("table", TableFigures), parts.entries("map", MapPiece)
        if bases is not None and table is not None and len(kinds) == len(parts.names("map")):
            for name, figures in parts.entries("maps", MapFigures).items():
                yield from map_faults(name, (table.width, table.depth), bases.model_dump(), kinds, figures)
        traits, army = parts.entries("traits", TraitFigures), parts.section("army", ArmyRules)
        if army is None or len(traits) < len(parts.names("traits")):
            return
        for name, types in parts.entries("armies", ArmyFigures).items():
            found = army_faults(traits, army.limits, types.model_dump(mode="json"))
            yield from faults_below(("armies", name), found)


class ArmyFile(ArmyFigures, Book):
    """The contents of an army file: the types of units of an army."""


def army_schema(rules: Rulebook) -> CompanySchema[ArmyFile]:
    """Return the schema that army files must follow under these rules."""
    return CompanySchema("riftwar", ArmyFile, partial(_army_faults, rules), label="Army", option="army")


def _army_faults(rules: Rulebook, data: Mapping[str, object]) -> Iterator[Fault]:
    return army_faults(rules.traits, rules.army.limits, data)
