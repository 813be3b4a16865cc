"""The game before the first turn: the first player, terrain, and the set-up of dice (CC-04 to CC-07)."""

from dataclasses import replace
from typing import Final, cast

from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.board.position import Standing, nearest_home_squares, position
from riotsim.games.cube_clash.board.setup import first_player, free_quarters, set_up_order, terrain_choosers
from riotsim.games.cube_clash.board.squares import square_name
from riotsim.games.cube_clash.rules.board import board_patches
from riotsim.games.cube_clash.rules.carrying import carry
from riotsim.games.cube_clash.rules.clash import Clash
from riotsim.games.cube_clash.rules.questions import squares_request
from riotsim.games.cube_clash.state import Quarters
from riotsim.games.cube_clash.turns.ending import opening
from riotsim.games.cube_clash.units.armies import shared_race_message, shared_races
from riotsim.games.cube_clash.units.orientations import ID_UP, PLACE_OF
from riotsim.games.cube_clash.units.unit import SIDES, DieId, Side, build_points
from riotsim.play.requests import Choose
from riotsim.play.session.chance import Stream

QUARTER_NAMES: Final = ("south-west", "south-east", "north-west", "north-east")
"""The name of each quarter of the board, in the order of the quarters' numbers."""


def draw_first(game: Clash) -> None:
    """Determine the first player (CC-06), and begin the next phase.

    The player with fewer build points goes first. If both spent the same number, the rule `first` decides: a player is
    drawn, or South goes first.

    The next phase is the choice of terrain. In a game without terrain it is the set-up.
    """
    state = game.state
    south, north = state.armies["south"], state.armies["north"]
    equal = build_points(south) == build_points(north) and game.rules.first == "random"
    drawn = SIDES[game.play.chance.pick(Stream.FIRST, len(SIDES))] if equal else "south"
    state.first = first_player(game.rules, south, north, drawn)
    state.position = position((), mover=state.first)
    game.emit(events.GoesFirst(game.player(state.first), equal))
    if shared_race_message(game.rules, south, north) is not None:
        game.emit(events.SharedRace(shared_races(south, north)))  # CC-04
    state.phase = "terrain" if game.rules.terrain == "on" else "set-up"


async def choose_terrain(game: Clash) -> None:
    """Ask the next player for a terrain and a free quarter (CC-07)."""
    state = game.state
    free = free_quarters(state.quarters)
    who = game.player(terrain_choosers(state.first)[len(state.quarters) - len(free)])
    terrain = await game.ask(Choose(who, "terrain", tuple(game.rules.terrains)))
    name = QUARTER_NAMES[free[0]]
    if len(free) > 1:
        name = await game.ask(Choose(who, "quarter", tuple(QUARTER_NAMES[quarter] for quarter in free)))
    chosen = QUARTER_NAMES.index(name)
    quarters = (terrain if quarter == chosen else kept for quarter, kept in enumerate(state.quarters))
    state.quarters = cast(Quarters, tuple(quarters))
    game.table = replace(game.table, patches=board_patches(game.places, state.quarters))
    game.emit(events.ChoosesTerrain(who, terrain, name))
    if len(free) == 1:
        state.phase = "set-up"


async def set_up_die(game: Clash) -> None:
    """Ask the next player for a die, for its square and for the face on its north side, and set it up (CC-05)."""
    state = game.state
    side = next(side for side in set_up_order(state.first) if waiting(game, side))
    who, left = game.player(side), waiting(game, side)
    die = await game.pick(who, "die", left)
    state.to_place = die
    squares = nearest_home_squares(state.position, side)
    at = squares[0]
    if len(squares) > 1:
        spot = await game.ask(squares_request(game.match, game.places, who, "square", die, squares))
        at = next(at for at in squares if at == game.places.under(spot.at))
    state.place = at
    lies = {PLACE_OF[lies.north]: lies for lies in ID_UP}
    north = await game.ask(Choose(who, "north", tuple(lies)))
    state.to_place = state.place = None
    await carry(game, state.position.put(Standing(die, at, lies[north])))
    game.emit(events.SetsUp(who, die, square_name(at)))
    if not any(waiting(game, other) for other in SIDES):
        state.phase, state.history = "turns", opening(state.position)


def waiting(game: Clash, side: Side) -> tuple[DieId, ...]:
    """Return the dice of a side that are still to be set up, in the order of its army."""
    return tuple(
        die
        for unit in game.state.armies[side]
        if (die := f"{side}.{unit.name}") not in game.state.gone and game.state.position.find(die) is None
    )
