"""What there is to say of a piece on the table: what it is, whose, and how it stands. No game is known here."""

from dataclasses import dataclass

from riotsim.play.requests import BossId
from riotsim.table.geometry.plan import Footprint, disc, gap
from riotsim.table.pieces import Die, Model, PieceId, Terrain, Token
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.table.units import in_inches


@dataclass(frozen=True, slots=True)
class About:
    """What a tooltip says of a piece."""

    title: str
    lines: tuple[str, ...] = ()
    owner: BossId | None = None


def about(table: Table, piece: PieceId) -> About | None:
    """Say what a piece is; None for one that isn't on the table."""
    if (model := table.models.get(piece)) is not None:
        return _model(table, model)
    if (die := table.dice.get(piece)) is not None:
        return _die(table, die)
    if (token := table.tokens.get(piece)) is not None:
        return _token(token)
    if (terrain := table.terrain.get(piece)) is not None:
        return _terrain(terrain)
    return None


def _model(table: Table, model: Model) -> About:
    height = table.tower_height(model.id)
    lines = [model.kind] if model.kind else []
    if model.fallen:
        lines.append("lies on the ground")
    lines.append("no tower" if not height else f"tower of {height} {'die' if height == 1 else 'dice'}")
    if model.level > 0:
        lines.append(f"stands {in_inches(model.level):.1f} in up")
    return About(model.id, tuple(lines), model.owner)


def _die(table: Table, die: Die) -> About:
    lines = [f"shows {die.shows}"]
    for name, tower in table.towers.items():
        if die.id in tower.dice:
            lines.append(f"{tower.dice.index(die.id) + 1} of {len(tower.dice)} in {name}'s tower")
    return About(f"{die.kind.name}", tuple(lines), die.owner or None)


def _token(token: Token) -> About:
    return About("Loot", (f"{in_inches(token.diameter):.1f} in across",))


def _terrain(terrain: Terrain) -> About:
    stops = [what for what, does in (("moves", terrain.blocks_moves), ("bullets", terrain.blocks_bullets)) if does]
    lines = [f"{in_inches(terrain.height):.1f} in high", f"stops {' and '.join(stops)}" if stops else "stops nothing"]
    if terrain.stand_on:
        lines.append("models may stand on it")
    return About(terrain.name.capitalize() or "Scenery", tuple(lines))


def measured(table: Table, begin: Point, end: Point, first: PieceId | None, second: PieceId | None) -> float:
    """Measure as the game does (mm): from edge to edge where both ends are on pieces, else from point to edge or point.

    What overlaps is 0 apart.
    """
    shapes = [
        disc(at, 0.0) if piece is None else _footprint(table, piece) or disc(at, 0.0)
        for at, piece in ((begin, first), (end, second))
    ]
    return max(gap(*shapes), 0.0)


def _footprint(table: Table, piece: PieceId) -> Footprint | None:
    found = table.models.get(piece) or table.dice.get(piece) or table.tokens.get(piece) or table.terrain.get(piece)
    return None if found is None else found.footprint
