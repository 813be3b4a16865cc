"""Riot Dice as data: every option and value of rules/riot_dice.yaml, checked.

The field names are the keys of the file. Lengths are in mm, and angles are in rad. Several dice are given as a tuple of
their kinds. The default values of the fields are those that the clauses of the rules (RD-nn) state. Only the file
defines the terrain, models, weapons, hands and surfaces.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Annotated, Final, Literal

from pydantic import Field, field_validator

from riotsim.games.riot_dice.rulebook import bounds
from riotsim.games.riot_dice.rulebook import space_check as room
from riotsim.games.riot_dice.rulebook.catalogue import (
    KindNames,
    Layout,
    ModelKind,
    ModelNames,
    Muster,
    Tables,
    TerrainKind,
    Weapon,
)
from riotsim.play.rulebook import bounds as common
from riotsim.play.rulebook.dice import Dice
from riotsim.play.rulebook.hands import HandFigures, HandName
from riotsim.play.rulebook.quantities import Count, NumberOrWord, YesNo
from riotsim.play.rulebook.sections import NOT_EMPTY, Book, Fault, FieldPath, Section, ValidSections, unknown_name
from riotsim.play.rulebook.surfaces import DiceTray, SurfaceFigures, surface
from riotsim.table.dice.kinds import D6
from riotsim.table.state import Surface, Tray
from riotsim.table.units import inches

__all__ = [
    "Activation", "Clock", "Deployment", "Dice", "DiceOnlyRulebook", "Fight", "Gang", "HandFigures", "HouseRules",
    "Layout", "LegIt", "Loot", "ModelKind", "Rulebook", "Scoot", "Shoot", "TerrainKind", "Towers", "Victory", "Weapon",
]  # fmt: skip

MIN_BOSSES, MAX_BOSSES = 2, 4
"""The minimum and maximum number of bosses (RD-03)."""

LARGE_TABLE_BOSSES = 4
"""With this number of bosses or more, `table.four` is used if the rules have this play area (RD-04)."""


class Loot(Section):
    """The size of loot tokens, and how they come onto the table (RD-07, RD-10, RD-11)."""

    size: bounds.TokenSize = 20.0
    """Diameter of a token, such as 20mm."""
    each: bounds.Tokens = 6
    """Number of tokens that each boss drops (RD-10)."""
    drop_height: bounds.DropHeight = inches(12)
    """Height of dropped tokens, such as 12in (RD-10)."""
    middle: bounds.Tokens = 1
    """Number of additional tokens that are put in the middle of the table (RD-11)."""


class Gang(Section):
    """The default gang of a boss, and the greatest cost of any gang (RD-02, RD-03)."""

    points: Count = 25
    """Greatest cost of any gang (points)."""
    models: KindNames = ("git",) * 5
    """Kind of each model in the default gang. It is a name from the section `models` of the rules."""
    names: ModelNames = ()
    """Displayed names of the models, in order. If several players have this gang, the next player gets the names that
    are left. A model without a name is called by its id.
    """


class Deployment(Section):
    """The rules for placing models in the set-up (RD-13)."""

    clear_of: common.Distance = inches(4)
    """Least distance of a placed model from every token and every enemy model, such as 4in. It is the gap between the
    edges.
    """


class Clock(Section):
    """The clock and the limit of activations (RD-15, RD-49, RD-82, RD-85, RD-86)."""

    minutes: Annotated[float | None, NumberOrWord("a clock's time in minutes", "off", bounds.MAX_MINUTES)] = 30.0
    """Time on the clock at the end of deployment (minutes); `off` (None in the program) means no clock."""
    after: Literal["no_boot", "last_activation", "off"] = "no_boot"
    """What changes when time is up (RD-82). With `no_boot`, nobody can boot any more. With `last_activation`, nobody
    can boot, and each boss has one last turn. With `off`, nothing changes.
    """
    seconds_per_activation: bounds.Seconds = 30.0
    """Time that each activation costs if the clock doesn't run in real time, as in games between bots (s, RD-85)."""
    slow_carry_seconds: bounds.Seconds = 10.0
    """Additional time that a slow carry costs (s, RD-49)."""
    max_activations: bounds.Limit = 400
    """A game ends as unfinished after this number of activations (RD-86). If the clock runs in real time, this limit
    doesn't apply.
    """


class Activation(Section):
    """The limit on the actions of a model in its activation (RD-22)."""

    actions: Annotated[Count, Field(ge=1, le=3)] = 2
    """Greatest number of actions that a model takes, each of another kind: scoot, shoot or boot."""


