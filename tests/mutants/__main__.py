"""Draws mutants by chance and counts those that the tests notice: `make mutants`.

A mutant is the source with one small change. It dies if a test fails that passes without the change.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from compileall import compile_dir
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import SimpleQueue
from typing import Final, Literal

from mutants.notes import KNOWN, read_notes
from mutants.selection import Selection
from mutants.sites import Mutant, all_mutants

ROOT: Final = Path(__file__).parents[2]

SECONDS_FOR_TEST: Final = 90
"""Time limit for one test (s). If a test takes longer, its mutant dies. Without mutants, the slowest takes 60 s."""

SECONDS_FOR_MUTANT: Final = 300
"""Time limit for all tests of one mutant (s). A mutant that no test has noticed by then lives."""

LOOKS: Final = (
    "viewer/render",
    "viewer/scene",
    "viewer/sound",
    "viewer/ui",
    "replay/figure_meshes.py",
    "replay/glb",
    "table/dice/icons.py",
    "testing/report",
)
"""Modules whose mutants are left out unless asked for. They make shapes, colours, sizes and sounds, which tests don't
check exactly.
"""

Outcome = Literal["died", "lived", "untested"]


@dataclass(frozen=True)
class Result:
    """The outcome of the tests of one mutant."""

    mutant: Mutant
    outcome: Outcome
    """Whether a test noticed the mutant. `untested` means that no test enters a function of the module; it counts as
    alive.
    """
    test: str = ""
    """The test that failed, or `import` if the tests could not even begin."""
    tests: int = 0
    """Number of tests that were to be tried; fewer ran if one of them failed."""
    seconds: float = 0.0


class Checkout:
    """A copy of the project whose source can be changed."""

    def __init__(self, folder: Path) -> None:
        """Copy all files that git knows into a folder."""
        self.folder = folder
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target, follow_symlinks=False)
        # A file that has changed is known by its content. Compiling everything anew took a third of each run.
        compile_dir(folder / "src", quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
        self.environment = os.environ | {
            "PYTHONPATH": os.pathsep.join([str(folder / "src"), str(folder / "tests")]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_ADDOPTS": "",
        }

    def failing_test(self, tests: list[str], seconds: float) -> str | None:
        """Run tests until one fails and return its name; None if all pass or the time is over.

        Returns:
            The name of the test, or `import` if the tests can't be collected.
        """
        wanted = self.folder / "wanted.txt"
        wanted.write_text("\n".join(tests), encoding="utf-8")
        files = sorted({test.partition("::")[0] for test in tests})
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-rfE",
            "-p",
            "no:cacheprovider",
            "-p",
            "mutants.selected",
        ]
        command += [f"--only={wanted}", "--timeout", str(SECONDS_FOR_TEST), "--no-header", "--tb=no", *files]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        ) as running:
            try:
                output, _ = running.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                return None
            finally:
                _kill_session(running)
        for line in output.splitlines():
            if line.startswith(("FAILED ", "ERROR ")):
                name = line.split(" ", 1)[1].partition(" - ")[0]
                return name if "::" in name else "import"
        return None if running.returncode in {0, 5} else "import"

    def try_mutant(self, mutant: Mutant, tests: list[str], sound: "SoundTests") -> Result:
        """Change the source, run tests until one fails that passes without the change, and change the source back."""
        path = self.folder / mutant.file
        source = path.read_text(encoding="utf-8")
        begun = time.monotonic()
        tried = len(tests)
        while tests and (left := SECONDS_FOR_MUTANT - (time.monotonic() - begun)) > 0:
            path.write_text(mutant.apply_to(source), encoding="utf-8")
            try:
                failed = self.failing_test(tests, left)
            finally:
                path.write_text(source, encoding="utf-8")
            if failed is None:
                break
            if failed == "import" or sound.passes(failed, self):
                return Result(mutant, "died", failed, tried, time.monotonic() - begun)
            tests = tests[tests.index(failed) + 1 :] if failed in tests else []
        return Result(mutant, "lived", "", tried, time.monotonic() - begun)


class SoundTests:
    """The tests that are known to pass alone and without a change. Only the failure of such a test proves anything."""

    def __init__(self) -> None:
        self._known: dict[str, bool] = {}

    def passes(self, test: str, checkout: Checkout) -> bool:
        """Return True if a test passes alone in a checkout that isn't changed."""
        if test not in self._known:
            self._known[test] = checkout.failing_test([test], SECONDS_FOR_MUTANT) is None
        return self._known[test]


