"""A plugin of pytest that counts which lines and branches of riotsim tests run, by slipcover, and writes them into
`coverage.json`. What runs only in other processes isn't counted. As a command it prints what was measured last: the
shares of lines and branches, and the files with least.

`python -m slipcover -m pytest` would cost much more: it also rewrites the tests, reads the whole source in a third
process, and looks for all functions each time that it takes away counters which are no longer needed. Here a counter
turns itself off when it has counted once.
"""

import ctypes
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import CodeType

import pytest
import slipcover

if sys.version_info < (3, 12):
    from slipcover import bytecode, probe  # slipcover has neither for later versions, which count by themselves

SOURCE = Path(__file__).resolve().parents[1] / "src" / "riotsim"
FILE = Path("coverage.json")

SHOWN = 5
"""Number of files that are listed."""

MIN_LINES = 20
"""Files with fewer lines of code are not listed."""

_FROM_WORKER = "coverage"
"""The key of a worker's counts in what it hands to pytest-xdist, as text."""


_EMPTY = b""
_EMPTY_START = id(_EMPTY) + bytes.__basicsize__ - 1
"""Address at which the content of `_EMPTY` begins."""


class _Counts(slipcover.Slipcover):  # type: ignore[misc]  # slipcover has no types
    """Counters for Python 3.11, each of which turns itself off when it has counted once.

    With its option `immediate` slipcover writes a jump over the counter into `co_code`. Since Python 3.11 that is a
    copy, so the counter would be called each time that its line runs. Here the jump goes into the code that runs.
    """

    def instrument(self, code: CodeType, parent: CodeType | None = None) -> CodeType:
        """Return the code with counters."""
        counted: CodeType = super().instrument(code, parent)
        start = id(counted) + CodeType.__basicsize__
        assert ctypes.string_at(start, len(counted.co_code)) == counted.co_code, "Python keeps its code elsewhere"
        editor = bytecode.Editor(counted)
        for place, _ in self.code2index[counted]:  # this also keeps the code in memory
            _, counter = editor.get_inserted_function(place)
            # slipcover adds the number, a C long, to the address of the bytes.
            probe.set_immediate(counted.co_consts[counter], _EMPTY, start + place - _EMPTY_START)
        return counted


class _Worker:
    """Counts in a process that runs tests."""

    def __init__(self) -> None:
        # From Python 3.12 on, Python itself turns off what has been counted.
        counts = _Counts if sys.version_info < (3, 12) else slipcover.Slipcover
        self._counts = counts(branch=True, source=[str(SOURCE)])
        self._imports = slipcover.ImportManager(self._counts, slipcover.FileMatcher(sources=[str(SOURCE)]))
        # Now, because other plugins and conftest.py import riotsim.
        self._imports.__enter__()

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand the counts to the process that started this one."""
        self._imports.__exit__(None, None, None)
        counts = json.dumps(self._counts.get_coverage())
        session.config.workeroutput[_FROM_WORKER] = counts  # type: ignore[attr-defined]  # it comes from pytest-xdist


class _Controller:
    """Adds up the counts of all workers."""

    def __init__(self) -> None:
        self._counted: list[dict[str, object]] = []

    def pytest_configure(self, config: pytest.Config) -> None:
        """Remove the counts of an earlier run: if this one is stopped, they would be taken for its own."""
        if not config.getoption("numprocesses", None):
            raise pytest.UsageError("the coverage is counted in the workers of pytest-xdist: add -n 1 or more")
        FILE.unlink(missing_ok=True)

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


# As a command this module only prints.
_role = None if __name__ == "__main__" else _Worker() if "PYTEST_XDIST_WORKER" in os.environ else _Controller()


def pytest_configure(config: pytest.Config) -> None:
    """Register what this process does."""
    config.pluginmanager.register(_role)


def summary(measured: dict[str, dict[str, dict[str, dict[str, int]]]], when: str) -> str:
    """Return the coverage in a few lines.

    Args:
        measured: The content of slipcover's JSON file.
        when: The date of the measurement.
    """
    files = {name: file["summary"] for name, file in measured["files"].items()}
    lines, branches = (_share(list(files.values()), what) for what in ("lines", "branches"))
    shares = {
        name: counts["covered_lines"] / total
        for name, counts in files.items()
        if (total := counts["covered_lines"] + counts["missing_lines"]) >= MIN_LINES
    }
    least = sorted(shares, key=lambda name: (shares[name], name))[:SHOWN]
    return "\n".join(
        [
            f"coverage on {when}: {lines} lines, {branches} branches; what runs only in other processes is not counted",
            "coverage: least in " + ", ".join(f"{name} ({shares[name]:.0%})" for name in least),
        ]
    )


def _share(counts: list[dict[str, int]], what: str) -> str:
    """Return the share of lines or branches that ran, in percent, with their number."""
    covered, missing = (sum(file[f"{kind}_{what}"] for file in counts) for kind in ("covered", "missing"))
    return f"{covered / max(covered + missing, 1):.1%} of {covered + missing:,}"


if __name__ == "__main__":
    if FILE.is_file():
        day = datetime.fromtimestamp(FILE.stat().st_mtime, UTC).date().isoformat()
        print(summary(json.loads(FILE.read_text(encoding="utf-8")), day))
    else:
        print("coverage: not measured here yet; `make test` does")
