"""Pictures of tables and dice for notebooks."""

import xml.etree.ElementTree as ET
from dataclasses import replace

from riotsim.table.dice.custom import rounded
from riotsim.table.dice.kinds import KINDS, die_kind
from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import rectangle
from riotsim.table.pieces import Box, Die, Hull, Model, Terrain, Token, Tower
from riotsim.table.poses import Pose, about_z
from riotsim.table.state import Table, Tray

SVG = "{http://www.w3.org/2000/svg}"


def _table() -> Table:
    dice = (
        Die("tower-1", pose=Pose((130.0, 100.0, 8.0)), owner="Ada"),
        Die("tower-2", pose=Pose((130.0, 100.0, 24.0)), owner="Ada"),
        Die("loose", pose=Pose((300.0, 300.0, 8.0), about_z(0.4))),
    )
    table = Table(600.0, 400.0, tray=Tray(200.0, 150.0, 50.0, (650.0, 0.0)))
    table = table.with_pieces(
        Model("<script>", "Ada & Bea", (100.0, 100.0)),
        Model("car", "Cy", (400.0, 200.0), Hull(80.0, 40.0), heading=1.0, fallen=True),
        Token("loot", Pose((200.0, 200.0, 1.5))),
        Terrain("crate", Box(60.0, 40.0, 30.0), (500.0, 300.0)),
        *dice,
    )
    table = table.with_tower("<script>", Tower(("tower-1", "tower-2")))
    return replace(table, patches=(Patch(rectangle((50.0, 50.0), 80.0, 80.0), "Cy"),))


def test_a_table_shows_all_its_pieces() -> None:
    """The picture of a table is valid XML. It has a title for each piece, and the number of dice of a tower."""
    picture = ET.fromstring(_table()._repr_html_())
    titles = [title.text for title in picture.iter(f"{SVG}title")]
    assert {"<script> of Ada & Bea", "car of Cy, lying", "loot", "crate", "d6 showing 1"} <= set(titles)
    assert "the tower of <script>: 2 dice" in titles
    assert "×2" in [text.text for text in picture.iter(f"{SVG}text")]


def test_round_corners_are_drawn_by_a_wide_stroke() -> None:
    """A die whose edges are rounded by 1.6 mm is drawn as a square with a stroke of twice that width, in the colour of
    the square.
    """
    die = Die("round", rounded(die_kind("d6"), 0.1), size=16.0, pose=Pose((50.0, 50.0, 8.0)))
    (shape,) = ET.fromstring(die._repr_html_()).iter(f"{SVG}polygon")
    assert (shape.get("stroke-width"), shape.get("stroke")) == ("3.20", shape.get("fill"))


def test_names_are_escaped() -> None:
    """If a name contains markup, the picture has it as text."""
    assert "<script>" not in _table()._repr_html_()


def test_every_die_shows_its_number() -> None:
    """The picture of a die of any kind has the number that it shows."""
    for name in KINDS:
        kind = die_kind(name)
        for value in kind.values:
            die = Die("die", kind, pose=Pose((10.0, -20.0, 8.0), kind.orientation_showing(value)))
            (text,) = ET.fromstring(die._repr_html_()).iter(f"{SVG}text")
            assert text.text == str(value)


def test_patches_are_filled_and_named() -> None:
    """A picture has the fill, the opacity and the name of each patch, and the outline of every patch that has one. A
    patch of nobody without a fill hides nothing.
    """
    pond = Patch(rectangle((50.0, 50.0), 80.0, 80.0), fill="#3f86c6", opacity=0.4, is_outlined=False, name="<pond>")
    site = Patch(rectangle((150.0, 50.0), 80.0, 80.0))
    picture = Table(200.0, 100.0, patches=(pond, site)).svg()
    paths = [*ET.fromstring(picture).iter(f"{SVG}path")]
    assert [path.get("fill") for path in paths] == ["#3f86c6", "none"]
    assert 'opacity="0.4"' in picture
    assert [text.text for text in ET.fromstring(picture).iter(f"{SVG}text")] == ["<pond>"]


def test_a_picture_has_the_shape_of_its_table() -> None:
    """A long table has a low picture: its width and height are in proportion to what it shows."""
    long = ET.fromstring(Table(1200.0, 300.0).svg(600))
    assert long.get("width") == "600"
    _, _, width, height = map(float, str(long.get("viewBox")).split())
    assert int(str(long.get("height"))) == round(600 * height / width)
    assert int(str(long.get("height"))) < 200
