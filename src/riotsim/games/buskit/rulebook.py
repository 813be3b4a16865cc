"""The rules of Buskit as data: every option and number in rules/buskit.yaml, with checks.

The names of sections and fields are the dotted keys of the file. Lengths are in mm, and angles in rad. The defaults in
this module are the values of the rules' clauses (BK-nn). Things that are listed by name, such as weapons, have no
defaults here: their values are in the file.
"""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, field_validator

from riotsim.games.buskit.characters.equipment import ArmourFigures, Effect, WeaponFigures, weapon_faults
from riotsim.games.buskit.characters.figures import CompanyFigures, Terms, company_faults
from riotsim.games.buskit.characters.ladder import LadderDie
from riotsim.games.buskit.scenario_rules import ScenarioRules, SideNumber, task_faults
from riotsim.games.buskit.table_figures import (
    Bodies,
    Deployment,
    DiceRules,
    TableFigures,
    TerrainKind,
    Tray,
    table_faults,
)
from riotsim.play.rulebook.bounds import Distance
from riotsim.play.rulebook.companies import CompanySchema
from riotsim.play.rulebook.hands import HandFigures
from riotsim.play.rulebook.quantities import LENGTH, Count, YesNo
from riotsim.play.rulebook.sections import NOT_EMPTY, Book, Fault, Section, ValidSections, name_in, unknown_name
from riotsim.play.rulebook.surfaces import SurfaceFigures, SurfaceName, TrayRollRules
from riotsim.table.units import inches

MAX_CHARACTERS: Final = 6
"""Greatest number of characters on one side (BK-02)."""

NEEDED_TRAITS: Final = ("might", "move", "fight", "shoot", "think", "will")
"""Traits that a rules file must have, because the program of a fight uses them."""

Rungs: TypeAlias = Annotated[tuple[str, ...], NOT_EMPTY]


class DrawRules(Section):
    """Games that end in a draw (BK-05)."""

    quiet_rounds: Annotated[Count, Field(ge=1, le=100)] = 6
    """The game is a draw after this number of rounds in a row without an attack or a tried task."""


class Rounds(Section):
    """The length of a game (BK-05)."""

    max: Annotated[Count, Field(ge=1, le=1000)] = 60
    """A game is stopped as unfinished after this number of rounds."""


class CharacterRules(Section):
    """The making of characters (BK-11)."""

    level: str = "above_average"
    """Level of characters without a given level. It is one of `levels`."""
    average: LadderDie = 6
    """Die of each Trait that a character gives no die for. Raises are counted from this die."""


class AspectRules(Section):
    """Aspects (BK-12, BK-15, BK-22)."""

    used: YesNo = True
    """Choice whether characters may have Aspects."""
    sets: tuple[tuple[LadderDie, ...], ...] = ((10,), (8, 8), (8, 6, 6))
    """The allowed sets of dice for a character's Aspects. Each set has its largest die first."""
    each_check: Literal["all", "one"] = "all"
    """Aspects whose dice a check may use: all that apply, or only the one with the largest die."""


class Wild(Section):
    """Wild dice (BK-14)."""

    dice: Annotated[Count, Field(le=20)] = 0
    """Number of wild dice of each character at the start of a game. Mooks have none."""
    die: LadderDie = 6
    """The size of the wild dice, such as d6."""
    again: Literal["once", "open"] = "once"
    """Rule for a wild die that shows its highest number: it is rolled again once, or again after each such number."""


class Extended(Section):
    """Extended actions (BK-33)."""

    by: Literal["successes", "lead", "points"] = "successes"
    """Score of a side in an extended action: successes, its lead in successes, or Advantage Points."""


class Points(Section):
    """Advantage Points (BK-34)."""

    lead: YesNo = False
    """Choice whether the score of a side is its lead in Advantage Points. If not, it is the sum of its own points."""


class Move(Section):
    """Moves (BK-41)."""

    distance: Distance = inches(6)
    """Greatest length of a move, such as 6in."""


class Initiative(Section):
    """The order of a round (BK-41, BK-45)."""

    each_round: YesNo = True
    """Choice whether initiative is rolled in each round. If not, it is rolled once for the fight."""
    starter: SideNumber = None
    """Number of the side whose first character starts the fight; None if no side does."""


class Melee(Section):
    """Melee (BK-43)."""

    within: Annotated[float, LENGTH.between(0.0, inches(6))] = inches(1)
    """Opponents are in melee up to this distance between their bases, such as 1in."""
    free_strike: YesNo = False
    """Choice whether a fighter who walks out of melee gives the opponent a free attack."""


