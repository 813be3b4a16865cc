"""What there is to say of a piece on the table: what it is, whose, and how it stands. No game is known here."""

from dataclasses import dataclass

from riotsim.play.requests import BossId
from riotsim.table.pieces import Die, Model, PieceId, Terrain, Token
from riotsim.table.state import Table
from riotsim.table.units import in_inches


@dataclass(frozen=True, slots=True)
class PieceInfo:
    """What a tooltip says of a piece."""

    title: str
    lines: tuple[str, ...] = ()
    owner: BossId | None = None


def piece_info(table: Table, piece: PieceId) -> PieceInfo | None:
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


def _model(table: Table, model: Model) -> PieceInfo:
    height = table.tower_height(model.id)
    lines = [model.kind] if model.kind else []
    if model.fallen:
        lines.append("lies on the ground")
    lines.append("no tower" if not height else f"tower of {height} {'die' if height == 1 else 'dice'}")
    if model.level > 0:
        lines.append(f"stands {in_inches(model.level):.1f} in up")
    return PieceInfo(model.id, tuple(lines), model.owner)


def _die(table: Table, die: Die) -> PieceInfo:
    lines = [f"shows {die.shows}"]
    for name, tower in table.towers.items():
        if die.id in tower.dice:
            lines.append(f"{tower.dice.index(die.id) + 1} of {len(tower.dice)} in {name}'s tower")
    return PieceInfo(f"{die.kind.name}", tuple(lines), die.owner or None)


def _token(token: Token) -> PieceInfo:
    return PieceInfo("Loot", (f"{in_inches(token.diameter):.1f} in across",))


def _terrain(terrain: Terrain) -> PieceInfo:
    stops = [what for what, does in (("moves", terrain.blocks_moves), ("bullets", terrain.blocks_bullets)) if does]
    lines = [f"{in_inches(terrain.height):.1f} in high", f"stops {' and '.join(stops)}" if stops else "stops nothing"]
    if terrain.stand_on:
        lines.append("models may stand on it")
    return PieceInfo(terrain.name.capitalize() or "Scenery", tuple(lines))
