"""Dice with signs on the page of a replay: the browser draws the icon and its count on the face."""

from pathlib import Path

import pytest

from riotsim.play.narration import Turn
from riotsim.replay.page.html import page
from riotsim.replay.recording import Moment, Recording, seats
from riotsim.table.dice.custom import with_signs
from riotsim.table.dice.kinds import D6
from riotsim.table.dice.signs import Sign
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.state import Table

from .browser import Browser

pytestmark = pytest.mark.xdist_group("browser")

CELL = """
((side) => {
  let map = null;
  riotsim.stage.scene.traverse((one) => {
    const image = one.material?.map?.image;
    if (image?.width === 768 && image?.height === 512) map = image;
  });
  const copy = document.createElement("canvas"), c = copy.getContext("2d", { willReadFrequently: true }), found = [];
  copy.width = 768;
  copy.height = 512;
  c.drawImage(map, 0, 0);
  for (let y = 0; y < 16; y++) for (let x = 0; x < 16; x++)
    found.push(c.getImageData((side % 3) * 256 + x * 16 + 8, (side > 2 ? 256 : 0) + y * 16 + 8, 1, 1).data[0] > 128);
  return found;
})(SIDE)
"""
"""Script that returns which points of a blue cube's side have ink, as 16 rows of 16 points from the top down."""


UNSURE = 12
"""Number of points by which two pictures of the same shape may differ: points on the outline can fall either way."""


def test_the_page_draws_signs(chromium: Browser, tmp_path: Path) -> None:
    """The page draws a horseshoe on a die's top, symmetric and open below. On the right side the horseshoe is upright,
    which is a quarter turn on the texture. If it has a count, it is drawn in another place.
    """
    kind = with_signs(D6, "guard", {1: Sign("trample"), 2: Sign("trample"), 5: Sign("trample", 1)})
    table = Table(100.0, 100.0).with_pieces(Die("g", kind, pose=Pose((50.0, 50.0, 8.0)), owner="Ada"))
    moment = Moment(0, Turn(1, "Ada"), table, table)
    recording = Recording("made_up", "Signs", seats({"Ada": "", "Bea": ""}), {}, table, (moment,), ())
    (tmp_path / "game.html").write_text(page(recording), encoding="utf-8")
    with chromium.page(400, 300) as browser:
        browser.call("Page.navigate", url=(tmp_path / "game.html").as_uri())
        browser.wait("window.riotsim?.ready")
        drawn = {}
        for side in (0, 1, 4):
            points = browser.run(CELL.replace("SIDE", str(side)))
            drawn[side] = [points[16 * k : 16 * k + 16] for k in range(16)]
        assert browser.said == []
    top, right, left = (
        {(x, y) for y, row in enumerate(drawn[k]) for x, here in enumerate(row) if here} for k in (4, 0, 1)
    )
    assert 40 < len(top) < 150
    assert len({(15 - x, y) for x, y in top} ^ top) <= UNSURE
    assert (7, 13) not in top
    assert (7, 3) in top
    # Up is +z, which is to the left in this cell of the texture.
    assert len({(y, 15 - x) for x, y in top} ^ right) <= UNSURE
    assert len(left ^ right) > 2 * UNSURE
