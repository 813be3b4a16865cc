"""Buskit in the sandbox, where a person puts models on the table by hand.

Such a position can be saved as a scenario, and a fight can begin at it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from riotsim.games.buskit.characters.figures import CompanyFigures
from riotsim.games.buskit.fight.game import initial_state, rules_of
from riotsim.games.buskit.fight.setup import CORNERS, deployment_area, model_of
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.scenario.given import Given, GivenFighter
from riotsim.games.buskit.state import SIDES, State
from riotsim.play.requests import PlayerId
from riotsim.play.sandbox.game_sandbox import GameSandbox, PieceType, Position, chosen_companies, unused_name
from riotsim.play.scenarios.placed_pieces import place_in_inches, write_models
from riotsim.play.session.session import Perform, Session
from riotsim.table.pieces import PieceId

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
class BuskitSandbox(GameSandbox[Given]):
    """The sandbox of Buskit. A person sets up positions in the middle of a round."""

    file_head = FILE_HEAD

    book: Rulebook
    players: Sequence[PlayerId]
    brought: Mapping[PlayerId, CompanyFigures] = field(default_factory=dict)
    """The sides that players bring in their own files, by player."""

    def piece_types(self, begins: Position) -> tuple[PieceType, ...]:
        """Return the types of pieces to choose from: the characters of the players' sides."""
        found = {}
        for fighter in self._state(self._given(begins).sides).fighters.values():
            name = fighter.character.name.rstrip("_0123456789")
            model = replace(model_of(self.book, fighter, (0.0, 0.0)), kind=name)
            about = f"Shock {fighter.shock}, Wounds {fighter.wounds}"
            found[name] = PieceType(name, name.replace("_", " ").title(), model, "Fighters", about)
        return tuple(found.values())

    def starting_position(self, options: Mapping[str, Mapping[str, str]]) -> Position:
        """Return the sandbox's first position: the fighters of each side in a row in the side's area."""
        sides = chosen_companies("side", options, self.brought)
        state, fighters = self._state(sides), dict[str, GivenFighter]()
        for number, player in enumerate(state.players):
            left, front, right, back = deployment_area(self.book, number).bounds()
            side, y = state.side(player), (front + back) / 2
            turned = 180.0 if len(state.players) > 2 and CORNERS[number][0] else 0.0
            facing = turned if len(state.players) > 2 else 90.0 - 180.0 * number
            for k, fighter in enumerate(side):
                x = left + (right - left) * (k + 1) / (len(side) + 1)
                fighters[fighter.id] = GivenFighter(at=place_in_inches((x, y)), facing=facing)
        return self.position_of(self._new(sides=sides, fighters=fighters))

    def name(self, piece_type: PieceType, owner: PlayerId, position: Position) -> PieceId:
        """Return the name of a new model.

        It is the name of the owner's first fighter of this type who is not on the table yet.

        Raises:
            NoPieceLeft: There is no such fighter.
        """
        side = SIDES[self.players.index(owner)]
        known = (one.id for one in self._state(self._given(position).sides).fighters.values() if one.id[0] == side)
        alike = (name for name in known if name[2:].rstrip("_0123456789") == piece_type.key)
        return unused_name(piece_type, owner, alike, position.table)

    def begin(self, position: Position, seed: int, perform: Perform, *, live_clock: bool) -> Session[Any]:
        """Begin a game at a position, and return its session. `live_clock` has no effect: this game has no clock."""
        given = self.given_of(position)
        return Session(rules_of(self.book), given.state(self.book), given.lay(self.book), seed, perform)

    def position_of(self, given: Given) -> Position:
        """Return the position in the section `given` of a scenario."""
        first = next(iter(given.fighters), SIDES[0])
        return Position(given.lay(self.book), given.players[SIDES.index(first[0])], game_data=given)

    def given_of(self, position: Position) -> Given:
        """Return a position as the section `given` of a scenario.

        Each fighter on the table keeps its state, such as Wounds, and its place in the order of initiative.
        """
        rest = self._given(position)
        fighters = write_models(GivenFighter, rest.fighters, position.table.models)
        return rest.model_copy(update={"fighters": fighters})

    def _given(self, position: Position) -> Given:
        """Return the section `given` that a position was made from.

        If it was not made from such a section, return a new section.
        """
        return position.game_data if isinstance(position.game_data, Given) else self._new()

    def _new(self, **keys: Any) -> Given:  # keys of the section `given`
        return Given(players=tuple(self.players), **keys).with_companies(self.brought)

    def _state(self, sides: Mapping[PlayerId, str]) -> State:
        return initial_state(self.book, tuple(self.players), sides, {}, self.brought)
