"""A game of Riot Dice from its set-up to its end."""

from collections.abc import Coroutine, Mapping, Sequence

from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules import ending, setup
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.turn import turn
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import PlayerId
from riotsim.play.session.session import Perform, Play, Rules, Session, Waiting
from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import Figure, Mesh

NO_DICE: Mapping[str, DieKind] = {}
NO_FIGURES: Mapping[str, Figure] = {}


def rules_of(
    rules: Rulebook, own_dice: Mapping[str, DieKind] = NO_DICE, figures: Mapping[str, Figure] = NO_FIGURES
) -> Rules[State]:
    """Return the function that lets a session play a game.

    The game may be at the start of any turn or in the set-up. The function plays it from there to the end.

    Args:
        rules: The rulebook.
        own_dice: The kinds of dice that the rules load from files, by name.
        figures: The figures on bases, by the kind of model.
    """

    def run(play: Play[State]) -> Coroutine[Waiting, object, None]:
        return play_on(Riot(play, rules, own_dice=own_dice, figures=figures))

    return run


async def play_on(game: Riot) -> None:
    """Play the rest of the set-up, then one turn after another until the game is over (RD-20)."""
    game.play.begin_turn()
    if game.state.phase == "drop":
        await setup.drop_loot(game)
    if game.state.phase == "deploy":
        await setup.deploy(game)
    while not ending.check_end(game):
        game.state.turn_stamp = game.play.now
        game.play.begin_turn()
        boss = game.state.turn
        assert boss is not None, "while the game is on, it is somebody's turn"
        last = game.state.last_activations
        await turn(game, boss)
        game.state.turns_over += 1
        if last is not None:
            last.remove(boss)  # RD-82: that was their one more activation
        pass_turn(game, boss)


def pass_turn(game: Riot, boss: PlayerId) -> None:
    """Pass the turn to the next boss who is still in the game."""
    names = list(game.state.bosses)
    here = names.index(boss)
    for step in range(1, len(names) + 1):
        nxt = names[(here + step) % len(names)]
        if not game.state.bosses[nxt].out:
            game.state.turn = nxt
            return


def new_game(
    rules: Rulebook,
    bosses: Sequence[PlayerId],
    seed: int,
    perform: Perform,
    meshes: Mapping[str, Mesh],
    *,
    figures: Mapping[str, Figure] = NO_FIGURES,
    gangs: Mapping[PlayerId, str] | None = None,
    hands: Mapping[PlayerId, str] | None = None,
    live_clock: bool = False,
    own_dice: Mapping[str, DieKind] = NO_DICE,
) -> Session[State]:
    """Begin a game of 2 to 4 bosses, and return its session.

    Args:
        rules: The rulebook.
        bosses: The bosses, in turn order.
        seed: The game's seed.
        perform: Function that simulates physical acts, such as rolls.
        meshes: Meshes of terrain, by the name of the kind of terrain in the rules.
        figures: The figures on bases, by the kind of model.
        gangs: Name of each boss's gang in the rules, by boss. Bosses who are left out have the default gang.
        hands: Name of each boss's hand in the rules, by boss. Bosses who are left out have the default hand.
        live_clock: True if the clock runs by the time stamps of the answers. If False, each activation is charged a
            fixed time (RD-85).
        own_dice: The kinds of dice that the rules load from files, by name.

    Raises:
        ValueError: There are too few or too many bosses, or two have the same name.
        KeyError: The rules have no gang of a given name.
    """
    state = setup.initial_state(rules, bosses, gangs or {}, hands or {})
    state.live_clock = live_clock
    table = setup.lay_table(rules, len(bosses), meshes)
    return Session(rules_of(rules, own_dice, figures), state, table, seed, perform)
