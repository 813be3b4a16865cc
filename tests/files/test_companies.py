"""Company files of any game: the armies and crews that players bring."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from riotsim.files import companies
from riotsim.files.companies import load_company, parse_company
from riotsim.files.problems import BadFile
from riotsim.play.rulebook.companies import CompanySchema
from riotsim.play.rulebook.sections import Fault, Section


class Crew(Section):
    """A made-up company: a captain and a number of hands."""

    game: str
    """Name of the game."""
    captain: str
    """Name of the leader."""
    hands: int
    """Number of hands."""


def _no_pirates(data: Mapping[str, object]) -> Iterator[Fault]:
    if data.get("captain") == "Hook":
        yield ("captain",), "is a pirate"


SCHEMA = CompanySchema("sailing", Crew, _no_pirates)
GOOD = "game: sailing\ncaptain: Ada\nhands: 3\n"


def test_a_company_keeps_its_text(tmp_path: Path) -> None:
    """A company that has been read keeps the text of its file. The same company can be read again from that text."""
    file = tmp_path / "swift.yaml"
    file.write_text(GOOD, encoding="utf-8")
    company = load_company(file, SCHEMA)
    assert (company.name, company.text, company.content.hands) == ("swift", GOOD, 3)
    assert parse_company(company.text.encode(), str(file), SCHEMA) == company
    assert load_company(str(file), SCHEMA) == company


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game: sailing\ncaptain: Hook\nhands: many\n", ["x.yaml:2: captain: is a pirate", "x.yaml:3: hands: must be"]),
        ("captain: Ada\nhands: 3\n", ["game: is missing; add the line game: sailing"]),
        ("game: rowing\ncaptain: Ada\nhands: 3\n", ["x.yaml:1: game: must be sailing, not rowing"]),
        ("- Ada\n", ["x.yaml:1: must be a mapping"]),
        ("captain: [\n", ["is not YAML"]),
    ],
)
def test_every_problem_is_told_at_once(text: str, says: list[str]) -> None:
    """All errors in a company file are reported in one message, in the order of lines."""
    with pytest.raises(BadFile) as caught:
        parse_company(text.encode(), "x.yaml", SCHEMA)
    told = str(caught.value)
    found = [told.find(one) for one in says]
    assert -1 not in found, told
    assert found == sorted(found)


def test_companies_of_a_game_have_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A company that comes with the game is found by its name. For a wrong name, the message suggests the nearest right
    one.
    """
    file = tmp_path / "swift.yaml"
    file.write_text(GOOD, encoding="utf-8")
    monkeypatch.setattr(companies, "builtin_companies", {"sailing": {"swift": file}}.__getitem__)
    assert load_company("swift", SCHEMA).name == "swift"
    with pytest.raises(BadFile, match=r"^swfit: is the name of no company .* did you mean swift\?"):
        load_company("swfit", SCHEMA)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """If no file is at the path of a company, the message says so."""
    with pytest.raises(BadFile, match=r"nowhere\.yaml: cannot be read: no such file"):
        load_company(tmp_path / "nowhere.yaml", SCHEMA)
