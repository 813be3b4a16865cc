import subprocess
import sys

import pytest

from riotsim.testing.findings import Finding, Ran, read

pytest_plugins = ["pytester"]

SIZES = """
def test_size(size):
    assert size(60, 1000) == {chosen}
"""

NOTES = """
import pytest
from riotsim.testing.findings import Chart, Series

@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_height(record, k):
    chart = Chart("Heights", "k", "mm", (Series("found", (float(k),), (2.0 * k,)),))
    record("heights", f"height {k}", found=2.0 * k, expected=4.0, off=0.5, unit="mm", charts=(chart,)).must_hold()
"""


@pytest.mark.parametrize(("options", "chosen"), [((), 60), (("--physics=quick",), 60), (("--physics=long",), 1000)])
def test_the_option_chooses_the_size(pytester: pytest.Pytester, options: tuple[str, ...], chosen: int) -> None:
    """Tests have their quick size unless `--physics=long` is given."""
    pytester.makepyfile(SIZES.format(chosen=chosen))
    pytester.runpytest("-p", "riotsim.testing.plugin", *options).assert_outcomes(passed=1)


@pytest.mark.parametrize("processes", [(), ("-p", "xdist.plugin", "-n", "2")])
def test_what_is_found_is_written_down(
    pytester: pytest.Pytester, processes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each figure and each test is recorded once, even if it fails. It doesn't matter whether tests run in one process
    or in several.
    """
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # others than riotsim's make each start twice as long
    pytester.makepyfile(NOTES)
    done = pytester.runpytest_subprocess("-p", "riotsim.testing.plugin", "--physics-results", "notes/here", *processes)
    done.assert_outcomes(passed=3, failed=1)
    records = list(read(pytester.path / "notes" / "here"))
    findings = sorted((one for one in records if isinstance(one, Finding)), key=lambda one: one.found)
    assert [(one.found, one.holds) for one in findings] == [(0.0, False), (2.0, True), (4.0, True), (6.0, True)]
    tests = {one.test.partition("[")[2]: one for one in records if isinstance(one, Ran)}
    assert sorted(tests) == ["0]", "1]", "2]", "3]"]
    assert findings[3].charts[0].series[0].y == (6.0,)
    assert "heights: height 0: found 0 mm, expected 4 mm; holds from 2 to 6 mm" in tests["0]"].message


def test_without_a_folder_nothing_is_written(pytester: pytest.Pytester) -> None:
    """If no folder for results is named, figures that tests record aren't written to a file."""
    pytester.makepyfile(NOTES)
    pytester.runpytest("-p", "riotsim.testing.plugin").assert_outcomes(passed=3, failed=1)
    assert list(pytester.path.rglob("*.jsonl")) == []


def test_the_plugin_is_light() -> None:
    """The plugin imports no physics engine, no NumPy and no drawing library, so that it doesn't slow down other
    projects.
    """
    code = (
        "import sys, riotsim.testing.plugin\n"
        "print(sorted({'numpy', 'pybullet', 'trimesh', 'matplotlib', 'pydantic', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_folder_that_cannot_be_made_is_told(pytester: pytest.Pytester) -> None:
    """If a file has the name of the folder for results, pytest says so in one line, without a traceback."""
    (pytester.path / "notes").write_text("", encoding="utf-8")
    done = pytester.runpytest("-p", "riotsim.testing.plugin", "--physics-results", "notes")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["ERROR: --physics-results notes: *; name a folder"])
