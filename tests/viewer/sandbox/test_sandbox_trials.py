"""What is tried in the sandbox: throws and carries, and what puts them back."""

import math
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from tinkering import Tinkerer, at_a_bare_table, foot

from riotsim.viewer.session.host import Host
from riotsim.viewer.ui import commands as commands
from riotsim.viewer.ui.sandbox.commands import (
    DiscardTrial,
    KeepTrial,
    SetDiceCount,
    TakeFromTray,
    TryAgain,
    TryCarry,
    TryThrow,
)


@pytest.fixture
def trying(tmp_path: Path) -> Iterator[Tinkerer]:
    """Ann, with a host at work beside her."""
    with at_a_bare_table(tmp_path, Host, seed=7) as ann:
        yield ann


def test_a_throw_is_tried_and_put_back(trying: Tinkerer) -> None:
    """Dice fly as the hand flicks, and lie there; put back, all is as before to the last bit; else it is kept."""
    sandbox = trying.sandbox
    before = sandbox.position
    sandbox.handle(SetDiceCount(2))
    for keep in (False, True):
        sandbox.handle(TryThrow())
        trying.until(lambda: sandbox.trials.purpose == "throw")
        trying.drag(*((200.0 + 6.0 * k, 200.0 + 6.0 * k, 70.0) for k in range(9)))
        trying.until(lambda: sandbox.phase == "tried")
        assert len(sandbox.table.dice) == 2
        assert sandbox.position == before
        sandbox.handle(KeepTrial() if keep else DiscardTrial())
        assert sandbox.phase == "set up"
        if not keep:
            assert sandbox.table is before.table
    assert sorted(sandbox.position.table.dice) == ["die-1", "die-2"]
    sandbox.handle(commands.Undo())
    assert sandbox.position == before


def test_a_throw_that_nobody_wants_is_put_away(trying: Tinkerer) -> None:
    """The key that goes back puts the dice away, and something else can be tried."""
    sandbox = trying.sandbox
    for _ in range(2):
        sandbox.handle(TryThrow())
        trying.until(lambda: sandbox.trials.purpose == "throw")
        sandbox.handle(commands.OpenMenu(True))
        assert sandbox.phase == "set up"
        trying.until(lambda: sandbox.trials.purpose == "try")
    assert not sandbox.menu


def test_what_moves_is_put_back_before_it_rests(trying: Tinkerer) -> None:
    """Nobody has to wait for dice: the key that goes back takes them away, and they are thrown again at once."""
    sandbox = trying.sandbox
    before = sandbox.position
    for again in (True, False):
        sandbox.handle(TryThrow())
        trying.until(lambda: sandbox.trials.purpose == "throw")
        sandbox.handle(TryThrow())
        trying.until(lambda: sandbox.phase == "moves")
        if again:
            sandbox.handle(commands.OpenMenu(True))
            assert sandbox.phase == "set up"
            assert sandbox.table is before.table
    trying.until(lambda: sandbox.phase == "tried")
    assert len(sandbox.table.dice) == 3
    assert not sandbox.menu


@pytest.mark.parametrize(("far", "why"), [(0.0, "stands there already"), (5000.0, "beyond the edge")])
def test_where_nobody_can_be_carried_is_told(trying: Tinkerer, far: float, why: str) -> None:
    """A click on the model itself, or beside the table, is refused with its reason; then all is as it was."""
    sandbox = trying.sandbox
    x, y = trying.at["a1"]
    sandbox.handle(TryCarry("a1"))
    trying.click((x, y + far, 0.0))
    trying.until(lambda: sandbox.refusal)
    assert why in sandbox.refusal
    assert sandbox.phase == "set up"


def test_a_model_is_carried_with_its_tower(trying: Tinkerer) -> None:
    """A click says where to; dragged along the line the model goes there, its tower with it, and is put back."""
    sandbox = trying.sandbox
    sandbox.handle(TakeFromTray("die"))
    for _ in range(2):
        trying.click(foot(trying, "a1"))
    sandbox.handle(TakeFromTray(""))
    before = sandbox.position
    x, y = trying.at["a1"]
    sandbox.handle(TryCarry("a1"))
    trying.click((x, y + 80.0, 0.0))
    trying.until(lambda: sandbox.trials.purpose == "carry")
    trying.drag(*((x, y + 2.0 * k, 0.0) for k in range(41)))
    trying.until(lambda: sandbox.phase == "tried")
    assert math.dist(sandbox.table.models["a1"].at, (x, y + 80.0)) < 1.0
    sandbox.handle(TryAgain())
    assert sandbox.table == before.table
    trying.until(lambda: sandbox.trials.purpose == "carry")
    sandbox.handle(DiscardTrial())
    assert sandbox.table == before.table


def test_after_a_host_that_has_died_there_is_another(trying: Tinkerer) -> None:
    """Why it has ended is told; the next thing that is tried has a new process, and the position is what it was."""
    sandbox = trying.sandbox
    before = sandbox.position
    trying.until(lambda: sandbox.trials.purpose == "try")
    host = sandbox.trials.table_screen.link
    assert isinstance(host, Host)
    assert host.process is not None
    os.kill(host.process, signal.SIGKILL)
    while not sandbox.trials.broke:
        trying.frame()
    assert "killed by signal 9" in sandbox.refusal
    sandbox.handle(TryThrow())
    trying.until(lambda: sandbox.trials.purpose == "throw")
    assert sandbox.position == before
