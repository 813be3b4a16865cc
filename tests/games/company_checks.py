"""Checks for the suite over all games: how a game handles the companies that players bring."""

import importlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riotsim.app.scenario_files import check_scenario, load_scenario
from riotsim.app.window.new_game import new_game_opening
from riotsim.app.window.offers import draft
from riotsim.app.window.sandbox import sandbox_for, sandbox_of
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_companies
from riotsim.files.yaml import read_yaml
from riotsim.lab.campaigns.campaign import Campaign
from riotsim.lab.campaigns.plan import make_plan
from riotsim.play.displays import Roster
from riotsim.replay.recording import seats
from riotsim.table.acts import Act, Settled
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table
from riotsim.viewer.screens.shared_models import companies
from riotsim.viewer.session.hosted_game import Unplayable
from riotsim.viewer.session.messages import GameStatus
from riotsim.viewer.ui.start_model import Draft

if TYPE_CHECKING:
    from game_subject import Subject


def takes_companies_everywhere(its: "Subject") -> None:
    """A game with companies has built-in ones. Games in Python, environments, campaigns, the start screen, the sandbox
    and scenarios all take a company file. Each refuses a faulty file, and names the fault.
    """
    if its.game.company is None:
        return
    known = builtin_companies(its.game.name)
    assert known, "a game whose players bring companies has some to begin with"
    own, bad = its.folder / "own.yaml", its.folder / "bad.yaml"
    own.write_text(next(iter(known.values())).read_text(encoding="utf-8"), encoding="utf-8")
    bad.write_text(f"game: {its.game.name}\nnonsense: 1\n", encoding="utf-8")
    ways = (_to_python, _to_an_environment, _to_a_campaign, _to_the_start_screen, _to_the_sandbox, _to_a_scenario)
    for way in ways:
        way(its, own)
        with pytest.raises((BadFile, Unplayable), match=r"bad\.yaml:2: nonsense"):
            way(its, bad)


def shows_companies(its: "Subject") -> None:
    """The window and its recordings get the company of each player. A company has a title, and units with a name, a
    kind and a place. The pieces of the units are on the table, and the companies change during the game.
    """
    if its.game.company is None:
        return
    match, rosters_of = its.played.match, its.game.presentation().rosters
    begun = match.session.first_checkpoint
    first = rosters_of(match.rules, begun.state, begun.table)
    last = rosters_of(match.rules, match.state, match.table)
    assert [*last] == [*match.players]
    units = [unit for roster in last.values() for unit in roster.units]
    assert pieces_missing(last.values(), match.table) == set()
    assert all(roster.title for roster in last.values())
    assert all(unit.name and unit.kind and unit.place for unit in units)
    assert first != last
    assert its.recording.moments[-1].rosters == last
    status = [message for message in its.in_window if isinstance(message, GameStatus)][-1]
    assert status.rosters == last
    shown = companies(status, seats(match.players))
    assert [company.title for company in shown] == [roster.title for roster in last.values()]


def pieces_missing(rosters: Iterable[Roster], table: Table) -> set[PieceId]:
    """Return the pieces that stand for units in play but aren't on the table."""
    shown = {unit.shown_by for roster in rosters for unit in roster.units if not unit.is_out}
    return shown - {*table.dice, *table.models}


def _to_python(its: "Subject", company: Path) -> None:
    with its.begin(companies={"Ada": company}) as match:
        assert match.header.seats[0].company is not None
        assert match.header.seats[0].company.text == company.read_text(encoding="utf-8")


def _to_an_environment(its: "Subject", company: Path) -> None:
    module = importlib.import_module(f"riotsim.envs.{its.game.name}_v0")
    env = module.raw_env(options=dict(its.options), max_cycles=1, companies={"player_0": company})
    env.reset(seed=3)
    env.close()


def _to_a_campaign(its: "Subject", company: Path) -> None:
    players = [{"name": "Ada", "bot": "random", "company": company.name}, {"name": "Bea", "bot": "random"}]
    told = {"name": "small", "rules": its.rules, "players": players, "arms": {"one": {}}, "pairs": 1}
    plan = make_plan(Campaign.model_validate(told), "campaign.yaml", its.folder)
    assert plan.arms["one"].header.seats[0].company is not None


def _draft(its: "Subject", company: Path) -> Draft:
    return draft({"Ada": "person", "Bea": "random"}, its.rules, {"Ada": str(company)})


def _to_the_start_screen(its: "Subject", company: Path) -> None:
    new_game_opening(_draft(its, company), its.store)


def _to_the_sandbox(its: "Subject", company: Path) -> str:
    sandbox = sandbox_for(_draft(its, company), bare=False)
    position = sandbox.normalised(sandbox.initial_position())
    with sandbox.play(position)(_shown, print) as hosted:
        assert hosted.session.pending
    return sandbox.text(position, "With a company", its.folder / "position.yaml")


def _shown(_table: Table, _act: Act, _frames: object) -> Settled:
    raise AssertionError("nothing moves before the first answer")


def _to_a_scenario(its: "Subject", company: Path) -> None:
    text = _to_the_sandbox(its, its.folder / "own.yaml")
    assert "companies:\n  Ada: own.yaml\n" in text
    file = its.folder / "position.yaml"
    file.write_text(text.replace("own.yaml", company.name), encoding="utf-8")
    check_scenario(load_scenario(read_yaml(file)))
    again = sandbox_of(file)
    assert again.text(again.initial_position(), "With a company", file) == text
