"""RiftWar as data: every option and figure of rules/riftwar.yaml, checked.

Field names are the file's dotted keys. Lengths are in mm, and angles in rad. The defaults here are those of the clauses
(RW-nn).
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
from riotsim.play.rulebook.sections import NOT_EMPTY, Book, Fault, Section, ValidSections, name_in
from riotsim.play.rulebook.surfaces import SurfaceFigures, SurfaceName, TrayRollRules
from riotsim.table.pieces import Mesh
from riotsim.table.units import inches

OPEN: Final = "open"
"""Name of the table without any pieces, in place of a map."""

NEEDED_TRAITS: Final = ("leader", "transport", "indirect", "alert", "ap", "armored", "relentless", "flying")
"""Traits that the clauses name."""

Arc: TypeAlias = Annotated[float, SPREAD.between(math.radians(1), math.tau)]


class DrawRules(Section):
    """Draws (RW-07)."""

    quiet_phases: Annotated[Count, Field(ge=1, le=1000)] = 8
    """Number of phases in a row, all without an attack die, after which the game is a draw."""


class PhaseRules(Section):
    """Phases (RW-08, RW-22)."""

    max_per_unit: Annotated[Count, Field(ge=1, le=1000)] = 40
    """Number of phases, for each unit of the largest army, after which a game is stopped as unfinished."""
    max_actions: Annotated[Count, Field(ge=1, le=1000)] = 60
    """Number of actions in one phase after which a player can only pass."""
    indirect_miss_fails: YesNo = False
    """Choice whether indirect fire that neither wounds nor kills ends the phase."""


class SightRules(Section):
    """Lines of sight (RW-13)."""

    points: Literal[1, 3, 9] = 9
    """Number of points of a target to which lines lead: 9 points, the 3 at half its height, or 1 in its middle."""
    mode: Literal["mesh", "plan"] = "mesh"
    """Solids that shut lines: meshes, or the outlines seen from above, without heights."""


class CoverRules(Section):
    """Cover (RW-14, RW-65)."""

    lines: Annotated[Count, Field(ge=1, le=9)] = 1
    """Least number of shut lines with which a target is in cover."""
    near: Distance = inches(2)
    """Greatest distance from the target to a structure that gives cover without shutting lines, such as 2in."""
    mode: Literal["six", "one_die_less"] = "six"
    """Effect of cover: all hits are negated unless one is a 6, or the attack has one die less."""


class HeavyRules(Section):
    """Heavy units (RW-15, RW-52)."""

    wreck: Literal["none", "structure"] = "none"
    """The wreck of a destroyed Heavy unit: none, or a structure that blocks sight and gives cover."""
    turret: Literal["free", "move"] = "free"
    """Cost of turning the turret of a Ranged Heavy unit: free in its player's phase, or a Move."""


class TerrainRules(Section):
    """Terrain areas (RW-17)."""

    edge: Distance = inches(0.5)
    """Greatest distance from a unit's base to the edge of its area at which the unit sees out, such as 0.5in."""


class CornerRules(Section):
    """Firing around the corners of structures (RW-18)."""

    reach: Distance = inches(1)
    """Greatest distance to a corner from which a Ranged unit fires round it, such as 1in."""
    exposed: Literal["always", "after_firing"] = "always"
    """Time when a unit at a corner can be fired at round the corner: always, or only after the unit has fired round the
    corner in this phase.
    """


class MoveRules(Section):
    """Moves (RW-31)."""

    range: Distance | Literal["unlimited"] = "unlimited"
    """Greatest length of a move, such as 12in, or unlimited."""


class GroupRules(Section):
    """Close groups (RW-35, RW-36)."""

    within: Distance = inches(1)
    """Greatest gap in the chain of a close group, such as 1in."""
    path: Literal["own_lines", "same_vector"] = "own_lines"
    """The way of each unit of a group that moves: its own line, or the same vector for all."""


