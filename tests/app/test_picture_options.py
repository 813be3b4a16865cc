"""The options of pictures and films, the seeds of games, and refusals of wrong ones."""

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("av")
pytest.importorskip("pyglet")

from riotsim.app.new_games import MAX_SEED, check_seed, parse_seed
from riotsim.app.pictures import (
    CAMERA_PITCH,
    CAMERA_SIDE_ANGLE,
    TOP_MARGIN,
    FilmRequest,
    PictureRequest,
    camera_for,
    film_request,
    parse_quality,
    parse_size,
    picture_request,
)
from riotsim.errors import BadInput, InvalidValue
from riotsim.table.pieces import Die, Model, Round
from riotsim.table.poses import Pose
from riotsim.table.state import Table


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1280x720", (1280, 720)),
        (" 32×4096 ", (32, 4096)),
        ("4096x34", (4096, 34)),
        ("66x480", (66, 480)),
        ("00640x480", (640, 480)),
    ],
)
def test_sizes(text: str, size: tuple[int, int]) -> None:
    """A size is a width and a height, both even numbers from 32 to 4096, with an `x` or `×` between."""
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["30x720", "720x30", "4098x720", "720x4098", "641x480", "640x481", "00000x480"])
def test_sizes_out_of_bounds(text: str) -> None:
    """An odd number is refused with the bounds, and so is a number outside of them."""
    width, height = map(int, text.split("x"))
    with pytest.raises(BadInput) as refused:
        parse_size(text)
    assert str(refused.value) == f"--size {width}x{height}: each is an even number from 32 to 4096"


@pytest.mark.parametrize("text", ["", "640", "640x", "x480", "640 x 480", "640x480x2", "-64x480", "123456x480"])
def test_sizes_that_are_not_written_well(text: str) -> None:
    """A size that is not written as two numbers is refused with an example."""
    with pytest.raises(BadInput) as refused:
        parse_size(text)
    assert str(refused.value) == f"--size is written like 1280x720, not {text!r}"


def test_qualities() -> None:
    """There are three qualities; another is refused with their names."""
    assert [parse_quality(name) for name in ("low", "medium", "high")] == ["low", "medium", "high"]
    for name in ("best", "", "auto"):
        with pytest.raises(BadInput) as refused:
            parse_quality(name)
        assert str(refused.value) == f"--quality {name}: low, medium or high"


@pytest.mark.parametrize(
    ("name", "form"), [("a.mp4", "mp4"), ("a.webm", "webm"), ("A.MP4", "mp4"), ("a.gif", None), ("mp4", None)]
)
def test_films(name: str, form: Any) -> None:
    """The ending of a film's file decides the format of the film. Another ending is refused."""
    file = Path(name)
    if form is not None:
        asked = film_request(file, "640x480", 25, 2.0, "low", sound=False)
        assert asked == FilmRequest(file, form, 640, 480, 25, 2.0, "low", sound=False)
        return
    with pytest.raises(BadInput) as refused:
        film_request(file, "640x480", 25, 2.0, "low", sound=True)
    assert str(refused.value) == f"--video {name}: films are .mp4 or .webm"


def test_speeds_of_films() -> None:
    """A film is shown at a tenth to twenty times the real speed."""
    for speed in (0.1, 1.0, 20.0):
        assert film_request(Path("a.mp4"), "640x480", 25, speed, "high", sound=True).speed == speed
    for speed in (0.09, 20.5, -1.0, math.inf, math.nan):
        with pytest.raises(BadInput) as refused:
            film_request(Path("a.mp4"), "640x480", 25, speed, "high", sound=True)
        assert str(refused.value) == f"--speed {speed:g}: from 0.1 to 20"


@pytest.mark.parametrize(
    ("name", "form"), [("a.png", "PNG"), ("a.jpg", "JPEG"), ("a.JPEG", "JPEG"), ("a.gif", ""), ("png", "")]
)
def test_pictures(name: str, form: str) -> None:
    """The ending of a picture's file decides the format of the picture. Another ending is refused."""
    file = Path(name)
    if form:
        for at in (None, 0.0, 2.5):
            asked = picture_request(file, "640x480", "medium", at)
            assert asked == PictureRequest(file, form, 640, 480, "medium", at)
        return
    with pytest.raises(BadInput) as refused:
        picture_request(file, "640x480", "medium", None)
    assert str(refused.value) == f"--picture {name}: pictures are .png or .jpg"


