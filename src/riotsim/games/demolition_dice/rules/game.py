"""A game of Demolition Dice: its beginning, its rounds, the last dice and the end (DD-01, DD-50, DD-51)."""

from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Final

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rulebook import PLAYER_COUNT, Rulebook
from riotsim.games.demolition_dice.rules import areas, towers
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.round import play_round, rebuild, roll
from riotsim.games.demolition_dice.state import Result, State
from riotsim.play.requests import Choose, PlayerId
from riotsim.play.session.session import Perform, Play, Rules, Session, Waiting
from riotsim.table.geometry.patches import Patch
from riotsim.table.state import Table


def rules_of(rules: Rulebook) -> Rules[State]:
    """Return the function that a session calls to play a game from the start of any round to the end of the game."""

    def run(play: Play[State]) -> Coroutine[Waiting, object, None]:
        return play_on(Demolition(play, rules))

    return run


async def play_on(game: Demolition) -> None:
    """Play rounds until a tower is done, then finish (DD-10, DD-50)."""
    while not is_done(game):
        game.play.begin_turn()
        await play_round(game)
    game.state.phase = "last"
    game.play.begin_turn()
    await finish(game)


def initial_state(rules: Rulebook, players: Sequence[PlayerId], hands: Mapping[PlayerId, str]) -> State:
    """Return the state of a new game.

    Args:
        rules: The rulebook.
        players: The players, in turn order.
        hands: Name of each player's hand in the rules, by player. Players who are left out have the rules' default
            hand.

    Raises:
        ValueError: There are not three players, two have the same name, or a name is empty.
    """
    if len(players) != PLAYER_COUNT or len(set(players)) < PLAYER_COUNT or not all(players):
        names = ", ".join(players) or "none"
        raise ValueError(f"{PLAYER_COUNT} players play, each with a name of their own, not {names} (DD-01)")
    return State({player: hands.get(player, rules.hand) for player in players})


def new_game(
    rules: Rulebook,
    players: Sequence[PlayerId],
    seed: int,
    perform: Perform,
    *,
    hands: Mapping[PlayerId, str] | None = None,
) -> Session[State]:
    """Begin a game between three players, and return its session.

    Args:
        rules: The rulebook.
        players: The players, in turn order.
        seed: The game's seed.
        perform: Function that performs acts.
        hands: Name of each player's hand in the rules, by player. Players who are left out have the rules' default
            hand.

    Raises:
        ValueError: There are not three players, two have the same name, or a name is empty.
    """
    state = initial_state(rules, players, hands or {})
    return Session(rules_of(rules), state, start_table(rules, players), seed, perform)


def start_table(rules: Rulebook, players: Sequence[PlayerId]) -> Table:
    """Return the table before the first round, with the building areas marked on it (DD-02)."""
    table = rules.bare_table
    patches = (Patch(areas.area_footprint(table, rules.areas, seat), player) for seat, player in enumerate(players))
    return replace(table, patches=tuple(patches))


def is_done(game: Demolition) -> bool:
    """Return whether some tower holds all dice of its owner (DD-50)."""
    return any(map(game.done, game.players))


async def finish(game: Demolition) -> None:
    """Report the towers that are done. Let the other players add their last dice. Count the scores (DD-50, DD-51)."""
    done = [player for player in game.players if game.done(player)]
    for player in done:
        game.emit(events.TowerDone(player))
    for player in game.players:
        if player not in done:
            await offer_remaining_dice(game, player)
    count_scores(game)


ROLL_THE_REST: Final = "roll the rest"

STOP: Final = "stop"


async def offer_remaining_dice(game: Demolition, player: PlayerId) -> None:
    """Let a player choose whether to roll and stack the rest of their dice, or to stop (DD-50).

    In edition 1, the player has no choice and must roll.
    """
    if game.rules.edition > 1 and await game.ask(Choose(player, "finish", (ROLL_THE_REST, STOP))) == STOP:
        game.emit(events.Stops(player))
    else:
        await stack_remaining_dice(game, player)


async def stack_remaining_dice(game: Demolition, player: PlayerId) -> None:
    """Roll the rest of a player's dice together, and ask the player to stack each with the rolled face up (DD-50)."""
    rolled = await roll(game, player, game.held(player))
    game.take_up(*(die.id for die in rolled))
    for number, die in enumerate(rolled, 1):
        await towers.stack_die(game, player, die.id, die.shows, len(rolled) - number)
        await rebuild(game)


def count_scores(game: Demolition) -> None:
    """Count the scores and end the game (DD-51).

    A score is the sum of the upper faces in a player's tower. The player with the highest score wins. If several
    players share the highest score, the game is a draw between them.
    """
    scores = tuple(sum(die.shows for die in game.table.tower_dice(player)) for player in game.players)
    winners = tuple(player for player, score in zip(game.players, scores, strict=True) if score == max(scores))
    game.state.phase = "over"
    game.state.result = Result(winners, tuple(zip(game.players, scores, strict=True)))
    game.emit(events.GameOver(winners, scores))
