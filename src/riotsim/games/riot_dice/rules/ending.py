"""Bosses who leg it, the clock, and the end of the game (RD-80 to RD-86)."""

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.state import Result
from riotsim.play.requests import PlayerId
from riotsim.table.geometry.plan import gap
from riotsim.table.pieces import TOKEN_THICKNESS, Token
from riotsim.table.poses import Pose


def leg_it(game: Riot, boss: PlayerId) -> None:
    """Take a boss out of the game, and remove all models and towers of the boss (RD-81).

    Each model near an enemy leaves a loot token from the boss's stash in its place, until the stash is empty. Models
    nearest to an enemy come first.
    """
    stash = game.state.bosses[boss]
    near = near_enemies(game, boss)[: stash.stash]  # RD-81: nearest to an enemy first
    mine = [m for m in game.table.models.values() if m.owner == boss]
    dice = [die.id for m in mine for die in game.table.tower_dice(m.id)]
    tokens = []
    for model in near:
        where = game.model(model)
        at = Pose((*where.at, where.level + TOKEN_THICKNESS / 2))
        tokens.append(Token(game.new_name("t"), at, game.rules.loot.size))
    game.table = game.table.without(*(m.id for m in mine), *dice).with_pieces(*tokens)
    for model in [m for m, fighter in game.state.fighters.items() if fighter.boss == boss]:
        del game.state.fighters[model]
    stash.stash -= len(tokens)
    stash.out = True
    game.forget_fights_apart()
    game.emit(events.LegsIt(boss, len(tokens)))


def near_enemies(game: Riot, boss: PlayerId) -> list[str]:
    """Return a boss's models near an enemy, nearest to an enemy first (RD-81).

    A model is near if it is within `leg_it.within` of an enemy model. Fallen models count too, whether they
    are the boss's own or enemies.
    """
    models = game.table.models.values()
    foes = [m.footprint for m in models if m.owner != boss]
    gaps = {m.id: min((gap(m.footprint, foe) for foe in foes), default=float("inf")) for m in models if m.owner == boss}
    return sorted((m for m in gaps if gaps[m] <= game.rules.leg_it.within), key=lambda m: (gaps[m], m))


def time_is_up(game: Riot) -> bool:
    """Return whether the clock has run out."""
    return game.state.clock is not None and game.state.clock <= 0


def may_boot(game: Riot) -> bool:
    """Return whether models may still take the action `boot` (RD-82)."""
    return game.rules.clock.after == "off" or not time_is_up(game)


def charge_activation(game: Riot) -> None:
    """Subtract the time of a finished activation from the clock (RD-85).

    A live clock runs in real time. Parts of the activation's time may already have been subtracted from it. Subtract
    the rest. If the clock isn't live, subtract a fixed time.
    """
    if not game.state.live_clock:
        game.charge(game.rules.clock.seconds_per_activation)
    elif game.rules.edition == 1:
        game.charge(game.play.now - game.state.turn_stamp)
    else:
        game.run_clock()


def in_play(game: Riot) -> list[PlayerId]:
    """Return the bosses who have not legged it, in turn order."""
    return [name for name, boss in game.state.bosses.items() if not boss.out]


def check_end(game: Riot) -> bool:
    """End the game if it is over, and return whether it is over (RD-82 to RD-86).

    When time is up and the rules have `clock.after: last_activation`, also record that each boss in play has one more
    turn.
    """
    left = in_play(game)
    if time_is_up(game) and game.rules.clock.after == "last_activation" and game.state.last_activations is None:
        game.state.last_activations = in_play(game)  # RD-82
    if len(left) <= 1:
        if left and last_boss_scoops(game):
            _scoop(game, left[0])
        _finish(game)
    elif game.state.last_activations == []:
        _finish(game)  # RD-82: nobody scoops
    elif not game.state.live_clock and game.state.activations >= game.rules.clock.max_activations:
        _finish(game, unfinished=True)  # RD-86
    return game.state.result is not None


def last_boss_scoops(game: Riot) -> bool:
    """Return whether the last boss in play gets the loot on the table (RD-83).

    In edition 1, the boss doesn't get the loot during the last activations. In all other cases the boss gets it.
    """
    return game.state.last_activations is None or game.rules.edition > 1


def _scoop(game: Riot, boss: PlayerId) -> None:
    """Move all loot on the table to the stash of the last boss in play (RD-83)."""
    tokens = list(game.table.tokens)
    game.table = game.table.without(*tokens)
    game.state.bosses[boss].stash += len(tokens)
    game.emit(events.Scoops(boss, len(tokens)))


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
    game.emit(events.GameOver(tuple(winners), tuple(loot.items()), unfinished))
