"""Which tests are tried against a mutant: those that enter its function."""

import ast
from collections import Counter
from pathlib import Path
from typing import Final

from mutants.hook import functions_of
from mutants.notes import read_notes
from mutants.sites import Mutant

FEW: Final = 10
"""If fewer tests than this enter a function, tests of the whole module are tried too. A cache may hide the function
from all tests but the first.
"""

MAX_SECONDS: Final = 60.0
"""Greatest processor time (s) that the tests of one mutant take together when run without the mutant. More would make
the whole run longer than an hour.
"""


class Selection:
    """The functions of the source and the tests that enter them."""

    def __init__(self, folder: Path, root: Path) -> None:
        """Read what the plugin `entered` has written.

        Args:
            folder: the folder of the plugin's files.
            root: the folder of the source.
        """
        self._root = root
        notes = read_notes(folder)
        self._tests, self._seconds = notes.tests, notes.seconds
        self._functions = Counter(test for tests in self._tests.values() for test in tests)

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests to try against a mutant: those that enter its function, the most specific ones first.

        A test is specific if it enters few functions. Code outside of functions runs when its module is imported, which
        may happen in any test. Such code is tried with the tests of the module's functions.
        """
        function = _function_of(mutant, (self._root / mutant.file).read_text(encoding="utf-8"))
        direct = self._tests.get((mutant.file, function), set()) if function is not None else set()
        tests = sorted(direct, key=lambda test: (self._functions[test], test))
        if len(direct) < FEW:
            shares = Counter(test for (file, _), found in self._tests.items() if file == mutant.file for test in found)
            others = set(shares) - direct
            tests += sorted(others, key=lambda test: (-shares[test] / self._functions[test], test))
        return self._within_time(tests)

    def _within_time(self, tests: list[str]) -> list[str]:
        """Return the tests that are tried: the first ones for half of the time, and then the shortest of the others.

        If every test takes longer than half of the time, the first one is tried all the same.
        """
        first = self._until(tests, MAX_SECONDS / 2) or tests[:1]
        left = MAX_SECONDS - sum(self._seconds.get(test, 0.0) for test in first)
        others = sorted(set(tests) - set(first), key=lambda test: (self._seconds.get(test, 0.0), test))
        return first + self._until(others, left)

    def _until(self, tests: list[str], left: float) -> list[str]:
        """Return as many tests as fit into a time (s) together, in their order. A test that doesn't fit is skipped."""
        kept: list[str] = []
        for test in tests:
            if self._seconds.get(test, 0.0) <= left:
                kept.append(test)
                left -= self._seconds.get(test, 0.0)
        return kept


def _function_of(mutant: Mutant, source: str) -> str | None:
    """Return the name of the innermost function around a mutant; None if it is outside of functions.

    Defaults of arguments and decorators run with the code around the function.
    """
    found: str | None = None
    for name, node in functions_of(ast.parse(source)):
        if node.body[0].lineno <= mutant.line <= (node.end_lineno or 0):
            found = name
    return found
