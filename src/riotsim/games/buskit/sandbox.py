"""Buskit in the sandbox: models on the table, positions as scenarios, and fights from a position."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from riotsim.games.buskit.characters.figures import CompanyFigures
from riotsim.games.buskit.fight.game import initial_state, rules_of
from riotsim.games.buskit.fight.setup import CORNERS, deployment_area, model_of
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.scenario.given import Given, GivenFighter
from riotsim.games.buskit.scenario.scenario import Scenario
from riotsim.games.buskit.state import SIDES, State
from riotsim.play.requests import PlayerId
from riotsim.play.sandbox.game_sandbox import PieceType, Position
from riotsim.play.scenarios.placed_pieces import DEGREE_DIGITS, INCH_DIGITS
from riotsim.play.scenarios.writing import write_scenario
from riotsim.play.session.session import Perform, Session
from riotsim.table.acts import Hand
from riotsim.table.pieces import Model, Piece, PieceId
from riotsim.table.state import Table
from riotsim.table.units import in_inches

FILE_HEAD: Final = (
    "A position of Buskit, set up by hand in the sandbox. It holds as it is: run it with",
    "    riotsim check FILE",
    "Fighters are in the order of initiative. Now say under `when` what is decided and what dice show, and under",
    "`then` what must be true afterwards, for instance:",
    "    when:",
    "      - action: attack",
    "      - target: b.cole",
    "      - roll: [9, 4, 3, 2]",
    "    then:",
    "      fighters: {b.cole: {shock: 8}}",
    "To go on by hand: riotsim play --sandbox FILE",
)
"""The comment at the top of a saved scenario file."""


@dataclass(frozen=True)
class BuskitSandbox:
    """The sandbox of Buskit, in which a person sets up positions within a round. It implements
    `play.sandbox.game_sandbox.GameSandbox`.
    """

    book: Rulebook
    players: Sequence[PlayerId]
    brought: Mapping[PlayerId, CompanyFigures] = field(default_factory=dict)
    """The sides that players bring in their own files, by player."""
    score_name: str = ""

    @property
    def hand(self) -> Hand:
        """The hand for trial throws. It is the default hand of the rules."""
        return self.book.hands[self.book.hand].hand

    @property
    def free_models(self) -> bool:
        """False: thrown dice can't push models, because they are thrown into a tray."""
        return False

    @property
    def piece_types(self) -> tuple[PieceType, ...]:
        """The types of pieces to choose from: the characters of the players' starting sides."""
        found = {}
        for fighter in self._state({}).fighters.values():
            name = fighter.character.name.rstrip("_0123456789")
            model = replace(model_of(self.book, fighter, (0.0, 0.0)), kind=name)
            about = f"Shock {fighter.shock}, Wounds {fighter.wounds}"
            found[name] = PieceType(name, name.replace("_", " ").title(), model, "Fighters", about)
        return tuple(found.values())

    def starting_position(self, options: Mapping[str, Mapping[str, str]]) -> Position:
        """Return the position in which all fighters stand in a row in the area of their side."""
        sides = {
            player: chosen["side"]
            for player, chosen in options.items()
            if "side" in chosen and player not in self.brought
        }
        state, fighters = self._state(sides), dict[str, GivenFighter]()
        for number, player in enumerate(state.players):
            left, front, right, back = deployment_area(self.book, number).bounds()
            side, y = state.side(player), (front + back) / 2
            turned = 180.0 if len(state.players) > 2 and CORNERS[number][0] else 0.0
            facing = turned if len(state.players) > 2 else 90.0 - 180.0 * number
            for k, fighter in enumerate(side):
                x = left + (right - left) * (k + 1) / (len(side) + 1)
                fighters[fighter.id] = GivenFighter(at=(_short(x), _short(y)), facing=facing)
        return self._position(self._new(sides=sides, fighters=fighters))

    def position_from_scenario(self, scenario: Scenario) -> Position:
        """Return the position with which a scenario begins."""
        return self._position(scenario.given)

    def name(self, piece: Piece, table: Table, begins: Position) -> PieceId:
        """Return the name of a new model: its owner's first fighter of this kind who is not on the table yet."""
        assert isinstance(piece, Model), "this game has only models"
        number = self.players.index(piece.owner) if piece.owner in self.players else 0
        given = begins.game_data if isinstance(begins.game_data, Given) else self._new()
        known = (one.id for one in self._state(given.sides).fighters.values() if one.id[0] == SIDES[number])
        alike = (name for name in known if name[2:].rstrip("_0123456789") == piece.kind.rstrip("_0123456789"))
        return next((name for name in alike if name not in table.models), f"{SIDES[number]}.{piece.kind}")

    def normalize(self, position: Position) -> Position:
        """Return a position in the form that scenario files store.

        Raises:
            ValueError: The position has an error: for example, two models overlap, or a model belongs to no side.
        """
        given = self._given(position)
        for _, sentence in given.faults(self.book):
            raise ValueError(sentence)
        return self._position(given)

    def text(self, position: Position, head: Mapping[str, object]) -> str:
        """Return a position as the text of a scenario file. `head` has the keys before `given`, such as its title."""
        said = self._given(position).model_dump(mode="json", exclude_defaults=True)
        return write_scenario(FILE_HEAD, {**head, "given": said, "when": [], "then": {}})

    def begin(self, position: Position, seed: int, perform: Perform, *, live_clock: bool) -> Session[Any]:
        """Begin a game at a position, and return its session. `live_clock` has no effect: this game has no clock."""
        given = self._given(position)
        return Session(rules_of(self.book), given.state(self.book), given.lay(self.book), seed, perform)

    def _position(self, given: Given) -> Position:
        first = next(iter(given.fighters), SIDES[0])
        return Position(given.lay(self.book), given.players[SIDES.index(first[0])], game_data=given)

    def _given(self, position: Position) -> Given:
        """Return a position in the form of the section `given` of a scenario. Models keep their state and order."""
        rest = position.game_data if isinstance(position.game_data, Given) else self._new()
        models = position.table.models
        fighters = {}
        for name in (
            *(one for one in rest.fighters if one in models),
            *(one for one in models if one not in rest.fighters),
        ):
            model = models[name]
            placed = {
                "at": (_short(model.at[0]), _short(model.at[1])),
                "facing": round(math.degrees(model.heading), DEGREE_DIGITS),
            }
            old = rest.fighters.get(name)
            fighters[name] = GivenFighter.model_validate(
                placed if old is None else {**old.model_dump(exclude_defaults=True), **placed}
            )
        return rest.model_copy(update={"fighters": fighters})

    def _new(self, **keys: Any) -> Given:  # keys of the section `given`
        return Given(players=tuple(self.players), **keys).with_companies(self.brought)

    def _state(self, sides: Mapping[PlayerId, str]) -> State:
        return initial_state(self.book, tuple(self.players), sides, {}, self.brought)


def _short(mm: float) -> float:
    """Return a length in inches. The number is rounded for a scenario file."""
    return round(in_inches(mm), INCH_DIGITS)
