"""`riotsim check`: runs scenario files, each with a position, decisions, and an expected result."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.output.progress import progress_bar
from riotsim.app.output.streams import print_json
from riotsim.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from riotsim.files.problems import Problem
    from riotsim.files.yaml import Document
    from riotsim.play.scenarios.expected_events import Failure

FAILED_EXIT_CODE = 1
"""Exit code if a scenario fails."""

UNREADABLE_EXIT_CODE = 2
"""Exit code if a file is not a valid scenario, as for any bad input."""


@dataclass(frozen=True)
class CheckedScenario:
    """The result of one scenario file."""

    file: Path
    title: str = ""
    failures: "tuple[Failure, ...]" = ()
    problems: "tuple[Problem, ...]" = ()
    """Problems of the file itself; empty if the scenario was run."""

    @property
    def holds(self) -> bool:
        """True if the file is valid and all expectations of the scenario are met."""
        return not (self.failures or self.problems)


def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Scenario files, or folders with scenario files in them.")
    ],
    json: Annotated[bool, typer.Option("--json", help="Write JSON and nothing else.")] = False,
) -> None:
    """Run scenario files. The exit code is 1 if a scenario fails, and 2 if a file is invalid."""
    found = []
    paths = all_files(files)
    with progress_bar(len(paths), "scenarios") as numbers:
        for number in numbers:
            found.append(check_file(paths[number]))
            if not json:
                typer.echo("\n".join(_lines(found[-1])))
    if json:
        print_json(_document(found))
    sys.exit(
        UNREADABLE_EXIT_CODE
        if any(one.problems for one in found)
        else FAILED_EXIT_CODE
        if any(one.failures for one in found)
        else 0
    )


def all_files(names: "Sequence[str]") -> list[Path]:
    """Return the named files, and all scenario files in the named folders and their subfolders.

    The files are in the order of the names. Files of a folder are sorted by path.

    Raises:
        BadInput: A name is empty, or a folder has no scenario file.
    """
    from riotsim.app.scenario_files import SUFFIXES

    if "" in names:
        raise BadInput("check needs names of scenario files or folders, and one of these is empty; . is this folder")
    found: list[Path] = []
    for path in map(Path, names):
        if not path.is_dir():
            found.append(path)
            continue
        # os.walk passes over folders that vanish meanwhile; Path.rglob raises.
        files = (Path(folder, file) for folder, _, files in os.walk(path) for file in files)
        inside = sorted(file for file in files if file.suffix in SUFFIXES)
        if not inside:
            raise BadInput(f"{path} has no scenario in it; their names end in .yaml")
        found += inside
    return found


def check_file(path: Path) -> CheckedScenario:
    """Run one scenario file and return its result. The result of an invalid file lists its problems."""
    from riotsim.app.scenario_files import check_scenario, load_scenario
    from riotsim.files.problems import BadFile
    from riotsim.files.yaml import read_yaml

    title = ""
    try:
        document = read_yaml(path)
        title = _title(document)
        found = load_scenario(document)
        check_scenario(found)
    except BadFile as bad:
        return CheckedScenario(path, title, problems=bad.problems)
    return CheckedScenario(path, title, failures=found.scenario.run(found.rules, found.meshes))


def _title(document: "Document") -> str:
    title = document.data.get("title") if isinstance(document.data, dict) else None
    return title if isinstance(title, str) else ""


def _lines(one: CheckedScenario) -> "Iterator[str]":
    if one.holds:
        yield f"✓ {one.title}"
        return
    yield f"✗ {one.title} ({one.file})" if one.title else f"✗ {one.file}"
    from riotsim.files.problems import problem_lines

    yield from (f"    {part}" for part in (*one.failures, *problem_lines(one.problems)))


def _document(found: "Sequence[CheckedScenario]") -> dict[str, object]:
    return {
        "files": [
            {
                "file": str(one.file),
                "title": one.title,
                "result": "unreadable" if one.problems else "failed" if one.failures else "holds",
                "failures": [{"path": f.path, "expected": f.expected, "found": f.found} for f in one.failures],
                "problems": [{"line": p.line, "field": p.field, "message": p.message} for p in one.problems],
            }
            for one in found
        ]
    }
