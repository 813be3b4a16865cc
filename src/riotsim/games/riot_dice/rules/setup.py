"""The set-up: terrain, dropped loot, and placed models (RD-03 to RD-15)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rulebook.rulebook import MAX_BOSSES, MIN_BOSSES, Rulebook
from riotsim.games.riot_dice.rules import towers
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.towers import perform
from riotsim.games.riot_dice.state import Boss, Fighter, ModelId, State
from riotsim.play.requests import PickPoint, PlayerId
from riotsim.play.session.chance import Stream
from riotsim.table.acts import Drop, LeftTable
from riotsim.table.geometry.plan import CONTACT_GAP, disc
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.overlaps import terrain_clearances
from riotsim.table.pieces import Hull, Mesh, Model, Round, Terrain, Token
from riotsim.table.poses import ORIGIN, Pose
from riotsim.table.state import Table
from riotsim.table.units import in_inches

PLACEMENT_GAP = CONTACT_GAP + 0.1
"""Minimum gap between a placed model and any other model (mm), so that they are not in contact."""


def lay_table(rules: Rulebook, bosses: int, meshes: Mapping[str, Mesh]) -> Table:
    """Return the table and the terrain that the rules set for this number of bosses (RD-04, RD-08).

    `meshes` has the meshes of terrain, by kind.
    """
    layout = rules.layout(bosses)
    tray = rules.tray_beside(layout.width, layout.depth) if rules.fight.tray else None
    table = Table(layout.width, layout.depth, rules.surface, wall_height=rules.table.walls, tray=tray)
    for number, placed in enumerate(layout.terrain, 1):
        piece = rules.terrain[placed.piece]
        shape = piece.shape_box or meshes[placed.piece]
        table = table.with_pieces(
            Terrain(
                f"{placed.piece}-{number}",
                shape,
                placed.at,
                placed.heading,
                placed.piece,
                piece.blocks_moves,
                piece.blocks_bullets,
                piece.stand_on,
            )
        )
    return table


def initial_state(
    rules: Rulebook, bosses: Sequence[PlayerId], gangs: Mapping[PlayerId, str], hands: Mapping[PlayerId, str]
) -> State:
    """Return the state of a new game: each boss has a gang, and nothing is on the table yet (RD-03).

    Args:
        rules: The rulebook.
        bosses: The bosses, in turn order.
        gangs: Name of each boss's gang in the rules, by boss. Bosses who are left out have the default gang.
        hands: Name of each boss's hand in the rules, by boss. Bosses who are left out have the default hand.

    Raises:
        ValueError: There are too few or too many bosses, or two have the same name.
        KeyError: The rules have no gang of a given name.
    """
    if not MIN_BOSSES <= len(bosses) <= MAX_BOSSES or len(set(bosses)) < len(bosses):
        names = ", ".join(bosses) or "none"
        raise ValueError(f"{MIN_BOSSES} to {MAX_BOSSES} bosses play, each with a name of their own, not {names}")
    fighters: dict[str, Fighter] = {}
    used = set(bosses)
    for seat, boss in enumerate(bosses):
        gang = gangs.get(boss, "")
        free = [name for name in rules.model_names(gang) if name not in used]
        kinds = rules.muster(gang)
        used.update(free[: len(kinds)])
        for number, (kind, name) in enumerate(zip_longest(kinds, free[: len(kinds)], fillvalue=""), 1):
            fighters[f"{'abcd'[seat]}{number}"] = Fighter(boss, kind, rules.models[kind].weapons, name=name)
    minutes = rules.clock.minutes
    return State(
        {boss: Boss(hand=hands.get(boss, rules.hand)) for boss in bosses},
        fighters,
        clock=None if minutes is None else minutes * 60.0,
    )


async def drop_loot(game: Riot) -> None:
    """Place the loot, and draw the first boss (RD-10 to RD-12).

    - The bosses take turns to drop one token each, until each boss has dropped `loot.each` tokens.
    - Then `loot.middle` tokens are put in the middle of the table.
    - If the scenario has not named the first boss, the first boss is drawn.
    """
    bosses = game.state.bosses
    while any(boss.dropped < game.rules.loot.each for boss in bosses.values()):
        fewest = min(boss.dropped for boss in bosses.values())
        name = next(name for name, boss in bosses.items() if boss.dropped == fewest)
        await _drop(game, name)
        bosses[name].dropped += 1
    for _ in range(game.rules.loot.middle):
        _put_in_the_middle(game)
    game.state.phase = "deploy"
    if game.state.turn is None:
        names = list(bosses)
        game.state.turn = names[game.play.chance.pick(Stream.FIRST, len(names))]  # RD-12
    game.emit(events.FirstBoss(game.state.turn))


async def _drop(game: Riot, boss: PlayerId) -> None:
    """Ask a boss to drop a loot token, again and again until it stays on the table (RD-14)."""
    loot = game.rules.loot
    token = Token(game.new_name("t"), ORIGIN, loot.size)
    area = Region(disc((0.0, 0.0), loot.size / 2), game.table.width, game.table.depth)
    while True:
        spot = await game.ask(PickPoint(boss, "drop", ((token.id, area),)))
        settled = await perform(game, Drop(token, spot.at, loot.drop_height, game.hand(boss)), boss)
        if all(fact.piece != token.id for fact in settled.facts_of(LeftTable)):
            game.emit(events.TokenLands(boss, token.id))
            return
        game.emit(events.TokenBack(token.id))


def _put_in_the_middle(game: Riot) -> None:
    """Put a token on the free spot nearest to the middle of the table (RD-11).

    If no spot on the table is free, put the token exactly in the middle.
    """
    loot = game.rules.loot
    token = Token(game.new_name("t"), ORIGIN, loot.size)
    clear = [Clearance(t.footprint) for t in game.table.terrain.values()]
    clear += [Clearance(t.footprint) for t in game.table.tokens.values()]
    area = Region(token.footprint, game.table.width, game.table.depth, tuple(clear))
    at = area.nearest(game.table.middle) or game.table.middle
    game.table = game.table.with_pieces(replace(token, pose=Pose((*at, token.thickness / 2))))
    game.emit(events.TokenLands(None, token.id))


async def deploy(game: Riot) -> None:
    """Ask the bosses to place their models (RD-13).

    The bosses take turns to place one model each, until all models are placed. The first boss begins.
    """
    state = game.state
    first = state.turn
    names = list(state.bosses)
    while waiting := _undeployed(game):
        assert state.turn is not None, "the loot has been dropped"
        boss = state.turn
        if boss in waiting:
            await _place(game, boss, waiting[boss])
        state.turn = names[(names.index(boss) + 1) % len(names)]
    state.turn = first  # RD-15: the first boss activates first
    state.phase = "play"


def _undeployed(game: Riot) -> dict[PlayerId, list[str]]:
    """Return the models that each boss has yet to deploy, by boss. Bosses who have deployed all models are left out."""
    waiting: dict[PlayerId, list[str]] = {}
    for model, fighter in game.state.fighters.items():
        if model not in game.table.models:
            waiting.setdefault(fighter.boss, []).append(model)
    return waiting


async def _place(game: Riot, boss: PlayerId, models: list[str]) -> None:
    """Ask a boss to place one of `models` (RD-13).

    If the rules have towers of dice, the boss then stacks the first `tower.start` dice of the model's tower (RD-38).
    """
    fresh = {model: unplaced_model(game, model) for model in models}
    # Models with the same base share a region, because it takes a while to compute.
    room: dict[Round | Hull, Region] = {}
    for piece in fresh.values():
        if piece.base not in room:
            room[piece.base] = region = deployment_region(game, piece)
            if region.shortfall:
                game.emit(events.NoLegalSpot(boss, round(in_inches(region.shortfall), 2)))
    regions = [(model, room[piece.base]) for model, piece in fresh.items()]
    spot = await game.ask(PickPoint(boss, "place", tuple(regions)))
    placed = replace(fresh[spot.piece], at=spot.at, level=game.table.level_at(spot.at))
    game.table = game.table.with_pieces(placed)
    game.emit(events.Deployed(spot.piece, boss))
    if game.rules.tower.mode == "dice":
        await towers.stack(game, spot.piece, game.rules.tower.start)  # RD-38


def unplaced_model(game: Riot, model: ModelId) -> Model:
    """Return the piece for a model of the game that isn't on the table yet. Its place is the point (0, 0)."""
    kind = game.state.fighters[model].kind
    return Model(
        model, game.boss_of(model), (0.0, 0.0), game.kind(model).footing, kind=kind, figure=game.figures.get(kind)
    )


def deployment_region(game: Riot, model: Model) -> Region:
    """Return the region where a model may be deployed (RD-13).

    If no spot is legal, the required distance `deployment.clear_of` is shortened just enough to make a spot legal.
    """
    far = game.rules.deployment.clear_of
    table = game.table
    clear = [*terrain_clearances(table)]
    inches = f"{in_inches(far):g} in"
    clear += [Clearance(t.footprint, far, f"within {inches} of a loot token", soft=True) for t in table.tokens.values()]
    for other in table.models.values():
        name = game.name_of(other.id)
        if other.owner == model.owner:
            clear.append(Clearance(other.footprint, PLACEMENT_GAP, f"it would touch {name}"))
        else:
            clear.append(Clearance(other.footprint, PLACEMENT_GAP, f"it would touch {name}"))
            clear.append(Clearance(other.footprint, far, f"within {inches} of {name}", soft=True))
    dice = [Clearance(die.footprint, message="a tower is in the way") for die in table.dice.values()]
    return Region(model.footprint, table.width, table.depth, (*clear, *dice)).relaxed()
