"""Pictures of tables: they show all that is there, and look alike on every machine."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from skimage.metrics import structural_similarity
from small_table import SIZE, small_table, staged

from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Region
from riotsim.table.poses import Pose, Vector
from riotsim.table.state import Table
from riotsim.viewer.input.camera import Camera
from riotsim.viewer.render.images import OffscreenRenderer
from riotsim.viewer.render.quality import QUALITIES, Quality
from riotsim.viewer.render.shadows import LIGHT_DIRECTION
from riotsim.viewer.scene.marks import Area, Ghost, Label, Ring
from riotsim.viewer.scene.marks import Path as Way
from riotsim.viewer.scene.scene import Scene

Take = Callable[[Scene, Camera, Quality], npt.NDArray[np.uint8]]
Picture = npt.NDArray[np.uint8]

STORED = Path(__file__).parents[1] / "pictures"

ALIKE = 0.80
"""Least structural similarity to a stored picture. Another graphics driver smooths edges differently, which costs some
hundredths. A picture without its shadows has 0.7."""


@pytest.fixture(scope="module")
def table() -> Table:
    """Return a table with a piece of each sort, and a tray."""
    return small_table()


@pytest.fixture(scope="module")
def take() -> Iterator[Take]:
    """Yield a function that takes pictures, with one renderer for each quality."""
    made: dict[Quality, OffscreenRenderer] = {}

    def picture(stage: Scene, camera: Camera, quality: Quality) -> npt.NDArray[np.uint8]:
        if quality not in made:
            made[quality] = OffscreenRenderer(*SIZE, quality)
        return made[quality].render(stage, camera)

    yield picture
    for pictures in made.values():
        pictures.close()


def camera_for(table: Table) -> Camera:
    """Return a camera that sees the whole table from the front."""
    return Camera.above_table(((0.0, 0.0), (table.width, table.depth)))


def at(picture: Picture, camera: Camera, point: Vector) -> npt.NDArray[np.float64]:
    """Return the mean colour of the few pixels around the place where a point is seen."""
    place = camera.project(point, *SIZE)
    assert place is not None
    x, y = int(place[0]), int(place[1])
    mean: npt.NDArray[np.float64] = picture[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(axis=0)
    return mean


@pytest.mark.parametrize("quality", QUALITIES)
def test_a_picture_is_like_the_stored_one(take: Take, table: Table, quality: Quality) -> None:
    """In each quality, a picture is similar to the stored one. `tools/pictures/expected.py` redraws the stored ones."""
    picture = take(staged(table), camera_for(table), quality)
    stored = np.asarray(Image.open(STORED / f"table-{quality}.png").convert("RGB"))
    assert picture.shape == stored.shape
    assert float(structural_similarity(picture, stored, channel_axis=2)) > ALIKE


def test_a_picture_is_the_same_each_time(take: Take, table: Table) -> None:
    """If the same scene is drawn twice, with another picture in between, both pictures are equal."""
    stage, camera = staged(table), camera_for(table)
    first = take(stage, camera, "low")
    take(stage, Camera((100.0, 100.0, 0.0), 200.0), "low")
    assert np.array_equal(take(stage, camera, "low"), first)


def test_dice_have_their_bosses_colours(take: Take, table: Table) -> None:
    """The dice of the blue boss look blue, and those of the orange boss look orange."""
    camera = camera_for(table)
    picture = take(staged(table), camera, "low")
    red, _, blue = at(picture, camera, (92.0, 46.0, 16.0))
    assert blue > red + 40
    red, _, blue = at(picture, camera, (204.0, 116.0, 80.0))
    assert red > blue + 40


def test_a_die_that_is_moved_is_seen_there(take: Take, table: Table) -> None:
    """If a die is moved, the next picture shows it in its new place, and felt in its old place."""
    camera, stage = camera_for(table), staged(table)
    before = take(stage, camera, "low")
    stage.pose({"a1": Pose((90.0, 90.0, 8.0))})
    after = take(stage, camera, "low")
    assert np.abs(at(after, camera, (90.0, 90.0, 14.0)) - at(before, camera, (90.0, 90.0, 14.0))).max() > 40
    red, green, blue = at(after, camera, (90.0, 50.0, 8.0))
    assert green > max(red, blue)


def test_where_the_lamp_is_behind_the_camera_is_no_speck(table: Table) -> None:
    """If the camera looks in the lamp's direction, the spot of the table seen there is lit, with no dark speck."""
    (x, y, z), size = map(float, LIGHT_DIRECTION), (640, 360)
    bare = staged(replace(table, models={}, dice={}, tokens={}, towers={}, terrain={}))
    pictures = OffscreenRenderer(*size, "low")
    try:
        for turn, tilt in ((0.03, 0.03), (0.09, 0.03), (0.15, 0.09)):
            middle = (table.width / 2, table.depth / 2, 0.0)
            camera = Camera(middle, 500.0, math.atan2(y, x) + math.pi + turn, math.asin(z) + tilt)
            eye = camera.eye
            place = camera.project((eye[0] - x * eye[2] / z, eye[1] - y * eye[2] / z, 0.0), *size)
            assert place is not None
            across, down = map(round, place)
            seen = pictures.render(bare, camera)[down - 4 : down + 5, across - 4 : across + 5]
            assert seen.max(axis=2).min() > 10
    finally:
        pictures.close()


