"""A plugin of pytest that counts which lines and branches of riotsim tests run, by slipcover, and writes them into
`coverage.json`. What runs only in other processes isn't counted. As a command it prints what was measured last: the
shares of lines and branches, and the files with least.

`python -m slipcover -m pytest` would cost much more: it also rewrites the tests, reads the whole source in a third
process, and looks for all functions each time that it takes away counters which are no longer needed. Here a counter
turns itself off when it has counted once.
"""

import ast
import ctypes
import json
import marshal
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import cache_from_source, source_hash
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeAlias

import pytest
import slipcover

if sys.version_info < (3, 12):
    # slipcover has neither for later versions, which count by themselves.
    from slipcover import bytecode, probe
    from slipcover.branch import preinstrument

SOURCE = Path(__file__).resolve().parents[1] / "src" / "riotsim"
FILE = Path("coverage.json")

SHOWN = 5
"""Number of files that are listed."""

MIN_LINES = 20
"""Files with fewer lines of code are not listed."""

_WORKER = "PYTEST_XDIST_WORKER"
"""The environment variable with the name of a process of pytest-xdist that runs tests."""

_INSTRUMENTED_BY = Path(__file__).read_bytes() + slipcover.__version__.encode()
"""This module and the version of slipcover. Code that others have stored isn't used."""

_FROM_WORKER = "coverage"
"""The key of a worker's counts in what it hands to pytest-xdist, as text."""


_EMPTY = b""
_EMPTY_START = id(_EMPTY) + bytes.__basicsize__ - 1
"""Address at which the content of `_EMPTY` begins."""

StoredCode: TypeAlias = "tuple[CodeType, list[tuple[int, int, int, Any]], list[tuple[int, StoredCode]]]"
"""Code without its counters, so that it can be written into a file.

Then, for each counter, the place of its call, the constants of the function that is called and of the counter itself,
and the line or branch that it counts. Last, the constants that are code in turn, as of functions and classes.
"""


class _Counts(slipcover.Slipcover):  # type: ignore[misc]  # slipcover has no types
    """Counters for Python 3.11, each of which turns itself off when it has counted once.

    With its option `immediate` slipcover writes a jump over the counter into `co_code`. Since Python 3.11 that is a
    copy, so the counter would be called each time that its line runs. Here the jump goes into the code that runs.

    Inserting all counters of riotsim takes some 20 s. So the code is stored in `__pycache__`, for other processes and
    for the next run.
    """

    def __init__(self) -> None:
        super().__init__(branch=True, source=[str(SOURCE)])
        # It must stay in memory, because the counters write into it.
        self._running: list[CodeType] = []

    def code_of(self, path: Path) -> CodeType:
        """Return the code of a module, which counts."""
        self._running.append(self._with_counters(*self.stored_code(path)))
        return self._running[-1]

    def stored_code(self, path: Path) -> StoredCode:
        """Return the code of a module, from its file if there is one, and note its lines and branches.

        Raises:
            SyntaxError: The module isn't Python.
        """
        source, name = path.read_bytes(), str(path)
        made_from = source_hash(b"\0".join([source, name.encode(), _INSTRUMENTED_BY]))
        file = Path(cache_from_source(name, optimization="counted"))
        content = file.read_bytes() if file.exists() else b""
        stored: StoredCode
        if content.startswith(made_from):
            stored, lines, branches = marshal.loads(content[len(made_from) :])
            self.code_lines[name].update(lines)
            self.code_branches[name].update(branches)
            return stored
        stored = self._without_counters(self.instrument(compile(preinstrument(ast.parse(source, name)), name, "exec")))
        self.code2index.clear()  # it holds code that never runs
        self.instrumented.clear()
        if not sys.dont_write_bytecode:
            new = file.with_suffix(f".{os.getpid()}")  # another process may be reading the file
            with suppress(OSError):  # as Python does: without a file it is made again the next time
                file.parent.mkdir(parents=True, exist_ok=True)
                try:
                    new.write_bytes(
                        made_from + marshal.dumps((stored, self.code_lines[name], self.code_branches[name]))
                    )
                    new.replace(file)
                finally:
                    new.unlink(missing_ok=True)
        return stored

    def _without_counters(self, code: CodeType) -> StoredCode:
        """Return code without the counters that slipcover has put into it, and where they were."""
        constants = list(code.co_consts)
        editor = bytecode.Editor(code)
        counters = [(place, *editor.get_inserted_function(place), counted) for place, counted in self.code2index[code]]
        inner = [(i, self._without_counters(one)) for i, one in enumerate(constants) if isinstance(one, CodeType)]
        called = [i for i, one in enumerate(constants) if one is probe.signal]  # it is there without counters, too
        for i in called + [i for i, _ in inner] + [counter for _, _, counter, _ in counters]:
            constants[i] = None
        return code.replace(co_consts=tuple(constants)), counters, inner

    def _with_counters(
        self, code: CodeType, counters: list[tuple[int, int, int, Any]], inner: list[tuple[int, StoredCode]]
    ) -> CodeType:
        """Return the code that runs, from stored code."""
        constants = list(code.co_consts)
        for i, stored in inner:
            constants[i] = self._with_counters(*stored)
        for _, function, counter, counted in counters:
            constants[function] = probe.signal
            constants[counter] = probe.new(self, code.co_filename, counted, self.d_miss_threshold)
        running = code.replace(co_consts=tuple(constants))
        start = id(running) + CodeType.__basicsize__
        assert ctypes.string_at(start, len(running.co_code)) == running.co_code, "Python keeps its code elsewhere"
        for place, _, counter, _ in counters:
            # slipcover adds the number, a C long, to the address of the bytes.
            probe.set_immediate(constants[counter], _EMPTY, start + place - _EMPTY_START)
        return running


