"""Companies that players bring to the games of campaigns, and to environments for learning agents."""

from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest
from command_line import riotsim as run
from game_subject import Subject, made_up_subject
from made_up_board_game import TUMBLE

from riotsim.cli.lab.run import read
from riotsim.envs.base import GameSpec
from riotsim.envs.environments import EnvironmentFactory
from riotsim.files.problems import BadFile
from riotsim.lab.campaigns.campaign import Campaign
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Plan, make_plan
from riotsim.lab.campaigns.running import run as play
from riotsim.lab.campaigns.trial import rerun
from riotsim.lab.campaigns.workers import WorkerPool
from riotsim.lab.report.reproduction import campaign_file, own_files


class Here(Executor):
    """An executor that plays games in this process, because worker processes don't have the made-up game."""

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        """Play at once."""
        done: Future[Any] = Future()
        done.set_result(fn(*args))
        return done


def pool_here() -> WorkerPool:
    """Return a pool whose only worker is this process."""
    return WorkerPool(Here, 1, lambda _: None)


ROYALS = "game: tumble\ncubes: {king: 24, page: 10}\n"


@pytest.fixture
def tumble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Subject:
    """Return the made-up game with a rules file and, beside it, a squad file."""
    (tmp_path / "royals.yaml").write_text(ROYALS, encoding="utf-8")
    return made_up_subject(TUMBLE, tmp_path, monkeypatch)


def _campaign(**given: Any) -> Campaign:
    players = [{"name": "Ada", "bot": "random", "company": "royals.yaml"}, {"name": "Bea", "bot": "random"}]
    whole = {"name": "lords", "rules": "tumble.yaml", "players": players, "arms": {"one": {}}, "pairs": 2}
    return Campaign.model_validate({**whole, **given})


def _plan(its: Subject, **given: Any) -> Plan:
    return make_plan(_campaign(**given), "campaign.yaml", its.folder)


def test_a_campaign_has_companies_and_needs_their_files_no_longer(tumble: Subject) -> None:
    """A company's path starts at the folder of the campaign. The stored campaign plays the same games without the file,
    on both sides of the table.
    """
    made = _plan(tumble)
    assert made.orders == 2, "players with different squads change seats"
    (tumble.folder / "royals.yaml").unlink()
    with Ledger(tumble.folder / "lab") as ledger:
        steps = {step.trial: step.played.digest for step in play(made, ledger, pool_here())}
        stored = ledger.plan("lords")
    assert len(steps) == 4
    for trial, digest in steps.items():
        with rerun(stored, trial) as again:
            assert again.digest == digest
            table = again.started.session.first_checkpoint.table
            assert {"aking", "apage", "b1", "b2"} == {die.id for die in table.dice.values()}


def test_a_campaign_with_a_changed_company_is_another(tumble: Subject) -> None:
    """If a company's file changes, the stored campaign can't be continued with it."""
    with Ledger(tumble.folder / "lab") as ledger:
        list(play(_plan(tumble, pairs=1), ledger, pool_here()))
        (tumble.folder / "royals.yaml").write_text(ROYALS.replace("24", "25"), encoding="utf-8")
        with pytest.raises(BadFile, match=r"another campaign .lords., with other players"):
            list(play(_plan(tumble), ledger, pool_here()))


def test_a_report_has_the_files_to_do_it_again(tumble: Subject) -> None:
    """A report's campaign file and the files beside it can be saved in another folder. They give the same players
    there.
    """
    made = _plan(
        tumble, arms={"one": {}, "two": {"players": [{"name": "Ada"}, {"name": "Bea", "company": "royals.yaml"}]}}
    )
    again = tumble.folder / "again"
    again.mkdir()
    files = own_files(made)
    assert files["royals.yaml"] == ROYALS
    for name, text in files.items():
        (again / name).write_text(text, encoding="utf-8")
    (again / "campaign.yaml").write_text(campaign_file(made), encoding="utf-8")
    plan = make_plan(read(again / "campaign.yaml"), "campaign.yaml", again)
    assert {name: arm.header.seats for name, arm in plan.arms.items()} == {
        name: arm.header.seats for name, arm in made.arms.items()
    }


def test_campaigns_without_companies_are_stored_as_before(tumble: Subject) -> None:
    """If no player has a company, the stored campaign has no `company` key."""
    made = _plan(tumble, players=[])
    assert "company" not in made.model_dump_json()


@pytest.mark.parametrize(
    "words",
    [
        ("compare", "greedy", "random", "--company", "{}=royals.yaml"),
        ("compare", "tumble.yaml", "turns=3", "--company", "{}=royals.yaml"),
        ("sweep", "turns", "2", "3", "--company", "{}=royals.yaml"),
        ("screen", "--parameter", "turns=2..3", "--company", "{}=royals.yaml"),
        ("tune", "--parameter", "turns=2..3", "--target", "turns=2", "--company", "{}=royals.yaml"),
        ("tournament", "greedy", "random", "--company", "{}=royals.yaml"),
    ],
    ids=lambda words: words[0],
)
def test_every_question_takes_companies(tumble: Subject, words: tuple[str, ...]) -> None:
    """Every command of the lab refuses a faulty file and an unknown player with exit code 2. Nothing is stored."""
    (tumble.folder / "royals.yaml").write_text("game: tumble\ncubes: {king: 90, page: 10}\n", encoding="utf-8")
    store = tumble.folder / "lab.sqlite"
    named = "greedy" if "greedy" in words else "Ada"

    def told(player: str) -> str:
        given = [word.format(player) for word in words]
        rules = () if "tumble.yaml" in words else ("--rules", "tumble.yaml")
        result = run("lab", *given, *rules, "--db", store, cwd=tumble.folder)
        assert (result.returncode, result.stdout) == (2, ""), result.stderr
        return " ".join(result.stderr.split())

    assert "royals.yaml:2: cubes.king:" in told(named)
    assert "no player is called 'Dora'" in told("Dora")
    assert not store.exists()


def test_agents_bring_companies(tumble: Subject) -> None:
    """If an agent brings a company, its pieces stand on the table in each game of the environment."""
    made = EnvironmentFactory(GameSpec("tumble", "tumble_v0"))
    squad = tumble.folder / "royals.yaml"
    env = made.raw_env(rules=tumble.rules, companies={"player_1": squad})
    for seed in (1, 2):
        env.reset(seed=seed)
        match = env._board.match
        assert match is not None
        assert {"pking", "ppage"} <= set(match.session.table.dice)
    with pytest.raises(ValueError, match="no agent is called 'player_7'"):
        made.raw_env(rules=tumble.rules, companies={"player_7": squad})
    squad.write_text("game: tumble\ncubes: {king: 90}\n", encoding="utf-8")
    with pytest.raises(BadFile) as bad:
        made.raw_env(rules=tumble.rules, companies={"player_0": squad})
    assert len(bad.value.problems) == 2
