"""Armies that players bring to Cube Clash in files."""

from pathlib import Path

from command_line import riotsim as run

import riotsim
from riotsim.files.resources import builtin_companies


def test_a_player_brings_an_army(tmp_path: Path) -> None:
    """CC-02: an army of a file takes the place of one of the rules: here one without its first unit. A name stands for
    an army that comes with the game.
    """
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
    """Every fault has file, line, unit and face. The exit code is 2, and nothing is stored."""
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