class _Loader(SourceFileLoader):
    """Loads modules of riotsim with counters."""

    def __init__(self, counts: _Counts, name: str, path: str) -> None:
        super().__init__(name, path)
        self._counts = counts

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the module."""
        return self._counts.code_of(Path(self.path))


class _Finder(MetaPathFinder):
    """Finds modules of riotsim as Python does, and has them loaded with counters."""

    def __init__(self, counts: _Counts) -> None:
        self._counts = counts

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how a module is loaded, or None where it isn't one of riotsim."""
        found = PathFinder.find_spec(fullname, path, target) if fullname.partition(".")[0] == SOURCE.name else None
        if found is None or not isinstance(found.loader, SourceFileLoader):
            return None
        origin = Path(found.loader.path).resolve()
        if not origin.is_relative_to(SOURCE):
            return None
        found.loader = _Loader(self._counts, fullname, str(origin))
        return found


class _Worker:
    """Counts in a process that runs tests."""

    def __init__(self) -> None:
        # Now, because other plugins and conftest.py import riotsim, and for as long as the process lives.
        if sys.version_info >= (3, 12):  # Python itself turns off what has been counted
            self._counts = slipcover.Slipcover(branch=True, source=[str(SOURCE)])
            imports = slipcover.ImportManager(self._counts, slipcover.FileMatcher(sources=[str(SOURCE)]))
            imports.__enter__()
            return
        self._counts = _Counts()
        if not sys.dont_write_bytecode:
            # Each process prepares some of the modules, while the others do the same.
            number, processes = int(os.environ[_WORKER].removeprefix("gw")), int(os.environ[f"{_WORKER}_COUNT"])
            for path in sorted(SOURCE.rglob("*.py"))[number::processes]:
                with suppress(SyntaxError):  # whoever imports it says so
                    self._counts.stored_code(path)
        sys.meta_path.insert(0, _Finder(self._counts))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand the counts to the process that started this one."""
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
_role = None if __name__ == "__main__" else _Worker() if _WORKER in os.environ else _Controller()


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
