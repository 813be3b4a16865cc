"""The time until the window's first frame: without a screen the figure is missing, and a window that doesn't open is a
failure.
"""

import os
from pathlib import Path

import pytest

from benchmarks.__main__ import MEASUREMENTS
from benchmarks.figures import Effort, Otherwise
from benchmarks.program import starting
from benchmarks.program.starting import OPENING
from benchmarks.program.waiting import first_notes

pytest.importorskip("pyglet")
pytest.importorskip("imgui_bundle")

NOWHERE = ":9999"
"""A display that no server answers for."""


@pytest.mark.parametrize("name", ["opening", "waiting"])
def test_without_a_screen_the_figures_are_missing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no window can be opened on the display, the figures are missing with this reason, and the measurement doesn't
    fail.
    """
    monkeypatch.setenv("DISPLAY", NOWHERE)
    (measurement,) = (one for one in MEASUREMENTS if one.name == name)
    found = list(measurement.measure(Effort(quick=True), lambda _: None))
    assert tuple(figure.key for figure in found) == measurement.all_keys
    assert all(figure.missing.startswith(f"no window can be opened on display {NOWHERE}") for figure in found)


def test_without_anything_to_make_a_screen_that_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If there is no display and no Xvfb, the figures are missing with this reason."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = list(OPENING.measure(Effort(quick=True), lambda _: None))
    assert {figure.missing for figure in found} == {"there is no screen here, and no Xvfb"}


def test_a_virtual_screen_that_does_not_start_is_a_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If Xvfb is there but doesn't start, the measurement fails."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "Xvfb").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (tmp_path / "Xvfb").chmod(0o755)
    with pytest.raises(Otherwise, match="Xvfb doesn't start"):
        list(OPENING.measure(Effort(quick=True), lambda _: None))


def test_a_program_that_is_broken_is_no_missing_screen(tmp_path: Path) -> None:
    """If the program can't be imported, the measurement fails with the program's error. The screen isn't blamed."""
    broken = tmp_path / "riotsim"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise ValueError('the program is broken')\n", encoding="utf-8")
    paths = os.pathsep.join((str(tmp_path), str(starting.ROOT)))
    with pytest.raises(Otherwise, match="the program is broken"):
        starting.require_window({**starting.prepared(tmp_path, NOWHERE), "PYTHONPATH": paths})


def test_a_window_that_does_not_open_is_a_failure(tmp_path: Path) -> None:
    """If `riotsim play` can't open its window, the measurement fails with the program's error."""
    with pytest.raises(Otherwise, match=r"`riotsim play` failed: .*NoSuchDisplay"):
        starting._opened(tmp_path, starting.prepared(tmp_path, NOWHERE))


def test_a_window_that_never_comes_is_a_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If the window hasn't come when the time is over, the measurement fails."""
    monkeypatch.setattr(starting, "TIMEOUT", 0.05)
    with pytest.raises(Otherwise, match="not there after"):
        starting._opened(tmp_path, starting.prepared(tmp_path, NOWHERE))


def test_an_act_that_comes_again_is_not_taken_for_the_first() -> None:
    """If the notes have two lines for the same act, the first line counts."""
    assert first_notes("0 1.5 0.4\n77 2.0 0.5\n77 9.0 0.9\n") == {0: (1.5, 0.4), 77: (2.0, 0.5)}
