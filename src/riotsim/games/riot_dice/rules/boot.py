"""The boot action: a model kicks a fallen enemy, or helps a fallen friend up (RD-70 to RD-72)."""

from dataclasses import replace

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules import fight
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import PickPiece, PickPoint, Spot
from riotsim.table.geometry.plan import CONTACT_GAP, touch
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.overlaps import terrain_clearances


def bootable(game: Riot, model: ModelId) -> tuple[ModelId, ...]:
    """Return the fallen models in contact with a model (RD-70)."""
    here = game.model(model).footprint
    fallen = [other for other in game.table.models.values() if other.fallen and other.id != model]
    return tuple(other.id for other in fallen if touch(here, other.footprint))


async def boot(game: Riot, model: ModelId) -> None:
    """Ask a model's boss which fallen model in contact to boot, and carry out the boot (RD-70).

    If the fallen model is an enemy, loot is pinched from the enemy's boss. If it is a friend, the friend stands up.
    """
    boss = game.boss_of(model)
    other = await game.ask(PickPiece(boss, "boot", bootable(game, model)))
    game.emit(events.Boots(model, other))
    if game.boss_of(other) != boss:
        fight.pinch(game, model, other)  # RD-71
    else:
        await stand_up(game, other)


async def stand_up(game: Riot, model: ModelId) -> None:
    """Ask the boss of a fallen model for a place, and stand the model up there (RD-72).

    If it then touches standing enemies that it hasn't fought yet (see `Riot.unfought_foes`), play the fights.
    """
    spot = await game.ask(PickPoint(game.boss_of(model), "stand", ((model, room_to_stand(game, model)),)))
    stand_model(game, model, spot)
    game.state.fighters[model].hit_points = None  # RD-39: standing up restores them
    game.emit(events.StandsUp(model))
    if game.unfought_foes(model):
        await fight.resolve_fights(game, model)


def room_to_stand(game: Riot, model: ModelId) -> Region:
    """Return the region where a fallen model may be stood up.

    At each point of the region, the model's base is on free ground and touches the place where the model lay. If there
    is no such point, the region has the points where the base overlaps loot and dice as little as possible.
    """
    here = game.model(model)
    # A model that overlaps others by as much as contact allows must be able to stand up where it lay.
    clear = [*terrain_clearances(game.table, -CONTACT_GAP)]
    clear += [
        Clearance(m.footprint, -CONTACT_GAP, f"{game.name_of(m.id)} is in the way")
        for m in game.table.models.values()
        if m.id != model
    ]
    clear += [
        Clearance(t.footprint, -CONTACT_GAP, "a loot token lies there", soft=True) for t in game.table.tokens.values()
    ]
    clear += [Clearance(d.footprint, -CONTACT_GAP, "a tower stands there", soft=True) for d in game.table.dice.values()]
    plan = here.footprint_at((0.0, 0.0))
    table, message = game.table, "it must touch the place where it lay"
    return Region(plan, table.width, table.depth, tuple(clear), here.footprint, message).relaxed()


def stand_model(game: Riot, model: ModelId, spot: Spot) -> None:
    """Stand a fallen model up at a spot, without its fights."""
    level = game.table.level_at(spot.at)
    game.table = game.table.with_pieces(replace(game.model(model), at=spot.at, fallen=False, level=level))
