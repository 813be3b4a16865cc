"""The position that a Riot Dice scenario begins with: what the file says, what is wrong with it, and the table."""

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from riotsim.games.riot_dice.rulebook import FEWEST_BOSSES, MOST_BOSSES, Rulebook
from riotsim.games.riot_dice.state import Boss, Fighter, State
from riotsim.play.quantities import Count
from riotsim.play.requests import BossId
from riotsim.play.rulebooks import Fault, Section, Where, unknown
from riotsim.play.scenario_file import At, Inches, Name, millimetres
from riotsim.play.scripted import stacked
from riotsim.table.bag import DiceBag
from riotsim.table.dice import D6
from riotsim.table.pieces import TOKEN_THICKNESS, Box, Model, PieceId, Terrain, Token, beside
from riotsim.table.plan import CONTACT, Footprint, gap, touch
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.table.towers import free_bearing
from riotsim.table.units import in_inches, inches

RESERVED = ("nothing", "terrain", "edge", "gone")
"""Words that mean something else where a model is named."""

SECONDS = 60.0
"""In a minute."""

LARGEST = 120.0
"""Of a table and what stands on it (inches): 10 ft, more than any room has."""

Measure: TypeAlias = Annotated[Inches, Field(gt=0, le=LARGEST)]
"""The size of something (inches)."""

Degrees: TypeAlias = Inches
"""A bare number of degrees."""


class GivenBoss(Section):
    """A player."""

    stash: Count = 0
    """Loot tokens."""
    out: bool = Field(default=False, strict=True)
    """Whether they have legged it."""


class GivenModel(Section):
    """A model of a gang."""

    boss: Name
    """Whose it is."""
    kind: Name | None = None
    """Which of the rules' models; the first of them by default."""
    weapons: tuple[Name, ...] | None = None
    """What it carries; what its kind carries by default."""
    at: At | None = None
    """Where it stands; it is not deployed yet without."""
    tower: Count = 0
    """Dice in its tower."""
    tower_side: Degrees | None = None
    """The side its tower stands on, in degrees from +x; free ground behind it by default."""
    fallen: bool = Field(default=False, strict=True)
    """Whether it has fallen over."""
    hit_points: Annotated[Count, Field(ge=1)] | None = None
    """What it has left, where the rules have hit points for towers."""


class GivenTerrain(Section):
    """A box on the table."""

    box: tuple[Measure, Measure, Measure]
    """Its size along x, y and z (inches)."""
    at: At
    """Its centre."""
    turn: Degrees = 0.0
    """How far it is turned (degrees)."""
    blocks_moves: bool = Field(default=True, strict=True)
    """Whether models stop at it."""
    blocks_bullets: bool = Field(default=True, strict=True)
    """Whether bullets stop at it."""
    stand_on: bool = Field(default=False, strict=True)
    """Whether models may end on it."""


