"""The memory that a process reports is its own, and not that of its parent."""

import subprocess
import sys

from benchmarks.program.worker import MEGABYTE

TELL = "from benchmarks.program.worker import largest; print(largest())"


def test_what_the_parent_has_is_not_counted() -> None:
    """If a process holds half a gigabyte and starts another, the new process reports less than 400 MB, and more than 10
    MB.
    """
    ballast = b"\1" * int(500 * MEGABYTE)  # each page is written to, so that it is there
    told = subprocess.run([sys.executable, "-c", TELL], capture_output=True, text=True, check=True)
    assert 10.0 < float(told.stdout.split()[-1]) < 400.0
    assert ballast[0] == 1
