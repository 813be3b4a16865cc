import os
import platform
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import psutil
import pytest
from small_campaigns import APART, plan

from riotsim.files.problems import BadFile
from riotsim.files.store.holding import Busy
from riotsim.lab.crew import Crew, local
from riotsim.lab.ledger import Ledger
from riotsim.lab.plan import Plan, Trial
from riotsim.lab.running import NobodyLives, run
from riotsim.lab.sequential import LEAST_NUMBERS
from riotsim.lab.stopping import Watch, cells, must_be_testable, sprt_of, status
from riotsim.lab.trial import Job, Played, play


class Here(Executor):
    """Plays games in this process; counts them."""

    def __init__(self) -> None:
        self.played: list[Job] = []

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        """Play at once."""
        self.played += args
        done: Future[Any] = Future()
        done.set_result(fn(*args))
        return done


def _here() -> tuple[Crew, Here]:
    here = Here()
    return Crew(lambda: here, 1, lambda _: None), here


def _without_times(ledger: Ledger, name: str) -> dict[Trial, Played]:
    return {trial: one._replace(seconds=0.0) for trial, one in ledger.played(name).items()}


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """An empty ledger."""
    with Ledger(tmp_path / "lab.sqlite") as made:
        yield made


def test_a_campaign_that_is_left_off_goes_on_with_the_rest(ledger: Ledger) -> None:
    """Each game is played once, however often a run ends before its end; then there is nothing left to play."""
    made = plan(pairs=1)
    crew, here = _here()
    for _ in range(2):
        for step in run(made, ledger, crew):
            assert step.trial in ledger.played("hands")
            break
    assert len(ledger.played("hands")) == 2
    list(run(made, ledger, crew))
    assert set(ledger.played("hands")) == set(made.trials())
    before = len(here.played)
    assert list(run(made, ledger, crew)) == []
    assert len(here.played) == before


def test_a_worker_that_is_killed_costs_its_game_and_nothing_else(ledger: Ledger, tmp_path: Path) -> None:
    """Kill -9 of a worker while games are under way: these are played again, and all figures are as without it."""
    made = plan(pairs=2)
    crew = local(2)
    killed = 0
    try:
        for number, _ in enumerate(run(made, ledger, crew)):
            if number in (1, 5):
                killed += _kill_a_child()
    finally:
        crew.close()
    assert killed == 2
    with Ledger(tmp_path / "undisturbed.sqlite") as other:
        list(run(made, other, _here()[0]))
        assert _without_times(other, "hands") == _without_times(ledger, "hands")


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_are_replaced_after_their_shift(ledger: Ledger, workers: int) -> None:
    """Nobody is given more games than a shift has, and each game is played once all the same."""
    made = plan(pairs=3)
    shifts: list[Here] = []
    let_go: list[Executor] = []

    def hire() -> Here:
        shifts.append(Here())
        return shifts[-1]

    list(run(made, ledger, Crew(hire, workers, let_go.append, shift=4)))
    games = len(list(made.trials()))
    assert [len(shift.played) for shift in shifts] == [4 * workers] * (games // (4 * workers)) + (
        [games % (4 * workers)] if games % (4 * workers) else []
    )
    assert let_go == shifts[:-1]
    assert set(ledger.played("hands")) == set(made.trials())


def test_those_of_this_machine_are_other_processes_then(ledger: Ledger) -> None:
    """Real ones come and go as well, and nothing is lost."""
    with closing(local(2, shift=2)) as crew:
        seen = {crew.submit(_who, None).result()}
        list(run(plan(pairs=1), ledger, crew))
        assert crew.submit(_who, None).result() not in seen
    assert len(ledger.played("hands")) == len(list(plan(pairs=1).trials()))


def _who(_: None) -> int:
    return os.getpid()


def _kill_a_child() -> int:
    """Kill one of the processes that play, and tell how many there were to kill: 1, or 0."""
    for child in psutil.Process().children(recursive=True):
        if any("popen_loky" in part for part in child.cmdline()) and child.cpu_percent(0.2) > 0:
            os.kill(child.pid, signal.SIGKILL)
            return 1
    return 0


@pytest.mark.parametrize("workers", [1, 2])
def test_a_game_that_kills_its_workers_is_entered_as_such(ledger: Ledger, workers: int) -> None:
    """It is told, all others are played, and the campaign comes to its end; what waited beside it is not blamed."""
    made = plan(pairs=2)
    killer = Trial("apart", 0, 0)
    deadly = made.header(killer).model_dump_json()
    real = local(workers)

    class Beside(Executor):
        """Real workers; one game makes an end of the one that plays it."""

        def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
            job = args[0] if args else None
            return real.executor.submit(os.abort) if job and job.header == deadly else real.executor.submit(fn, *args)

    try:
        list(run(made, ledger, Crew(Beside, workers, lambda _: real.replace())))
    finally:
        real.close()
    now = status(made, ledger.played("hands"))
    ((trial, why),) = now.samples.failed
    assert trial == killer
    assert "its worker died 4 times" in why
    assert now.done
    assert now.samples.pairs == (1,)


