"""Plans of campaigns, how a ledger tells them apart, and how games are given to workers: whole values."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riotsim.files.problems import BadFile
from riotsim.lab.campaigns import ledger as ledgers
from riotsim.lab.campaigns import plan as plans
from riotsim.lab.campaigns import running
from riotsim.lab.campaigns.campaign import Campaign
from riotsim.lab.campaigns.ledger import Ledger, describe_differences
from riotsim.lab.campaigns.plan import Plan, Trial, check_arms_differ, make_plan, plan_identity, seats_of, seed_of
from riotsim.lab.campaigns.trial import Played
from riotsim.lab.campaigns.workers import WORKER_DIED, WorkerPool
from riotsim.store.database.lock import Busy, LockHolder

FEW: dict[str, Any] = {"set": {"dice": 3}}

APART = [{"name": "Ada", "hand": "steady"}, {"name": "Bea"}, {"name": "Cy", "bot": "random"}]

PLAYED = Played({"turns": 3.0}, {}, ("Ada",), "", 0.5)


def plan(**given: Any) -> Plan:
    """Return a plan of Demolition Dice: two arms, in one of which the players are equal, and two pairs."""
    asked = {
        "name": "hands", "rules": "demolition_dice", "bosses": [{"name": name} for name in ("Ada", "Bea", "Cy")],
        "arms": {"all alike": FEW, "apart": {**FEW, "bosses": APART}}, "pairs": 2, **given,
    }  # fmt: skip
    return make_plan(Campaign.model_validate(asked), "c.yaml")


def test_a_plan_lists_its_games_pair_by_pair() -> None:
    """A plan lists its games pair by pair, and in each pair by arm and rotation. Equal players are not rotated."""
    made = plan()
    assert (made.played_orders, made.orders, made.games_per_pair) == ({"all alike": 1, "apart": 3}, 3, 4)
    pair = [("all alike", 0), ("apart", 0), ("apart", 1), ("apart", 2)]
    assert list(made.trials()) == [Trial(arm, number, order) for number in (0, 1) for arm, order in pair]
    assert list(made.trials_of_pair(5)) == [Trial(arm, 5, order) for arm, order in pair]
    assert (made.game.name, made.players) == ("demolition_dice", ("Ada", "Bea", "Cy"))


def test_players_move_by_the_number_of_the_rotation() -> None:
    """In each next rotation, the player who sat first sits last, with that player's options and bot. The seed is that
    of the pair.
    """
    made = plan(seed=11)
    assert [made.names("apart", order) for order in (0, 1, 2)] == [
        ("Ada", "Bea", "Cy"), ("Bea", "Cy", "Ada"), ("Cy", "Ada", "Bea"),
    ]  # fmt: skip
    header = made.header(Trial("apart", 4, 1))
    assert [(seat.name, seat.player, seat.options) for seat in header.seats] == [
        ("Bea", "greedy", {}), ("Cy", "random", {}), ("Ada", "greedy", {"hand": "steady"}),
    ]  # fmt: skip
    assert header.seed == seed_of(11, 4)
    kept = header.model_dump(exclude={"seats", "seed"})
    assert kept == made.arms["apart"].header.model_dump(exclude={"seats", "seed"})


@pytest.mark.parametrize(("root", "pair"), [(0, 0), (1, 0), (1, 1), (2**63, 12345)])
def test_a_seed_is_a_whole_number_of_64_bits(root: int, pair: int) -> None:
    """The seed of a pair is the number of 64 bits that NumPy draws from the campaign's seed for this pair."""
    (expected,) = np.random.SeedSequence(root, spawn_key=(pair,)).generate_state(1, np.uint64)
    assert seed_of(root, pair) == int(expected)


def test_the_seats_of_an_arm_have_the_usual_hand() -> None:
    """If no other hand is chosen, a seat has the average hand."""
    first, second, third = (seat.options["hand"] for seat in seats_of(plan().arms["apart"]))
    assert (first, second, third) == ("steady", "average", "average")


def test_two_arms_that_are_equal_are_refused() -> None:
    """Two arms with the same rules and players are refused, with the name of the second one."""
    check_arms_differ(plan(), "c.yaml")
    with pytest.raises(BadFile) as refused:
        check_arms_differ(plan(arms={"one": FEW, "two": {"set": {"dice": 4}}, "three": FEW}), "c.yaml")
    assert str(refused.value) == "c.yaml: arms.three: is the same as one: the same rules, and the same players"


