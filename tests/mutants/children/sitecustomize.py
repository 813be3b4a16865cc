"""Notes which functions of riotsim are entered in a process that a test has started.

Each function is noted at once when it is first entered, because such a process may be killed at any moment.
"""

import json
import os
from typing import Final

NOTES: Final = "RIOTSIM_MUTANTS_NOTES"
"""Name of the environment variable with the folder for notes."""

ROOT: Final = "RIOTSIM_MUTANTS_ROOT"
"""Name of the environment variable with the project's root."""

TEST: Final = "RIOTSIM_MUTANTS_TEST"
"""Name of the environment variable with the test that runs."""


def _begin(folder: str, root: str, test: str) -> None:
    """Write down every function that this process enters from now on."""
    from mutants.hook import Function, install

    known: set[Function] = set()

    def note(function: Function) -> None:
        if function in known:
            return
        known.add(function)
        row = {"test": test, "functions": [[os.path.relpath(function[0], root).replace(os.sep, "/"), function[1]]]}
        try:
            with open(os.path.join(folder, f"child-{os.getpid()}.jsonl"), "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        except OSError:
            pass  # a reader of meshes may not open files; what it entered before is known

    install(note)


if __name__ == "sitecustomize" and TEST in os.environ:
    _begin(os.environ[NOTES], os.environ[ROOT], os.environ[TEST])