def test_what_stands_throws_a_shadow(take: Take, table: Table) -> None:
    """A crate's shadow lies to its right, because the lamp hangs on the left. Without the crate there is no shadow."""
    camera = camera_for(table)
    beside = (180.0, 152.0, 0.0)
    with_it = at(take(staged(table), camera, "medium"), camera, beside).sum()
    without = at(take(staged(table.without("crate")), camera, "medium"), camera, beside).sum()
    assert with_it < 0.7 * without


def test_a_glow_is_seen_about_a_piece(take: Take, table: Table) -> None:
    """If a piece glows, the picture changes around this piece and nowhere else."""
    camera, stage = camera_for(table), staged(table)
    before = take(stage, camera, "low").astype(int)
    stage.glow["coin"] = "hover"
    changed = np.abs(take(stage, camera, "low").astype(int) - before).max(axis=2) > 12
    place = camera.project((220.0, 50.0, 1.5), *SIZE)
    assert place is not None
    ys, xs = np.nonzero(changed)
    assert len(xs) > 20
    assert np.hypot(xs - place[0], ys - place[1]).max() < 20


def test_marks_are_seen_and_labels_are_left_to_the_panels(take: Take, table: Table) -> None:
    """A way, a ring, an area and a ghost are each seen at their places. A label isn't drawn by the renderer."""
    camera, stage = camera_for(table), staged(table)
    before = take(stage, camera, "low")
    spots: list[tuple[Vector, float]] = []
    for mark, place, least in (
        (Way([(20.0, 180.0), (130.0, 180.0)], "#ffe020", 10.0), (80.0, 180.0, 0.0), 40.0),
        (Ring((40.0, 80.0), 20.0, "#ff3020"), (60.0, 80.0, 0.0), 15.0),
        (Area(Region(disc((0.0, 0.0), 5.0), 300.0, 200.0), "#40ffff"), (120.0, 90.0, 0.0), 5.0),
        (Ghost("a0", Pose((20.0, 20.0, 8.0)), "#40c0ff"), (20.0, 20.0, 8.0), 15.0),
    ):
        stage.marks[:] = [mark]
        changed = np.abs(at(take(stage, camera, "low"), camera, place) - at(before, camera, place)).max()
        spots.append((place, float(changed)))
        assert changed > least, spots
    stage.marks[:] = [Label((100.0, 100.0, 0.0), "12 in", "#ffffff")]
    assert np.array_equal(take(stage, camera, "low"), before)


def test_patches_are_seen_on_the_table(take: Take, table: Table) -> None:
    """A patch shows its fill colour, the stronger the more opaque the fill is. A crate on the patch hides it and casts
    a shadow on it. A patch's name is drawn on the table.
    """
    camera, spot = camera_for(table), (30.0, 160.0, 0.0)
    ground = Patch(rectangle((110.0, 160.0), 220.0, 70.0), fill="#2040ff", is_outlined=False)
    bare = take(staged(table), camera, "medium")
    thin = take(staged(replace(table, patches=(replace(ground, opacity=0.3),))), camera, "medium")
    full = take(staged(replace(table, patches=(ground,))), camera, "medium")
    blues = [at(picture, camera, spot)[2] - at(picture, camera, spot)[0] for picture in (bare, thin, full)]
    assert blues[0] < blues[1] - 10 < blues[2] - 20
    top = (150.0, 150.0, 32.0)
    assert np.abs(at(full, camera, top) - at(bare, camera, top)).max() < 12
    beside = (180.0, 152.0, 0.0)
    assert at(full, camera, beside).sum() < 0.8 * at(full, camera, (30.0, 152.0, 0.0)).sum()
    named = replace(ground, fill="", name="MMMM", name_size=30.0, name_at=(60.0, 165.0))
    inked = take(staged(replace(table, patches=(named,))), camera, "medium")
    assert (np.abs(inked.astype(int) - bare).max(axis=2) > 40).sum() > 30


@pytest.mark.parametrize("yaw", [90.0, 120.0, 270.0, 240.0])
def test_names_on_the_table_stand_upright(take: Take, table: Table, yaw: float) -> None:
    """From whichever side the camera looks, a name on the table isn't upside down. The bar of an L is at the bottom."""
    ground = Patch(rectangle((60.0, 165.0), 100.0, 70.0), is_outlined=False)
    named = replace(ground, name="L", name_size=50.0, name_colour="#ff00ff")
    camera = Camera((60.0, 165.0, 0.0), 300.0, math.radians(yaw), math.radians(85.0))
    before, after = (take(staged(replace(table, patches=(one,))), camera, "medium") for one in (ground, named))
    rows = (np.abs(after.astype(int) - before).max(axis=2) > 60).sum(axis=1)
    inked = np.flatnonzero(rows)
    middle = (inked[0] + inked[-1]) // 2
    foot, head = rows[middle:].sum(), rows[:middle].sum()
    assert foot > 1.2 * head > 0


def test_a_stage_without_a_table_is_left_alone(take: Take) -> None:
    """If a scene has no table, drawing it raises no error."""
    take(Scene((), {}, {}), Camera(), "low")