def test_the_identity_of_a_plan_is_what_decides_its_games() -> None:
    """Plans that differ only in their name and number of pairs have the same identity."""
    one, other = plan(name="a", pairs=3), plan(name="b", pairs=9)
    assert plan_identity(one) == plan_identity(other)
    found = plan_identity(one)
    assert [*found] == ["arms", "rules", "bosses", "seed", "versions"]
    assert (found["arms"], found["seed"]) == (["all alike", "apart"], 1)


def _arm(**options: object) -> dict[str, Any]:
    return {"arms": {"one": {"set": {"dice": 3, **options}}}}


@pytest.mark.parametrize(
    ("there", "here", "told"),
    [
        ({}, {"pairs": 99}, ""),
        ({}, {"seed": 5}, "seed"),
        ({}, {"arms": {"all alike": FEW}}, "arms (all alike, apart there, all alike here)"),
        (
            {"arms": {"a" * 20: FEW, "b" * 20: {"set": {"dice": 4}}}}, {},
            f"arms ({'a' * 20}, {'b' * 7}… there, all alike, apart here)",
        ),
        (_arm(), _arm(dice=4) | {"seed": 2}, "rules (dice: 3 there, 4 here) and other seed"),
        (_arm(), _arm() | {"bosses": [{"name": who} for who in ("Ada", "Bea", "Di")]}, "players"),
    ],
)  # fmt: skip
def test_what_differs_between_two_plans_is_told(there: dict[str, Any], here: dict[str, Any], told: str) -> None:
    """If two plans have different arms, the text names the arms of both. Otherwise it tells which rules, players or
    seed differ.
    """
    assert describe_differences(plan(**there), plan(**here)) == told


@pytest.mark.parametrize(
    ("value", "shown"), [(None, "none"), ("x" * 30, "x" * 30), ("x" * 31, "x" * 29 + "…"), (False, "False")]
)
def test_a_value_has_thirty_letters_at_most(value: object, shown: str) -> None:
    """A value is cut to thirty letters, and the ellipsis is one of them."""
    assert ledgers._short(value) == shown


def test_rules_are_compared_key_by_key() -> None:
    """Keys within a group of rules are compared by their whole path. An empty group counts as a value."""
    assert [*ledgers._flat({"a": {"b": 1, "c": {"d": 2}}, "e": {}, "f": [3]})] == [
        ("a.b", 1), ("a.c.d", 2), ("e", {}), ("f", [3]),
    ]  # fmt: skip


@pytest.mark.parametrize(("keys", "more"), [("abc", ""), ("abcd", "; 1 more"), ("abcdef", "; 3 more")])
def test_three_keys_of_the_rules_are_named(keys: str, more: str) -> None:
    """If keys of the rules differ, the first three are named and the others are counted. For a key that only one side
    has, the text says "none" for the other. Equal keys are left out.
    """

    def rules(**given: object) -> Any:
        made = plan(arms={"one": FEW})
        header = made.arms["one"].header
        text = {"same": 1, **given}
        changed = header.model_copy(update={"rules": header.rules.model_copy(update={"text": text})})
        return made.model_copy(update={"arms": {"one": made.arms["one"].model_copy(update={"header": changed})}})

    before, after = rules(**dict.fromkeys(keys, 1)), rules(**dict.fromkeys(keys[1:], 2))
    assert ledgers._of_rules(before, after) == f" (a: 1 there, none here; b: 1 there, 2 here; c: 1 there, 2 here{more})"
    assert ledgers._of_rules(before, before) == ""


