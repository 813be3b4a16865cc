"""Armies that players bring to Cube Clash in files."""

from pathlib import Path

import pytest
from command_line import riotsim as run

import riotsim
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_companies


def test_a_player_brings_an_army(tmp_path: Path) -> None:
    """CC-02: a player may bring an army from a file, or by the name of an army that comes with the game."""
    text = builtin_companies("cube_clash")["reed_court"].read_text(encoding="utf-8")
    before, head, after = text.partition("\narmy:")
    file = tmp_path / "mine.yaml"
    file.write_text(before + head + after.replace("  - reed_sovereign\n", "", 1), encoding="utf-8")
    players = {"Ada": "random", "Bea": "random"}
    with riotsim.new_game("cube_clash", players, seed=1, companies={"Ada": file, "Bea": "reed_court"}) as match:
        mine, whole = (
            {die.id.split(".")[1] for die in match.table.dice.values() if die.owner == name} for name in players
        )
    assert whole - mine == {"reed_sovereign"}


def test_a_bad_army_begins_no_game(tmp_path: Path) -> None:
    """If an army file has faults, `riotsim game` names each fault with its file, unit and face. It ends with code 2,
    and stores nothing.
    """
    file = tmp_path / "mine.yaml"
    text = builtin_companies("cube_clash")["reed_court"].read_text(encoding="utf-8")
    file.write_text(text.replace("race: undead", "race: undeed", 1).replace("convert", "convrt", 1), encoding="utf-8")
    store = tmp_path / "games.sqlite"
    told = run("game", "--rules", "cube_clash", "--company", f"Ada={file}", "--db", store)
    assert (told.returncode, told.stdout) == (2, "")
    said = "".join(told.stderr.splitlines())
    for part in ("units.barrow_ox.race: no race is called 'undeed'", "units.reed_sovereign.west:"):
        assert part in said, said
    assert said.count("mine.yaml:") == 2
    assert not store.exists()


BAD = """game: cube_clash
name: Bad
units:
  one: {race: elves, health: 3, top: id, north: meelee 4, east: id, south: saves 12, west: vanish 2, bottom: fly}
  two: {race: undead, health: 3, top: id, north: melee 1, east: saves 1, south: magic 1, west: fly 1, bottom: vanish}
  three: {race: undead, health: 3, top: fly 1, north: id, east: saves 1, south: magic 1, west: fly 1, bottom: vanish}
army: [one, two, three]
"""

FAULTS = (
    "missing.yaml: cannot be read: no such file or directory",
    "bad.yaml:4: units.one.race: no race is called 'elves'; did you mean lava_elves?",
    "bad.yaml:4: units.one.north: no icon is called 'meelee'; did you mean melee?",
    "bad.yaml:4: units.one.east: a unit has one id, and it is on top",
    "bad.yaml:4: units.one.south: the count of saves is 1 to 9, not 12",
    "bad.yaml:4: units.one.west: vanish has no count; write vanish alone",
    "bad.yaml:4: units.one.bottom: fly needs a count from 1 to 9, such as fly 2",
    "bad.yaml:6: units.three.top: the face on top is the id, not fly 1",
    "bad.yaml:6: units.three.north: a unit has one id, and it is on top",
    "bad.yaml:7: army: the army costs 9 build points, and 8 may be spent (CC-02)",
)
"""All faults of two army files. One file is missing; the other has faults of race, face, count, IDs and points."""


def test_every_fault_of_every_army_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If one army file is missing, the faults of the other are reported too, on the command line and in Python. Nothing
    is stored.
    """
    (tmp_path / "bad.yaml").write_text(BAD, encoding="utf-8")
    brought = ("--company", "Ada=missing.yaml", "--company", "Bea=bad.yaml")
    options = ("--rules", "cube_clash", "--set", "build.points=8", *brought, "--db", "games.sqlite")
    told = run("game", *options, cwd=tmp_path)
    assert (told.returncode, told.stdout) == (2, "")
    assert sorted(told.stderr.splitlines()) == sorted(FAULTS)
    monkeypatch.chdir(tmp_path)
    players = {"Ada": "random", "Bea": "random"}
    armies = {"Ada": "missing.yaml", "Bea": "bad.yaml"}
    with pytest.raises(BadFile) as caught:
        riotsim.new_game(
            "cube_clash", players, options={"build.points": 8}, companies=armies, store=tmp_path / "games.sqlite"
        )
    assert sorted(map(str, caught.value.problems)) == sorted(FAULTS)
    assert not (tmp_path / "games.sqlite").exists()