class Ranges(Section):
    """The range dice: each is used up to its greatest distance (BK-51, BK-D2).

    Two dice have no field here. Up to the distance `melee.within`, the die is d4. Beyond the distance `d10`, it is d12.
    """

    d6: Distance = inches(8)
    """Greatest distance of the range die d6."""
    d8: Distance = inches(60)
    """Greatest distance of the range die d8."""
    d10: Distance = inches(240)
    """Greatest distance of the range die d10."""


class AttackRules(Section):
    """Attacks (BK-53, BK-60, BK-70)."""

    most: Annotated[Count, Field(ge=1, le=6)] = 3
    """Greatest number of attacks in one action."""
    unaware: LadderDie = 4
    """Die for the melee defence of a target who is unaware of the attack."""
    bare_hands: Literal["skilled", "all"] = "skilled"
    """Characters with a melee weapon who may choose bare hands instead: only those skilled with bare hands, or all.
    """


class Burst(Section):
    """One way to fire bursts (BK-62)."""

    shots: Annotated[Count, Field(ge=1, le=1000)]
    """Number of shots that a burst uses up. If fewer shots are left, it uses up all of them."""
    least: Annotated[Count, Field(ge=1, le=1000)] | None = None
    """Least number of shots that must be left to fire a burst; by default the number `shots`."""
    die: LadderDie
    """The die that a burst adds to the attack."""
    once: YesNo
    """Choice whether such a burst allows only one attack with the weapon in the action."""

    @property
    def needs(self) -> int:
        """The least number of shots that must be left to fire a burst."""
        return self.shots if self.least is None else self.least


class Cover(Section):
    """Cover (BK-63)."""

    part: LadderDie = 6
    """Cover die of a target that is hidden in part, but less than half."""
    half: LadderDie = 8
    """Cover die of a target that is half hidden or more, but not wholly."""
    whole: LadderDie = 12
    """Cover die of a wholly hidden target."""
    half_from: Annotated[Count, Field(ge=2, le=9)] = 5
    """Half of the target counts as hidden from this number of blocked lines of sight on, out of nine."""


class WoundRules(Section):
    """Wounds (BK-73, BK-74)."""

    taken: bool = True
    """True if damage above the Might result takes Wounds. If False, damage takes only Shock."""
    dead_at: Literal["-might", 0] = "-might"
    """A character with this number of Wounds left is dead: 0, or minus the sides of the Might die (-8 for a d8)."""


class ArmourRules(Section):
    """Armour (BK-81)."""

    ablative: Literal["one_by_one", "declared"] = "one_by_one"
    """The time for spending ablative dice: one by one after the Might roll, or together before it."""


class Concession(Section):
    """A concession (BK-75, BK-D6)."""

    worth: Annotated[Count, Field(ge=1, le=10)] = 1
    """Worth of the concession. If it is 2, the concession counts as two usual concessions."""
    each: Annotated[Count, Field(ge=1, le=10)] = 1
    """Number of units that a fighter takes each time. Together they have the worth `worth`. For example, 2 points of
    Shock may be one concession.
    """
    unit: Literal["none", "rounds", "wounds", "shock", "limbs"] = "none"
    """Unit of a concession that can be taken several times, such as rounds or Shock. A concession with the unit `none`
    can be taken only once.
    """


class Optional(Section):
    """Rules that the source marks as optional."""

    concessions: YesNo = False
    """Choice whether a player may take complications to make a failed action succeed (BK-35)."""
    called_shot: YesNo = True
    """Choice whether an attack may take a penalty for one more die of damage (BK-57)."""
    telling_blow: YesNo = False
    """Choice whether an attack may take a penalty and give the victim a complication for each Wound (BK-57)."""
    reach: YesNo = False
    """Choice whether the fighter with the longer weapon has a bonus in melee until the other fighter hits (BK-58)."""
    prone: YesNo = True
    """Choice whether a target of fire may drop prone (BK-64)."""
    dodge: YesNo = True
    """Choice whether a target of fire may dodge (BK-65)."""
    stopping: Literal["off", "all", "npc", "mooks"] = "off"
    """Characters whom a single Wound puts out of the fight (BK-75). They can avoid this by concessions."""
    lethal: YesNo = False
    """Choice whether a Might result of at most the minimum damage puts the victim out (BK-76)."""
    armour_mercy: YesNo = False
    """Choice whether armour dice spent against the last hit make a fighter who is out easier to treat (BK-84)."""
    tie_heals: YesNo = True
    """Choice whether a tie in a recovery roll heals one Wound (BK-92)."""


