"""Films towers that are thrown down, for the README: a short GIF, slowed down.

python tools/pictures/falling_tower.py [FILE.gif]

The table is that of `riotsim game --seed 11` after 25 activations; the throw at its towers is made for the picture.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from riotsim.app.recordings import figure_meshes
from riotsim.bots.bot import play_out
from riotsim.files.assets.figures import load_figures
from riotsim.files.assets.meshes import load_meshes
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import new_game
from riotsim.players import make_bots
from riotsim.replay.recording import seats
from riotsim.simulation import frames, perform
from riotsim.table.acts import Frame, Hand, Roll
from riotsim.table.pieces import Die
from riotsim.table.state import Table
from riotsim.viewer.film.camera import FIELD_OF_VIEW
from riotsim.viewer.film.writer import Picture
from riotsim.viewer.input.camera import Camera
from riotsim.viewer.render.images import OffscreenRenderer
from riotsim.viewer.scene.scene import Scene

FILE = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "tower.gif"

BOTS = {"Ada": "greedy", "Bea": "greedy"}
GAME_SEED, ACTIVATIONS = 11, 25

HURLS = Hand("hurls", 0.0, 0.0, 0.0, 10.0, 5.0, 2300.0, 0.0, 18.0, ())
"""A hand that means it."""

THROWN = tuple(Die(f"thrown{k}", owner="Bea") for k in range(4))
THROW = Roll(THROWN, (536.7, 275.0), math.radians(-10.0), HURLS, drop=95.0)
THROW_SEED = 1
"""Four towers come down by it."""

CAMERA = Camera((390.0, 362.0, 140.0), 845.0, 0.45, math.radians(26.0), FIELD_OF_VIEW)

WIDTH, HEIGHT = 480, 400
SMOOTH = 2
"""Pixels are drawn so many times as fine, and averaged."""

EVERY, SEEN = 5, 50
"""Ticks from one picture to the next, and how long it is seen (ms): 0.4 of the speed with which it happens."""

BEGIN, END = 25, 330
"""Ticks."""

FIRST, LAST = 500, 1800
"""For so long the first and the last picture are seen (ms)."""

COLOURS = 256

SAMPLES = 400
"""The palette is made of so many pixels, squared."""


def table_of_a_game() -> Table:
    """Return the table of the scene."""
    rules = load_rules("riot_dice", Rulebook)
    figures = load_figures(rules)
    session = new_game(rules, list(BOTS), GAME_SEED, perform, load_meshes(rules), figures=figures)
    for _ in play_out(session, make_bots(BOTS, rules, GAME_SEED)):
        if session.state.activations == ACTIVATIONS:
            break
    return session.table


def pictures(table: Table) -> Iterator[Picture]:
    """Return the pictures, drawn finely."""
    way: list[Frame] = [frame for frame in frames(table, THROW, THROW_SEED, every=EVERY) if frame.tick <= END]
    stage = Scene(seats(BOTS), {model.id: model.owner for model in table.models.values()}, figure_meshes())
    stage.show(table.with_pieces(*THROWN))
    poses = {**way[0].poses}
    with OffscreenRenderer(WIDTH * SMOOTH, HEIGHT * SMOOTH, "medium") as make:
        for frame in way:
            poses |= frame.poses  # what rests again stays where it came to
            if frame.tick >= BEGIN:
                stage.pose(poses)
                yield make.render(stage, CAMERA)


def smaller(picture: Picture) -> Image.Image:
    """Average a picture down to the size of the GIF."""
    parts = picture.reshape(HEIGHT, SMOOTH, WIDTH, SMOOTH, 3).astype(np.float64)
    return Image.fromarray(np.round(parts.mean(axis=(1, 3))).astype(np.uint8))


def palette_of(drawn: Sequence[Image.Image]) -> Image.Image:
    """Return one palette for all pictures, so that still parts stay the same to the pixel and take no space.

    Bright colours count for more than the dark ones that prevail.
    """
    pixels = np.concatenate([np.asarray(picture).reshape(-1, 3) for picture in drawn])
    weights = 6.0 + np.ptp(pixels, axis=1).astype(np.float64) + 0.3 * pixels.max(axis=1)
    picked = np.random.default_rng(0).choice(len(pixels), SAMPLES**2, p=weights / weights.sum())
    sample = Image.fromarray(pixels[picked].reshape(SAMPLES, SAMPLES, 3))
    return sample.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=3)


def main(file: str = str(FILE)) -> None:
    """Throw, draw and write."""
    drawn = [smaller(picture) for picture in pictures(table_of_a_game())]
    palette = palette_of((drawn[0], drawn[len(drawn) // 2], drawn[-1]))
    indexed = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in drawn]
    seen = [FIRST, *[SEEN] * (len(indexed) - 2), LAST]
    indexed[0].save(file, save_all=True, append_images=indexed[1:], duration=seen, loop=0, optimize=True)
    print(f"{file}: {len(indexed)} pictures, {Path(file).stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
