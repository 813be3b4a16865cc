"""`riotsim replay --video` and `--picture`: films and pictures of stored games, and the cases in which there can be
none.
"""

import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from PIL import Image
from test_cli_stored import BRIEF, program, riotsim

from riotsim import simulation
from riotsim.cli import play
from riotsim.store.database.store import Store
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table
from riotsim.viewer.render.context import NoGraphics

pytestmark = pytest.mark.xdist_group("cli_replay")  # what they share is made once

SMALL = ("--size", "64x48", "--fps", "1", "--quality", "low", "--turn", "0")
"""Options of a film that takes little time to draw."""

SMALL_PICTURE = ("--size", "128x72", "--quality", "low")
"""Options of a picture that takes little time to draw."""

EXPORTED = Path(__file__).parents[1] / "golden" / "demolition_dice.json"
"""A game as `riotsim games export` writes it."""


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Return the command that replays a stored game."""
    path = tmp_path_factory.mktemp("db") / "games.sqlite"
    assert riotsim("game", "--quiet", *BRIEF, "--db", path).code == 0
    with Store(path) as store:
        return ("replay", store.games()[0].id, "--db", str(path))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--size", "64x48"), "--size is for a film or picture: add --video FILE or --picture FILE"),
        (("--quality", "low", "--html", "game.html"), "--quality is for a film or picture"),
        (("--fps", "30"), "--fps is for a film: add --video FILE"),
        (("--speed", "1", "--picture", "one.png"), "--speed is for a film"),
        (("--no-sound",), "--sound or --no-sound is for a film"),
    ],
)
def test_options_that_nothing_uses_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replay: tuple[str, ...], options: tuple[str, ...], said: str
) -> None:
    """If no film or picture is written, an option for one is refused, even with its default value."""
    monkeypatch.chdir(tmp_path)
    done = riotsim(*replay, *options)
    assert (done.code, done.out, list(tmp_path.iterdir())) == (2, "", [])
    assert said in " ".join(done.err.split())


@pytest.mark.parametrize(("name", "sound"), [("film.mp4", True), ("film.webm", False)])
def test_a_game_becomes_a_film(tmp_path: Path, replay: tuple[str, ...], name: str, sound: bool) -> None:
    """A film has the size and speed that were asked for. It has sound unless `--no-sound` is given. No other file is
    written.
    """
    file = tmp_path / name
    done = riotsim(*replay, "--video", file, *SMALL, "--speed", "2", "--sound" if sound else "--no-sound")
    assert done.code == 0, done.err
    assert f"{file}: " in done.err
    assert done.out == ""
    assert list(tmp_path.iterdir()) == [file]
    with av.open(str(file)) as film:
        assert film.duration is not None
        length = film.duration / 1e6
        assert (film.streams.video[0].codec_context.width, film.streams.video[0].codec_context.height) == (64, 48)
        assert len(film.streams.audio) == sound
        shown = [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)]
    assert 4 < len(shown) == pytest.approx(length, abs=1.0)
    assert any((one != shown[0]).mean() > 0.05 for one in shown)
    refused = riotsim(*replay, "--video", file, *SMALL)
    assert (refused.code, "--force" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--video", "film.avi"), "films are .mp4 or .webm"),
        (("--video", "-"), "--video goes into a file"),
        (("--video", "film.mp4", "--size", "big"), "--size is written like 1280x720"),
        (("--video", "film.mp4", "--size", "101x100"), "an even number from 32 to 4096"),
        (("--video", "film.mp4", "--size", "16x100"), "an even number from 32 to 4096"),
        (("--video", "film.mp4", "--speed", "0"), "--speed 0: from 0.1 to 20"),
        (("--video", "film.mp4", "--speed", "nan"), "--speed nan: from 0.1 to 20"),
        (("--video", "film.mp4", "--quality", "best"), "low, medium or high"),
        (("--video", "nowhere/film.mp4"), "no folder"),
        (("--turn", "3-1"), "as in 1-3"),
        (("--turn", "x"), "--turn is written like 14 or 3-5"),
        (("--turn", "-3"), "--turn is written like 14 or 3-5"),
        (("--turn", "0-999"), "the game has turns 0 to"),
        (("--turn", "999"), "--turn 999: the game has turns 0 to"),
    ],
)
def test_what_cannot_be_filmed_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replay: tuple[str, ...], options: tuple[str, ...], said: str
) -> None:
    """If an option of a film or a range of turns is wrong, the command is refused and no file is written."""
    monkeypatch.chdir(tmp_path)
    done = riotsim(*replay, *options)
    assert done.code == 2
    assert said in done.err
    assert list(tmp_path.iterdir()) == []


def told(*args: str) -> list[str]:
    """Return the lines of a replay as text that begin with a time, without their times."""
    return [line[9:] for line in riotsim(*args).out.splitlines() if re.match(r" *\d+:\d\d\.\d ", line)]


def test_turns_may_be_a_range(replay: tuple[str, ...]) -> None:
    """The text of a replay of turns 0 to 2 is that of the three turns, one after another."""
    each = [line for turn in range(3) for line in told(*replay, "--turn", str(turn))]
    assert len(each) > 20
    assert told(*replay, "--turn", "0-2") == each


def test_only_acts_of_the_turns_are_simulated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """If one turn of an exported game is replayed, only the acts of this turn are simulated."""
    done, true = list[Act](), simulation.perform

    def perform(table: Table, act: Act, seed: int, **options: Any) -> Settled:
        done.append(act)
        return true(table, act, seed, **options)

    monkeypatch.setattr(simulation, "perform", perform)
    acts = [line for line in told("replay", str(EXPORTED), "--turn", "1") if " * " in line]
    assert len(done) == len(acts) > 1


def test_ctrl_c_leaves_nothing(tmp_path: Path, replay: tuple[str, ...]) -> None:
    """If Ctrl-C stops the writing of a film, neither the film nor a temporary file is left."""
    file = tmp_path / "film.mp4"
    process = subprocess.Popen(program("", *replay, "--video", file, "--size", "320x240", "--quality", "low"))
    until = time.monotonic() + 120
    while not list(tmp_path.iterdir()) and time.monotonic() < until:
        time.sleep(0.05)
    assert [one.name.startswith(".riotsim-") for one in tmp_path.iterdir()] == [True]
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    assert list(tmp_path.iterdir()) == []


def test_a_machine_that_cannot_film_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replay: tuple[str, ...]
) -> None:
    """If the machine can't draw, `riotsim replay --video` says why in one line, and no file is left."""

    def none() -> None:
        raise NoGraphics("there is no OpenGL context")

    monkeypatch.setattr("riotsim.viewer.render.images.open_offscreen_context", none)
    done = riotsim(*replay, "--video", tmp_path / "film.mp4", *SMALL)
    assert (done.code, done.err) == (2, "--video: there is no OpenGL context")
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_it_says_what_to_install(tmp_path: Path, replay: tuple[str, ...]) -> None:
    """If the package that writes films is missing, the message says what to install, and no file is left."""
    command = program("import sys; sys.modules['av'] = None", *replay, "--video", tmp_path / "film.mp4", *SMALL)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'riotsim[window]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_picture_shows_the_table(replay: tuple[str, ...], tmp_path: Path) -> None:
    """A picture has the size that was asked for, and its middle is green like the table. Another time gives another
    picture.
    """
    drawn = []
    for name, options in (("end.png", ()), ("begin.png", ("--turn", "0", "--at", "0.5"))):
        done = riotsim(*replay, "--picture", tmp_path / name, *options, *SMALL_PICTURE)
        assert done.code == 0, done.err
        with Image.open(tmp_path / name) as picture:
            assert (picture.format, picture.size) == ("PNG", (128, 72))
            drawn.append(np.asarray(picture.convert("RGB")).astype(int))
    for pixels in drawn:
        red, green, blue = pixels[20:52, 44:84].reshape(-1, 3).mean(axis=0)
        assert green > 1.2 * max(red, blue)
    assert np.abs(drawn[0] - drawn[1]).max() > 60


