"""A small table with one piece of each kind and a tray, for test pictures."""

from riotsim.replay.recording import Seat
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Box, Die, Hull, Model, Terrain, Token
from riotsim.table.poses import Pose, about_z
from riotsim.table.state import Table, Tray
from riotsim.viewer.scene.scene import Scene

SEATS = (Seat("Ada", "#2f7fc4", "●"), Seat("Bea", "#e0702a", "▲"))

SIZE = (192, 108)
"""Size of the pictures (pixels)."""


def small_table() -> Table:
    """Return the table."""
    d6, d20 = die_kind("d6"), die_kind("d20")
    table = Table(300.0, 200.0, tray=Tray(90.0, 90.0, 30.0, (345.0, 40.0)))
    for k in range(3):
        table = table.with_pieces(
            Die(f"a{k}", size=16.0, pose=Pose((60.0 + 30 * k, 50.0, 8.0), d6.orientation_showing(k + 1)), owner="Ada")
        )
    for k in range(5):
        pose = Pose((200.0, 120.0, 8.0 + 16 * k), about_z(0.1 * k))
        table = table.with_pieces(Die(f"s{k}", size=16.0, pose=pose, owner="Bea"))
    return table.with_pieces(
        Die("twenty", d20, 20.0, Pose((160.0, 50.0, 20.0 * d20.flat_height(20)), d20.orientation_showing(20)), "Bea"),
        Token("coin", Pose((220.0, 50.0, 1.5))),
        Model("ada1", "Ada", (60.0, 120.0)),
        Model("bea1", "Bea", (110.0, 130.0), fallen=True),
        Model("cart", "Bea", (250.0, 160.0), Hull(60.0, 30.0)),
        Terrain("crate", Box(38.0, 38.0, 32.0), (150.0, 150.0), 0.3, "crate"),
    )


def staged(table: Table) -> Scene:
    """Return a new scene that shows a table."""
    stage = Scene(SEATS, {}, {})
    stage.show(table)
    return stage
