"""A game that breaks off at any commit to the store goes on as if it had not."""

from pathlib import Path

import pytest
from stored import contents, gone_on_with, played

from riotsim.store.database import lock as holding
from riotsim.store.database.store import Store
from riotsim.store.database.writer import GameWriter, Statement


class Gone(BaseException):
    """The process is no more."""


def broken_off(path: Path, commits: int) -> bool:
    """Play a game, and break off after so many commits; tells whether it came so far."""
    done = 0
    save = GameWriter._save

    def counted(self: GameWriter, statements: list[Statement], *, lasting: bool = False) -> None:
        nonlocal done
        if done < commits:
            save(self, statements, lasting=lasting)
            done += 1
            if done == commits:
                raise Gone

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameWriter, "_save", counted)
        patch.setattr(holding, "release", lambda *_: None)
        try:
            played(path)
        except Gone:
            return True
    return False


def held_to(tmp_path: Path, steps: int) -> int:
    """Break a game off after every so many commits, go on, and compare; gives how often it was broken off."""
    whole = contents(tmp_path / "whole", played(tmp_path / "whole"))
    commits = 1
    while broken_off(path := tmp_path / f"s{commits}", commits):
        with Store(path) as store:
            (game,) = store.games()
            store._connection.execute("DELETE FROM holder")  # the process is this one, and lives on
        gone_on_with(path, game.id)
        assert contents(path, game.id) == whole, f"broken off after {commits} commits"
        commits += steps
    return commits // steps


def test_a_game_goes_on_from_any_commit(tmp_path: Path) -> None:
    """Wherever its process breaks off, what is in the store is enough to go on with the same bits."""
    assert held_to(tmp_path, 13) > 5


@pytest.mark.proof
def test_a_game_goes_on_from_each_commit(tmp_path: Path) -> None:
    """Every single one."""
    assert held_to(tmp_path, 1) > 80
