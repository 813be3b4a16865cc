import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.testing.chunks import Found, cut
from riotsim.testing.findings import Finding, Ran, read
from riotsim.testing.long_run import main

TESTS = """
import os
import pytest

@pytest.mark.takes(2)
def test_long(record, size):
    record("free fall", "size", found=size(1, 2), expected=2, within=0).must_hold()

@pytest.mark.takes(minutes=5)
def test_that_crashes():
    os._exit(9)

def test_fails():
    assert 1 == 2

def test_fine():
    pass

@pytest.mark.proof
def test_of_the_proof():
    assert False
"""

FOUND = st.builds(
    Found,
    st.builds("{}.py::{}".format, st.sampled_from("abc"), st.text("xyz", min_size=1)),
    st.floats(0.0, 9.0),
    st.booleans(),
)


@given(st.lists(FOUND, unique_by=lambda test: test.id))
def test_chunks_have_all_tests_once_and_the_longest_first(tests: list[Found]) -> None:
    """Each test is in one chunk; no chunk mixes files, and none that stands alone has company."""
    chunks = cut(tests)
    assert sorted(test for chunk in chunks for test in chunk.tests) == sorted(test.id for test in tests)
    assert [chunk.minutes for chunk in chunks] == sorted((chunk.minutes for chunk in chunks), reverse=True)
    assert all(len({test.partition("::")[0] for test in chunk.tests}) == 1 for chunk in chunks)
    alone = {test.id for test in tests if test.alone}
    assert all(len(chunk.tests) == 1 for chunk in chunks if alone & set(chunk.tests))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of tests that pass, fail and break down."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p riotsim.testing.plugin\nmarkers = proof\n")
    (tmp_path / "test_some.py").write_text(TESTS)
    return tmp_path


def test_a_long_run_goes_on_after_failures_and_reports_them_all(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A test that fails, and one that takes its process down with it, are told; the others ran, in their long size."""
    assert main(["test_some.py", "--results", "notes", "-o", "out.html"]) == 1
    told = capfd.readouterr().err
    assert "✗" in told
    assert "2 of 3 chunks failed" in told
    records = list(read(project / "notes"))
    outcomes = {one.test.partition("::")[2]: one.outcome for one in records if isinstance(one, Ran)}
    assert outcomes == {
        "test_long": "passed",
        "test_that_crashes": "failed",
        "test_fails": "failed",
        "test_fine": "passed",
    }
    assert [one.found for one in records if isinstance(one, Finding)] == [2.0]
    assert "its process ended with 9" in (project / "out.html").read_text(encoding="utf-8")
    run = json.loads((project / "notes" / "run.json").read_text())
    assert run["size"] == "long"
    assert run["seconds"] > 0


def test_an_earlier_run_makes_room_and_nothing_else_does(project: Path) -> None:
    """Records and logs of an earlier run are gone; a file of somebody's own in that folder is not touched."""
    (project / "notes").mkdir()
    for name in ("main-1.jsonl", "log-001.txt", "run.json", "mine.txt"):
        (project / "notes" / name).write_text("")
    assert main(["nothing.py", "--results", "notes"]) == 2
    left = {path.name for path in (project / "notes").iterdir()}
    assert left - {"tests.json"} == {"mine.txt"}  # the new run may have begun its list


def test_a_folder_of_somebody_elses_is_left_alone(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Where no run has left its mark nothing is deleted, whatever its name; exit code 2, and what to do."""
    (project / "shop").mkdir()
    for name in ("customers.jsonl", "log-shop.txt"):
        (project / "shop" / name).write_text("")
    assert main(["test_some.py", "--results", "shop"]) == 2
    assert {path.name for path in (project / "shop").iterdir()} == {"customers.jsonl", "log-shop.txt"}
    assert "name an empty folder or a new one" in capfd.readouterr().err


def test_a_page_that_cannot_be_written_is_told_before_anything_runs(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nobody waits for hours to hear of it: exit code 2, and no results."""
    assert main(["test_some.py", "--results", "notes", "-o", "nowhere/x.html"]) == 2
    assert "long run: nowhere/x.html cannot be written: there is no folder nowhere" in capfd.readouterr().err
    assert not (project / "notes").exists()


def test_what_cannot_be_collected_is_told(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A file that is not there is exit code 2, with what pytest says of it."""
    assert main(["nothing.py", "--results", "notes"]) == 2
    assert "file or directory not found: nothing.py" in capfd.readouterr().err
    assert not (project / "physics.html").exists()


@pytest.mark.parametrize("where", ["elsewhere", "project/deeper"])
def test_a_long_run_may_be_called_from_any_folder(
    project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Pytest's ids are relative to its root folder: the tests are found from below it, and from outside."""
    folder = project / "deeper" if where == "project/deeper" else tmp_path_factory.mktemp("elsewhere")
    folder.mkdir(exist_ok=True)
    (project / "test_some.py").write_text(TESTS[: TESTS.index("@pytest.mark.takes(minutes=5)")])
    monkeypatch.chdir(folder)
    assert main([str(project / "test_some.py"), "--results", "notes", "-o", "out.html"]) == 0
    assert [one.test for one in read(folder / "notes") if isinstance(one, Ran)] == ["test_some.py::test_long"]
    assert (folder / "out.html").is_file()