class Healing(Section):
    """Healing after a fight (BK-91, BK-93)."""

    days: Annotated[Count, Field(ge=1, le=1000)] = 3
    """Days between recovery rolls with care."""
    days_alone: Annotated[Count, Field(ge=1, le=1000)] = 7
    """Days between recovery rolls without care."""
    periods: Annotated[Count, Field(le=100)] = 0
    """Number of periods of healing that are played after the fight."""


class Ladder(Section):
    """A ladder of sizes: its rungs, and the finer sizes of each rung (BK-95, BK-D7)."""

    rungs: Rungs
    """The sizes, the smallest first."""
    finer: dict[str, Rungs] = Field(default_factory=dict)
    """Finer sizes of rungs, by the name of the rung. They matter only if two sizes of the same rung are compared."""

    @property
    def sizes(self) -> tuple[str, ...]:
        """All sizes of the ladder: each rung, followed by its finer sizes, if any.

        For example, the rung `starfighter` is followed by `fighter`, `bomber` and `transport`.
        """
        return tuple(size for rung in self.rungs for size in (rung, *self.finer.get(rung, ())))


def _usual_effects() -> dict[int, Effect]:
    return {2: "kills", 1: "mauls", -1: "scratches", -2: "harmless"}


class Scale(Section):
    """The scale of the table, and how sizes count in an attack (BK-40, BK-95 to BK-97)."""

    foot: Annotated[float, LENGTH.between(0.5, inches(2))] = inches(0.2)
    """Length on the table for one foot in the story, such as 0.2in. It is used to show distances in feet."""
    ladder: Annotated[str, name_in("ladders", "ladder of sizes")] = "people"
    """The ladder of sizes in use, one of `ladders`."""
    effect: dict[Annotated[int, Field(ge=-20, le=20)], Effect] = Field(default_factory=_usual_effects)
    """Effect of a weapon on a target of another size. The key is the number of rungs from the target up to the weapon's
    size, negative if it is below. The highest positive key also holds for all numbers above it, and the lowest negative
    key for all numbers below it. Any other number that is not listed means `plain`. The number 0 always means `plain`.
    """
    mauling: Annotated[Count, Field(ge=2, le=10)] = 2
    """Factor of the damage for the effect `mauls`."""


class TraitFigures(Section):
    """A Trait (BK-10, BK-D1)."""

    specializations: Rungs
    """The Specializations of the Trait."""