def test_a_ledger_counts_games_of_the_first_pairs(ledger: Ledger) -> None:
    """A ledger counts the games of the first pairs. It lists all games by pair, arm and rotation, with the first result
    of each.
    """
    made = plan()
    trials = [Trial("apart", 1, 0), Trial("apart", 0, 2), Trial("all alike", 1, 0), Trial("apart", 0, 1)]
    with ledger.reserved(made):
        assert [(one.name, one.played, one.running) for one in ledger.campaigns()] == [("hands", 0, True)]
        for number, trial in enumerate(trials):
            ledger.add("hands", trial, PLAYED._replace(seconds=float(number)))
        ledger.add("hands", trials[0], PLAYED._replace(seconds=9.0))
    assert [(*trial, one.seconds) for trial, one in ledger.games("hands").items()] == [
        ("apart", 0, 1, 3.0), ("apart", 0, 2, 1.0), ("all alike", 1, 0, 2.0), ("apart", 1, 0, 0.0),
    ]  # fmt: skip
    assert [ledger.count("hands", pairs) for pairs in (0, 1, 2)] == [0, 2, 4]
    assert (ledger.count("hands"), ledger.count("other")) == (4, 0)
    (entry,) = ledger.campaigns()
    assert (entry.name, entry.plan, entry.played, entry.running) == ("hands", made, 4, False)
    ledger.delete("hands")
    assert (ledger.campaigns(), ledger.games("hands")) == ([], {})


def test_a_command_for_a_campaign_can_be_copied(tmp_path: Path) -> None:
    """The words of a command are quoted, and a name that looks like an option stands behind two dashes."""
    with Ledger(tmp_path / "my lab.sqlite") as ledger:
        db = f"--db '{tmp_path}/my lab.sqlite'"
        assert ledger._command("free", "a b") == f"riotsim lab free 'a b' {db}"
        assert ledger._command("delete", "-x") == f"riotsim lab delete {db} -- -x"


def test_a_campaign_that_is_not_there_is_told(ledger: Ledger) -> None:
    """A campaign that isn't there is refused. A digest may be left out if one campaign fits; if several do, all are
    named.
    """
    for name in ("hands 0123abcd", "hands 4567abcd", "dice 0123abcd"):
        with ledger.reserved(plan(name=name)):
            pass
    assert ledger.full_name("dice") == ledger.full_name("dice 0123abcd") == "dice 0123abcd"
    for name in ("hand", "dice 0123", "dice 0123abcd 0123abcd"):
        for asked in (ledger.full_name, ledger.plan, ledger.free, ledger.delete):
            with pytest.raises(BadFile, match=f"holds no campaign '{name}'"):
                asked(name)
    with pytest.raises(BadFile, match=r"holds 2 campaigns 'hands': hands (0123|4567)abcd, hands (0123|4567)abcd$"):
        ledger.full_name("hands")
    assert ledger.free("dice 0123abcd") is None


