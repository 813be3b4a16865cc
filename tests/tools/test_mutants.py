"""What `make mutants` changes, which tests it tries, and when a mutant counts as dead."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from mutants.__main__ import Checkout, SoundTests
from mutants.notes import KNOWN, read_notes
from mutants.selection import Selection
from mutants.sites import Mutant, all_mutants, mutants_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a < b", "(a <= b)"),
        ("a == b", "(a != b)"),
        ("a + b * c", "(a - b * c)"),
        ("x = a and b", "x = (a or b)"),
        ("x = not a", "x = (a)"),
        ("x = True", "x = False"),
        ("x = 0.5", "x = 1.0"),
        ("x = 0.0", "x = 1.0"),
        ("x = 0", "x = 1"),
        ("x = 1", "x = 2"),
        ("x = 30", "x = 60"),
        ("a < 1.0", "(a <= 1.0)"),
        ("a < 5", "(a <= 5)"),
        ("a < 0.5", "a < 1.0"),
        ("a == 0.5", "(a != 0.5)"),
        ("if time.monotonic() > a: b", "if (not time.monotonic() > a): b"),
        ("x = f(strict=True)", "x = f(strict=False)"),
        ("x = field(init=False)", "x = field(init=True)"),
        ("x = min(a)", "x = max(a)"),
        ("x += a", "x -= a"),
        ("do(a)", "pass"),
        ("if a:\n    b", "if (not a):\n    b"),
        ("x = '\N{DEGREE SIGN}', a < b", "x = '\N{DEGREE SIGN}', (a <= b)"),
    ],
)
def test_a_small_change_is_made(source: str, changed: str) -> None:
    """For each kind of code one mutant has exactly the expected change, and the rest of the code as it was."""
    assert changed in {mutant.apply_to(source) for mutant in mutants_of("a.py", source)}


@pytest.mark.parametrize(
    "source",
    [
        '"""1 < 2"""',
        "def f(a: Literal[1]) -> Array[2]: ...",
        "x = f'{a + 1}'",
        "assert a < b",
        "raise ValueError(a + b)",
        "if TYPE_CHECKING:\n    x = 1",
        "T = TypeVar('T', bound=1)",
        "@dataclass(slots=True)\nclass A: ...",
        "x = 'a' + b",
        "x = zip(a, b, strict=True)",
        "x = field(compare=False, repr=False)",
        "x = a < time.monotonic()",
    ],
)
def test_what_changes_nothing_stays(source: str) -> None:
    """Docstrings, annotations, decorators, text, assertions, errors, `strict=` of zip and comparisons with a clock
    aren't changed.
    """
    assert mutants_of("a.py", source) == []


@pytest.mark.parametrize(
    ("source", "boundary"),
    [
        ("a < 0.5", "(a <= 0.5)"),
        ("0.5 >= a", "(0.5 > a)"),
        ("a < b + 0.5", "(a <= b + 0.5)"),
        ("a > -SMALL", "(a >= -SMALL)"),
        ("perf_counter() - a <= b", "(perf_counter() - a < b)"),
    ],
)
def test_the_boundary_of_what_is_measured_stays(source: str, boundary: str) -> None:
    """A comparison with a float or a clock isn't changed at its boundary, as from `<` to `<=`, because measured values
    are never exactly equal to it. A comparison with the constant 0.0 is changed.
    """
    constants = "SMALL: Final = 1e-9\nNONE: Final = 0.0\n"
    assert boundary not in {mutant.after for mutant in mutants_of("a.py", constants + source)}
    assert "(a <= NONE)" in {mutant.after for mutant in mutants_of("a.py", constants + "a < NONE")}


@pytest.mark.proof
def test_every_mutant_of_the_source_is_another_program() -> None:
    """Every tenth mutant of `riotsim.table` can be compiled, and its code differs from the source."""
    sources: dict[str, str] = {}
    every = all_mutants(ROOT, "src/riotsim/table")
    assert len(every) > 1000
    for mutant in every[::10]:
        source = sources.setdefault(mutant.file, (ROOT / mutant.file).read_text(encoding="utf-8"))
        assert ast.dump(ast.parse(mutant.apply_to(source))) != ast.dump(ast.parse(source)), mutant


def _noted(folder: Path, **tests: tuple[float, list[tuple[str, str]]]) -> None:
    """Write notes as the plugin does: seconds and entered functions by test."""
    rows = [{"test": name, "seconds": time, "functions": entered} for name, (time, entered) in tests.items()]
    (folder / "gw0.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")


def test_the_most_specific_tests_come_first(tmp_path: Path) -> None:
    """A test that enters the changed function and little else is tried first. Tests that enter more of the code follow,
    then other tests of the module.
    """
    (tmp_path / "a.py").write_text("def f():\n    return 1\n\ndef g():\n    return 2\n", encoding="utf-8")
    _noted(
        tmp_path,
        broad=(0.1, [("a.py", "f"), ("a.py", "g"), ("b.py", "f")]),
        narrow=(0.1, [("a.py", "f")]),
        other=(0.1, [("a.py", "g")]),
        elsewhere=(0.1, [("b.py", "f")]),
    )
    mutant = Mutant("a.py", 2, (2, 11), (2, 12), "1", "2")
    assert Selection(tmp_path, tmp_path).tests(mutant) == ["narrow", "broad", "other"]


def test_a_test_that_takes_too_long_is_left_out(tmp_path: Path) -> None:
    """The tests that try a mutant take at most a minute together. If the only test takes longer, it is tried
    nevertheless.
    """
    (tmp_path / "a.py").write_text("def f():\n    return 1\n", encoding="utf-8")
    mutant = Mutant("a.py", 2, (2, 11), (2, 12), "1", "2")
    _noted(tmp_path, one=(80.0, [("a.py", "f")]))
    assert Selection(tmp_path, tmp_path).tests(mutant) == ["one"]
    _noted(tmp_path, one=(61.0, [("a.py", "f")]), two=(20.0, [("a.py", "f")]), three=(5.0, [("a.py", "f")]))
    assert Selection(tmp_path, tmp_path).tests(mutant) == ["three", "two"]


def test_half_of_the_time_is_for_specific_tests_and_half_for_short_ones(tmp_path: Path) -> None:
    """The most specific tests are tried first, for at most 30 s together. In the rest of a minute the shortest of the
    other tests follow.
    """
    (tmp_path / "a.py").write_text("def f():\n    return 1\n\ndef g():\n    return 2\n", encoding="utf-8")
    both = [("a.py", "f"), ("a.py", "g")]
    _noted(
        tmp_path,
        narrow=(25.0, [("a.py", "f")]),
        narrow_long=(20.0, [("a.py", "f")]),
        broad=(9.0, both),
        broad_long=(14.5, both),
        broad_short=(1.0, both),
    )
    mutant = Mutant("a.py", 2, (2, 11), (2, 12), "1", "2")
    assert Selection(tmp_path, tmp_path).tests(mutant) == ["narrow", "broad_short", "broad", "broad_long"]


def test_functions_that_a_test_enters_are_noted(tmp_path: Path) -> None:
    """For each test the plugin notes the file and name of each function of riotsim that the test enters. Functions that
    a process of the test enters are noted as well.
    """
    package = tmp_path / "riotsim"
    package.mkdir()
    (package / "__init__.py").write_text('''"""A package."""

def outer():
    """A docstring stays the docstring."""
    return inner()

def inner():
    return 1

def never():
    return outer()
''')
    (tmp_path / "test_it.py").write_text("""
