"""A game of RiftWar from its beginning to its end (RW-05, RW-06, RW-24)."""

from collections.abc import Coroutine, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from riotsim.games.riftwar.armies.figures import ArmyFigures, army_faults
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.phase import begin_phase, play_action
from riotsim.games.riftwar.battle.setup import NO_MESHES, empty_table, set_up_units
from riotsim.games.riftwar.rulebook import MAX_PLAYERS, MIN_PLAYERS, Rulebook
from riotsim.games.riftwar.state import SIDES, State, Unit
from riotsim.play.requests import PlayerId
from riotsim.play.session.chance import Chance, Stream
from riotsim.play.session.session import Perform, Play, Rules, Session, Waiting
from riotsim.table.dice.dice_set import DiceSet
from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import Mesh

NO_ARMIES: Final[Mapping[PlayerId, ArmyFigures]] = MappingProxyType({})
NO_KINDS: Final[Mapping[str, DieKind]] = MappingProxyType({})


def rules_of(rules: Rulebook, kinds: Mapping[str, DieKind] = NO_KINDS) -> Rules[State]:
    """Return the function that a session calls to play a game from any checkpoint to the end of the game.

    Args:
        rules: The rulebook.
        kinds: The loaded kinds of dice whose shapes are meshes, by name.
    """

    def run(play: Play[State]) -> Coroutine[Waiting, object, None]:
        return play_on(Battle(play, rules, dice_of(rules, kinds)))

    return run


def dice_of(rules: Rulebook, kinds: Mapping[str, DieKind] = NO_KINDS) -> DiceSet:
    """Return the set of dice of a rulebook."""
    return rules.dice.dice_set(kinds)


async def play_on(game: Battle) -> None:
    """Play a game on from its present stage: first the set-up, then the battle, phase by phase."""
    state = game.state
    game.play.begin_turn()
    while state.stage == "set-up":
        await set_up_units(game)
    while state.stage == "battle":
        game.play.begin_turn()
        if state.between:
            begin_phase(game)
        while state.result is None and not state.between:
            await play_action(game)


def initial_state(
    rules: Rulebook,
    players: Sequence[PlayerId],
    armies: Mapping[PlayerId, str],
    hands: Mapping[PlayerId, str],
    brought: Mapping[PlayerId, ArmyFigures] = NO_ARMIES,
    first: int = 0,
) -> State:
    """Return the state of a new game.

    Args:
        rules: The rulebook.
        players: The players in the order of their seats.
        armies: Name of each player's army in the rules. By default the first player has the first army, and so on.
        hands: Name of each player's hand in the rules. The default is the hand that the rules name.
        brought: The armies that players bring in their own files, by player. Such a player's army from the rules is not
            used.
        first: Index of the first active player (RW-24).

    Raises:
        ValueError: There are too few or too many players, a name is empty or given twice, or an army breaks the rules.
            If armies break the rules, the message tells everything that is wrong with them.
    """
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS or len(set(players)) < len(players) or not all(players):
        told = ", ".join(players) or "none"
        many = f"{MIN_PLAYERS} to {MAX_PLAYERS}"
        raise ValueError(f"{many} players play, each with a name of their own, not {told} (RW-05)")
    known, faults, units = list(rules.armies), list[str](), dict[str, Unit]()
    titles: dict[PlayerId, str] = {}
    for number, player in enumerate(players):
        figures = brought.get(player) or rules.armies[armies.get(player, known[number % len(known)])]
        titles[player] = figures.name
        found = [one for _, one in army_faults(rules.traits, rules.army.limits, figures.model_dump(mode="json"))]
        faults += [f"{figures.name}: {sentence}" for sentence in found]
        if not found:
            for unit in units_of(rules, figures, player, SIDES[number]):
                units[unit.id] = unit
    if faults:
        raise ValueError("; ".join(faults))
    chosen = {player: hands.get(player, rules.hand) for player in players}
    return State(tuple(players), chosen, units, titles, players[first])


def units_of(rules: Rulebook, figures: ArmyFigures, player: PlayerId, letter: str) -> tuple[Unit, ...]:
    """Return the units of an army.

    The name of a unit consists of the player's letter and the type, such as `a.rifleman`. If the army has several units
    of a type, a number follows, such as `a.rifleman_3`.
    """
    found = []
    for unit_type, count in figures.unit_types(rules.traits):
        for number in range(1, count + 1):
            name = f"{letter}.{unit_type.name}" + (f"_{number}" if count > 1 else "")
            found.append(Unit(name, unit_type, player))
    return tuple(found)


def new_game(
    rules: Rulebook,
    players: Sequence[PlayerId],
    seed: int,
    perform: Perform,
    *,
    armies: Mapping[PlayerId, str] | None = None,
    hands: Mapping[PlayerId, str] | None = None,
    brought: Mapping[PlayerId, ArmyFigures] = NO_ARMIES,
    kinds: Mapping[str, DieKind] = NO_KINDS,
    meshes: Mapping[str, Mesh] = NO_MESHES,
) -> Session[State]:
    """Begin a game, and return its session.

    Args:
        rules: The rulebook.
        players: The players in the order of their seats.
        seed: The game's seed.
        perform: Function that performs acts.
        armies: Name of each player's army in the rules, by player.
        hands: Name of each player's hand in the rules, by player.
        brought: The armies that players bring in their own files, by player.
        kinds: The loaded kinds of dice whose shapes are meshes, by name.
        meshes: The loaded meshes of the map, by kind of piece.

    Raises:
        ValueError: The players or their armies can't play (see `initial_state`).
    """
    first = 0 if rules.first == "seat" else Chance(seed).pick(Stream.FIRST, max(1, len(players)))
    state = initial_state(rules, players, armies or {}, hands or {}, brought, first)
    return Session(rules_of(rules, kinds), state, empty_table(rules, meshes), seed, perform)
