"""The list of licences is complete and true: of files that are shipped, and of packages that are needed."""

import importlib.util
import json
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]

LICENCES = tomllib.loads((ROOT / "licences.toml").read_text(encoding="utf-8"))

SHIPPED = ("assets", "benchmarks", "docs", "examples", "rules", "src", "tests", "tools")
"""Folders of the source distribution."""

OURS = {"", ".cpp", ".css", ".frag", ".glsl", ".html", ".ini", ".js", ".json", ".md", ".mjs", ".py", ".toml", ".typed",
        ".vert", ".yaml"}  # fmt: skip
"""Endings of text files that this project writes itself. A file with another ending needs a row in the list of
licences.
"""

NOT_SHIPPED = {"node_modules", "__pycache__"}

OTHERS = re.compile(r"@license|SPDX-License-Identifier|Copyright (\(c\)|©|\d{4})|CC[ -]BY[ -]\d|Creative Commons", re.I)
"""Marks of a text that somebody else may have written, or that has another licence. Python code isn't searched for the
marks, since it may only mention them.
"""


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """Load tools/licences.py."""
    spec = importlib.util.spec_from_file_location("licences", ROOT / "tools" / "licences.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shipped_files() -> Iterator[Path]:
    """Yield the files of the source distribution, relative to its root."""
    for folder in SHIPPED:
        for path in sorted((ROOT / folder).rglob("*")):
            relative = path.relative_to(ROOT)
            if path.is_file() and not NOT_SHIPPED & set(relative.parts):
                yield relative


def has_row(path: Path) -> bool:
    """Return whether a row of the list is for a file."""
    return any(path.match(pattern) for pattern in LICENCES["shipped"])


def test_each_shipped_file_of_another_kind_has_its_licence_listed() -> None:
    """Each shipped file of another kind, such as a mesh, a picture or a font, has a row in the list of licences. So
    does each text with the mark of another licence.
    """
    missing = []
    for path in shipped_files():
        other = path.suffix not in OURS
        if not other and path.suffix != ".py":
            other = OTHERS.search((ROOT / path).read_text(encoding="utf-8")) is not None
        if other and not has_row(path):
            missing.append(str(path))
    assert missing == []


def test_each_row_is_of_a_file_that_is_there() -> None:
    """For each row of the list of licences, there is a file that is shipped."""
    files = list(shipped_files())
    assert [pattern for pattern in LICENCES["shipped"] if not any(path.match(pattern) for path in files)] == []


def test_each_package_has_the_licence_that_is_listed(tool: ModuleType) -> None:
    """Each locked package has a row with its licence. The test fails if a package is new or its licence has changed
    (`make lock` writes the rows).
    """
    assert list(LICENCES["needed"]) == tool.locked_packages()
    installed = {name: licence for name, licence in LICENCES["needed"].items() if is_locked(name)}
    assert installed == {name: tool.licence_of(name) for name in installed}
    assert len(installed) > 0.9 * len(LICENCES["needed"])
    assert set(LICENCES["carried"]) <= set(LICENCES["needed"])


def is_locked(package: str) -> bool:
    """Return whether a package is installed in the version of constraints.txt. Another version may have another
    licence.
    """
    lock = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    try:
        return f"\n{package}=={version(package)} " in lock
    except PackageNotFoundError:
        return False


def test_packages_of_node_are_listed() -> None:
    """Each package that a package.json file asks for has a row in the list of licences."""
    asked = set()
    for file in (path for path in shipped_files() if path.name == "package.json"):
        asked |= set(json.loads((ROOT / file).read_text(encoding="utf-8"))["dependencies"])
    assert asked == set(LICENCES["npm"])


@pytest.mark.parametrize(
    ("about", "licence"),
    [
        ("License-Expression: MIT\nLicense: something else", "MIT"),
        ("License: Apache-2.0", "Apache-2.0"),
        ("License: UNKNOWN\nClassifier: License :: OSI Approved :: ISC License", "ISC License"),
        ("License: The whole text of a licence, which goes on and on and on", "BSD"),
    ],
)
def test_a_licence_is_found_wherever_metadata_has_it(
    tool: ModuleType, about: str, licence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The licence of a package is its licence expression, or else a short licence name, or else its classifier. If it
    has none of these, the text of its licence file counts.
    """
    folder = tmp_path / "made_up-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: made-up\nVersion: 1.0\n{about}\n")
    (folder / "LICENSE").write_text("Redistribution and use in source and binary forms, with or without …")
    (folder / "RECORD").write_text("made_up-1.0.dist-info/LICENSE,,\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert tool.licence_of("made-up") == licence


def test_a_package_without_a_licence_is_refused(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a package names no licence, it is refused, so that somebody writes its row by hand."""
    folder = tmp_path / "made_up-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.4\nName: made-up\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="names no licence"):
        tool.licence_of("made-up")
