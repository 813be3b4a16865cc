"""The first position of a Riot Dice scenario: its keys, its errors, and the resulting table."""

import itertools
import math
from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from riotsim.games.riot_dice.rulebook.rulebook import MAX_BOSSES, MIN_BOSSES, Rulebook
from riotsim.games.riot_dice.scenario.pieces import (
    GivenDie,
    GivenModel,
    GivenTerrain,
    GivenToken,
    Measure,
    Shapes,
    ShapeSet,
    tower_fault,
    with_tower,
)
from riotsim.games.riot_dice.state import Boss, Fighter, State
from riotsim.play.requests import PlayerId
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Fault, FieldPath, Section, faults_below, unknown_name, unknown_names
from riotsim.play.scenarios import document as scenario_file
from riotsim.play.scenarios.document import Name, millimetres
from riotsim.table.geometry.plan import touch
from riotsim.table.overlaps import clashes
from riotsim.table.pieces import Model, PieceId
from riotsim.table.state import Table

RESERVED_NAMES = ("nothing", "terrain", "edge", "gone")
"""Words that can't be names of models because they have another meaning in scenario files."""

SECONDS_PER_MINUTE = 60.0
"""Seconds per minute."""

EMPTY_STOCK: Final[Shapes] = ShapeSet()
"""An empty set of shapes, for positions that need no meshes, figures or dice from files."""


class GivenBoss(Section):
    """The state of a boss in the position."""

    stash: Count = 0
    """Number of loot tokens in the stash."""
    out: bool = Field(default=False, strict=True)
    """True if the boss has legged it, that is, has left the game."""


