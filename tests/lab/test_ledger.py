"""The ledger of campaigns: who may play one, which is which, and what can't be read."""

import os
import platform
import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest
from small_campaigns import APART, plan, pool_here

from riotsim.files.problems import BadFile
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Plan
from riotsim.lab.campaigns.running import run
from riotsim.lab.campaigns.stopping import status
from riotsim.store.database.lock import Busy


def test_two_processes_do_not_play_one_campaign(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes second is told who plays it."""
    made = plan(pairs=1)
    steps = run(made, ledger, pool_here())
    next(steps)
    mine = os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: mine + 1)
    with pytest.raises(Busy, match=f"played by process {mine}$"):
        next(run(plan(pairs=50), ledger, pool_here()))
    assert ledger.plan("hands").definition.pairs == 1, "who is refused has changed nothing"
    with pytest.raises(Busy, match=f"played by process {mine}$"):
        ledger.delete("hands")
    with pytest.raises(Busy, match=f"played by process {mine}$"):
        ledger.free("hands")
    assert len(ledger.played("hands")) == 1


def test_a_campaign_is_taken_from_a_machine_that_is_gone(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of another host counts as alive, one of this one's number too; the command named takes it away."""
    made = plan(pairs=1)
    here = platform.node()
    monkeypatch.setattr(platform, "node", lambda: "elsewhere")
    with ExitStack() as there:
        there.enter_context(ledger.held(made))
        monkeypatch.setattr(platform, "node", lambda: here)
        _is_taken_over(made, ledger, there)
    assert set(ledger.played("hands")) == set(made.trials())


def _is_taken_over(made: Plan, ledger: Ledger, there: ExitStack) -> None:
    with pytest.raises(
        Busy, match=f"process {os.getpid()} on elsewhere; if that is gone: riotsim lab free hands --db "
    ):
        next(run(made, ledger, pool_here()))
    holder = ledger.free("hands")
    assert holder is not None
    assert (holder.host, holder.process) == ("elsewhere", os.getpid())
    others = run(made, ledger, pool_here())
    next(others)
    there.close()
    assert ledger.campaigns()[0].running, "who lost it doesn't let go of what another has"
    list(others)


def test_a_campaign_that_cannot_be_read_is_in_nobodys_way(ledger: Ledger) -> None:
    """Others are counted, listed and played beside it, and it can be deleted."""
    with ledger.held(plan(name="odd")):
        pass
    ledger._connection.execute("UPDATE campaign SET plan = '{}'")
    list(run(plan(pairs=1, arms={"one": {}}), ledger, pool_here()))
    assert (ledger.count("hands", 1), ledger.count("odd", 1), ledger.count("none", 1)) == (1, 0, 0)
    listed = {entry.name: entry.plan for entry in ledger.campaigns()}
    assert "the campaign 'odd' can't be read" in str(listed["odd"])
    assert isinstance(listed["hands"], Plan)
    ledger.delete("odd")
    assert [entry.name for entry in ledger.campaigns()] == ["hands"]


def test_who_asks_for_fewer_pairs_than_were_played_has_played_all_of_them(ledger: Ledger) -> None:
    """Games beyond what is asked for don't count, in a list no more than in figures."""
    list(run(plan(pairs=2, arms={"one": {}}), ledger, pool_here()))
    list(run(plan(pairs=1, arms={"one": {}}), ledger, pool_here()))
    (entry,) = ledger.campaigns()
    assert isinstance(entry.plan, Plan)
    assert (entry.played, entry.plan.definition.pairs) == (1, 1)


def test_another_campaign_of_the_same_name_is_refused(ledger: Ledger) -> None:
    """What was asked once is not mixed with what is asked now; more pairs are the same question."""
    for made in (plan(), plan(pairs=50)):
        with ledger.held(made):
            pass
    older = plan().model_dump()
    older["arms"]["apart"]["header"]["versions"]["numpy"] = "1.0"
    for other, what in (
        (plan(seed=2), "seed"),
        (
            plan(rules="demolition_dice", arms={"all alike": {"set": {"dice": 7}}, "apart": {"bosses": APART}}),
            r"rules \(dice: 5 there, 7 here\):",
        ),
        (plan(arms={"all alike": {}, "apart": {}}), "bosses"),
        (plan(arms={"all alike": {}, "others": {"bosses": APART}}), "arms"),
        (Plan.model_validate(older), "versions"),
    ):
        with (
            pytest.raises(BadFile, match=f"has another campaign 'hands', with other {what}") as bad,
            ledger.held(other),
        ):
            pass
        assert str(bad.value).endswith(f"or delete that one: riotsim lab delete hands --db {ledger.path}")
    assert ledger.plan("hands").definition.pairs == 50


def test_a_name_needs_its_digest_only_where_two_would_fit(ledger: Ledger) -> None:
    """What a question is about is enough for one; of two, and of what is there for none, both are named."""
    for name in ("dice=5 or dice=6 0123abcd", "dice=5 or dice=7 0123abcd", "dice=5 or dice=7 00000000"):
        with ledger.held(plan(name=name)):
            pass
    assert ledger.called("dice=5 or dice=6") == "dice=5 or dice=6 0123abcd"
    assert ledger.called("dice=5 or dice=7 00000000") == "dice=5 or dice=7 00000000"
    with pytest.raises(BadFile, match=r"holds 2 campaigns 'dice=5 or dice=7': .*0123abcd"):
        ledger.called("dice=5 or dice=7")
    with pytest.raises(BadFile, match=r"no campaign 'dice=5 or'"):
        ledger.called("dice=5 or")


def test_a_damaged_ledger_says_so(ledger: Ledger) -> None:
    """A figure that has changed on the disk is found."""
    made = plan(pairs=1)
    next(run(made, ledger, pool_here()))
    ledger._connection.execute("UPDATE trial SET body = replace(body, '\"acts\": ', '\"acts\": 1')")
    with pytest.raises(BadFile, match="is damaged"):
        ledger.played("hands")


def test_a_ledger_of_this_form_is_read_by_later_ones(tmp_path: Path) -> None:
    """The store of form 2 that is kept has a campaign in it, and its game's figures."""
    shutil.copy(Path(__file__).parents[1] / "store/versions/store-2.sqlite", tmp_path / "lab.sqlite")
    with Ledger(tmp_path / "lab.sqlite") as ledger:
        (entry,) = ledger.campaigns()
        assert (entry.name, entry.played, entry.running) == ("hands", 1, False)
        now = status(ledger.plan("hands"), ledger.played("hands"))
    assert now.done
    assert now.samples.values("usual", "rounds").tolist() == [6.0]
