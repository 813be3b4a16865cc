"""A checksum of a position: what lies where, to the last bit, and how often chance has been asked."""

import struct

from riotsim.play.session.chance import Chance
from riotsim.play.session.serialization import checksum
from riotsim.table.state import Table


def position_of(table: Table, chance: Chance) -> str:
    """Give the checksum. Two games of one seed with the same one go on alike, if they are answered alike."""
    parts: list[str | bytes] = []
    for sort in (table.dice, table.tokens):
        for name, piece in sort.items():
            parts += (name, struct.pack("<7d", *piece.pose.at, *piece.pose.turn))
    for name, model in table.models.items():
        parts += (name, struct.pack("<4d?", *model.at, model.heading, model.level, model.fallen))
    for name, tower in table.towers.items():
        parts += (name, *tower.dice, struct.pack("<d", tower.bearing))
    parts += (f"{int(stream)}={count}" for stream, count in sorted(chance.counts.items()))
    return checksum(*parts)
