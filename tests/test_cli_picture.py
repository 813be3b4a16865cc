"""`riotsim replay --picture`: a picture of a stored game, and what is said where there can be none."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from riotsim.app.problems import BadInput
from riotsim.cli.main import app

BRIEF = ("--set", "clock.minutes=1", "--set", "clock.after=last_activation", "--seed", "5")
SMALL = ("--size", "128x72", "--quality", "low")


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """The command line that replays a short game."""
    path = tmp_path_factory.mktemp("db") / "games.sqlite"
    played = CliRunner().invoke(app, ["game", "--quiet", *BRIEF, "--db", str(path)])
    assert played.exit_code == 0
    listed = CliRunner().invoke(app, ["games", "--db", str(path), "--json"])
    return ("replay", json.loads(listed.stdout)["games"][0]["id"], "--db", str(path))


def refused(*args: str | Path) -> str:
    """What a person is told instead of a picture."""
    done = CliRunner().invoke(app, [str(arg) for arg in args])
    assert isinstance(done.exception, BadInput)
    return str(done.exception)


def test_a_picture_shows_the_table(replay: tuple[str, ...], tmp_path: Path) -> None:
    """As large as was asked for, green in the middle; another time is another picture."""
    drawn = []
    for name, options in (("end.png", ()), ("begin.png", ("--turn", "0", "--at", "0.5"))):
        done = CliRunner().invoke(app, [*replay, "--picture", str(tmp_path / name), *options, *SMALL])
        assert done.exit_code == 0, done.exception
        with Image.open(tmp_path / name) as picture:
            assert (picture.format, picture.size) == ("PNG", (128, 72))
            drawn.append(np.asarray(picture.convert("RGB")).astype(int))
    for pixels in drawn:
        red, green, blue = pixels[20:52, 44:84].reshape(-1, 3).mean(axis=0)
        assert green > 1.2 * max(red, blue)
    assert np.abs(drawn[0] - drawn[1]).max() > 60


def test_a_jpeg_is_one(replay: tuple[str, ...], tmp_path: Path) -> None:
    """By the ending of its name."""
    assert CliRunner().invoke(app, [*replay, "--picture", str(tmp_path / "a.jpg"), *SMALL]).exit_code == 0
    with Image.open(tmp_path / "a.jpg") as picture:
        assert picture.format == "JPEG"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--picture", "a.gif"), "pictures are .png or .jpg"),
        (("--picture", "-"), "--picture goes into a file"),
        (("--picture", "a.png", "--at", "-1"), "seconds from the beginning"),
        (("--picture", "a.png", "--at", "nan"), "seconds from the beginning"),
        (("--picture", "a.png", "--at", "99999"), "the replay lasts"),
        (("--picture", "a.png", "--size", "large"), "--size is written like 1280x720"),
        (("--picture", "a.png", "--quality", "best"), "low, medium or high"),
        (("--at", "3"), "no --picture is asked for"),
    ],
)
def test_what_is_no_picture_is_said(
    replay: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], told: str
) -> None:
    """In one line, and no file is left."""
    monkeypatch.chdir(tmp_path)
    assert told in refused(*replay, *options)
    assert list(tmp_path.iterdir()) == []


def test_a_machine_that_cannot_draw_says_so(replay: tuple[str, ...], tmp_path: Path) -> None:
    """Without any driver: one line on standard error, exit code 2, no traceback, no file."""
    bare = {**os.environ, "__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent", "DISPLAY": ""}
    line = [sys.executable, "-m", "riotsim", *replay, "--picture", str(tmp_path / "a.png"), *SMALL]
    done = subprocess.run(line, capture_output=True, text=True, env=bare)
    assert done.returncode == 2
    assert "this machine can't draw without a screen" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Warning" not in done.stderr
    assert not (tmp_path / "a.png").exists()
