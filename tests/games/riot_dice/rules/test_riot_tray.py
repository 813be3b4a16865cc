"""On the real table: thump dice that are thrown into a tray, and walls around the table."""

from collections.abc import Coroutine

import pytest
from lucky_table import rules

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.events import Rolled, TowerFalls
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.fight import resolve_fights
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.setup import lay_table
from riotsim.games.riot_dice.state import Boss, Fighter, State
from riotsim.play.requests import Aim, AimThrow, Refused
from riotsim.play.session.session import Play, Session, Waiting
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.table.acts import Act, LeftTable, Roll, Settled
from riotsim.table.pieces import Die, Model, Tower, pose_beside
from riotsim.table.poses import Pose
from riotsim.table.state import Table

MIDDLE = 305.0
"""The middle of the table, along x and y (mm)."""


def tower(table: Table, name: str, bearing: float, count: int) -> Table:
    """Return a table with a straight tower beside a model."""
    seat = pose_beside(table.models[name], bearing, 16.0)
    dice = [
        Die(f"{name}{k}", pose=Pose((*seat.xy, table.level_at(seat.xy) + 8.0 + 16.0 * k), seat.orientation))
        for k in range(count)
    ]
    return table.with_pieces(*dice).with_tower(name, Tower(tuple(die.id for die in dice), bearing))


def thumping(acts: list[tuple[Act, Settled]], tray: bool, seed: int = 1) -> Session[State]:
    """Return a game in which two gits thump each other. They touch in the middle, each with a tower of five dice."""
    book = rules({"fight.tray": tray, "table.terrain": []})
    table = lay_table(book, 2, {}).with_pieces(
        Model("a1", "Ann", (MIDDLE, MIDDLE), kind="git"), Model("b1", "Bob", (MIDDLE + 25.0, MIDDLE), kind="git")
    )
    table = tower(tower(table, "a1", 3.14, 5), "b1", 0.0, 5)
    fighters = {name: Fighter(boss, "git", ("fists",)) for name, boss in (("a1", "Ann"), ("b1", "Bob"))}
    state = State({"Ann": Boss(), "Bob": Boss()}, fighters, "play", turn="Ann", clock=600.0)

    def recorded(table: Table, act: Act, seed: int, /) -> Settled:
        acts.append((act, perform(table, act, seed)))
        return acts[-1][1]

    def run(play: Play[State]) -> Coroutine[Waiting, object, None]:
        return resolve_fights(Riot(play, book), "a1")

    session = Session(run, state, table, seed, recorded)
    session.answer("thump", "Ann")
    session.answer("thump", "Bob")
    return session


def felled(tray: bool, seed: int) -> int:
    """Throw Ann's thump dice at her own tower, or into the tray, and count the towers that fall."""
    acts: list[tuple[Act, Settled]] = []
    session = thumping(acts, tray, seed)
    request = session.pending[0]
    assert isinstance(request, AimThrow)
    assert request.in_tray is tray
    session.answer(Aim((request.width / 2, request.depth / 2) if tray else (400.0, MIDDLE), 0.0))
    act, settled = acts[0]
    assert isinstance(act, Roll)
    assert act.in_tray is tray
    thrown = [settled.table.dice[die.id] for die in act.dice if die.id in settled.table.dice]
    assert all((die.pose.at[0] > session.table.width) is tray for die in thrown)
    if tray:
        rolled = [event for event in session.events if isinstance(event, Rolled)]
        assert rolled[0].shows == tuple(die.shows for die in thrown)
        assert not {die.id for die in thrown} & session.table.dice.keys(), "they are put away once they are read"
    return sum(isinstance(event, TowerFalls) for event in session.events)


def test_thump_dice_may_go_into_a_tray() -> None:
    """RD-64: thump dice that are thrown at a tower of five sometimes fell it. Thump dice in a tray never do."""
    seeds = (1, 7, 8, 9)
    assert sum(felled(False, seed) for seed in seeds) > 0
    assert sum(felled(True, seed) for seed in seeds) == 0


def test_a_throw_beside_the_tray_is_refused() -> None:
    """A roll into the tray has to be aimed at the tray. An aim at the table is refused."""
    session = thumping([], tray=True)
    with pytest.raises(Refused, match="the dice must be thrown into the tray"):
        session.answer(Aim((MIDDLE, MIDDLE), 0.0))


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_bots_throw_into_the_tray(bot: str) -> None:
    """If dice have to go into the tray, both bots aim at it, and their dice end in it."""
    acts: list[tuple[Act, Settled]] = []
    session = thumping(acts, tray=True)
    request = session.pending[0]
    book = load_rules("riot_dice", Rulebook, {"fight.tray": True, "table.terrain": "[]"})
    session.answer(
        make_bots({"Ann": bot, "Bob": bot}, book, 1)[request.player].answer(request, session), request.player
    )
    assert acts
    assert not any(settled.facts_of(LeftTable) for _, settled in acts[:1])


def test_the_rules_give_walls_and_tray() -> None:
    """RD-04, RD-64: `table.walls` and `tray` reach the table; by default there are neither walls nor a tray."""
    plain = lay_table(rules({"table.terrain": []}), 2, {})
    assert (plain.wall_height, plain.tray) == (0.0, None)
    book = rules({"table.terrain": [], "table.walls": "30mm", "fight.tray": True, "tray.surface": "wood"})
    for bosses in (2, 4):
        table = lay_table(book, bosses, {})
        assert table.wall_height == 30.0
        assert table.tray is not None
        assert table.tray.at[0] > table.width
        assert (table.tray.surface.name, table.surface.name) == ("wood", "felt")
