"""Cube Clash in the sandbox: dice on and beside the board, positions as scenarios, and games from a position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from riotsim.games.cube_clash.board.places import die_kind, read_die
from riotsim.games.cube_clash.board.setup import lined_up
from riotsim.games.cube_clash.board.squares import square_name
from riotsim.games.cube_clash.rulebook import EXACT, Rulebook
from riotsim.games.cube_clash.rules.game import initial_state, rules_of
from riotsim.games.cube_clash.scenario.given import Given, GivenDie
from riotsim.games.cube_clash.show.standing import areas
from riotsim.games.cube_clash.state import State, layout_of, match_of
from riotsim.games.cube_clash.units.figures import ArmyFigures
from riotsim.games.cube_clash.units.orientations import PLACE_OF
from riotsim.games.cube_clash.units.unit import SIDES, Side
from riotsim.play.displays import ShownArea
from riotsim.play.requests import PlayerId
from riotsim.play.sandbox.game_sandbox import GameSandbox, PieceType, Position, chosen_companies, unused_name
from riotsim.play.session.session import Perform, Session
from riotsim.table.acts import Hand
from riotsim.table.pieces import Die, PieceId

FILE_HEAD: Final = (
    "A position of Cube Clash, set up by hand in the sandbox. It holds as it is: run it with",
    "    riotsim check FILE",
    "Each die has its square, and the places in its unit file of the faces on top and at the north. Now say under",
    "`when` what is decided, and under `then` what must be true afterwards, for instance:",
    "    when:",
    "      - die: south.bellfounder",
    "      - move: north",
    "    then:",
    "      dice: {south.bellfounder: e2}",
    "To go on by hand: riotsim play --sandbox FILE",
)
"""The comment at the top of a saved scenario file."""


@dataclass(frozen=True)
class ClashSandbox(GameSandbox[Given]):
    """The sandbox of Cube Clash: a person sets up positions at the start of a turn."""

    file_head = FILE_HEAD

    book: Rulebook
    players: Sequence[PlayerId]
    brought: Mapping[PlayerId, ArmyFigures] = field(default_factory=dict)
    """The armies that players bring in their own files, by player."""

    @property
    def hand(self) -> Hand:
        """The hand for trial throws.

        It is the hand that the rule `hand.name` names. The name `exact` stands for tips that never fail. Because it is
        no hand, it gives the first of the rules' hands.
        """
        name = self.book.hand.name
        return self.book.hands[next(iter(self.book.hands)) if name == EXACT else name].hand

    def piece_types(self, begins: Position) -> tuple[PieceType, ...]:
        """Return the types of pieces to choose from: the units of both players' armies."""
        state = self._state(self._given(begins).armies)
        found = {}
        for die in match_of(self.book, state).dice.values():
            size = self.book.dice.size[die.unit.health - 1]
            piece = Die("", die_kind(die.unit), size, owner=state.players[die.owner])
            about = f"{die.unit.race.replace('_', ' ')}, health {die.unit.health}"
            found[die.unit.name] = PieceType(die.unit.name, die.unit.title, piece, "Dice", about)
        return tuple(found.values())

    def areas(self, position: Position) -> tuple[ShownArea, ...]:
        """Return the home rows and the terrains of the board."""
        return areas(self.book, self.given_of(position).state(self.book), position.table)

    def starting_position(self, options: Mapping[str, Mapping[str, str]]) -> Position:
        """Return the position with all dice set up in the order of their armies (see `lined_up`)."""
        armies = chosen_companies("army", options, self.brought)
        state = self._state(armies)
        match = match_of(self.book, state)
        dice = {
            one.die: GivenDie(at=square_name(one.at), top="top", north=PLACE_OF[one.lies.north])
            for one in lined_up(match, "south").standing
        }
        given = Given(players=self._names(), armies=armies, dice=dice)
        return self.position_of(given.with_companies(self.brought))

    def name(self, piece_type: PieceType, owner: PlayerId, position: Position) -> PieceId:
        """Return the name of a die: its owner's side and its unit.

        Raises:
            NoPieceLeft: The owner's army has no such unit, or the unit is on the table already.
        """
        side = SIDES[self.players.index(owner)]
        known = match_of(self.book, self._state(self._given(position).armies)).dice
        alike = (name for name, one in known.items() if one.owner == side and one.unit.name == piece_type.key)
        return unused_name(piece_type, owner, alike, position.table)

    def begin(self, position: Position, seed: int, perform: Perform, *, live_clock: bool) -> Session[Any]:
        """Begin a game at a position, and return its session. `live_clock` has no effect: this game has no clock."""
        given = self.given_of(position)
        return Session(rules_of(self.book), given.state(self.book), given.lay(self.book), seed, perform)

    def position_of(self, given: Given) -> Position:
        """Return the position that the section `given` of a scenario describes."""
        mover = given.players[SIDES.index(given.mover)]
        return Position(given.lay(self.book), mover, game_data=given)

    def given_of(self, position: Position) -> Given:
        """Return a position as the section `given` of a scenario. Dice beside the board count as dead."""
        rest = self._given(position)
        state = self._state(rest.armies)
        places, dice, dead = layout_of(self.book, state), dict[str, GivenDie](), list[str]()
        for name, die in sorted(position.table.dice.items()):
            at, lies = read_die(self.book, die, places.corner)
            if at is None:
                dead.append(name)
            else:
                top, north = PLACE_OF[lies.top], PLACE_OF[lies.north]
                dice[name] = GivenDie(at=square_name(at), top=top, north=north)
        mover: Side = SIDES[self._names().index(position.turn)] if position.turn in self.players else "south"
        return rest.model_copy(update={"dice": dice, "dead": tuple(dead), "mover": mover})

    def _given(self, position: Position) -> Given:
        """Return the section `given` that a position was made from. If there is none, return one without dice."""
        if isinstance(position.game_data, Given):
            return position.game_data
        return Given(players=self._names()).with_companies(self.brought)

    def _names(self) -> tuple[str, str]:
        south, north = self.players
        return (south, north)

    def _state(self, armies: Mapping[PlayerId, str]) -> State:
        return initial_state(self.book, self.players, armies, {}, self.brought)