class Given(Section):
    """A position."""

    table: tuple[Measure, Measure] | None = None
    """Width and depth (inches); the rules' by default."""
    bosses: dict[Name, GivenBoss | None]
    """The players, in turn order."""
    models: dict[Name, GivenModel] = Field(default_factory=dict)
    """All models in the game."""
    loot: tuple[At, ...] = ()
    """Where tokens lie."""
    terrain: tuple[GivenTerrain, ...] = ()
    """What stands on the table."""
    clock: Annotated[float, Field(allow_inf_nan=False)] | None = None
    """Seconds left; the rules' by default."""
    phase: Literal["drop", "deploy", "play"] = "play"
    """Where in the game it begins."""
    turn: Name | None = None
    """Whose turn it is; before the play, who goes first: by default the first in the list, in `drop` one by lot."""

    def faults(self, rules: Rulebook) -> Iterator[Fault]:
        """Tell what makes no sense though it is well formed."""
        yield from self._bosses()
        sound = True
        for name, model in self.models.items():
            for where, sentence in self._model(name, model, rules):
                sound = False
                yield ("models", name, *where), sentence
        if sound:
            yield from _clashes(self.lay(rules), self)

    def _bosses(self) -> Iterator[Fault]:
        if not FEWEST_BOSSES <= len(self.bosses) <= MOST_BOSSES:
            yield ("bosses",), f"there are {FEWEST_BOSSES} to {MOST_BOSSES} bosses, not {len(self.bosses)} (RD-03)"
        if all(self.boss(name).out for name in self.bosses):
            yield ("bosses",), "somebody must still be in the game"
        if self.turn is None:
            if self.phase == "play":
                yield ("turn",), "is missing; say whose turn it is"
        elif self.turn not in self.bosses:
            yield ("turn",), unknown(f"no boss is called {self.turn!r}", self.turn, self.bosses)
        elif self.boss(self.turn).out:
            yield ("turn",), f"{self.turn} is out, and has no turn"

    def _model(self, name: PieceId, model: GivenModel, rules: Rulebook) -> Iterator[Fault]:
        if name in RESERVED or name in self.bosses:
            yield (), f"a model can't be called {name!r}; the word means something else"
        if model.boss not in self.bosses:
            yield ("boss",), unknown(f"no boss is called {model.boss!r}", model.boss, self.bosses)
        elif self.boss(model.boss).out:
            yield ("boss",), f"{model.boss} is out, with all models (RD-81)"
        if model.kind is not None and model.kind not in rules.models:
            yield ("kind",), unknown(f"no model is called {model.kind!r}", model.kind, rules.models)
        for k, weapon in enumerate(model.weapons or ()):
            if weapon not in rules.weapons:
                yield ("weapons", k), unknown(f"no weapon is called {weapon!r}", weapon, rules.weapons)
        if model.at is None and self.phase == "play":
            yield (), "needs its place, at: [x, y]; in play all models have been deployed"
        if model.tower and (model.fallen or model.at is None):
            yield ("tower",), "only a standing model has a tower (RD-37)"
        if model.tower and rules.tower.mode != "dice":
            yield ("tower",), f"there are no towers under tower.mode: {rules.tower.mode} (RD-39)"
        if model.hit_points is not None and rules.tower.mode != "hit_points":
            yield ("hit_points",), f"there are no hit points under tower.mode: {rules.tower.mode} (RD-39)"

    def boss(self, name: BossId) -> GivenBoss:
        """What is said of a boss."""
        return self.bosses[name] or GivenBoss()

    def kind(self, model: PieceId, rules: Rulebook) -> str:
        """The kind of a model; by default the first of the rules'."""
        return self.models[model].kind or next(iter(rules.models))

    def size(self, rules: Rulebook) -> tuple[float, float]:
        """Width and depth of the table (mm)."""
        layout = rules.layout(len(self.bosses))
        return (layout.width, layout.depth) if self.table is None else millimetres(self.table)

    def state(self, rules: Rulebook) -> State:
        """Give what is not on the table. Enemies who stand in contact from the start have fought that out (RD-60)."""
        fighters = {}
        for name, model in self.models.items():
            kind = self.kind(name, rules)
            weapons = rules.models[kind].weapons if model.weapons is None else model.weapons
            fighters[name] = Fighter(model.boss, kind, weapons, model.hit_points)
        minutes = rules.clock.minutes
        clock = None if minutes is None else minutes * SECONDS
        bosses = {name: Boss(self.boss(name).stash, self.boss(name).out, rules.hand) for name in self.bosses}
        first = self.turn
        if first is None and self.phase == "deploy":
            first = next(name for name in self.bosses if not self.boss(name).out)
        table = self.lay(rules)
        standing = sorted((m for m in table.models.values() if not m.fallen), key=lambda m: m.id)
        return State(
            bosses,
            fighters,
            self.phase,
            turn=first,
            clock=clock if self.clock is None else float(self.clock),
            fought=[
                (one.id, other.id)
                for one, other in itertools.combinations(standing, 2)
                if one.owner != other.owner and touch(one.footprint, other.footprint)
            ],
        )

    def lay(self, rules: Rulebook) -> Table:
        """Give the table."""
        width, depth = self.size(rules)
        tray = rules.tray_beside(width, depth) if rules.fight.tray else None
        table = Table(width, depth, rules.surface, walls=rules.table.walls, tray=tray)
        for number, piece in enumerate(self.terrain, 1):
            length, across, height = map(inches, piece.box)
            table = table.put(
                Terrain(
                    f"terrain-{number}",
                    Box(length, across, height),
                    millimetres(piece.at),
                    math.radians(piece.turn),
                    "terrain",
                    piece.blocks_moves,
                    piece.blocks_bullets,
                    piece.stand_on,
                )
            )
        for number, at in enumerate(self.loot, 1):
            spot = millimetres(at)
            pose = Pose((*spot, table.level_at(spot) + TOKEN_THICKNESS / 2))
            table = table.put(Token(f"loot-{number}", pose, rules.loot.size))
        for name, model in self.models.items():
            if model.at is not None:
                kind = self.kind(name, rules)
                spot = millimetres(model.at)
                base = rules.models[kind].footing
                level = table.level_at(spot)
                table = table.put(Model(name, model.boss, spot, base, fallen=model.fallen, level=level, kind=kind))
        # Towers whose side is given come first, so that the others keep out of their way.
        for name, model in sorted(self.models.items(), key=lambda item: item[1].tower_side is None):
            table = _with_tower(table, name, model, rules.dice.bag())
        return table


