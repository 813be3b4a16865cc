"""Legging it: a boss leaves the game with what is left of the stash (RD-80, RD-81)."""

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.play.requests import PlayerId
from riotsim.table.geometry.plan import gap
from riotsim.table.pieces import TOKEN_THICKNESS, Token
from riotsim.table.poses import Pose


def leg_it(game: Riot, boss: PlayerId) -> None:
    """Leave loot for each model near an enemy, as long as the stash lasts, and take all models off."""
    stash = game.state.bosses[boss]
    near = near_enemies(game, boss)[: stash.stash]  # RD-81: nearest to an enemy first
    mine = [m for m in game.table.models.values() if m.owner == boss]
    dice = [die.id for m in mine for die in game.table.tower_dice(m.id)]
    tokens = []
    for model in near:
        where = game.model(model)
        at = Pose((*where.at, where.level + TOKEN_THICKNESS / 2))
        tokens.append(Token(game.new_name("t"), at, game.rules.loot.size))
    game.table = game.table.without(*(m.id for m in mine), *dice).put(*tokens)
    for model in [m for m, fighter in game.state.fighters.items() if fighter.boss == boss]:
        del game.state.fighters[model]
    stash.stash -= len(tokens)
    stash.out = True
    game.forget_fights_apart()
    game.tell(events.LegsIt(boss, len(tokens)))


def near_enemies(game: Riot, boss: PlayerId) -> list[str]:
    """A boss's models within reach of an enemy model, standing or fallen, the nearest first."""
    models = game.table.models.values()
    foes = [m.footprint for m in models if m.owner != boss]
    gaps = {m.id: min((gap(m.footprint, foe) for foe in foes), default=float("inf")) for m in models if m.owner == boss}
    return sorted((m for m in gaps if gaps[m] <= game.rules.leg_it.within), key=lambda m: (gaps[m], m))