class Towers(Section):
    """The towers of dice of models, or the hit points in place of towers (RD-23, RD-30, RD-33, RD-38, RD-39)."""

    mode: Literal["dice", "hit_points", "none"] = "dice"
    """What models have: towers of dice, hit points, or neither."""
    swig: bounds.TowerDice = 1
    """Number of dice that are added to a model's tower at the end of its activation (RD-23)."""
    own_fall: Literal["falls_over", "sobers_up"] = "falls_over"
    """What happens to a model whose own boss makes its tower fall: it falls over, or it stays standing (RD-33)."""
    start: bounds.TowerDice = 0
    """Number of dice in each tower when the game begins (RD-38)."""
    hit_points: Annotated[Count, Field(ge=1)] = 5
    """Hit points of a model under `tower.mode: hit_points` (RD-39). A kind of model may have another number, set by
    `models.<name>.hit_points`.
    """


class Scoot(Section):
    """The moves of a model (RD-41 to RD-44)."""

    order: Literal["any", "ascending", "nearest_first"] = "any"
    """Order of the move dice: as the boss chooses, the lowest number first, or the nearest first (RD-41).
    """
    full_distance: YesNo = True
    """True if a move must use the full distance of its die (RD-42)."""
    at_the_die: Literal["stop", "run_on"] = "stop"
    """What happens when a model reaches the die that it moves towards: it stops in contact, or it moves on (RD-43)."""
    use_all_dice: YesNo = True
    """True if all move dice must be used (RD-44)."""


class Shoot(Section):
    """The flight of bullets (RD-53)."""

    line: Literal["any", "centre"] = "any"
    """Where the line of a bullet starts: at any point of the shooter's base, or at the centre of this base."""


class Fight(Section):
    """The rules for fights of models (RD-63 to RD-68)."""

    fallen_still_acts: YesNo = False
    """True if the throw of the passive model counts even if the active model's throw makes the passive model fall
    (RD-63).
    """
    shove: common.Distance = inches(3)
    """The length of a shove, such as 3in (RD-65)."""
    terrain_damage: bounds.TowerDice = 1
    """Damage points for a model that is shoved into terrain (RD-66)."""
    double_pinch: Literal["swap", "nothing"] = "swap"
    """What happens if both models pinch: each boss takes a token from the other, or nothing happens (RD-67)."""
    rounds: bounds.Limit = 20
    """A fight ends undecided after this number of rounds (RD-68)."""
    tray: YesNo = False
    """True if thump dice are thrown into a tray, where they can't knock towers down (RD-64)."""


class LegIt(Section):
    """The rules for a boss who leaves (RD-81)."""

    within: common.Distance = inches(6)
    """A model of the boss is replaced by a loot token if an enemy is no farther than this, such as 6in."""


class HouseRules(Section):
    """Options for dice that are rolled on the table (RD-90 to RD-93)."""

    cocked: Literal["reroll", "nearest_face"] = "reroll"
    """What happens to a cocked die: it is rolled again, or its nearest face counts (RD-90)."""
    off_table: Literal["reroll", "lost"] = "reroll"
    """What happens to a die that leaves the table: it is rolled again, or it is lost (RD-91)."""
    least_drop: common.LeastDrop = 50.0
    """Minimum height of the hand that releases a roll, such as 50mm (RD-92)."""
    least_turns: common.LeastTurns = 1.0
    """Number of times that a die must turn over. A die that turns over less is rolled again (RD-92)."""
    models: Literal["fixed", "free"] = "fixed"
    """What happens to models that are hit by rolled dice: with `fixed` they stay where they are, and with `free` they
    are pushed (RD-93).
    """


class Victory(Section):
    """The conditions of victory (RD-38, RD-84)."""

    by: Literal["loot", "last_standing"] = "loot"
    """Winner of the game: the boss with the most loot, or the last boss in the game (RD-84)."""
    tower_dice_count: YesNo = False
    """True if the dice in towers count as loot at the end of the game (RD-38). Only the towers of models that are still
    in play count.
    """


