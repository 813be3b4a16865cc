"""Values that are computed in a process of their own."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from riotsim.viewer.session.background import BackgroundProcess

PATIENCE = 120.0
"""Time for a process to start on a busy machine (s)."""


def number() -> int:
    """The id of the process that computes it."""
    return os.getpid()


def large() -> bytes:
    """More data than a pipe holds."""
    return bytes(3_000_000)


def broken() -> int:
    """A computation that fails."""
    raise ValueError("no such thing")


def ever() -> int:
    """A computation that never ends."""
    time.sleep(10 * PATIENCE)
    return 0


def until(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


@pytest.mark.parametrize("make", [number, large])
def test_what_was_made_comes_once(make: Callable[[], object]) -> None:
    """A result of any size comes from another process, once. Asking never waits, and the process is gone afterwards."""
    apart = BackgroundProcess(make)
    assert apart.result() is None, "a process isn't there at once"
    made: list[object] = []

    def there() -> bool:
        made.append(apart.result())
        return made[-1] is not None

    until(there)
    assert made[-1] != os.getpid()
    assert make is number or made[-1] == large()
    assert apart.result() is None
    assert not apart.alive


def test_what_cannot_be_made_never_comes() -> None:
    """A computation that fails gives no result and doesn't block."""
    apart = BackgroundProcess(broken)
    until(lambda: apart.result() is None and not apart.alive)
    assert apart.result() is None


def test_what_is_left_is_not_finished() -> None:
    """Closing ends the process at once."""
    apart = BackgroundProcess(ever)
    apart.close()
    assert not apart.alive
    assert apart.result() is None
    apart.close()


def test_a_window_that_is_gone_is_no_fault(tmp_path: Path) -> None:
    """If the window was killed, the process ends without an error message."""
    script = tmp_path / "killed.py"
    script.write_text(
        "import os\nfrom test_background import large\n"
        "from riotsim.viewer.session.background import BackgroundProcess\n"
        "if __name__ == '__main__':\n"
        "    apart = BackgroundProcess(large)\n"
        "    assert apart._pipe.poll(120)\n"
        "    os._exit(0)\n"
    )
    there = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    ran = subprocess.run([sys.executable, str(script)], env=there, capture_output=True, text=True, timeout=PATIENCE)
    assert (ran.returncode, ran.stderr) == (0, "")