@pytest.mark.parametrize(("size", "kind"), [("96x96", "JPEG"), ("64x128", "PNG")])
def test_a_picture_of_another_shape_shows_the_whole_table(
    replay: tuple[str, ...], tmp_path: Path, size: str, kind: str
) -> None:
    """In a square or a tall picture, the green of the table doesn't reach the left and right edges. A file's ending
    .jpg gives a JPEG.
    """
    file = tmp_path / {"JPEG": "a.jpg", "PNG": "a.png"}[kind]
    done = riotsim(*replay, "--picture", file, "--size", size, "--quality", "low")
    assert done.code == 0, done.err
    with Image.open(file) as picture:
        assert picture.format == kind
        red, green, blue = np.moveaxis(np.asarray(picture.convert("RGB")).astype(int), 2, 0)
    felt = green > 1.2 * np.maximum(red, blue)
    assert felt.any()
    assert not felt[:, [0, -1]].any()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--picture", "a.gif"), "pictures are .png or .jpg"),
        (("--picture", "-"), "--picture goes into a file"),
        (("--picture", "a.png", "--at", "-1"), "--at -1: must be 0 or more seconds from the beginning"),
        (("--picture", "a.png", "--at", "nan"), "seconds from the beginning"),
        (("--picture", "a.png", "--at", "99999"), "the replay lasts"),
        (("--picture", "a.png", "--size", "large"), "--size is written like 1280x720"),
        (("--picture", "a.png", "--quality", "best"), "low, medium or high"),
        (("--at", "3"), "add --picture FILE"),
    ],
)
def test_what_is_no_picture_is_said(
    replay: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], told: str
) -> None:
    """If an option of a picture is wrong, the command is refused and no file is left."""
    monkeypatch.chdir(tmp_path)
    done = riotsim(*replay, *options)
    assert done.code == 2
    assert told in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_game_in_the_terminal_without_pillow_leaves_a_page(
    replay: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If Pillow is missing after a game in the terminal, the page is written without a picture. The message names
    Pillow and no option.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "PIL", None)
    game, db = replay[1], Path(replay[replay.index("--db") + 1])
    play._save_replay_and_picture(game, db)
    told = capsys.readouterr().err
    assert f"there is no riotsim-{game}.png: PIL isn't installed; pip install 'riotsim[window]'" in told
    assert "--picture" not in told
    assert [path.name for path in tmp_path.iterdir()] == [f"riotsim-{game}.html"]


