"""A plugin of pytest that counts which lines and branches of riotsim tests run, by slipcover, and writes them into
`coverage.json`. `tools/coverage_summary.py` tells their shares. What runs only in other processes isn't counted.

`python -m slipcover -m pytest` would cost much more: it also rewrites the tests, reads the whole source in a third
process, and looks for all functions each time that it takes away counters which are no longer needed. Here a counter
turns itself off when it has counted once.
"""

import json
import os
from pathlib import Path

import pytest
import slipcover

SOURCE = Path(__file__).resolve().parents[1] / "src" / "riotsim"
FILE = Path("coverage.json")

_FROM_WORKER = "coverage"
"""The key of a worker's counts in what it hands to pytest-xdist, as text."""


class _Worker:
    """Counts in a process that runs tests."""

    def __init__(self) -> None:
        self._counts = slipcover.Slipcover(immediate=True, branch=True, source=[str(SOURCE)])
        self._imports = slipcover.ImportManager(self._counts, slipcover.FileMatcher(sources=[str(SOURCE)]))
        # Now, because other plugins and conftest.py import riotsim.
        self._imports.__enter__()

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand the counts to the process that started this one."""
        self._imports.__exit__(None, None, None)
        session.config.workeroutput[_FROM_WORKER] = json.dumps(self._counts.get_coverage())  # type: ignore[attr-defined]


class _Controller:
    """Adds up the counts of all workers."""

    def __init__(self) -> None:
        self._counted: list[dict[str, object]] = []

    def pytest_testnodedown(self, node: object) -> None:
        """Take the counts of a worker that has ended. One that was killed has none."""
        if _FROM_WORKER in (handed := getattr(node, "workeroutput", {})):
            self._counted.append(json.loads(handed[_FROM_WORKER]))

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        """Write the file, once all workers have ended."""
        if self._counted:
            whole, *others = self._counted
            for counts in others:
                slipcover.merge_coverage(whole, counts)
            FILE.write_text(json.dumps(whole), encoding="utf-8")


_role = _Worker() if "PYTEST_XDIST_WORKER" in os.environ else _Controller()


def pytest_configure(config: pytest.Config) -> None:
    """Register what this process does."""
    config.pluginmanager.register(_role)
