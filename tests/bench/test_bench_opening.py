"""The window's first frame: a screen that isn't there is told as that, and a window that doesn't open as a failure."""

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
"""A display that nobody answers for."""


@pytest.mark.parametrize("name", ["opening", "waiting"])
def test_without_a_screen_the_figures_are_missing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reason; nothing has failed."""
    monkeypatch.setenv("DISPLAY", NOWHERE)
    (measurement,) = (one for one in MEASUREMENTS if one.name == name)
    found = list(measurement.measure(Effort(quick=True), lambda _: None))
    assert tuple(figure.key for figure in found) == measurement.all_keys
    assert all(figure.missing.startswith(f"no window can be opened on display {NOWHERE}") for figure in found)


def test_without_anything_to_make_a_screen_that_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No display, and no Xvfb."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = list(OPENING.measure(Effort(quick=True), lambda _: None))
    assert {figure.missing for figure in found} == {"there is no screen here, and no Xvfb"}


def test_a_virtual_screen_that_does_not_start_is_a_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is there, so it should."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "Xvfb").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (tmp_path / "Xvfb").chmod(0o755)
    with pytest.raises(Otherwise, match="Xvfb doesn't start"):
        list(OPENING.measure(Effort(quick=True), lambda _: None))


def test_a_program_that_is_broken_is_no_missing_screen(tmp_path: Path) -> None:
    """Its last word is the reason."""
    broken = tmp_path / "riotsim"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise ValueError('the program is broken')\n", encoding="utf-8")
    paths = os.pathsep.join((str(tmp_path), str(starting.ROOT)))
    with pytest.raises(Otherwise, match="the program is broken"):
        starting.require_window({**starting.prepared(tmp_path, NOWHERE), "PYTHONPATH": paths})


def test_a_window_that_does_not_open_is_a_failure(tmp_path: Path) -> None:
    """A window that does not open is a failure. The check of its requirements is left out here, and no display
    answers.
    """
    with pytest.raises(Otherwise, match=r"`riotsim play` failed: .*NoSuchDisplay"):
        starting._opened(tmp_path, starting.prepared(tmp_path, NOWHERE))


def test_a_window_that_never_comes_is_a_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody waits for it for ever."""
    monkeypatch.setattr(starting, "TIMEOUT", 0.05)
    with pytest.raises(Otherwise, match="not there after"):
        starting._opened(tmp_path, starting.prepared(tmp_path, NOWHERE))


def test_an_act_that_comes_again_is_not_taken_for_the_first() -> None:
    """The window notes the first picture of an act, so its first computed frame counts: waiting was below zero."""
    assert first_notes("0 1.5 0.4\n77 2.0 0.5\n77 9.0 0.9\n") == {0: (1.5, 0.4), 77: (2.0, 0.5)}
