import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.viewer.input.keys import Action
from riotsim.viewer.screens.settings import SettingsStore
from riotsim.viewer.settings import MAX_FILE_SIZE, Settings, load, save, settings_path
from riotsim.viewer.ui.commands import BindKey, CaptureKey, ChangeSettings, SetPaused
from riotsim.viewer.ui.models import KeyClash, SettingsModel

some_settings = st.builds(
    Settings,
    quality=st.sampled_from(["auto", "low", "medium", "high"]),
    ui_scale=st.floats(0.8, 2.0),
    full_screen=st.booleans(),
    volume=st.floats(0, 1),
    muted=st.booleans(),
    hands=st.booleans(),
    speed=st.floats(0.25, 4),
    slow_motion=st.booleans(),
    keys=st.dictionaries(st.sampled_from(list(Action)), st.text(max_size=10), max_size=4),
)


@given(some_settings)
def test_what_is_saved_is_loaded(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> None:
    """If settings are saved, they are loaded unchanged later, even if the folder was new."""
    path = tmp_path_factory.mktemp("config") / "riotsim" / "window.json"
    save(settings, path)
    assert load(path).settings == settings
    assert load(path).problem == ""
    assert os.listdir(path.parent) == ["window.json"]


def test_without_a_file_all_is_as_usual(tmp_path: Path) -> None:
    """If there is no settings file, the settings are the usual ones. Nothing is reported, and no file is created."""
    found = load(tmp_path / "window.json")
    assert found.settings == Settings()
    assert found.problem == ""
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"{", "the file is not JSON"),
        (b"\xff\xfe", "the file is not JSON"),
        (b"[" * 100_000, "the file is not JSON"),
        (b"[]", "should be an object"),
        (b'{"volume": 7}', "volume: Input should be less than or equal to 1"),
        (b'{"volume": NaN}', "volume"),
        (b'{"loudness": 1, "speed": "fast"}', "(and 1 more)"),
        (b'{"keys": {"fly": "F"}}', "keys"),
        (b"x" * (MAX_FILE_SIZE + 1), "too large"),
    ],
)
def test_a_bad_file_is_told_in_one_line_and_kept(tmp_path: Path, content: bytes, told: str) -> None:
    """If the settings file is faulty, one line reports the fault. The faulty file is kept beside the new one."""
    path = tmp_path / "window.json"
    path.write_bytes(content)
    found = load(path)
    assert told in found.problem
    assert "window.json.bad-1" in found.problem
    assert "\n" not in found.problem
    assert not path.exists()
    assert path.with_name("window.json.bad-1").read_bytes() == content


def test_every_bad_file_is_kept(tmp_path: Path) -> None:
    """If a second settings file is faulty, it doesn't replace the first faulty file that was kept."""
    path = tmp_path / "window.json"
    for number in (1, 2):
        path.write_text(f"bad {number}")
        assert f"window.json.bad-{number}" in load(path).problem
    assert [path.with_name(f"window.json.bad-{number}").read_text() for number in (1, 2)] == ["bad 1", "bad 2"]


def test_of_a_bad_file_what_is_good_is_taken(tmp_path: Path) -> None:
    """If one value in the settings file is wrong, the other values are still used."""
    path = tmp_path / "window.json"
    path.write_text(json.dumps({"muted": True, "volume": 7, "keys": {"undo": "U"}}))
    assert load(path).settings == Settings(muted=True, keys={Action.UNDO: "U"})


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """If a folder has the settings file's name, the program can still start."""
    path = tmp_path / "window.json"
    path.mkdir()
    assert load(path).settings == Settings()
    assert "window.json" in load(path).problem
    assert path.is_dir()


def test_what_was_there_stays_until_all_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk is full while settings are saved, the old settings stay, and there is no partial file."""
    path = tmp_path / "window.json"
    save(Settings(volume=0.2), path)

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        save(Settings(volume=0.9), path)
    assert load(path).settings.volume == 0.2
    assert os.listdir(tmp_path) == ["window.json"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """A settings file that is a link stays a link."""
    (tmp_path / "elsewhere").mkdir()
    real = tmp_path / "elsewhere" / "mine.json"
    save(Settings(), real)
    path = tmp_path / "window.json"
    path.symlink_to(real)
    save(Settings(volume=0.3), path)
    assert path.is_symlink()
    assert load(real).settings.volume == 0.3


def test_settings_lie_in_the_players_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings are in the system's configuration folder for riotsim."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_path().name == "window.json"
    assert settings_path().parent.name == "riotsim"


def test_settings_need_no_window() -> None:
    """Without the `window` extra, everything that needs no window can still be imported."""
    code = (
        "import sys\n"
        "sys.modules['pyglet'] = sys.modules['imgui_bundle'] = None\n"
        "import riotsim.viewer.settings, riotsim.viewer.input.keys\n"
        "import riotsim.viewer.ui.models, riotsim.viewer.ui.commands, riotsim.viewer.ui.start_model\n"
        "import riotsim.cli.main, riotsim.app.window.backend\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_problem_with_the_file_ends_when_the_settings_are_written(tmp_path: Path) -> None:
    """If a folder has the settings file's name, saving fails with a message. Once settings are saved, this message
    goes, but a message about sound stays.
    """
    path = tmp_path / "window.json"
    store = SettingsStore(path)
    store.sound_problem = "no sound"
    path.mkdir()
    store.set(Settings(muted=True))
    assert "these settings are lost" in store.problem
    assert store.model().problem == store.problem
    path.rmdir()
    store.set(Settings(muted=False))
    assert store.problem == "no sound"


def test_a_key_is_assigned_in_steps(tmp_path: Path) -> None:
    """To assign a key, the page waits for the key and names the actions that have it. The key moves only if the player
    wants it. The settings stay as they were until then, and other commands change nothing.
    """
    store = SettingsStore(tmp_path / "window.json")
    usual = Settings()
    taken = usual.keymap.chord(Action.ORBIT_LEFT)
    clash = KeyClash(Action.ORBIT_RIGHT, taken, (Action.ORBIT_LEFT,))
    assert store.apply(CaptureKey(Action.ORBIT_RIGHT)) == usual
    assert store.model("now high") == SettingsModel(usual, Action.ORBIT_RIGHT, None, "now high")
    assert store.apply(BindKey(Action.ORBIT_RIGHT, taken)) == usual
    assert store.model() == SettingsModel(usual, Action.ORBIT_RIGHT, clash)
    assert store.apply(SetPaused(True)) == usual
    assert (store.capturing, store.model().clash) == (Action.ORBIT_RIGHT, clash)
    bound = store.apply(BindKey(Action.ORBIT_RIGHT, taken, take=True))
    assert [bound.keymap.chord(one) for one in (Action.ORBIT_RIGHT, Action.ORBIT_LEFT)] == [taken, ""]
    assert store.model() == SettingsModel(usual)
    assert store.apply(CaptureKey(Action.ORBIT_LEFT)) == usual
    assert store.apply(BindKey(Action.ORBIT_LEFT, taken)) == usual
    store.apply(CaptureKey(None))
    assert (store.capturing, store.model().clash) == (None, None)
    muted = Settings(muted=True)
    assert store.apply(ChangeSettings(muted)) == muted
    store.set(muted)
    assert store.current == SettingsStore(tmp_path / "window.json").current == muted