class ReactionRules(Section):
    """Reaction fire (RW-40 to RW-47)."""

    list: Literal["table", "player"] = "table"
    """Source of the dangers of a move: the table shows them, or the player who may react points them out. In the second
    case, units that the player doesn't name can't fire.
    """
    kinds: Literal["all", "ranged"] = "all"
    """Units that react: all units with dice at range, or Ranged units only."""
    points: Literal["each", "one"] = "each"
    """Points at which a single mover is fired at: one for each shot, or one for all."""
    group: Literal["every_unit", "once"] = "every_unit"
    """Shots of a unit at a group: one shot at each target as long as the unit hits, or one shot in all."""
    after_wound: Literal["finish", "stop"] = "finish"
    """Treatment of the other shots at a point once a shot there wounds: they are still fired, or they are lost."""
    once_a_move: YesNo = True
    """Choice whether a unit fires at one target only once in one move."""
    coordinated: YesNo = False
    """Choice whether reactions may be coordinated."""


class ArcRules(Section):
    """Arcs of attack, about the facing (RW-51)."""

    light: Arc = math.radians(270)
    """Arc of a Light unit, such as 270deg."""
    medium: Arc = math.radians(90)
    """Arc of a Medium unit."""
    heavy: Arc = math.radians(90)
    """Arc of a Heavy unit."""


class CoordinatedRules(Section):
    """Coordinated fire (RW-53, RW-54)."""

    classes: Literal["same", "medium_with_heavy"] = "same"
    """Classes that fire together: only units of the same class, or Medium units with Heavy units too."""
    stop_at_kill: YesNo = False
    """Choice whether the remaining attackers roll no dice once the target is destroyed."""


class IndirectRules(Section):
    """Indirect fire (RW-55)."""

    cover: Literal["spotter", "none"] = "spotter"
    """Cover of the target: the cover that it has from the spotter, or none."""


class HitRules(Section):
    """Hits (RW-61)."""

    on: Annotated[Count, Field(ge=2, le=6)] = 5
    """Lowest number of a die that hits."""


class PinRules(Section):
    """Pins (RW-61)."""

    when: Literal["always", "reaction"] = "always"
    """Attacks in which a single hit pins: all attacks, or reaction fire only."""


class KillRules(Section):
    """Kills (RW-63)."""

    second_wound: Literal["pinned", "wounded"] = "pinned"
    """Units that a wound kills: all pinned units, or only wounded units."""


class CloseCombatRules(Section):
    """Close combat (RW-70 to RW-77)."""

    move: YesNo = True
    """Choice whether only a Close Combat Move may end in contact with an enemy. If not, any Move may."""
    fall_back: Distance = inches(6)
    """Distance by which a unit that stays out of a fray may be set back, such as 6in."""
    style: Literal["each", "collective"] = "each"
    """Dice of a joint attack in a fray: each attacker rolls its own dice, or all roll one die each in a single
    attack.
    """
    fired_into: Literal["plain", "cover", "no"] = "plain"
    """Fire from outside at a unit in a fray: as usual, with the target in cover, or not allowed."""


class RallyRules(Section):
    """Rally (RW-80)."""

    on: Annotated[Count, Field(ge=1, le=7)] = 4
    """Lowest number that rallies."""
    heals: YesNo = True
    """Choice whether a rally clears the wound too."""
    leader_self: YesNo = False
    """Choice whether a Leader helps itself to rally."""
    leader_by: Literal["group", "los"] = "group"
    """Leader who helps a unit: one in its close group, or one who sees it."""


class TransportRules(Section):
    """Transports (RW-81, RW-83)."""

    capacity: Annotated[Count, Field(ge=1, le=60)] = 6
    """Slots of a Transport."""
    medium: Annotated[Count, Field(ge=1, le=60)] = 4
    """Slots that a Medium unit takes. A Light unit takes 1, and Heavy units never ride."""
    crash: Annotated[Count, Field(le=10)] = 3
    """Dice of the attack on each unit aboard when a Transport is destroyed."""


