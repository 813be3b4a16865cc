"""If the process of a fight is killed during an interrupt, the fight resumes at the same place."""

import os
import signal
from pathlib import Path
from typing import IO, Final

from command_line import Fork

import riotsim
from riotsim.play.requests import AimThrow

FIGHT: Final = {
    "players": {"Ada": "random", "Bea": "random"},
    "seed": 22,
    "options": {"rounds.max": 1, "table.terrain": [], "melee.within": "3in"},
    "seats": {"Ada": {"side": "hired_hand"}, "Bea": {"side": "ines"}},
}
"""A short fight of random bots, in which a fighter who holds an action interrupts another fighter with an attack."""


def in_an_armour_roll(match: riotsim.Match) -> bool:
    """Return whether a die of armour is being thrown beside the damage dice during an interrupt."""
    within = len(match.state.acting) > 1 and match.state.attack is not None
    return within and isinstance(match.pending[0], AimThrow) and len(match.table.dice) > 1


def test_a_fight_killed_in_an_interrupt_goes_on_there(tmp_path: Path) -> None:
    """BK-47, BK-81: after the process was killed, the same question is open, the same dice lie, and the game ends the
    same.
    """
    with riotsim.new_game("buskit", **FIGHT) as whole:  # type: ignore[arg-type]
        while not in_an_armour_roll(whole):
            whole.step()
        there = whole.state.acting, whole.pending, whole.table, whole.events
        whole.play()
    store = tmp_path / "fights.sqlite"

    def killed(_stdin: IO[bytes], stdout: IO[bytes]) -> None:
        match = riotsim.new_game("buskit", store=store, **FIGHT)  # type: ignore[arg-type]
        assert match.id is not None
        stdout.write(match.id.encode())
        while not in_an_armour_roll(match):
            match.step()
        os.kill(os.getpid(), signal.SIGKILL)

    with Fork(killed) as run:
        name = run.stdout.read().decode()
    assert run.poll() == -signal.SIGKILL
    with riotsim.resume_game(name, store=store) as match:
        assert (match.state.acting, match.pending, match.table, match.events) == there
        match.play()
        assert (match.result, match.table, match.events) == (whole.result, whole.table, whole.events)
