"""A pytest plugin that notes which tests enter which functions of riotsim: `-p mutants.entered --entered FOLDER`.

An import hook puts one call at the start of each function, which is much cheaper than tracing each line.
"""

import ast
import json
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

import pytest

PACKAGE: Final = "riotsim"

NAME: Final = "_entered_functions"
"""Global variable of each module that holds the set of functions."""

_entered: set[tuple[str, int]] = set()
"""Path and line of each function entered since the test began."""


class _Loader(SourceFileLoader):
    """Loads a module from its source, never from compiled code, with a call at the start of each function."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the changed code."""
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path), path)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                call = ast.parse(f"{NAME}.add(({path!r}, {node.lineno}))").body[0]
                for part in ast.walk(call):
                    ast.copy_location(part, node.body[0])
                node.body.insert(1 if ast.get_docstring(node) is not None else 0, call)
        code: CodeType = compile(tree, path, "exec")
        return code

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, which finds the set of functions among its globals."""
        setattr(module, NAME, _entered)
        super().exec_module(module)


class _Finder(MetaPathFinder):
    """Finds the modules of riotsim."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module's place with the loader above."""
        if fullname.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.origin)
        return spec


sys.meta_path.insert(0, _Finder())


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option with the folder."""
    parser.addoption("--entered", type=Path, required=True, help="folder for notes, a file a process")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Write down the functions that a test entered and its time, fixtures included."""
    _entered.clear()
    begun = time.perf_counter()
    yield
    folder: Path = item.config.getoption("--entered")
    process = getattr(item.config, "workerinput", {}).get("workerid", "alone")
    functions = sorted((Path(path).relative_to(item.config.rootpath).as_posix(), line) for path, line in _entered)
    row = {"test": item.nodeid, "seconds": time.perf_counter() - begun, "functions": functions}
    with (folder / f"{process}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
