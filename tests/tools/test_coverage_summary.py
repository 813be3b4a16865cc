"""What `make test` says of the coverage."""

import importlib.util
from pathlib import Path
from types import ModuleType

TOOL = Path(__file__).parents[2] / "tools" / "coverage_summary.py"


def _tool() -> ModuleType:
    """Load the script."""
    spec = importlib.util.spec_from_file_location("coverage_summary", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _file(lines: tuple[int, int], branches: tuple[int, int]) -> dict[str, dict[str, int]]:
    """Return a file's part of slipcover's output, from the numbers covered and missing."""
    counts = {"covered_lines": lines[0], "missing_lines": lines[1]}
    return {"summary": counts | {"covered_branches": branches[0], "missing_branches": branches[1]}}


def test_shares_are_of_all_files_together() -> None:
    """Lines and branches are summed over the files before they are divided, and small files aren't listed."""
    files = {
        "big.py": _file((900, 100), (30, 10)),
        "half.py": _file((50, 50), (0, 0)),
        "tiny.py": _file((0, 3), (0, 2)),
    }
    told = _tool().summary({"files": files}, "2026-11-26")
    assert told.startswith("coverage on 2026-11-26: ")
    assert "86.1% of 1,103 lines, 71.4% of 42 branches" in told
    assert told.endswith("least in half.py (50%), big.py (90%)")