import riotsim

def test_one():
    assert riotsim.outer() == 1
    assert riotsim.outer.__doc__ == "A docstring stays the docstring."

def test_none():
    assert 1 + 1 == 2

def test_child():
    import subprocess, sys
    subprocess.run([sys.executable, "-c", "import os, riotsim; riotsim.inner(); os._exit(0)"], check=True)
""")
    notes = tmp_path / "notes"
    notes.mkdir()
    path = (ROOT / "tests/mutants/children", tmp_path, ROOT / "tests")
    subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "mutants.entered", f"--entered={notes}", "test_it.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, path)), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        check=True,
        capture_output=True,
    )
    rows = [json.loads(line) for line in (notes / "alone.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["test"], row["functions"]) for row in rows] == [
        ("test_it.py::test_one", [["riotsim/__init__.py", "inner"], ["riotsim/__init__.py", "outer"]]),
        ("test_it.py::test_none", []),
        ("test_it.py::test_child", []),
    ]
    children = [json.loads(file.read_text(encoding="utf-8")) for file in notes.glob("child-*.jsonl")]
    assert children == [{"test": "test_it.py::test_child", "functions": [["riotsim/__init__.py", "inner"]]}]


def test_only_tests_that_are_new_or_have_changed_are_noted_anew(tmp_path: Path) -> None:
    """If the function of a test is unchanged, the notes of an earlier run are kept. The notes of a test that no longer
    exists don't count.
    """
    file, notes = tmp_path / "test_it.py", tmp_path / "notes"
    notes.mkdir()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "mutants.entered", f"--entered={notes}", file.name]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tests"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    noted = []
    for text in (
        "def test_a():\n    pass\n\ndef test_b():\n    pass\n\ndef test_c():\n    pass\n",
        "# moved\n\ndef test_a():\n    pass\n\ndef test_b():\n    assert 1 < 2\n\ndef test_d():\n    pass\n",
    ):
        file.write_text(text, encoding="utf-8")
        (notes / KNOWN).write_text(json.dumps(read_notes(notes).digests), encoding="utf-8")
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
        rows = (notes / "alone.jsonl").read_text(encoding="utf-8").splitlines()
        noted.append([json.loads(row)["test"].removeprefix("test_it.py::test_") for row in rows])
    assert noted == [["a", "b", "c"], ["a", "b", "c", "b", "d"]]
    assert sorted(read_notes(notes).seconds) == [f"test_it.py::test_{name}" for name in "abd"]


@pytest.mark.proof
def test_only_a_test_that_passes_otherwise_kills_a_mutant(tmp_path: Path) -> None:
    """A mutant dies if a test fails that passes without it. If no such test fails, the mutant lives. Afterwards the
    source is as before.
    """
    checkout = Checkout(tmp_path)
    file = "src/riotsim/table/poses.py"
    source = (tmp_path / file).read_text(encoding="utf-8")
    (tmp_path / "tests/table/test_sham.py").write_text(
        """
from riotsim.table.poses import Pose

def test_fails_anyway():
    assert False

def test_sees_nothing():
    assert Pose((1.0, 2.0, 3.0)).at

def test_sees_it():
    assert Pose((1.0, 2.0, 3.0)).xy == (1.0, 2.0)
"""
    )
    line = next(
        number for number, text in enumerate(source.splitlines(), 1) if "return (self.at[0], self.at[1])" in text
    )
    mutant = next(found for found in mutants_of(file, source) if found.line == line and found.before == "0")
    fails, blind, sees = (
        f"tests/table/test_sham.py::test_{name}" for name in ("fails_anyway", "sees_nothing", "sees_it")
    )
    sound = SoundTests()
    lived = checkout.try_mutant(mutant, [fails, blind], sound)
    assert (lived.outcome, lived.test) == ("lived", "")
    died = checkout.try_mutant(mutant, [fails, blind, sees], sound)
    assert (died.outcome, died.test) == ("died", sees)
    assert (tmp_path / file).read_text(encoding="utf-8") == source
