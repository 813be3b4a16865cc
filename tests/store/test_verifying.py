"""Games are simulated again: every act settles as it did."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from stored import header, play, traced

from riotsim.simulation import perform
from riotsim.store.database.store import Store
from riotsim.store.recorder import record_new_game
from riotsim.store.verify import verify_game
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table


def all_settle_alike(path: Path, seeds: Iterable[int]) -> int:
    """Play whole games, as they come, with traces; then simulate each again without; gives how many acts there were."""
    acts = 0
    with Store(path) as store:
        for seed in seeds:
            begin = header(seed, {})
            with record_new_game(store, begin, traced) as (begun, recorder):
                play(begun.session, begin)
                game = recorder.keeper.game
            report = verify_game(store.read(game), perform, "it")
            off = [act for act in report.acts if not act.same]
            assert not off, f"seed {seed}: {off[0]}"
            acts += len(report.acts)
    return acts


def test_five_games_verify(tmp_path: Path) -> None:
    """To the last bit, watched or not."""
    assert all_settle_alike(tmp_path / "s", range(5)) > 500


@pytest.mark.proof
@pytest.mark.parametrize("first", range(100, 200, 10))
def test_a_hundred_games_verify(tmp_path: Path, first: int) -> None:
    """The same with a hundred."""
    assert all_settle_alike(tmp_path / "s", range(first, first + 10)) > 500


def test_what_settles_otherwise_is_told(tmp_path: Path) -> None:
    """Elsewhere an act may settle otherwise: which, how far apart, and whether something else happens."""
    begin = header()
    with Store(tmp_path / "s") as store, record_new_game(store, begin, traced) as (begun, recorder):
        play(begun.session, begin, 8)
        stored = store.read(recorder.keeper.game)

    def off(table: Table, act: Act, seed: int) -> Settled:
        settled = perform(table, act, seed)
        for token in settled.table.tokens.values():
            x, y, z = token.pose.at
            moved = replace(token, pose=replace(token.pose, at=(x + 3, y + 4, z)))
            return replace(settled, table=settled.table.put(moved))
        return settled

    report = verify_game(stored, off, "it")
    (*_, last) = report.acts
    assert not last.same
    assert last.apart == pytest.approx(5.0)
    assert "5 mm apart" in last.told
    assert report.plain()["same"] is False
