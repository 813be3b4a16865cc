"""A fight whose process is killed in the middle of an interrupt goes on there."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import riotsim
from riotsim.play.requests import AimThrow

FIGHT: Final = {
    "players": {"Ada": "random", "Bea": "random"},
    "seed": 22,
    "options": {"rounds.max": 1, "table.terrain": [], "melee.within": "3in"},
    "seats": {"Ada": {"side": "hired_hand"}, "Bea": {"side": "ines"}},
}
"""A short fight of random bots, in which one who holds an action interrupts another with an attack."""


def in_an_armour_roll(match: riotsim.Match) -> bool:
    """Return whether an interrupt is under way, and a die of armour is thrown beside the dice of the damage."""
    within = len(match.state.acting) > 1 and match.state.attack is not None
    return within and isinstance(match.pending[0], AimThrow) and len(match.table.dice) > 1


def test_a_fight_killed_in_an_interrupt_goes_on_there(tmp_path: Path) -> None:
    """BK-47, BK-81: after the kill the same question is open, the same dice lie, and the end is the same."""
    with riotsim.new_game("buskit", **FIGHT) as whole:  # type: ignore[arg-type]
        while not in_an_armour_roll(whole):
            whole.step()
        there = whole.state.acting, whole.pending, whole.table, whole.events
        whole.play()
    script = (
        f"import os, sys, riotsim\nfrom test_buskit_killed import FIGHT, in_an_armour_roll\n"
        f"match = riotsim.new_game('buskit', store={str(tmp_path / 'fights.sqlite')!r}, **FIGHT)\n"
        "print(match.id, flush=True)\n"
        "while not in_an_armour_roll(match):\n    match.step()\n"
        "os.kill(os.getpid(), 9)\n"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, env=env)
    assert run.returncode == -9, run.stderr
    with riotsim.resume_game(run.stdout.split()[-1], store=tmp_path / "fights.sqlite") as match:
        assert (match.state.acting, match.pending, match.table, match.events) == there
        match.play()
        assert (match.result, match.table, match.events) == (whole.result, whole.table, whole.events)