class Given(scenario_file.Given):
    """The position that a scenario begins with."""

    table: tuple[Measure, Measure] | None = None
    """Width and depth of the table (inches); by default the size in the rules."""
    bosses: dict[Name, GivenBoss | None]
    """The bosses by name, in turn order."""
    models: dict[Name, GivenModel] = Field(default_factory=dict)
    """All models in the game, by name."""
    loot: tuple[GivenToken, ...] = ()
    """The loot tokens on the table."""
    dice: tuple[GivenDie, ...] = ()
    """The dice on the table that belong to no tower."""
    terrain: tuple[GivenTerrain, ...] = ()
    """The terrain on the table."""
    clock: Annotated[float, Field(allow_inf_nan=False)] | None = None
    """Time left on the clock (s); by default the time in the rules."""
    phase: Literal["drop", "deploy", "play"] = "play"
    """The scenario's first phase."""
    turn: Name | None = None
    """The boss whose turn it is. In the phases `drop` and `deploy`, it is the boss who deploys and activates first.

    If the key is left out:

    - In the phase `play`, this is an error.
    - In the phase `drop`, the boss is drawn by lot.
    - In the phase `deploy`, it is the first of `bosses` who is still in the game.
    """

    def faults(self, rules: Rulebook, stock: Shapes = EMPTY_STOCK) -> Iterator[Fault]:
        """Check the position against the rules, and yield the errors.

        Errors are, for example, unknown names and overlapping pieces. `stock` has the meshes, figures and dice that
        were loaded from files.
        """
        yield from self._bosses()
        wrong = [*self._small_things(rules)]
        for name, model in self.models.items():
            wrong += faults_below(("models", name), self._model(name, model, rules))
        yield from wrong
        if not wrong:
            table = self.lay(rules, stock)
            yield from _no_towers(table, self)
            yield from _overlaps(table, self)

    def _bosses(self) -> Iterator[Fault]:
        if not MIN_BOSSES <= len(self.bosses) <= MAX_BOSSES:
            yield ("bosses",), f"there are {MIN_BOSSES} to {MAX_BOSSES} bosses, not {len(self.bosses)} (RD-03)"
        if all(self.boss(name).out for name in self.bosses):
            yield ("bosses",), "somebody must still be in the game"
        if self.turn is None:
            if self.phase == "play":
                yield ("turn",), "is missing; say whose turn it is"
        elif self.turn not in self.bosses:
            yield ("turn",), unknown_name(f"no boss is called {self.turn!r}", self.turn, self.bosses)
        elif self.boss(self.turn).out:
            yield ("turn",), f"{self.turn} is out, and has no turn"

    def _model(self, name: PieceId, model: GivenModel, rules: Rulebook) -> Iterator[Fault]:
        if name in RESERVED_NAMES or name in self.bosses:
            yield (), f"a model can't be called {name!r}; the word means something else"
        if model.boss not in self.bosses:
            yield ("boss",), unknown_name(f"no boss is called {model.boss!r}", model.boss, self.bosses)
        elif self.boss(model.boss).out:
            yield ("boss",), f"{model.boss} is out, with all models (RD-81)"
        yield from unknown_names("model", rules.models, {("kind",): model.kind})
        weapons = enumerate(model.weapons or ())
        yield from unknown_names("weapon", rules.weapons, {("weapons", k): name for k, name in weapons})
        if model.at is None and self.phase == "play":
            yield (), "needs its place, at: [x, y]; in play all models have been deployed"
        yield from model.tower_faults(rules)
        if model.hit_points is not None and rules.tower.mode != "hit_points":
            yield ("hit_points",), f"there are no hit points under tower.mode: {rules.tower.mode} (RD-39)"

    def _small_things(self, rules: Rulebook) -> Iterator[Fault]:
        """Yield the errors of each token, loose die and piece of terrain."""
        for k, token in enumerate(self.loot):
            yield from faults_below(("loot", k), token.faults())
        for k, die in enumerate(self.dice):
            yield from unknown_names("boss", self.bosses, {("dice", k, "boss"): die.boss})
            yield from faults_below(("dice", k), die.kind_faults(rules))
        for k, piece in enumerate(self.terrain):
            yield from faults_below(("terrain", k), piece.faults(rules))

    def meshes(self, rules: Rulebook) -> tuple[str, ...]:
        """Return the names of those kinds of terrain in the position that have a mesh."""
        kinds = {piece.piece for piece in self.terrain if piece.piece in rules.terrain}
        return tuple(name for name in rules.terrain if name in kinds and rules.terrain[name].mesh is not None)

    def boss(self, name: PlayerId) -> GivenBoss:
        """Return the state of a boss. If the file gives no state for this boss, return the default state."""
        return self.bosses[name] or GivenBoss()

    def kind(self, model: PieceId, rules: Rulebook) -> str:
        """Return the kind of a model. If the file doesn't say it, this is the first kind in the rules."""
        return self.models[model].kind or next(iter(rules.models))

    def size(self, rules: Rulebook) -> tuple[float, float]:
        """Return width and depth of the table (mm)."""
        layout = rules.layout(len(self.bosses))
        return (layout.width, layout.depth) if self.table is None else millimetres(self.table)

    def state(self, rules: Rulebook, stock: Shapes = EMPTY_STOCK) -> State:
        """Return the state of the game, without the table.

        Standing enemies in contact count as having fought each other already (RD-60).
        """
        fighters = {}
        for name, model in self.models.items():
            kind = self.kind(name, rules)
            weapons = rules.models[kind].weapons if model.weapons is None else model.weapons
            fighters[name] = Fighter(model.boss, kind, weapons, model.hit_points)
        minutes = rules.clock.minutes
        clock = None if minutes is None else minutes * SECONDS_PER_MINUTE
        bosses = {name: Boss(self.boss(name).stash, self.boss(name).out, rules.hand) for name in self.bosses}
        first = self.turn
        if first is None and self.phase == "deploy":
            first = next(name for name in self.bosses if not self.boss(name).out)
        table = self.lay(rules, stock)
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

    def lay(self, rules: Rulebook, stock: Shapes = EMPTY_STOCK) -> Table:
        """Return the table with all pieces of the position, except models that aren't deployed yet.

        `stock` has the meshes, figures and dice that were loaded from files.
        """
        width, depth = self.size(rules)
        tray = rules.tray_beside(width, depth) if rules.fight.tray else None
        table = Table(width, depth, rules.surface, wall_height=rules.table.walls, tray=tray)
        bag = rules.dice.dice_set(stock.dice)
        for number, piece in enumerate(self.terrain, 1):
            table = table.with_pieces(piece.build(number, rules, stock.meshes))
        for number, token in enumerate(self.loot, 1):
            table = table.with_pieces(token.build(number, table, rules.loot.size))
        for name, model in self.models.items():
            if model.at is not None:
                table = table.with_pieces(self._build_model(name, model, table, rules, stock))
        # Towers whose side is given come first, so that other towers take free ground beside them.
        for name, model in sorted(self.models.items(), key=lambda item: item[1].tower_side is None):
            table = with_tower(table, name, model, bag)
        for number, die in enumerate(self.dice, 1):
            table = table.with_pieces(die.build(number, table, bag))
        return table

    def _build_model(self, name: PieceId, model: GivenModel, table: Table, rules: Rulebook, stock: Shapes) -> Model:
        kind = self.kind(name, rules)
        assert model.at is not None, "it is on the table"
        spot = millimetres(model.at)
        return Model(
            name,
            model.boss,
            spot,
            rules.models[kind].footing,
            math.radians(model.turn),
            model.fallen,
            table.level_at(spot),
            kind,
            stock.figures.get(kind),
        )


def _overlaps(table: Table, given: Given) -> Iterator[Fault]:
    """Yield an error for each piece that overlaps another piece or the edge of the table."""
    # A tower without a given side stands where there is room, so only the others are checked.
    where: dict[str, FieldPath] = {name: ("models", name, "at") for name in table.models}
    where |= {token: ("loot", number) for number, token in enumerate(table.tokens)}
    where |= {die.id: ("dice", number) for number, die in enumerate(table.loose_dice())}
    placed = [name for name in table.towers if given.models[name].tower_side is not None]
    for clash in clashes(table, placed):
        yield ("models", clash.piece, "tower_side") if clash.is_tower else where[clash.piece], str(clash)


def _no_towers(table: Table, given: Given) -> Iterator[Fault]:
    """Yield an error for each model whose `tower_dice` don't stand on each other."""
    for name, model in given.models.items():
        if model.tower_dice and (why := tower_fault(table, name)) is not None:
            yield ("models", name, "tower_dice"), why
