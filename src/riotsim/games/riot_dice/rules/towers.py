"""Towers: how they grow and fall. The module also settles what physical acts do to models, towers and loot.

The clauses are RD-30 to RD-39.
"""

import math
from dataclasses import replace

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.riot import ActivationOver, Riot
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import PlaceDie, PlayerId
from riotsim.play.session.chance import Stream
from riotsim.table import acts
from riotsim.table.acts import Put, Stack
from riotsim.table.geometry.plan import CONTACT_GAP, gap
from riotsim.table.pieces import PieceId, Token
from riotsim.table.poses import ORIGIN, Point, Pose
from riotsim.table.state import Table
from riotsim.table.towers import free_bearing, push_back

STREAMS = {acts.Roll: Stream.ROLL, acts.Stack: Stream.STACK, acts.Carry: Stream.CARRY, acts.Drop: Stream.DROP}


async def damage(game: Riot, model: ModelId, points: int, by: PlayerId) -> None:
    """Damage a model. A model that doesn't stand takes no damage (RD-31, RD-39).

    The effect depends on `tower.mode`:

    - `dice`: the model's boss stacks a die on its tower for each point.
    - `hit_points`: the model loses hit points. If none are left, it falls over.
    - `none`: nothing happens.
    """
    if not game.is_standing(model):
        return  # RD-37
    game.emit(events.Damage(model, points, by))
    match game.rules.tower.mode:
        case "dice":
            await stack(game, model, points)
        case "hit_points":
            _take_hit_points(game, model, points)  # RD-39
        case "none":
            pass  # RD-39: with no towers at all, damage does nothing


async def swig(game: Riot, model: ModelId) -> None:
    """Play the swig of a model: ask its boss to stack `tower.swig` dice on its tower (RD-23).

    Do nothing if the model no longer stands, or if the rules have no towers of dice.
    """
    if game.rules.tower.mode == "dice" and game.is_standing(model):
        await stack(game, model, game.rules.tower.swig)


async def stack(game: Riot, model: ModelId, count: int) -> None:
    """Ask a model's boss to stack `count` dice on the model's tower, one by one.

    If the model falls over, stop (RD-37).
    """
    boss = game.boss_of(model)
    size = game.rules.dice.size
    for put in range(count):
        if not game.is_standing(model):
            return
        height = game.table.tower_height(model)
        answer = await game.ask(PlaceDie(boss, "stack", model, height, size / 2, count - put - 1))
        by_hand = answer if isinstance(answer, Put) else None
        offset = answer.offset if isinstance(answer, Put) else answer
        (die,) = game.new_dice(["d6"], boss)
        bearing = 0.0
        if not height:
            # RD-30: a new tower begins behind the model's back, where the ground is free.
            bearing = free_bearing(game.table, model, game.model(model).heading + math.pi, size)
        await perform(game, Stack(die, model, game.hand(boss), bearing, offset, by_hand), boss)
        if model in game.table.towers:
            game.emit(events.TowerGrows(model, height + 1))


def _take_hit_points(game: Riot, model: ModelId, points: int) -> None:
    fighter = game.state.fighters[model]
    left = game.rules.hit_points(fighter.kind) if fighter.hit_points is None else fighter.hit_points
    fighter.hit_points = max(0, left - points)
    if fighter.hit_points == 0 and game.is_standing(model):
        falls_over(game, model)


async def perform(game: Riot, act: acts.Act, by: PlayerId) -> acts.Settled:
    """Perform a physical act of the boss `by`, such as a roll or a carry, and return the outcome of the act.

    Also apply the rules to what happened: towers that fell or were pushed, pushed models, and tokens that left the
    table.

    Raises:
        ActivationOver: The activating model has fallen over.
    """
    before = game.table
    settled = await game.play.perform(act, STREAMS[type(act)])
    for fact in settled.facts:
        match fact:
            case acts.TowerFell(model):
                tower_falls(game, model, by, _dice_of(before, act, model))
            case acts.TowerPushed(model) if model in game.table.towers:
                # RD-32: a tower that was pushed off its place and still stands is slid back.
                game.emit(events.TowerPushed(model))
                game.table = push_back(game.table, model)
            case acts.ModelMoved(model):
                game.pushed.append(model)
                _bring_tower_back(game, model)
            case acts.LeftTable(piece, _, at) if piece in before.tokens:
                # RD-14: a token that is pushed off returns to the nearest point of the edge.
                game.emit(events.TokenBack(piece))
                game.table = game.table.with_pieces(_moved_to_edge(game.table, before.tokens[piece], at))
            case _:
                pass
    game.forget_fights_apart()
    active = game.state.activating
    if active is not None and not game.is_standing(active):
        raise ActivationOver  # RD-33
    return settled


def _bring_tower_back(game: Riot, model: ModelId) -> None:
    """Put the tower of a pushed model back so that it touches the model (RD-30, RD-93).

    If the tower already touches the model and doesn't overlap it, nothing changes.
    """
    dice = game.table.tower_dice(model)
    if dice and abs(gap(game.model(model).footprint, dice[0].footprint)) > CONTACT_GAP:
        game.table = push_back(game.table, model)


def tower_falls(game: Riot, model: ModelId, by: PlayerId, dice: list[PieceId]) -> None:
    """Discard the dice of a fallen tower (RD-32 to RD-34).

    If the model's own boss is to blame, and `tower.own_fall` is `falls_over`, the model falls over.

    Args:
        game: The game.
        model: The model that had the tower.
        by: The boss to blame, whose act made the tower fall, directly or through another falling tower (RD-35, RD-36).
        dice: The dice of the tower.
    """
    game.table = game.table.with_tower(model, None)
    game.table = game.table.without(*[die for die in dice if die in game.table.dice])  # RD-32
    game.emit(events.TowerFalls(model, by, len(dice)))
    if game.boss_of(model) == by and game.rules.tower.own_fall == "falls_over":
        falls_over(game, model)  # RD-33
    # RD-34: felled by anyone else, the model stays on its feet.


def falls_over(game: Riot, model: ModelId) -> None:
    """Lay a model on its side where it stands. The fallen model keeps the footprint of its base (RD-37)."""
    game.table = game.table.with_pieces(replace(game.model(model), fallen=True))
    game.forget_fights_apart()
    game.emit(events.FallsOver(model))


def _dice_of(before: Table, act: acts.Act, model: ModelId) -> list[PieceId]:
    """Return the dice of a model's tower before its fall.

    If the act was to stack a die on this tower, include the die.
    """
    dice = [die.id for die in before.tower_dice(model)]
    if isinstance(act, acts.Stack) and act.tower == model:
        dice.append(act.die.id)
    return dice


def _moved_to_edge(table: Table, token: Token, at: Point) -> Token:
    r = token.diameter / 2
    x = min(max(at[0], r), table.width - r)
    y = min(max(at[1], r), table.depth - r)
    return replace(token, pose=Pose((x, y, token.thickness / 2), ORIGIN.orientation))