def test_workers_that_die_by_themselves_blame_no_game(ledger: Ledger) -> None:
    """Where no worker lives, nobody waits for ever, and no game is entered as one that can't be played."""
    from loky.process_executor import TerminatedWorkerError

    class Deadly(Executor):
        def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
            done: Future[Any] = Future()
            done.set_exception(TerminatedWorkerError("gone"))
            return done

    with pytest.raises(NobodyLives, match="even without a game"):
        list(run(plan(pairs=1), ledger, Crew(Deadly, 1, lambda _: None)))
    assert ledger.played("hands") == {}


def test_two_processes_do_not_play_one_campaign(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes second is told who plays it."""
    made = plan(pairs=1)
    steps = run(made, ledger, _here()[0])
    next(steps)
    mine = os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: mine + 1)
    with pytest.raises(Busy, match=f"played by process {mine}$"):
        next(run(plan(pairs=50), ledger, _here()[0]))
    assert ledger.plan("hands").asked.pairs == 1, "who is refused has changed nothing"
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
        next(run(made, ledger, _here()[0]))
    holder = ledger.free("hands")
    assert holder is not None
    assert (holder.host, holder.process) == ("elsewhere", os.getpid())
    others = run(made, ledger, _here()[0])
    next(others)
    there.close()
    assert ledger.campaigns()[0].running, "who lost it doesn't let go of what another has"
    list(others)


def test_a_campaign_that_cannot_be_read_is_in_nobodys_way(ledger: Ledger) -> None:
    """Others are counted, listed and played beside it, and it can be deleted."""
    with ledger.held(plan(name="odd")):
        pass
    ledger._connection.execute("UPDATE campaign SET plan = '{}'")
    list(run(plan(pairs=1, arms={"one": {}}), ledger, _here()[0]))
    assert (ledger.count("hands", 1), ledger.count("odd", 1), ledger.count("none", 1)) == (1, 0, 0)
    listed = {entry.name: entry.plan for entry in ledger.campaigns()}
    assert "the campaign 'odd' can't be read" in str(listed["odd"])
    assert isinstance(listed["hands"], Plan)
    ledger.delete("odd")
    assert [entry.name for entry in ledger.campaigns()] == ["hands"]


def test_who_asks_for_fewer_pairs_than_were_played_has_played_all_of_them(ledger: Ledger) -> None:
    """Games beyond what is asked for don't count, in a list no more than in figures."""
    list(run(plan(pairs=2, arms={"one": {}}), ledger, _here()[0]))
    list(run(plan(pairs=1, arms={"one": {}}), ledger, _here()[0]))
    (entry,) = ledger.campaigns()
    assert isinstance(entry.plan, Plan)
    assert (entry.played, entry.plan.asked.pairs) == (1, 1)


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
    assert ledger.plan("hands").asked.pairs == 50


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
    next(run(made, ledger, _here()[0]))
    ledger._connection.execute("UPDATE trial SET body = replace(body, '\"acts\": ', '\"acts\": 1')")
    with pytest.raises(BadFile, match="is damaged"):
        ledger.played("hands")


def test_a_game_that_breaks_down_is_told_and_counts_in_no_arm(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pair is left out everywhere, and the others are played."""
    made = plan(pairs=2)
    broken = made.header(Trial("apart", 0, 1)).model_dump_json()

    class Fragile(Here):
        def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
            if args[0].header != broken:
                return super().submit(fn, *args)
            done: Future[Any] = Future()
            done.set_result(Played({}, {}, (), "", 0.0, "Diverged: it flew away"))
            return done

    list(run(made, ledger, Crew(Fragile, 1, lambda _: None)))
    now = status(made, ledger.played("hands"))
    assert now.samples.pairs == (1,)
    assert now.samples.failed == ((Trial("apart", 0, 1), "Diverged: it flew away"),)
    assert now.done


def test_a_test_that_knows_ends_the_campaign(ledger: Ledger) -> None:
    """Acts of a game differ from 0 by more than 10 in any case: it is known as soon as anything may be."""
    made = plan(pairs=100, arms={"one": {}}, stop={"measure": "acts", "difference": 10.0, "even": 0.0})
    steps = list(run(made, ledger, _here()[0]))
    test = steps[-1].watch.status.test
    assert test is not None
    assert test.verdict == "more"
    assert len(steps) == LEAST_NUMBERS


def test_what_was_played_beyond_the_end_does_not_count(ledger: Ledger) -> None:
    """However many games were under way when it became known, the figures are the same."""
    made = plan(pairs=20, arms={"one": {}})
    list(run(made, ledger, _here()[0]))
    tested = plan(pairs=20, arms={"one": {}}, stop={"measure": "acts", "difference": 10.0, "even": 0.0})
    assert len(status(tested, ledger.played("hands")).samples.pairs) == LEAST_NUMBERS


def test_a_campaign_that_is_followed_knows_what_one_looked_at_afterwards_does(ledger: Ledger) -> None:
    """In whichever order games come in, and wherever the look began, the same pairs count and the test stands alike."""
    tested = plan(pairs=20, arms={"one": {}}, stop={"measure": "rounds", "difference": 2.0, "even": 3.0})
    list(run(tested, ledger, _here()[0]))
    games = ledger.played("hands")
    at_once = status(tested, games)
    for order in (list(games), list(games)[::-1], list(games)[1::2] + list(games)[::2]):
        begun = {trial: games[trial] for trial in order[:3]}
        watch = Watch(tested, begun)
        for trial in order[3:]:
            watch.add(trial, games[trial])
        assert watch.status.samples.pairs == at_once.samples.pairs
        assert watch.status.test == at_once.test
        assert watch.done == at_once.done


def test_a_test_about_what_no_game_has_ends_soon_and_says_so(ledger: Ledger) -> None:
    """A slip in the measure's name is told with what there is, before a night is spent on it."""
    tested = plan(pairs=100, arms={"one": {}}, stop={"measure": "ronds", "difference": 1.0, "even": 0.0})
    with pytest.raises(BadFile, match=r"(?s)stop\.measure.*'ronds'.*rounds"):
        list(run(tested, ledger, _here()[0]))
    assert len(ledger.played("hands")) <= 10


@pytest.mark.parametrize(
    ("arms", "stop", "says"),
    [
        ({"one": {}}, {"measure": "rounds", "difference": 1.0}, r"stop\.even.*one arm only"),
        ({"one": {}, "two": {}}, {"measure": "rounds", "difference": 1.0, "even": 4.0}, r"stop\.even.*of one arm"),
        ({"one": {}}, {"measure": "wins Ada", "difference": 0.4}, r"stop\.difference.*between 0 and 1"),
        ({"one": {}, "two": {}}, {"measure": "wins Ada", "difference": 1.5}, r"stop\.difference.*between -1 and 1"),
    ],
)
def test_a_test_that_can_not_come_out_is_refused(arms: dict[str, Any], stop: dict[str, Any], says: str) -> None:
    """Before a game is played one is told what is missing, or what can't be."""
    with pytest.raises(BadFile, match=says):
        must_be_testable(plan(arms=arms, stop=stop), "campaign.yaml")


@pytest.mark.parametrize(
    ("measure", "may_be"),
    [
        ("draws", [0, 1 / 3, 2 / 3, 1]),
        ("decided early", [0, 1 / 3, 2 / 3, 1]),
        ("unfinished", [0, 1 / 3, 2 / 3, 1]),
        ("wins Ada", [part / 36 for part in range(37)]),
        ("first boss wins", [part / 36 for part in range(37)]),
        ("rounds", None),
    ],
)
def test_shares_of_games_are_tested_by_what_a_pair_may_have(measure: str, may_be: list[float] | None) -> None:
    """Of three games of a pair none, one, two or all are draws; a win may be shared. Numbers scatter as they do."""
    made = plan(arms={"one": {"bosses": APART}}, stop={"measure": measure, "difference": 0.1, "even": 0.3})
    assert cells(made) == (None if may_be is None else pytest.approx(may_be))


def test_three_bosses_alike_win_a_third_each() -> None:
    """Of a single arm, wins are held against what equals have, if nothing else is said."""
    must_be_testable(plan(arms={"one": {}}, stop={"measure": "wins Ada", "difference": 0.1}), "campaign.yaml")
    test = sprt_of(plan(arms={"one": {}}, stop={"measure": "wins Ada", "difference": 0.1}))
    assert test is not None
    assert test.even == pytest.approx(1 / 3)


def test_a_game_is_the_same_in_any_process() -> None:
    """A job says all there is to know of a game."""
    made = plan()
    from riotsim.lab.running import job_of

    job = job_of(made, Trial("apart", 0, 0))
    crew = local(1)
    try:
        there = crew.executor.submit(play, job).result()
    finally:
        crew.close()
    assert there._replace(seconds=0.0) == play(job)._replace(seconds=0.0)


def test_games_wait_for_each_other_within_a_process() -> None:
    """Threads of a worker of a cluster play one game at a time: the engine is not shared by two."""
    made = plan()
    from riotsim.lab.running import job_of

    jobs = [job_of(made, trial) for trial in list(made.trials())[:2]]
    alone = [play(job) for job in jobs]
    found: dict[int, Played] = {}
    threads = [threading.Thread(target=lambda k=k: found.setdefault(k, play(jobs[k]))) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[k].digest for k in range(2)] == [one.digest for one in alone]
    assert time.process_time() > 0


def test_a_ledger_of_this_form_is_read_by_later_ones(tmp_path: Path) -> None:
    """The store of form 2 that is kept has a campaign in it, and its game's figures."""
    shutil.copy(Path(__file__).parents[1] / "saves/versions/store-2.sqlite", tmp_path / "lab.sqlite")
    with Ledger(tmp_path / "lab.sqlite") as ledger:
        (entry,) = ledger.campaigns()
        assert (entry.name, entry.played, entry.running) == ("hands", 1, False)
        now = status(ledger.plan("hands"), ledger.played("hands"))
    assert now.done
    assert now.samples.values("usual", "rounds").tolist() == [6.0]
