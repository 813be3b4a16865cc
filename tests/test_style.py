"""Limits for the code: folders of few modules, short modules with one subject, and no circles of imports.

Ruff has no rules for these. CONTRIBUTING.md says what is meant. A limit here is raised only together with
CONTRIBUTING.md.
"""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Set
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

MAX_FILES = 12
"""Most Python files in a folder, without `__init__.py` and `conftest.py`."""

MAX_LINES = 450
"""Most lines of a module."""

SMALL_MODULE = 60
"""A module with fewer lines than this is small, and mostly belongs to the module that uses it."""

MAX_SMALL_SHARE = 1 / 8
"""Largest share of small modules in `src/riotsim`, without `__init__.py`."""


TOP_FILES = {
    ".gitignore",
    ".importlinter",
    "CHANGELOG.md",
    "CITATION.cff",
    "CONTRIBUTING.md",
    "LICENSE",
    "LICENSE-ATTRIBUTION.md",
    "Makefile",
    "README.md",
    "bench.json",
    "constraints.txt",
    "licences.toml",
    "mkdocs.yml",
    "pyproject.toml",
}
"""The files of the top folder."""


def _modules(*roots: str) -> list[Path]:
    return sorted(path for root in roots for path in (ROOT / root).rglob("*.py") if path.name != "__init__.py")


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_folders_are_small() -> None:
    """A folder has at most a dozen modules."""
    paths = [path for path in _modules("src", "tests", "benchmarks", "tools") if path.name != "conftest.py"]
    found = Counter(str(path.parent.relative_to(ROOT)) for path in paths)
    wide = {
        folder: f"{count} modules, at most {MAX_FILES}: make sub-folders by subject, or merge"
        for folder, count in found.items()
        if count > MAX_FILES
    }
    assert wide == {}


def test_modules_are_short() -> None:
    """A module has at most 450 lines. A longer module has several subjects, and can be split."""
    long = {
        str(path.relative_to(ROOT)): f"{_lines(path)} lines, at most {MAX_LINES}: split it by subject"
        for path in _modules("src", "tests", "benchmarks", "tools")
        if _lines(path) > MAX_LINES
    }
    assert long == {}


def test_few_modules_are_tiny() -> None:
    """At most one in eight modules of `src/riotsim` has fewer than 60 lines. A small module with one user can be merged
    with it.
    """
    modules = _modules("src")
    small = [str(path.relative_to(ROOT)) for path in modules if _lines(path) < SMALL_MODULE]
    assert len(small) <= MAX_SMALL_SHARE * len(modules), (
        f"{len(small)} of {len(modules)} modules have fewer than {SMALL_MODULE} lines; merge some with what uses them: "
        + ", ".join(small)
    )


NOT_MAPPED = {".": "the public API; the architecture page maps the rooms", "cli": "a module for each command",
              "cli/lab": "a module for each command", "games": "a folder for each game"}  # fmt: skip
"""Packages of `src/riotsim` whose docstring needn't name every module, each with what it tells instead."""


def test_packages_map_their_modules() -> None:
    """The docstring of a package names every module and folder in it."""
    package, missing = ROOT / "src" / "riotsim", {}
    for init in package.rglob("__init__.py"):
        folder = str(init.parent.relative_to(package))
        told = ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))) or ""
        named = {name.strip("/").removesuffix(".py") for name in re.findall(r"`([\w./]+)`", told)}
        inner = {path.stem for path in init.parent.glob("*.py")} | {
            path.parent.name for path in init.parent.glob("*/__init__.py")
        }
        if lacking := inner - named - {"__init__", "__main__"}:
            missing[folder] = sorted(lacking)
    assert {folder: lacking for folder, lacking in missing.items() if folder not in NOT_MAPPED} == {}
    page = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    rooms = {name.strip("/").removesuffix(".py") for name in re.findall(r"^\| `([\w./]+)` \|", page, re.MULTILINE)}
    assert rooms == set(missing["."])


def test_no_modules_import_each_other_in_a_circle() -> None:
    """No modules import each other in a circle, not even inside functions or for types. If two do, they are one
    subject, or lack a third module.
    """
    assert [sorted(circle) for circle in _circles(_imports())] == []


@pytest.mark.parametrize(
    ("imports", "circles"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}, [{"a", "b", "c"}]),
        ({"a": {"b"}, "b": {"a"}, "c": {"a", "d"}, "d": {"c"}}, [{"a", "b"}, {"c", "d"}]),
    ],
)
def test_circles_are_found(imports: dict[str, set[str]], circles: list[set[str]]) -> None:
    """The search finds each group of modules that reach each other, and nothing else."""
    assert sorted(map(sorted, _circles(imports))) == sorted(map(sorted, circles))


def _imports() -> dict[str, set[str]]:
    """Return the modules of `src/riotsim` that each module imports, wherever the import stands in its file."""
    files = {}
    for path in (ROOT / "src").rglob("*.py"):
        name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        files[name.removesuffix(".__init__")] = path
    return {name: _imported(path, files.keys()) - {name} for name, path in files.items()}


def _imported(path: Path, modules: Set[str]) -> set[str]:
    """Return which of these modules a file imports."""
    found: set[str] = set()
    for node in _statements(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                inner = (f"{module}.{one.name}" for one in names)
                found.update(name if name in modules else module for name in inner)
            case ast.Import(names=names):
                found.update(one.name for one in names)
    return found & modules


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements inside a node at any depth, with the handlers and cases that contain statements.

    Expressions are left out: they contain no imports, and most nodes of a tree belong to them.
    """
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        inner = getattr(node, part, ())
        for one in inner if isinstance(inner, list) else ():
            yield one
            yield from _statements(one)


def _circles(imports: dict[str, set[str]]) -> list[set[str]]:
    """Return the groups of modules that reach each other (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []
    found: list[set[str]] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        waiting.append(module)
        for other in imports[module]:
            if other not in order:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in waiting:
                lowest[module] = min(lowest[module], order[other])
        if lowest[module] == order[module]:
            place = waiting.index(module)
            circle = set(waiting[place:])
            del waiting[place:]
            if len(circle) > 1:
                found.append(circle)

    for module in imports:
        if module not in order:
            visit(module)
    return found


def test_nothing_strays_into_the_top_folder() -> None:
    """The top folder has the files of its list and no others, such as a report that a test has left."""
    run = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode:
        pytest.skip("not a git checkout")
    assert {name for name in run.stdout.splitlines() if "/" not in name} <= TOP_FILES
