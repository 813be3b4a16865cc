"""The sandbox of Demolition Dice.

A person puts dice into building areas, saves the position as a scenario, or begins a game at the position.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules.areas import area_footprint
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.game import initial_state, rules_of, start_table
from riotsim.games.demolition_dice.rules.round import rolled_dice
from riotsim.games.demolition_dice.scenario.given import Given, first_die_seat
from riotsim.games.demolition_dice.state import State
from riotsim.play.game import Assets
from riotsim.play.requests import PlayerId
from riotsim.play.sandbox.game_sandbox import GameSandbox, PieceType, Position
from riotsim.play.scenarios.placed_pieces import TowerDie, write_tower
from riotsim.play.session.chance import Chance
from riotsim.play.session.session import Perform, Play, Session
from riotsim.table.dice.kinds import D6
from riotsim.table.geometry.plan import disc, gap
from riotsim.table.pieces import Die, PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table

FILE_HEAD: Final = (
    "A position of Demolition Dice, set up by hand in the sandbox. It holds as it is: run it with",
    "    riotsim check FILE",
    "The dice of a tower are listed from the bottom up. Lengths are inches from the table's front left corner, angles",
    "degrees. Now say under `when` what is decided, and under `then` what must be true afterwards, for instance:",
    "    when:",
    "      - roll: [3, 4]",
    "    then:",
    "      asks: {for: roll}",
    "docs/reference/scenarios.md tells all words. To go on by hand: riotsim play --sandbox FILE",
)
"""The comment at the top of a saved scenario file."""

ABOUT_DIE: Final = (
    "On a tower it goes on top; in an empty building area it begins a tower; a last die in the tray has been rolled"
)
"""The sandbox's text about a die: its meaning in each place."""


@dataclass(frozen=True)
class DemolitionSandbox(GameSandbox[Given]):
    """The sandbox of Demolition Dice: a person sets up positions at the start of a round."""

    file_head = FILE_HEAD

    book: Rulebook
    players: Sequence[PlayerId]

    def piece_types(self, begins: Position) -> tuple[PieceType, ...]:
        """Return the types of pieces to choose from: only a die."""
        die = self.book.die.dice_set.die("", D6.name)
        return (PieceType("die", "Die", die, "Dice", ABOUT_DIE),)

    def starting_position(self, options: Mapping[str, Mapping[str, str]]) -> Position:
        """Return the table before the first round, with empty building areas."""
        return Position(start_table(self.book, self.players), self.players[0])

    def name(self, piece_type: PieceType, owner: PlayerId, position: Position) -> PieceId:
        """Return a placeholder, which is the same for every die. Later, `normalize` gives each die its name."""
        return "new"

    def begin(self, position: Position, seed: int, perform: Perform, *, live_clock: bool) -> Session[Any]:
        """Begin a game at a position and return its session. `live_clock` has no effect, because this game has no
        clock.
        """
        given = self.given_of(position)
        return Session(rules_of(self.book), given.state(self.book), given.lay(self.book), seed, perform)

    def position_of(self, given: Given) -> Position:
        """Return the position that the section `given` of a scenario describes."""
        return Position(given.lay(self.book), given.players[0], game_data=given)

    def given_of(self, position: Position) -> Given:
        """Return a position in the form of the section `given` of a scenario.

        Raises:
            ValueError: A die that is in no tower lies outside the building areas and the tray, or beside the tower in
                a building area.
        """
        rest = position.game_data
        towers: dict[PlayerId, tuple[int, ...]] = {}
        leaning: dict[PlayerId, tuple[TowerDie, ...]] = {}
        empty = self._game(start_table(self.book, self.players))
        for owner, dice in self._towers(position.table).items():
            # DD-02: a tower begins in the middle of its area, and is turned as that is.
            begins = owner not in position.table.towers
            seat = first_die_seat(empty, owner)
            found = (TowerDie(shows=dice[0].shows),) if begins else write_tower(dice, seat)
            if all(die == TowerDie(shows=die.shows) for die in found):
                towers[owner] = tuple(die.shows for die in found)
            else:
                leaning[owner] = found
        rounds = rest.rounds if isinstance(rest, Given) else 0
        in_tray = {owner: rolled_dice(self._game(position.table), owner) for owner in self.players}
        rolled = {owner: tuple(die.shows for die in its) for owner, its in in_tray.items() if its}
        return Given(players=tuple(self.players), towers=towers, tower_dice=leaning, rolled=rolled, rounds=rounds)

    def _towers(self, table: Table) -> dict[PlayerId, tuple[Die, ...]]:
        """Return the dice of each tower from the bottom up, by owner.

        A die that lies alone in a building area counts as a tower of one die.

        Raises:
            ValueError: A die that is in no tower lies outside the building areas and the tray, or beside the tower in
                a building area.
        """
        found = {owner: table.tower_dice(owner) for owner in self.players if table.tower_height(owner)}
        rolled = {die.id for owner in self.players for die in rolled_dice(self._game(table), owner)}
        for die in (die for die in table.loose_dice() if die.id not in rolled):
            owner = next((name for name in self.players if self._is_inside(die.pose.xy, name)), None)
            if owner is None:
                raise ValueError("a die lies in a building area, or in the tray if it has been rolled (DD-10)")
            if owner in found:
                raise ValueError(f"{owner} has a tower in this area: put the die on top of it (DD-02)")
            found[owner] = (die,)
        return {owner: found[owner] for owner in self.players if owner in found}

    def _is_inside(self, at: Point, owner: PlayerId) -> bool:
        area = area_footprint(self.book.table, self.book.areas, self.players.index(owner))
        return gap(area, disc(at, 0.0)) <= 0.0

    def _game(self, table: Table) -> Demolition:
        """Return a new game with this table."""
        state: State = initial_state(self.book, self.players, {})
        return Demolition(Play(state, table, Chance(0), 0.0), self.book)


def demolition_sandbox(book: Rulebook, assets: Assets, players: Sequence[PlayerId]) -> DemolitionSandbox:
    """Return the sandbox for three players. Demolition Dice needs no assets from files."""
    return DemolitionSandbox(book, players)
