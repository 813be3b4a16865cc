"""The first position of a scenario of Cube Clash. A turn starts in this position."""

from collections.abc import Iterator
from typing import Any, Self

from pydantic import Field, model_validator

from riotsim.games.cube_clash.board.places import table_die
from riotsim.games.cube_clash.board.position import Standing, position
from riotsim.games.cube_clash.board.squares import parse_square
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.rules.game import initial_state, start_table
from riotsim.games.cube_clash.state import Quarters, State, layout_of, match_of
from riotsim.games.cube_clash.turns.ending import opening
from riotsim.games.cube_clash.units.faces import Place
from riotsim.games.cube_clash.units.orientations import ID_UP, NUMBER_OF, ORIENTATIONS, Orientation
from riotsim.games.cube_clash.units.unit import Side, standing
from riotsim.play.rulebook.sections import Fault, FieldPath, Section, unknown_name
from riotsim.play.scenarios import document as scenario_file
from riotsim.play.scenarios.document import Name
from riotsim.table.state import Table


class GivenDie(Section):
    """A die on the board: its square, the face on top, and the face on the north side.

    A face is called by its key in the unit's file, and keeps this name in every orientation of the die. For example,
    with `top: north` the face under `north` in the file is now on top.
    """

    at: Name
    """The square, such as e4."""
    top: Place = "top"
    """The face on top, called by its key in the unit's file."""
    north: Place | None = None
    """The face on the north side; by default one of the possible faces (see `lies`)."""

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:  # whatever stands in the file
        return {"at": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _possible(self) -> Self:
        parse_square(self.at)
        if not any(self._fits(lies) for lies in ORIENTATIONS):
            raise ValueError(f"a die with its {self.top} up can't have its {self.north} at the north")
        return self

    def _fits(self, lies: Orientation) -> bool:
        return lies.top == NUMBER_OF[self.top] and self.north in (None, _place(lies.north))

    def lies(self, side: Side) -> Orientation:
        """Return the orientation of the die. `side` is the side of its owner.

        A die with the ID up and no `north` lies as its owner would set it up (see `standing`). For any other die
        without `north`, four orientations have the right face on top. It lies in the first of them in `ORIENTATIONS`.
        With `north`, only one orientation fits.
        """
        if self.north is None and self.top == "top":
            return standing(side)
        return next(lies for lies in (*ID_UP, *ORIENTATIONS) if self._fits(lies))


def _place(number: int) -> str:
    return next(place for place, known in NUMBER_OF.items() if known == number)


class Given(scenario_file.Given):
    """The scenario's first position. Dice that the position doesn't name have left the game."""

    players: tuple[Name, Name] = ("Ada", "Bea")
    """The players: South, then North."""
    armies: dict[Name, Name] = Field(default_factory=dict)
    """Name of the army of each player without the default army."""
    dice: dict[Name, GivenDie] = Field(default_factory=dict)
    """The dice on the board, such as `south.reedling: e4`."""
    dead: tuple[Name, ...] = ()
    """Names of the dead dice."""
    terrain: Name | tuple[Name, Name, Name, Name] | None = None
    """The terrain of the whole board, or of its quarters: south-west, south-east, north-west and north-east."""
    mover: Side = "south"
    """The side whose turn it is."""
    quiet: int = Field(default=0, ge=0)
    """Number of quiet turns so far."""

    def faults(self, rules: Rulebook) -> Iterator[Fault]:
        """Check the position against the rules, and yield the errors, such as unknown names or dice on one square."""
        for player in self.armies:
            if player not in self.players:
                yield ("armies", player), unknown_name(f"no player is called {player!r}", player, self.players)
            if player in self._brought:
                yield ("armies", player), f"{player} brings an army under companies; only one of both can count"
        for terrain in self._quarters():
            if terrain is not None and terrain not in rules.terrains:
                yield ("terrain",), unknown_name(f"no terrain is called {terrain!r}", terrain, rules.terrains)
        unknown = {player: army for player, army in self.armies.items() if army not in rules.armies}
        for player, army in unknown.items():
            yield ("armies", player), unknown_name(f"no army is called {army!r}", army, rules.armies)
        if unknown:
            return
        try:
            known = match_of(rules, self._begin(rules)).dice
        except ValueError as error:
            yield ("armies",), f"no game can be begun: {error}"
            return
        named: tuple[tuple[FieldPath, str], ...] = (
            *((("dice", name), name) for name in self.dice),
            *((("dead", k), name) for k, name in enumerate(self.dead)),
        )
        for where, name in named:
            if name not in known:
                yield where, unknown_name(f"no die is called {name!r}", name, known)
        for name in dict.fromkeys(self.dead):
            if name in self.dice:
                yield ("dead",), f"{name} is on the board too"
            if self.dead.count(name) > 1:
                yield ("dead",), f"{name} is named twice"
        squares = [die.at for die in self.dice.values()]
        if twice := sorted({at for at in squares if squares.count(at) > 1}):
            yield ("dice",), f"two dice stand on {twice[0]}"

    def state(self, rules: Rulebook) -> State:
        """Return the state of a game that begins at this position."""
        state = self._begin(rules)
        side_of = {name: die.owner for name, die in match_of(rules, state).dice.items()}
        stand = [Standing(name, parse_square(die.at), die.lies(side_of[name])) for name, die in self.dice.items()]
        state.position = position(stand, self.dead, self.mover)
        state.gone = frozenset(side_of) - {*self.dice, *self.dead}
        state.first, state.phase = self.mover, "turns"
        state.history = opening(state.position, self.quiet)
        return state

    def lay(self, rules: Rulebook) -> Table:
        """Return the table with the dice of this position."""
        state = self.state(rules)
        table, places, match = start_table(rules, state), layout_of(rules, state), match_of(rules, state)
        dice = []
        for one in state.position.standing:
            die = match.dice[one.die]
            middle, owner = places.middle(one.at), state.players[die.owner]
            dice.append(table_die(rules, die, middle, one.lies, owner))
        return table.with_pieces(*dice).without(*state.gone)

    def _begin(self, rules: Rulebook) -> State:
        state = initial_state(rules, self.players, self.armies, {}, self._brought)
        state.quarters = self._quarters()
        return state

    def _quarters(self) -> Quarters:
        if self.terrain is None or isinstance(self.terrain, str):
            return (self.terrain,) * 4
        return self.terrain
