"""`riotsim lab export`: a table with one row for each game."""

import json
import subprocess
from pathlib import Path

import polars as pl
import pytest
from command_line import riotsim
from small_campaigns import plan, played_into

from riotsim.lab.campaigns.ledger import Ledger

pytestmark = pytest.mark.xdist_group("lab_export")  # what they share is made once


def export(*args: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `riotsim lab export` with the given arguments."""
    return riotsim("lab", "export", *args)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of a ledger with the small campaign, which is over."""
    return played_into(tmp_path_factory.mktemp("played") / "lab.sqlite")


def test_a_row_has_all_that_was_measured(played: Path, tmp_path: Path) -> None:
    """Exports to Parquet, CSV and JSON lines have one row for each game, with the figures of the ledger."""
    files = {form: tmp_path / f"games.{form}" for form in ("parquet", "csv", "jsonl")}
    told = export("hands", "--db", played, *(word for form, file in files.items() for word in (f"--{form}", file)))
    assert told.returncode == 0, told.stderr
    assert "8 games" in told.stderr
    rows = pl.read_parquet(files["parquet"])
    with Ledger(played) as ledger:
        games = ledger.games("hands")
    assert list(zip(rows["arm"], rows["pair"], rows["order"], strict=True)) == list(plan().trials())
    for row, trial in zip(rows.iter_rows(named=True), plan().trials(), strict=True):
        game = games[trial]
        assert {name: row[name] for name in game.figures} == game.figures
        assert row["winners"] == list(game.winners)
        assert row["counted"]
        counts = {f"{tally}: {what}": n for tally, of in game.tallies.items() for what, n in of.items()}
        assert {name: row[name] for name in counts} == counts
        assert {row[name] for name in row if ": " in name and name not in counts} <= {0}
        assert sum(value for name, value in row.items() if name.startswith("falls: ")) == sum(
            game.tallies.get("falls", {}).values()
        )
    assert pl.read_csv(files["csv"])["turns"].to_list() == rows["turns"].to_list()
    lines = [json.loads(line) for line in files["jsonl"].read_text(encoding="utf-8").splitlines()]
    assert [line["seed"] for line in lines] == rows["seed"].to_list()


def test_seats_are_those_of_the_game(played: Path, tmp_path: Path) -> None:
    """If the order of seats changes, each boss moves to another seat with their bot and hand. A boss for whom no hand
    is set has the hand `average`.
    """
    file = tmp_path / "games.parquet"
    assert export("hands", "--db", played, "--parquet", file).returncode == 0
    rows = pl.read_parquet(file).filter(pl.col("arm") == "apart", pl.col("pair") == 0)
    assert rows["seat 1"].to_list() == ["Ada", "Bea", "Cy"]
    assert rows["seat 1 hand"].to_list() == ["steady", "average", "average"]
    assert rows["seat 3 bot"].to_list() == ["random", "greedy", "greedy"]
    assert rows["seed"].to_list() == [plan().header(next(plan().trials_of_pair(0))).seed] * 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hands", "--csv", "there.csv"), "is there already"),
        (("heads", "--csv", "x.csv"), "did you mean hands?"),
        (("hands",), "say where to"),
        (("hands", "--csv", "x.csv", "--db", "no.sqlite"), "there is no ledger here"),
    ],
    ids=["existing file", "unknown campaign", "no form", "no ledger"],
)
def test_bad_input_is_one_message(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    """A request that can't be met gives one sentence and exit code 2, and writes nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RIOTSIM_LAB", str(played))
    Path("there.csv").write_text("mine", encoding="utf-8")
    done = export(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert [file.read_text(encoding="utf-8") for file in tmp_path.iterdir()] == ["mine"]