class Rulebook(Book):
    """All rules of Buskit."""

    mode: Literal["skirmish", "duel"] = "skirmish"
    """Kind of fight: a skirmish of up to six characters a side, or a duel of the first character of each side."""
    sides: Annotated[Count, Field(ge=2, le=4)] = 2
    """Number of sides."""
    dice: DiceRules = DiceRules()
    table: TableFigures = TableFigures()
    tray: Tray = Tray()
    rolls: TrayRollRules = TrayRollRules()
    bodies: Bodies = Bodies()
    scenery: dict[str, TerrainKind]
    """The kinds of terrain, by name."""
    deployment: Deployment = Deployment()
    draw: DrawRules = DrawRules()
    rounds: Rounds = Rounds()
    traits: Annotated[dict[str, TraitFigures], NOT_EMPTY]
    """The Traits, by name."""
    levels: Annotated[dict[str, Annotated[Count, Field(le=50)]], NOT_EMPTY]
    """The levels of characters. The key is the name of a level, and the value is its number of raises."""
    character: CharacterRules = CharacterRules()
    specializations: Annotated[Count, Field(le=20)] = 3
    """Greatest number of Specializations of one character; 0 if characters have no Specializations."""
    aspects: AspectRules = AspectRules()
    wild: Wild = Wild()
    ties: Literal["defender", "actor"] = "defender"
    """Winner of a tie in a check: the defender or the actor."""
    extended: Extended = Extended()
    points: Points = Points()
    move: Move = Move()
    initiative: Initiative = Initiative()
    scenario: ScenarioRules = ScenarioRules()
    melee: Melee = Melee()
    ranges: Ranges = Ranges()
    attacks: AttackRules = AttackRules()
    gang_up: tuple[LadderDie, LadderDie, LadderDie, LadderDie, LadderDie] = (4, 6, 8, 10, 12)
    """Die that each attacker adds against a target with several attackers in melee. The first is for two attackers, and
    the last for six.
    """
    two_weapons: Literal["all", "tagged"] = "all"
    """Characters who may attack with two weapons: all, or only those with Dual Weapons or the tag ambidextrous."""
    autofire: Annotated[dict[str, Burst], NOT_EMPTY]
    """The ways to fire bursts, by name."""
    cover: Cover = Cover()
    wounds: WoundRules = WoundRules()
    armour: ArmourRules = ArmourRules()
    optional: Optional = Optional()
    concessions: Annotated[dict[str, Concession], NOT_EMPTY]
    """The concessions, by name. A victim takes concessions to stay in the fight."""
    healing: Healing = Healing()
    scale: Scale = Scale()
    ladders: Annotated[dict[str, Ladder], NOT_EMPTY]
    """Ladders of sizes, by name."""
    weapons: Annotated[dict[str, WeaponFigures], NOT_EMPTY]
    """The weapons, by name."""
    armours: Annotated[dict[str, ArmourFigures], NOT_EMPTY]
    """The kinds of armour, by name."""
    companies: Annotated[dict[str, CompanyFigures], NOT_EMPTY]
    """The sides that players choose from, by name."""
    surface: SurfaceName = "wood"
    """Name of the surface of the table."""
    surfaces: dict[str, SurfaceFigures]
    """The surfaces that may cover the table."""
    hand: Annotated[str, name_in("hands", "hand")] = "average"
    """Name of the hand of each player who doesn't choose a hand."""
    hands: dict[str, HandFigures]
    """The hands that throw dice and move models, by name."""

    @field_validator("hands", mode="after")
    @classmethod
    def _name_hands(cls, hands: dict[str, HandFigures]) -> dict[str, HandFigures]:
        return {name: hand.with_name(name) for name, hand in hands.items()}

    def terms(self) -> Terms:
        """Return the part of the rules for making and checking characters."""
        return Terms(
            {name: trait.specializations for name, trait in self.traits.items()},
            self.levels,
            self.character.level,
            self.specializations,
            self.aspects.sets if self.aspects.used else (),
            {name: weapon.tags for name, weapon in self.weapons.items()},
            tuple(self.armours),
            self.ladders[self.scale.ladder].sizes,
            MAX_CHARACTERS,
            self.character.average,
        )

    @classmethod
    def faults(cls, parts: ValidSections) -> Iterator[Fault]:
        """Yield the errors that can't be found by looking at one field alone.

        Examples are unknown names, ranges in the wrong order, and errors in weapons and characters.
        """
        traits = parts.entries("traits", TraitFigures)
        for name in NEEDED_TRAITS:
            if name not in parts.names("traits"):
                yield ("traits",), f"the rules need the Trait {name}"
        ranges = parts.section("ranges", Ranges)
        if ranges is not None and not ranges.d6 < ranges.d8 < ranges.d10:
            yield ("ranges",), "a higher die is for a longer range (BK-51)"
        character = parts.section("character", CharacterRules)
        levels = parts.names("levels")
        if character is not None and character.level not in levels:
            sentence = f"no level is called {character.level!r}"
            yield ("character", "level"), unknown_name(sentence, character.level, levels)
        yield from table_faults(parts)
        skills = {name: trait.specializations for name, trait in traits.items()}
        yield from task_faults(parts.section("scenario", ScenarioRules), skills, parts.section("table", TableFigures))
        trait_of = {one: name for name, trait in traits.items() for one in trait.specializations}
        scale, aspects = parts.section("scale", Scale), parts.section("aspects", AspectRules)
        ladder = None if scale is None else parts.entries("ladders", Ladder).get(scale.ladder)
        weapons = parts.entries("weapons", WeaponFigures)
        for name, weapon in weapons.items():
            yield from weapon_faults(name, weapon.model_dump(), trait_of, None if ladder is None else ladder.sizes)
        if character is None or aspects is None or ladder is None:
            return
        terms = Terms(
            skills,
            {},
            character.level,
            100,
            aspects.sets,
            {name: weapon.tags for name, weapon in weapons.items()},
            parts.names("armours"),
            ladder.sizes,
            MAX_CHARACTERS,
            character.average,
        )
        for name, company in parts.entries("companies", CompanyFigures).items():
            for where, sentence in company_faults(terms, company.model_dump(mode="json")):  # a game looks at the rest
                if "level" not in where:
                    yield ("companies", name, *where), sentence


class CompanyFile(CompanyFigures, Book):
    """A company file: characters, and the names of those that form the side."""


def company_schema(rules: Rulebook) -> CompanySchema[CompanyFile]:
    """Return the schema of company files under given rules."""
    return CompanySchema("buskit", CompanyFile, partial(company_faults, rules.terms()))