def test_a_game_resumed_without_a_screen_leaves_its_own_page(
    replay: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If there is no screen, `riotsim play --resume` writes the page of the resumed game, even if another game was
    changed later.
    """
    with Store(Path(replay[-1])) as store:
        resumed = store.read(replay[1], with_traces=True)
    path = tmp_path / "games.sqlite"
    with Store(path) as store:
        store.add(resumed, [])
        store.add(replace(resumed, id="another"), [])
        assert store.games()[0].id == "another"
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setitem(sys.modules, "PIL", None)
    done = riotsim("play", "--resume", resumed.id.upper(), "--db", path)
    assert done.code == 0, done.err
    assert [page.name for page in folder.iterdir()] == [f"riotsim-{resumed.id}.html"]


def test_a_machine_without_a_driver_says_so(replay: tuple[str, ...], tmp_path: Path) -> None:
    """If there is no driver for drawing, a picture is refused with exit code 2, without a traceback or a file."""
    bare = {**os.environ, "__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent", "DISPLAY": ""}
    line = [sys.executable, "-m", "riotsim", *replay, "--picture", str(tmp_path / "a.png"), *SMALL_PICTURE]
    done = subprocess.run(line, capture_output=True, text=True, env=bare)
    assert done.returncode == 2
    assert "this machine can't draw without a screen" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Warning" not in done.stderr
    assert not (tmp_path / "a.png").exists()
