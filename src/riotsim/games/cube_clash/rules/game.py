"""A game of Cube Clash from its beginning to its end, through all phases (CC-01, CC-02)."""

from collections.abc import Coroutine, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from riotsim.games.cube_clash.board.places import Layout, table_die
from riotsim.games.cube_clash.board.position import NO_TERRAIN
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.rules.board import board_patches
from riotsim.games.cube_clash.rules.clash import Clash
from riotsim.games.cube_clash.rules.setup import choose_terrain, draw_first, set_up_die
from riotsim.games.cube_clash.rules.turn import play_turn
from riotsim.games.cube_clash.state import Quarters, State, layout_of
from riotsim.games.cube_clash.units.armies import shared_race_message
from riotsim.games.cube_clash.units.figures import ArmyFigures
from riotsim.games.cube_clash.units.unit import SIDES, Side, Unit, build_points, standing, unit_dice
from riotsim.play.requests import PlayerId
from riotsim.play.rulebook.surfaces import surface
from riotsim.play.session.session import Perform, Play, Rules, Session, Waiting
from riotsim.table.state import Table

NO_ARMIES: Final[Mapping[PlayerId, ArmyFigures]] = MappingProxyType({})


def rules_of(rules: Rulebook) -> Rules[State]:
    """Return the function with which a session plays a game from any checkpoint to the end."""

    def run(play: Play[State]) -> Coroutine[Waiting, object, None]:
        return play_on(Clash(play, rules))

    return run


async def play_on(game: Clash) -> None:
    """Play the remaining phases of a game.

    The phases are: the decision about the first player, the choice of terrain, the set-up, and the turns.
    """
    state = game.state
    if state.phase == "draw":
        draw_first(game)
    game.play.begin_turn()
    while state.phase == "terrain":
        await choose_terrain(game)
    while state.phase == "set-up":
        await set_up_die(game)
    while state.phase != "over":
        game.play.begin_turn()
        await play_turn(game)


def initial_state(
    rules: Rulebook,
    players: Sequence[PlayerId],
    armies: Mapping[PlayerId, str],
    hands: Mapping[PlayerId, str],
    brought: Mapping[PlayerId, ArmyFigures] = NO_ARMIES,
) -> State:
    """Return the state of a new game.

    Args:
        rules: The rulebook.
        players: The players: South, then North.
        armies: Name of each player's army in the rules, by player. By default South has the first army of the rules,
            and North has the second.
        hands: Name of each player's hand in the rules, by player. The default is the hand named in the rules.
        brought: The armies that players bring in their own files, by player. A player who brings an army doesn't play
            an army of the rules.

    Raises:
        ValueError: There are not two players with different names, an army costs too much, or the rule
            `build.shared_race` refuses a race in both armies. The message lists all problems of the armies.
    """
    if len(players) != len(SIDES) or len(set(players)) < len(SIDES) or not all(players):
        raise ValueError(f"two players play, each with a name of their own, not {', '.join(players) or 'none'} (CC-01)")
    chosen: dict[Side, tuple[Unit, ...]] = {}
    names: dict[Side, str] = {}
    faults = []
    for side, player, default in zip(SIDES, players, rules.usual_armies, strict=True):
        figures = brought.get(player) or rules.armies[armies.get(player, default)]
        chosen[side], names[side] = figures.chosen(), figures.name
        if (spent := build_points(chosen[side])) > rules.build.points:
            most = f"{rules.build.points} may be spent (CC-02)"
            faults.append(f"{figures.name} costs {spent} build points, and {most}")
    if rules.build.shared_race == "refuse" and (told := shared_race_message(rules, chosen["south"], chosen["north"])):
        faults.append(told)
    if faults:
        raise ValueError("; ".join(faults))
    seats = dict(zip(SIDES, players, strict=True))
    return State(seats, chosen, {side: hands.get(player, rules.hand.name) for side, player in seats.items()}, names)


def new_game(
    rules: Rulebook,
    players: Sequence[PlayerId],
    seed: int,
    perform: Perform,
    *,
    armies: Mapping[PlayerId, str] | None = None,
    hands: Mapping[PlayerId, str] | None = None,
    brought: Mapping[PlayerId, ArmyFigures] = NO_ARMIES,
) -> Session[State]:
    """Begin a game between two players, and return its session.

    Args:
        rules: The rulebook.
        players: The players: South, then North.
        seed: The game's seed.
        perform: Function that performs acts.
        armies: Name of each player's army in the rules, by player.
        hands: Name of each player's hand in the rules, by player.
        brought: The armies that players bring in their own files, by player.

    Raises:
        ValueError: The players or their armies can't play (see `initial_state`).
    """
    state = initial_state(rules, players, armies or {}, hands or {}, brought)
    return Session(rules_of(rules), state, start_table(rules, state), seed, perform)


def start_table(rules: Rulebook, state: State) -> Table:
    """Return the table before the set-up: the board, and all dice beside it. Each die has its ID face on top."""
    places = layout_of(rules, state)
    dice = []
    for side, army in state.armies.items():
        for number, die in enumerate(unit_dice(side, army)):
            dice.append(table_die(rules, die, places.beside(side, number), standing(side), state.players[side]))
    return board_table(rules, places, state.quarters).with_pieces(*dice)


def board_table(rules: Rulebook, places: Layout, quarters: Quarters = NO_TERRAIN) -> Table:
    """Return the table with the board and nothing else (CC-01)."""
    width, depth = places.size
    return Table(
        width, depth, surface(rules.surface, rules.surfaces[rules.surface]), patches=board_patches(places, quarters)
    )