class ArmyRules(Section):
    """The making of armies (RW-90 to RW-93, RW-98)."""

    types: Annotated[Count, Field(ge=1, le=60)] = 4
    """Greatest number of types of units."""
    heavies: Annotated[Count, Field(le=60)] = 3
    """Greatest number of Medium and Heavy units together."""
    points: Annotated[Count, Field(le=1000)] = 8
    """Points that an army has for Light units."""
    bonus: Annotated[Count, Field(le=1000)] = 3
    """Further points for each Medium or Heavy unit below the limit of `army.heavies`."""
    traits: Annotated[Count, Field(le=100)] = 4
    """Number of traits without cost."""
    trait_cost: Annotated[Count, Field(le=100)] = 2
    """Points for each further trait."""
    units_per_leader: Annotated[Count, Field(ge=1, le=100)] = 10
    """Number of units for which an army may have one Leader."""
    check: YesNo = True
    """Choice whether armies must keep these limits."""

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
    """Effect of Armored: the unit has cover at the range at which it is proficient, or a Medium unit takes hits as a
    Heavy unit does.
    """


class RelentlessRules(Section):
    """Relentless units (RW-96)."""

    stopped: YesNo = False
    """Choice whether a pin stops a Relentless unit on its way."""


class FlyingRules(Section):
    """Flying units (RW-97)."""

    hurt: Literal["one_worse", "extra_hit"] = "one_worse"
    """The effect of hits on a unit in flight: the effect is one step worse, or an attack that hits has one more hit."""


class Rulebook(Book):
    """All rules of RiftWar."""

    players: Annotated[Count, Field(ge=2, le=4)] = 2
    """Number of players."""
    bases: Bases = Bases()
    heights: Heights = Heights()
    table: TableFigures = TableFigures()
    map: dict[str, MapPiece] = Field(default_factory=dict)
    """The kinds of structures and terrain, by name (RW-10 to RW-12)."""
    maps: dict[str, MapFigures] = Field(default_factory=dict)
    """The maps, by name."""
    layout: Annotated[str, name_in("maps", "map", OPEN)] = OPEN
    """The map in play, one of `maps`; or open, for a bare table."""
    tray: Tray = Tray()
    rolls: TrayRollRules = TrayRollRules()
    dice: DiceRules = DiceRules()
    deployment: Deployment = Deployment()
    first: Literal["random", "seat"] = "random"
    """The first active player: drawn at random, or the player in the first seat."""
    victory: Literal["half", "last_standing"] = "half"
    """The loss that puts a player out: half of the units, or all."""
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
    """Name of the hand of players who choose none."""
    hands: dict[str, HandFigures]
    """The hands that throw dice."""

    @field_validator("hands", mode="after")
    @classmethod
    def _name_hands(cls, hands: dict[str, HandFigures]) -> dict[str, HandFigures]:
        return {name: hand.with_name(name) for name, hand in hands.items()}

    def base(self, size: UnitClass) -> float:
        """Return the diameter of the base of a class (mm)."""
        found: float = getattr(self.bases, size)
        return found

    def height(self, size: UnitClass) -> float:
        """Return the height of the models of a class (mm)."""
        found: float = getattr(self.heights, size)
        return found

    def game_map(self, meshes: Mapping[str, Mesh]) -> GameMap:
        """Return the map in play.

        Args:
            meshes: The meshes of kinds of pieces, by the name of the kind.
        """
        return game_map(self.table.width, self.table.depth, self.map, self.maps.get(self.layout, MapFigures()), meshes)

    @classmethod
    def faults(cls, parts: ValidSections) -> Iterator[Fault]:
        """Yield errors between fields: missing traits, a class with a smaller base than a lighter class, and the errors
        of maps and armies.
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
            for where, sentence in army_faults(traits, army.limits, types.model_dump(mode="json")):
                yield ("armies", name, *where), sentence


class ArmyFile(ArmyFigures, Book):
    """An army file: the types of units of an army."""


def army_schema(rules: Rulebook) -> CompanySchema[ArmyFile]:
    """Return the schema of army files under given rules."""
    return CompanySchema("riftwar", ArmyFile, partial(_army_faults, rules), label="Army", option="army")


def _army_faults(rules: Rulebook, data: Mapping[str, object]) -> Iterator[Fault]:
    return army_faults(rules.traits, rules.army.limits, data)