@pytest.mark.parametrize(("host", "more"), [("here", ""), ("there", " on there; if that is gone: COMMAND")])
def test_a_campaign_that_another_process_plays_is_refused(
    host: str, more: str, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal has the number of the process that plays the campaign. If that is on another machine, it has the
    command that frees the campaign.
    """
    monkeypatch.setattr("platform.node", lambda: "here")
    monkeypatch.setattr(Ledger, "_holder", lambda *_: LockHolder(host, 77, "x", "today"))
    with pytest.raises(Busy) as busy:
        ledger._refuse_if_held("hands", but_by=("here", 77, "y"))
    told = more.replace("COMMAND", f"riotsim lab free hands --db {ledger.path}")
    assert str(busy.value) == f"the campaign 'hands' is being played by process 77{told}"
    ledger._refuse_if_held("hands", but_by=(host, 77, "x"))


@pytest.mark.parametrize(
    ("named", "beside", "source"),
    [
        ("a.yaml", None, "a.yaml"), ("a.yaml", "x", "x/a.yaml"), ("b/a.yml", "x", "x/b/a.yml"),
        ("/b/a.yaml", "x", "/b/a.yaml"), ("buskit", "x", "buskit"),
    ],
)  # fmt: skip
def test_a_file_is_looked_for_beside_its_campaign(named: str, beside: str | None, source: str) -> None:
    """A file is looked for beside its campaign, unless its path is absolute. Names of what comes with the program stay
    as they are.
    """
    assert plans._source(named, None if beside is None else Path(beside)) == source


@pytest.mark.parametrize(
    ("deaths", "out", "may"),
    [
        ({}, "", True), ({}, "b", True), ({"a": 1, "b": 1}, "b", True), ({"a": 2}, "b", False), ({"b": 2}, "b", False),
        ({"c": 2}, "bc", False), ({"a": 9}, "", True), ({"d": 9}, "bc", True),
    ],
)  # fmt: skip
def test_a_game_during_which_two_workers_died_is_played_alone(deaths: dict[str, int], out: str, may: bool) -> None:
    """If two workers died during a game, it starts only when no other game runs. Meanwhile, no other game starts."""
    dead = Counter({Trial(arm, 0, 0): count for arm, count in deaths.items()})
    assert running._may_start(Trial("a", 0, 0), [Trial(arm, 0, 0) for arm in out], dead) == may


class Workers(Executor):
    """Workers that do nothing: a game is finished when a test says so."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        """Note a game."""
        self.given.append(args)
        return Future()


def test_a_pool_expires_after_so_many_games_for_each_worker() -> None:
    """A pool expires after so many games for each worker. New workers start with the next game, and their games are
    counted anew.
    """
    spawned: list[Workers] = []
    stopped: list[Executor] = []

    def spawn() -> Workers:
        spawned.append(Workers())
        return spawned[-1]

    pool = WorkerPool(spawn, 2, stopped.append, max_tasks=2)
    assert (spawned, pool.workers, pool.expired) == ([], 2, False)
    pool.close()
    assert stopped == [], "none had begun"
    told = []
    for number in range(4):
        told.append(pool.expired)
        pool.submit(str, number)
    assert told == [False] * 4
    assert pool.expired
    assert [one.given for one in spawned] == [[(0,), (1,), (2,), (3,)]]
    pool.replace()
    assert (stopped, len(spawned), pool.expired) == ([spawned[0]], 1, False)
    pool.submit(str, 5)
    assert pool.executor is spawned[1]
    assert spawned[1].given == [(5,)]
    pool.close()
    pool.close()
    assert stopped == [*spawned]
    endless = WorkerPool(Workers, 1, stopped.append)
    for number in range(1000):
        endless.submit(str, number)
    assert not endless.expired


class Mortal(Executor):
    """Workers that play each game at once. At one certain game, the first few of them die."""

    def __init__(self, deadly: Trial, log: list[Trial], dies: int) -> None:
        self.deadly = deadly
        self.log = log
        self.dies = dies

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        """Play a game at once."""
        done: Future[Any] = Future()
        if not args:
            done.set_result(0)
            return done
        self.log.append(args[0])
        if args[0] == self.deadly and self.log.count(args[0]) <= self.dies:
            done.set_exception(WORKER_DIED("gone"))
        else:
            done.set_result(PLAYED)
        return done


@pytest.mark.parametrize(
    ("dies", "tries", "failure"),
    [(0, 1, ""), (1, 2, ""), (3, 4, ""), (4, 4, "its worker died 4 times; is there enough memory?"),
     (99, 4, "its worker died 4 times; is there enough memory?")],
)  # fmt: skip
def test_a_game_fails_after_its_fourth_dead_worker(
    dies: int, tries: int, failure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If its worker dies, a game is tried again. At the fourth death, it counts as failed. Every other game is played,
    at most twice.
    """
    made = plan()
    deadly = Trial("apart", 0, 1)
    monkeypatch.setattr(running, "job_of", lambda _, trial: trial)
    log: list[Trial] = []
    pool = WorkerPool(lambda: Mortal(deadly, log, dies), 1, lambda _: None)
    known = {Trial("all alike", 0, 0): PLAYED}
    found = dict(running._played(made, known, pool, lambda: None))
    assert log.count(deadly) == tries
    assert set(found) == set(made.trials()) - set(known)
    assert found.pop(deadly) == (PLAYED if not failure else Played({}, {}, (), "", 0.0, failure))
    assert set(map(str, found.values())) == {str(PLAYED)}
    assert max(log.count(one) for one in found) <= 2


@pytest.mark.parametrize(("workers", "room"), [(1, 2), (3, 6)])
def test_each_worker_has_two_games_at_a_time(workers: int, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each worker is given two games, the first missing ones of the plan. If the run is interrupted, no more games are
    given out.
    """
    made = plan()
    monkeypatch.setattr(running, "job_of", lambda _, trial: trial)
    here = Workers()
    checked: list[int] = []

    def check() -> None:
        checked.append(len(here.given))
        raise KeyboardInterrupt

    known = {Trial("apart", 0, 1): PLAYED}
    with pytest.raises(KeyboardInterrupt):
        list(running._played(made, known, WorkerPool(lambda: here, workers, lambda _: None), check))
    missing = [trial for trial in made.trials() if trial not in known]
    assert checked == [room]
    assert [given[0] for given in here.given] == missing[:room]