@pytest.mark.parametrize("at", [-0.5, math.inf, math.nan])
def test_times_of_pictures(at: float) -> None:
    """A picture of a time before the beginning, or of one that isn't finite, is refused."""
    with pytest.raises(BadInput) as refused:
        picture_request(Path("a.png"), "640x480", "medium", at)
    assert str(refused.value) == f"--at {at:g}: must be 0 or more seconds from the beginning of what is shown"


def test_a_picture_shows_the_whole_table_and_all_pieces() -> None:
    """The camera of a picture looks down by 40°, turned by 9°. It sees all corners of the table, and each piece up to
    20 mm above its place, also while the piece moves.
    """
    table = Table(500.0, 300.0).with_pieces(
        Die("d1", pose=Pose((250.0, 200.0, 8.0))), Model("m", "Ann", (250.0, 300.0), Round(25.0))
    )
    size = (640, 480)

    def camera(**poses: Pose) -> Any:
        instant: Any = SimpleNamespace(table=table, poses=poses)
        return camera_for(instant, size)

    low = camera()
    assert (low.yaw, low.pitch) == (math.pi / 2 + CAMERA_SIDE_ANGLE, CAMERA_PITCH)
    assert math.degrees(low.pitch) == pytest.approx(40.0)
    assert math.degrees(CAMERA_SIDE_ANGLE) == pytest.approx(9.0)
    corners = [(x, y, 0.0) for x in (0.0, 500.0) for y in (0.0, 300.0)]
    flies = Pose((250.0, 200.0, 500.0))
    high = camera(d1=flies)
    assert high.distance > low.distance + 50.0
    for seen, points in ((low, corners), (high, [*corners, (250.0, 200.0, 500.0 + TOP_MARGIN)])):
        for point in points:
            at = seen.project(point, *size)
            assert at is not None
            assert 0.0 <= at[0] <= 640.0
            assert 0.0 <= at[1] <= 480.0


@pytest.mark.parametrize(
    ("text", "seed"),
    [("0", 0), ("42", 42), (str(MAX_SEED), MAX_SEED), ("0" * 30 + "7", 7), (f"000{MAX_SEED}", MAX_SEED)],
)
def test_seeds_of_the_command_line(text: str, seed: int) -> None:
    """A seed is a whole number from 0 to 2⁶⁴ − 1, also with leading zeros."""
    assert MAX_SEED == 2**64 - 1
    assert parse_seed(text) == seed


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.5", "x", "٣", "²", str(MAX_SEED + 1), "9" * 5000, " 1"])
def test_what_is_no_seed(text: str) -> None:
    """A text that is no whole number from 0 to 2⁶⁴ − 1 is refused as a seed. The refusal shows the text, cut to 80
    characters.
    """
    with pytest.raises(BadInput) as refused:
        parse_seed(text)
    assert str(refused.value) == f"--seed is a whole number from 0 to 18446744073709551615, not {repr(text)[:80]}"


def test_seeds_in_python() -> None:
    """In Python, a seed is any kind of whole number, but neither a truth value nor a text. None gives a random seed."""

    class Count:
        def __index__(self) -> int:
            return 9

    assert [check_seed(seed) for seed in (0, 5, MAX_SEED, Count())] == [0, 5, MAX_SEED, 9]
    for seed in (True, False, -1, MAX_SEED + 1, 1.0, "1"):
        with pytest.raises(InvalidValue) as refused:
            check_seed(seed)
        assert str(refused.value) == f"a seed is a whole number from 0 to 18446744073709551615, not {seed!r}"
    for draws in ([check_seed(None) for _ in range(40)], [parse_seed(None) for _ in range(40)]):
        assert len(set(draws)) > 30
        assert 2**28 < max(draws) < 2**32
