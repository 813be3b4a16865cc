"""Time and the end of the game (RD-80 to RD-86)."""

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.state import Result
from riotsim.play.requests import PlayerId


def time_is_up(game: Riot) -> bool:
    """Whether the clock has run out."""
    return game.state.clock is not None and game.state.clock <= 0


def may_boot(game: Riot) -> bool:
    """Whether boot actions are still allowed (RD-82)."""
    return game.rules.clock.after == "off" or not time_is_up(game)


def charge(game: Riot) -> None:
    """Charge an activation to the clock when it ends: a person's time, or a fixed one (RD-85), and slow carries."""
    state = game.state
    if state.clock is None:
        return
    before = state.clock
    spent = game.play.now - state.turn_stamp if state.live_clock else game.rules.clock.seconds_per_activation
    state.clock -= spent + state.slow_seconds
    state.slow_seconds = 0.0
    if before > 0 >= state.clock:
        game.tell(events.TimeIsUp())


def in_play(game: Riot) -> list[PlayerId]:
    """The bosses who have not legged it, in turn order."""
    return [name for name, boss in game.state.bosses.items() if not boss.out]


def check(game: Riot) -> bool:
    """End the game if it is over, and say whether it is; begin the last activations if time has run out."""
    left = in_play(game)
    if time_is_up(game) and game.rules.clock.after == "last_activation" and game.state.last_activations is None:
        game.state.last_activations = in_play(game)  # RD-82
    if len(left) <= 1:
        if left and game.state.last_activations is None:  # RD-82: in the last activations nobody scoops
            _scoop(game, left[0])  # RD-83
        _finish(game)
    elif game.state.last_activations == []:
        _finish(game)  # RD-82: nobody scoops
    elif not game.state.live_clock and game.state.activations >= game.rules.clock.max_activations:
        _finish(game, unfinished=True)  # RD-86
    return game.state.result is not None


def _scoop(game: Riot, boss: PlayerId) -> None:
    """The last boss in play scoops up all loot in play."""
    tokens = list(game.table.tokens)
    game.table = game.table.without(*tokens)
    game.state.bosses[boss].stash += len(tokens)
    game.tell(events.Scoops(boss, len(tokens)))


def _finish(game: Riot, unfinished: bool = False) -> None:
    loot = {name: boss.stash for name, boss in game.state.bosses.items()}
    if game.rules.victory.tower_dice_count:
        for model in game.table.models.values():  # RD-38
            loot[model.owner] += len(game.table.tower_dice(model.id))
    most = max(loot.values())
    winners = [name for name, tokens in loot.items() if tokens == most]  # RD-84: a tie is a draw
    if game.rules.victory.by == "last_standing":
        winners = in_play(game)
    if unfinished:
        winners = []
    game.state.result = Result(tuple(winners), tuple(loot.items()), unfinished)
    game.state.phase = "over"
    game.state.turn = None
    game.tell(events.GameOver(tuple(winners), tuple(loot.items()), unfinished))