class Rulebook(Book):
    """The rules of Riot Dice, with all their options."""

    edition: Literal[1, 2] = 2
    """Edition of the rules. Edition 1 came with riotsim 0.1. It differs in RD-47, RD-48, RD-52, RD-82 and RD-83."""
    bosses: Annotated[Count, Field(ge=MIN_BOSSES, le=MAX_BOSSES)] = 2
    """Default number of bosses in a game (RD-03)."""
    hand: HandName = "average"
    """Name of the default hand of a boss, one of `hands` (RD-46)."""
    table: Tables
    surfaces: dict[str, SurfaceFigures]
    """The surfaces that may cover a table."""
    terrain: dict[str, TerrainKind]
    """The kinds of scenery (RD-08)."""
    models: Annotated[dict[str, ModelKind], NOT_EMPTY]
    """The kinds of models. The first kind is the default (RD-01, RD-02)."""
    weapons: dict[str, Weapon]
    """The weapons (RD-50, RD-54, RD-64)."""
    gang: Gang = Gang()
    gangs: dict[str, Muster] = Field(default_factory=dict)
    """Other gangs that a boss can choose (RD-02)."""
    hands: dict[str, HandFigures]
    """The hands that throw, stack and carry (RD-46)."""
    dice: Dice = Dice()
    loot: Loot = Loot()
    deployment: Deployment = Deployment()
    clock: Clock = Clock()
    activation: Activation = Activation()
    tower: Towers = Towers()
    scoot: Scoot = Scoot()
    shoot: Shoot = Shoot()
    fight: Fight = Fight()
    tray: DiceTray = DiceTray()
    leg_it: LegIt = LegIt()
    house: HouseRules = HouseRules()
    victory: Victory = Victory()

    def layout(self, bosses: int) -> Layout:
        """Return the play area that is used by a number of bosses (RD-04)."""
        if bosses >= LARGE_TABLE_BOSSES and self.table.four is not None:
            return self.table.four
        return self.table

    @property
    def surface(self) -> Surface:
        """The surface that covers the table."""
        return surface(self.table.surface, self.surfaces[self.table.surface])

    def tray_beside(self, width: float, depth: float) -> Tray:
        """Return the dice tray, placed to the right of a table of this width and depth (mm)."""
        return self.tray.beside(width, depth, self.table.surface, self.surfaces)

    def hit_points(self, kind: str) -> int:
        """Return the hit points of an undamaged model of a kind (RD-39)."""
        return self.models[kind].hit_points or self.tower.hit_points

    def model_names(self, gang: str = "") -> tuple[str, ...]:
        """Return the displayed names of a gang's models (see `Muster.names`). An empty `gang` means the default gang.

        Raises:
            KeyError: No gang has this name.
        """
        return self.gangs[gang].names if gang else self.gang.names

    def muster(self, gang: str = "") -> tuple[str, ...]:
        """Return the kind of each model of a gang. An empty `gang` means the default gang.

        Raises:
            KeyError: No gang has this name.
        """
        return self.gangs[gang].models if gang else self.gang.models

    @field_validator("hands", mode="after")
    @classmethod
    def _name_hands(cls, hands: dict[str, HandFigures]) -> dict[str, HandFigures]:
        return {name: hand.with_name(name) for name, hand in hands.items()}

    @classmethod
    def faults(cls, parts: ValidSections) -> Iterator[Fault]:
        """Yield the errors that concern several fields.

        These are the possible errors:

        - A default name, such as that of the hand, is used but not defined in the file.
        - The name of a gang or hand that is too long.
        - A gang that costs too much.
        - Edges of dice that are too round, and other errors in the section `dice`.
        - Terrain off the table.
        - A table that has no room for all models and loot.
        """
        yield from _missing_default_faults(parts)
        yield from _name_length_faults(parts)
        yield from _gang_cost_faults(parts)
        yield from cls._dice_faults(parts)
        tables = parts.section("table", Tables)
        kinds = parts.entries("terrain", TerrainKind)
        if tables is not None:
            yield from room.off_table_faults(("table", "terrain"), tables, kinds)
            if tables.four is not None:
                yield from room.off_table_faults(("table", "four", "terrain"), tables.four, kinds)
            yield from _table_space_faults(parts, tables, kinds)

    @classmethod
    def _dice_faults(cls, parts: ValidSections) -> Iterator[Fault]:
        """Yield the errors in the section `dice`.

        One possible error is that the section asks for rounder edges than one of the kinds of dice in the game can
        have.
        """
        if (dice := parts.section("dice", Dice)) is not None:
            yield from dice.faults()
            needing = list(_dice_in_use(parts))
            for kind in dict.fromkeys(chain.from_iterable(kinds for _, kinds in needing)):
                for where, sentence in dice.rounding_faults([kind]):
                    who = [name for name, kinds in needing if kind in kinds]
                    others = f" and {len(who) - 1} more" if len(who) > 1 else ""
                    yield where, f"{sentence}; asked for by {who[0]}{others}"