def _with_tower(table: Table, name: PieceId, given: GivenModel, bag: DiceBag) -> Table:
    """The table with a model's tower on it, a perfect stack."""
    if not given.tower or name not in table.models:
        return table
    model, size = table.models[name], bag.size
    if given.tower_side is None:
        bearing = free_bearing(table, name, model.heading + math.pi, size)
    else:
        bearing = math.radians(given.tower_side)
    seat = beside(model, bearing, size)
    dice = [
        replace(bag.die(f"{name}-tower-{k + 1:02d}", D6.name, model.owner), pose=seat.moved((0.0, 0.0, k * size)))
        for k in range(given.tower)
    ]
    return stacked(table.put(*dice), name, [die.id for die in dice], bearing)


def _clashes(table: Table, given: Given) -> Iterator[Fault]:
    """Pieces that stick out over the edge or into each other by more than contact allows."""
    solid: dict[PieceId, tuple[Where, Footprint]] = {}
    for name, model in table.models.items():
        solid[name] = (("models", name, "at"), model.footprint)
    for number, token in enumerate(table.tokens.values()):
        solid[token.id] = (("loot", number), token.footprint)
    for name in table.towers:
        if given.models[name].tower_side is not None:  # else it stands where there is room
            side: Where = ("models", name, "tower_side")
            solid[f"the tower of {name}"] = (side, table.tower_dice(name)[0].footprint)
    for name, (place, plan) in solid.items():
        left, front, right, back = plan.bounds()
        over = max(-left, -front, right - table.width, back - table.depth)
        if over > CONTACT:
            yield place, f"{name} sticks out over the edge of the table by {in_inches(over):.2f} in"
    for (one, (_, plan)), (other, (place, its)) in itertools.combinations(solid.items(), 2):
        if (overlap := -gap(plan, its)) > CONTACT:
            yield place, f"{other} and {one} overlap by {in_inches(overlap):.2f} in; {CONTACT} mm are allowed"
    yield from _in_terrain(table, solid)


def _in_terrain(table: Table, solid: Mapping[PieceId, tuple[Where, Footprint]]) -> Iterator[Fault]:
    """Models and towers in terrain on which nothing stands; a token may lie on any (RD-10)."""
    for name, (where, plan) in solid.items():
        for piece in table.terrain.values():
            on_top = piece.stand_on or name in table.tokens
            if not on_top and (overlap := -gap(plan, piece.footprint)) > CONTACT:
                yield where, f"{name} and {piece.id} overlap by {in_inches(overlap):.2f} in; {CONTACT} mm are allowed"
