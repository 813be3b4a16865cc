"""The contents of a map on the table: its pieces of scenery, and the drawings of its areas (RW-10)."""

from riotsim.games.riftwar.map.game_map import GameMap
from riotsim.table.geometry.patches import Patch
from riotsim.table.pieces import PieceId, Terrain


def terrain_pieces(game_map: GameMap) -> dict[PieceId, Terrain]:
    """Return the pieces of scenery of a map, by name: its structures, and the pieces that decorate its areas."""
    pieces = [one.piece for one in game_map.structures]
    pieces += [piece for area in game_map.areas for piece in area.scenery]
    return {piece.id: piece for piece in pieces}


def map_patches(game_map: GameMap) -> tuple[Patch, ...]:
    """Return the drawings of a map's areas on the table."""
    return tuple(area.patch for area in game_map.areas)
