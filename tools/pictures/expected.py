"""Draws the small pictures that tests compare with: `python tools/pictures/expected.py`. Look at them, then commit.

They are what the renderer draws now; what it should draw is for eyes to say.
"""

import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "viewer"))

from small_table import SIZE, small_table, staged  # noqa: E402

from riotsim.viewer.input.camera import Camera  # noqa: E402
from riotsim.viewer.render.images import render_image  # noqa: E402
from riotsim.viewer.render.quality import QUALITIES  # noqa: E402

FOLDER = ROOT / "tests" / "viewer" / "pictures"


def main() -> None:
    """Draw them, one for each quality."""
    FOLDER.mkdir(exist_ok=True)
    table = small_table()
    stage = staged(table)
    for quality in QUALITIES:
        drawn = render_image(stage, Camera.above_table(((0.0, 0.0), (table.width, table.depth))), *SIZE, quality)
        Image.fromarray(drawn).save(FOLDER / f"table-{quality}.png", optimize=True)
        print(f"table-{quality}.png")


if __name__ == "__main__":
    main()