class DiceOnlyRulebook(Rulebook):
    """The rules of Riot Dice for throwing dice without a game.

    `Rulebook` rejects edges that are too round for one of the kinds of dice in the game. This class accepts them.
    """

    @classmethod
    def _dice_faults(cls, parts: ValidSections) -> Iterator[Fault]:
        if (dice := parts.section("dice", Dice)) is not None:
            yield from dice.faults()


def _missing_default_faults(parts: ValidSections) -> Iterator[Fault]:
    """Yield an error for each default name that a rules file uses but doesn't define.

    The hand, the table's surface and the kind of model have default names. If the file doesn't choose, for example, a
    hand, it uses the default hand. Then it must define a hand with this name.
    """
    for where, section, what in (
        (("hand",), "hands", "hand"),
        (("table", "surface"), "surfaces", "surface"),
        (("gang", "models"), "models", "model"),
    ):
        known, usual = parts.names(section), _DEFAULTS[where]
        if known and usual not in known and not parts.has_key(*where):
            sentence = f"{'.'.join(where)} is {usual!r} unless told otherwise, and no {what} is called so here"
            yield where, unknown_name(sentence, usual, known)


_DEFAULTS: Final[dict[tuple[str, ...], str]] = {
    ("hand",): Rulebook.model_fields["hand"].default,
    ("table", "surface"): Tables.model_fields["surface"].default,
    ("gang", "models"): Gang.model_fields["models"].default[0],
}
"""The default names of the hand, the surface and the kind of model, by the path of the key in the rules file."""


def _name_length_faults(parts: ValidSections) -> Iterator[Fault]:
    """Yield an error for each name of a gang or hand that is too long for a stored game."""
    for section, what in (("gangs", "gang"), ("hands", "hand")):
        for name in parts.names(section):
            if len(name) > bounds.MAX_NAME_LENGTH:
                yield (section, name), f"a {what}'s name has {bounds.MAX_NAME_LENGTH} letters at most, not {len(name)}"


def _gang_cost_faults(parts: ValidSections) -> Iterator[Fault]:
    gang = parts.section("gang", Gang)
    kinds = parts.entries("models", ModelKind)
    if gang is None:
        return
    musters: dict[FieldPath, tuple[str, ...]] = {("gang", "models"): gang.models}
    for name, muster in parts.entries("gangs", Muster).items():
        musters[("gangs", name, "models")] = muster.models
    for where, models in musters.items():
        if all(model in kinds for model in models):
            cost = sum(kinds[model].cost for model in models)
            if cost > gang.points:
                yield where, f"this gang costs {cost} points; gang.points allows {gang.points} (RD-02)"


def _dice_in_use(parts: ValidSections) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each part of the rules that needs dice, and the kinds of these dice.

    The name of a part is its path in the rules file, such as `models.git.move`; for the dice of towers, it is `towers`.
    """
    yield "towers", (D6.name,)
    for name, model in parts.entries("models", ModelKind).items():
        yield f"models.{name}.move", model.move
    for name, weapon in parts.entries("weapons", Weapon).items():
        yield f"weapons.{name}.dice", weapon.dice or ()
        yield f"weapons.{name}.thump", weapon.thump or ()


def _table_space_faults(parts: ValidSections, tables: Tables, kinds: Mapping[str, TerrainKind]) -> Iterator[Fault]:
    """Yield an error for each table that is too small: the usual table, and the table for four bosses if there is one.

    A table must have room for the greatest number of bosses who may play on it. It is assumed that each boss has the
    gang that needs most room.
    """
    models, gang, loot = parts.entries("models", ModelKind), parts.section("gang", Gang), parts.section("loot", Loot)
    if gang is None or loot is None:
        return
    gangs = [gang.models, *(muster.models for muster in parts.entries("gangs", Muster).values())]
    if not all(model in models for muster in gangs for model in muster):
        return
    widest = max(sum(room.square_area(models[model].footing) for model in muster) for muster in gangs)
    layouts: list[tuple[FieldPath, int, Layout]] = [
        (("table",), MAX_BOSSES if tables.four is None else LARGE_TABLE_BOSSES - 1, tables)
    ]
    if tables.four is not None:
        layouts.append((("table", "four"), MAX_BOSSES, tables.four))
    for where, bosses, layout in layouts:
        tokens = loot.each * bosses + loot.middle
        yield from room.space_fault(where, layout, kinds, bosses, bosses * widest + tokens * loot.size**2)
