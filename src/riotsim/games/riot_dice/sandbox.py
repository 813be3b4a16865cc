"""Riot Dice in the sandbox, where a person puts pieces on a table by hand.

A position made in this way can be stored as a scenario file, and a game can begin at it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import rules_of
from riotsim.games.riot_dice.rules.setup import initial_state, lay_table
from riotsim.games.riot_dice.scenario.given import Given
from riotsim.games.riot_dice.scenario.position import (
    free_model_name,
    given_from_position,
    position_from_given,
)
from riotsim.games.riot_dice.state import State
from riotsim.play.game import Assets
from riotsim.play.requests import PlayerId
from riotsim.play.sandbox.game_sandbox import GameSandbox, PieceType, Position
from riotsim.play.scenarios.writing import write_scenario
from riotsim.play.session.session import Perform, Session
from riotsim.table.dice.kinds import D6
from riotsim.table.overlaps import clashes
from riotsim.table.pieces import Model, PieceId, Terrain, Token
from riotsim.table.poses import ORIGIN, Point, heading
from riotsim.table.state import Table
from riotsim.table.units import inches

FILE_HEAD: Final = (
    "A position of Riot Dice, set up by hand in the sandbox. It holds as it is: run it with",
    "    riotsim check FILE",
    "Lengths are inches from the table's front left corner, angles degrees. Now say under `when` what is decided, and",
    "under `then` what must be true afterwards, for instance:",
    "    when:",
    "      - activate: MODEL",
    "      - action: scoot",
    "    then:",
    "      asks: {for: roll}",
    "docs/reference/scenarios.md tells all words. To go on by hand: riotsim play --sandbox FILE",
)
"""The comment at the top of a saved scenario file."""

EDGE_DISTANCE, MODEL_SPACING = inches(2.5), inches(2.0)
"""Distance from the table's edge to a gang's first row, and distance between neighbouring places (mm). Our choice."""

DIE_DESCRIPTION = "Over a tower it goes on top, at a model it begins one, else it lies there"
"""Description of a die in the list of pieces. It explains where a person can place a die."""


@dataclass(frozen=True)
class RiotSandbox(GameSandbox[Given]):
    """The sandbox of Riot Dice, where a person sets up positions."""

    score_name = "loot"
    file_head = FILE_HEAD

    book: Rulebook
    assets: Assets
    bosses: Sequence[PlayerId]

    @property
    def free_models(self) -> bool:
        """True if thrown dice push models."""
        return self.book.house.models == "free"

    def piece_types(self, begins: Position) -> tuple[PieceType, ...]:
        """Return the types of pieces that a person may place: the models, dice, loot and terrain of the rules."""
        book, figures = self.book, self.assets.figures
        kinds = (
            PieceType(f"model.{name}", name.capitalize(), Model("", "", (0.0, 0.0), kind.footing, kind=name,
                 figure=figures.get(name)), "Models", f"{kind.cost} points, toughness {kind.toughness}")
            for name, kind in book.models.items()
        )  # fmt: skip
        die = book.dice.dice_set(self.assets.dice).die("", D6.name)
        scenery = (
            PieceType(f"terrain.{name}", name.capitalize(), Terrain("", shape, (0.0, 0.0), 0.0, name, kind.blocks_moves,
                 kind.blocks_bullets, kind.stand_on), "Scenery")
            for name, kind in book.terrain.items()
            if (shape := kind.shape_box or self.assets.meshes.get(name)) is not None
        )  # fmt: skip
        return (
            *kinds,
            PieceType("die", "Die", die, "Dice and loot", DIE_DESCRIPTION),
            PieceType("loot", "Loot", Token("", ORIGIN, book.loot.size), "Dice and loot"),
            *scenery,
        )

    def starting_position(self, options: Mapping[str, Mapping[str, str]]) -> Position:
        """Return the position of a new sandbox, with each gang along a different edge of the table.

        Args:
            options: The seat options of each boss, by name, such as `{"Ada": {"gang": "light_fingers"}}`.
        """
        gangs = {name: its["gang"] for name, its in options.items() if its.get("gang") in self.book.gangs}
        state = initial_state(self.book, list(self.bosses), gangs, {})
        return Position(_place_models(self.book, self.assets, state), self.bosses[0], dict.fromkeys(self.bosses, 0))

    def name(self, piece_type: PieceType, owner: PlayerId, position: Position) -> PieceId:
        """Return the name for a new piece.

        For a model, it is a name that no other piece has. For another piece, it is only the word `new`. `normalize`
        replaces this word by a name.
        """
        if not isinstance(piece_type.piece, Model):
            return "new"
        rest = position.game_data
        waiting = () if not isinstance(rest, Given) else tuple(m for m, its in rest.models.items() if its.at is None)
        return free_model_name(owner, self.bosses, position.table, waiting)

    def position_of(self, given: Given) -> Position:
        """Return the position that the section `given` of a scenario describes."""
        return position_from_given(given, self.book, self.assets)

    def given_of(self, position: Position) -> Given:
        """Return the section `given` of a scenario that describes a position."""
        return given_from_position(position, self.book, self.bosses)

    def normalize(self, position: Position) -> Position:
        """Return a position as it is when it has been saved in a scenario file and read again.

        Places and angles are rounded, and all pieces have the names that the scenario gives them.

        Raises:
            ValueError: The rules forbid the position.
        """
        given = self.given_of(position)
        for _, sentence in given.faults(self.book, self.assets):
            raise ValueError(sentence)
        return self.position_of(given)

    def text(self, position: Position, head: Mapping[str, object]) -> str:
        """Return a position as the text of a scenario file.

        `head` has the keys that precede `given`, such as the title.
        """
        said = self.given_of(position).model_dump(exclude_defaults=True)
        said["bosses"] = {name: boss or {} for name, boss in said["bosses"].items()}
        if "loot" in said:
            said["loot"] = [token["at"] if token.keys() == {"at"} else token for token in said["loot"]]
        return write_scenario(self.file_head, {**head, "given": said, "when": [], "then": {}})

    def begin(self, position: Position, seed: int, perform: Perform, *, live_clock: bool) -> Session[Any]:
        """Begin a game at a position, and return its session.

        If `live_clock` is true, the clock runs in real time, by the time stamps of the answers. `perform` is the
        function that simulates physical acts, such as rolls.
        """
        given = self.given_of(position)
        state = given.state(self.book, self.assets)
        state.live_clock = live_clock
        rules = rules_of(self.book, self.assets.dice, self.assets.figures)
        return Session(rules, state, given.lay(self.book, self.assets), seed, perform)


def _place_models(book: Rulebook, assets: Assets, state: State) -> Table:
    """Return the table with all gangs along its edges, facing the middle. Models without room are left out."""
    bosses = list(state.bosses)
    table = lay_table(book, len(bosses), assets.meshes)
    for model, fighter in state.fighters.items():
        kind = book.models[fighter.kind]
        piece = Model(model, fighter.boss, (0.0, 0.0), kind.footing, kind=fighter.kind,
                      figure=assets.figures.get(fighter.kind))  # fmt: skip
        for at in _edge_spots(table, bosses.index(fighter.boss)):
            there = table.with_pieces(
                replace(piece, at=at, level=table.level_at(at), heading=heading(at, table.middle))
            )
            if next(clashes(there), None) is None:
                table = there
                break
    return table


def _edge_spots(table: Table, edge: int) -> Iterator[Point]:
    """Yield places for models in four rows along an edge (mm).

    The row nearest to the edge comes first, and each row goes from its middle to its ends. `edge` is 0 for the front,
    1 for the back, 2 for the left and 3 for the right.
    """
    width, depth = table.width, table.depth
    along, deep = (width, depth) if edge < 2 else (depth, width)
    for row in range(4):
        inwards = EDGE_DISTANCE + row * MODEL_SPACING
        steps = int((along / 2 - EDGE_DISTANCE) / MODEL_SPACING)
        for step in sorted(range(-steps, steps + 1), key=lambda k: (abs(k), -k)):
            x, y = along / 2 + step * MODEL_SPACING, inwards if edge % 2 == 0 else deep - inwards
            yield (x, y) if edge < 2 else (y, x)