def note_tests(checkout: Checkout, folder: Path, jobs: int) -> None:
    """Run all tests once and write into a folder which functions each of them enters.

    Tests are left out if the folder has notes on them and they haven't changed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / KNOWN).write_text(json.dumps(read_notes(folder).digests), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        str(jobs),
        "--dist",
        "loadgroup",
        "-m",
        "not proof",
        "-p",
        "no:cacheprovider",
    ]
    command += ["-p", "mutants.entered", f"--entered={folder}"]
    children = str(checkout.folder / "tests" / "mutants" / "children")
    environment = checkout.environment | {"PYTHONPATH": os.pathsep.join([children, checkout.environment["PYTHONPATH"]])}
    subprocess.run(command, cwd=checkout.folder, env=environment, stdin=subprocess.DEVNULL, check=False)


def main() -> None:
    """Try the mutants and write the results, one a line, as soon as each is known."""
    options = _options()
    unseen = () if options.looks else tuple(f"src/riotsim/{place}" for place in LOOKS)
    every = [mutant for mutant in all_mutants(ROOT, options.folder) if not mutant.file.startswith(unseen)]
    drawn = random.Random(options.seed).sample(every, min(options.count, len(every)))
    print(f"{len(every)} possible mutants; {len(drawn)} of them drawn with seed {options.seed}", flush=True)
    results: list[Result] = []
    sound = SoundTests()
    with tempfile.TemporaryDirectory() as folder:
        checkouts = [Checkout(Path(folder) / f"checkout-{number}") for number in range(options.jobs)]
        noted = options.noted or Path(folder) / "noted"
        print("tests that are new or have changed run once, to note which functions each of them enters", flush=True)
        note_tests(checkouts[0], noted, options.jobs)
        selection = Selection(noted, ROOT)
        free: SimpleQueue[Checkout] = SimpleQueue()
        for checkout in checkouts:
            free.put(checkout)

        def try_one(mutant: Mutant) -> Result:
            tests = selection.tests(mutant)
            if not tests:
                return Result(mutant, "untested")
            checkout = free.get()
            try:
                return checkout.try_mutant(mutant, tests, sound)
            finally:
                free.put(checkout)

        begun = time.monotonic()
        with options.output.open("w", encoding="utf-8") as output, ThreadPoolExecutor(options.jobs) as pool:
            trials = [pool.submit(try_one, mutant) for mutant in drawn]
            try:
                for trial in as_completed(trials):
                    results.append(trial.result())
                    output.write(json.dumps(asdict(results[-1])) + "\n")
                    output.flush()
                    _tell(results, len(drawn), time.monotonic() - begun)
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    print(summary(results))


def summary(results: list[Result]) -> str:
    """Return the score, and the mutants that lived in the order of their files."""
    died = sum(result.outcome == "died" for result in results)
    lines = [f"{died} of {len(results)} died ({died / max(len(results), 1):.0%}). Alive:"]
    alive = [result for result in results if result.outcome != "died"]
    for result in sorted(alive, key=lambda result: (result.mutant.file, result.mutant.line)):
        why = f"{result.tests} tests" if result.outcome == "lived" else "no test enters its module"
        lines.append(
            f"{result.mutant.file}:{result.mutant.line}: {result.mutant.before}  ->  {result.mutant.after}  ({why})"
        )
    return "\n".join(lines)


def _tell(results: list[Result], total: int, seconds: float) -> None:
    """Print a line on the newest result and the progress."""
    newest, mutant = results[-1], results[-1].mutant
    died = sum(result.outcome == "died" for result in results)
    left = seconds / len(results) * (total - len(results)) / 60
    by = f" by {newest.test}" if newest.test else ""
    print(f"{len(results)}/{total}, {died} died, {left:.0f} min left: {mutant.file}:{mutant.line} {newest.outcome}{by}")
    sys.stdout.flush()


def _kill_session(running: subprocess.Popen[str]) -> None:
    """Kill a process and all that it started."""
    try:
        os.killpg(running.pid, 9)
    except ProcessLookupError:
        return
    running.wait()


def _options() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("folder", nargs="?", default="src/riotsim", help="folder whose files change (default: all)")
    parser.add_argument("--count", type=int, default=200, help="number of mutants to draw (default: 200)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the draw (default: 0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at once (default: one a core)")
    parser.add_argument("--noted", type=Path, help="folder that keeps notes on which test enters what")
    parser.add_argument("--looks", action="store_true", help=f"draw from {', '.join(LOOKS)} too")
    parser.add_argument("--output", type=Path, default=ROOT / "mutants.jsonl", help="file for the results, one a line")
    options = parser.parse_args()
    if not any((ROOT / options.folder).rglob("*.py")):
        parser.error(f"{options.folder} is no folder of the project with Python files")
    return options


if __name__ == "__main__":
    main()
