"""The process in which other tests play in the window."""

import time
from pathlib import Path

import on_a_display
import pytest

PLAYS = {
    "plays": "def play(folder):\n    return {'is': 'fine'}\n",
    "hangs": "import time\ndef play(folder):\n    time.sleep(60)\n",
    "dies": "import os, threading as t\ndef play(folder):\n    t.Timer(0.2, os._exit, (3,)).start()\n    return {}\n",
}

STARTS = """
import os, sys
from forked_processes import PRELOADED
from riotsim.processes import start_with_pipe

def tell(pipe, names):
    pipe.send([os.environ["WHICH"], [name for name in names if name not in already]])

already = set(sys.modules)

def play(folder):
    process, pipe = start_with_pipe(tell, PRELOADED, "one", daemon=True)
    told = pipe.recv()
    process.join()
    return {"told": told}
"""
"""A play that starts another process. That process tells a setting, and the modules that it had to import itself."""


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> on_a_display.Stage:
    """Return a stage without a display."""
    monkeypatch.setattr(on_a_display, "SCREEN", ())
    for name, text in PLAYS.items():
        (tmp_path / f"{name}.py").write_text(text)
    return on_a_display.Stage()


def test_a_play_that_hangs_is_killed(
    stage: on_a_display.Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a play sends nothing in time, the play fails. The next play gets a new process."""
    monkeypatch.setattr(on_a_display, "TIMEOUT", 5.0)
    monkeypatch.setattr(on_a_display, "PATIENCE", 0.5)
    began = time.monotonic()
    with pytest.raises(AssertionError, match="says nothing"):
        stage.play("hangs", tmp_path, [str(tmp_path)], {})
    assert time.monotonic() - began < 30
    assert stage.play("plays", tmp_path, [str(tmp_path)], {}) == {"is": "fine"}
    stage.close()


def test_a_process_that_died_is_replaced(stage: on_a_display.Stage, tmp_path: Path) -> None:
    """A process that dies after its answer is replaced for the next play."""
    assert stage.play("dies", tmp_path, [str(tmp_path)], {}) == {}
    time.sleep(1.0)
    assert stage.play("plays", tmp_path, [str(tmp_path)], {}) == {"is": "fine"}
    stage.close()


def test_processes_of_plays_are_forked(stage: on_a_display.Stage, tmp_path: Path) -> None:
    """If a play starts a process, the process has riotsim imported already. The process has the settings of its own
    play.
    """
    (tmp_path / "starts.py").write_text(STARTS)
    for which in ("first", "second"):
        assert stage.play("starts", tmp_path, [str(tmp_path)], {"WHICH": which}) == {"told": [which, []]}
    stage.close()
