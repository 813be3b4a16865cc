"""Trial throws and carries in the sandbox, and restoring the position."""

import math
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from sandbox_user import SandboxUser, at_a_bare_table, foot

from riotsim.viewer.session.host import Host
from riotsim.viewer.ui import commands as commands
from riotsim.viewer.ui.commands import (
    DiscardTrial,
    KeepTrial,
    SetDiceCount,
    TakeFromTray,
    TryAgain,
    TryCarry,
    TryThrow,
)


@pytest.fixture
def trying(tmp_path: Path) -> Iterator[SandboxUser]:
    """Yield Ann as a user of the sandbox, with a running host."""
    with at_a_bare_table(tmp_path, Host, seed=7) as ann:
        yield ann


def test_a_throw_is_tried_and_put_back(trying: SandboxUser) -> None:
    """If a trial throw is discarded, the position is exactly as before. If it is kept, the dice become part of the
    position.
    """
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


def test_a_throw_that_nobody_wants_is_put_away(trying: SandboxUser) -> None:
    """If the user presses Escape before a trial throw, the dice are put away. Another trial is then possible."""
    sandbox = trying.sandbox
    for _ in range(2):
        sandbox.handle(TryThrow())
        trying.until(lambda: sandbox.trials.purpose == "throw")
        sandbox.handle(commands.OpenMenu(True))
        assert sandbox.phase == "set up"
        trying.until(lambda: sandbox.trials.purpose == "try")
    assert not sandbox.menu


def test_what_moves_is_put_back_before_it_rests(trying: SandboxUser) -> None:
    """If the user presses Escape while dice move, the dice are removed. They can be thrown again at once."""
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
def test_where_nobody_can_be_carried_is_told(trying: SandboxUser, far: float, why: str) -> None:
    """A carry onto the model itself or off the table is refused with a reason."""
    sandbox = trying.sandbox
    x, y = trying.at["a1"]
    sandbox.handle(TryCarry("a1"))
    trying.click((x, y + far, 0.0))
    trying.until(lambda: sandbox.refusal)
    assert why in sandbox.refusal
    assert sandbox.phase == "set up"


def test_a_model_is_carried_with_its_tower(trying: SandboxUser) -> None:
    """If the user tries a carry, a click sets the destination, and the model is dragged there. Trying again or
    discarding puts back the model and its tower.
    """
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


def test_after_a_host_that_has_died_there_is_another(trying: SandboxUser) -> None:
    """If the host dies in a trial, the reason is shown and the position stays. The next trial gets a new host."""
    sandbox = trying.sandbox
    before = sandbox.position
    trying.until(lambda: sandbox.trials.purpose == "try")
    host = sandbox.trials.screen.link
    assert isinstance(host, Host)
    assert host.process is not None
    os.kill(host.process, signal.SIGKILL)
    while not sandbox.trials.failure:
        trying.frame()
    assert "killed by signal 9" in sandbox.refusal
    sandbox.handle(TryThrow())
    trying.until(lambda: sandbox.trials.purpose == "throw")
    assert sandbox.position == before
