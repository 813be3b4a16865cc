"""The sandbox without its pictures: pieces are dragged, put down, turned, taken away, things are tried, files used."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from riotsim.commands.check import check_file
from riotsim.commands.door import WindowDoor
from riotsim.commands.workbench import RiotBench
from riotsim.play.requests import Choose
from riotsim.table.poses import Point, Vector
from riotsim.viewer import picking
from riotsim.viewer.camera import Ray
from riotsim.viewer.decisions.decision import Pointer
from riotsim.viewer.door import Unplayable
from riotsim.viewer.host import Host
from riotsim.viewer.panels import models, wishes
from riotsim.viewer.panels.sandbox_wishes import (
    AskFile,
    DiceInHand,
    ForBoss,
    HaveTurn,
    Keep,
    LayDown,
    Leave,
    PutBack,
    ShowFace,
    TakeAway,
    TakeUp,
    TryAgain,
    TryCarry,
    TryThrow,
    TurnPiece,
    UseFile,
    WithFace,
    Written,
)
from riotsim.viewer.sandbox.files import Files
from riotsim.viewer.screens.at_sandbox import AtSandbox
from riotsim.viewer.screens.at_table import AtTable
from riotsim.viewer.screens.models_of_sandbox import sandbox_model
from riotsim.viewer.settings import Settings

PATIENCE = 60.0
"""Seconds that a host may take on a busy machine."""

FRAME = 1 / 60

DRAFT = models.Draft(
    (models.SeatDraft("Ann", "person", 0, ""), models.SeatDraft("Bob", "person", 1, "")), "riot_dice", "bare"
)


class Nobody:
    """A host that never says anything."""

    def take(self) -> Iterator[object]:
        """Give nothing."""
        return iter(())

    def send(self, message: object) -> None:
        """Hear nothing."""

    def close(self) -> None:
        """Be gone."""


class Tinkerer:
    """Somebody at the sandbox, who looks down on its table."""

    def __init__(self, bench: RiotBench, folder: Path, host: Callable[..., object] = lambda opening: Nobody()) -> None:
        self.now = 0.0
        door = WindowDoor(folder / "games.sqlite")
        self.sandbox = AtSandbox(bench, Settings(speed=4.0), host, Files(folder, door.scenario), lambda: self.now)

    @property
    def at(self) -> dict[str, Point]:
        """Where the models are (mm)."""
        return {name: model.at for name, model in self.sandbox.position.table.models.items()}

    def pointer(self, at: Vector) -> Pointer:
        """Where the mouse is, when it is over a point (mm)."""
        ray = Ray((at[0], at[1] - 400.0, at[2] + 800.0), _towards((0.0, 400.0, -800.0)))
        on = picking.on_plane(ray, self.sandbox.level)
        assert on is not None
        return Pointer(on, picking.pick(self.sandbox.table, self.sandbox.poses, ray), self.now)

    def drag(self, *points: Vector) -> None:
        """Press at the first point, go over the others, let go at the last."""
        self.sandbox.moved(self.pointer(points[0]))
        self.sandbox.pressed(self.pointer(points[0]))
        for at in points[1:]:
            self.frame()
            self.sandbox.moved(self.pointer(at))
        self.sandbox.released(self.pointer(points[-1]))

    def click(self, at: Vector) -> None:
        """Click a point."""
        self.drag(at)

    def frame(self) -> None:
        """Let a frame go by."""
        self.now += FRAME
        self.sandbox.advance(FRAME)
        time.sleep(0.001)  # the host has a processor too

    def until(self, true: Callable[[], object]) -> None:
        """Let frames go by until something is true."""
        ends = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < ends
            assert not self.sandbox.trials.broke, self.sandbox.trials.broke
            self.frame()


def _towards(way: Vector) -> Vector:
    length = math.hypot(*way)
    return (way[0] / length, way[1] / length, way[2] / length)


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Tinkerer]:
    """Ann, at a bare table with two gangs of five."""
    bench = WindowDoor(tmp_path / "games.sqlite").sandbox(DRAFT)
    assert isinstance(bench, RiotBench)
    tinkerer = Tinkerer(bench, tmp_path)
    yield tinkerer
    tinkerer.sandbox.close()


def foot(ann: Tinkerer, model: str) -> Vector:
    """Where a model is taken hold of."""
    return (*ann.at[model], 10.0)


def test_gangs_stand_along_their_edges(ann: Tinkerer) -> None:
    """The table begins with all models of the gangs, each on its boss's side, and nothing overlaps."""
    assert sorted(ann.at) == [f"{letter}{n}" for letter in "ab" for n in range(1, 6)]
    depth = ann.sandbox.position.table.depth
    assert all((y < depth / 2) == name.startswith("a") for name, (_, y) in ann.at.items())


def test_a_model_is_dragged_and_undo_has_no_end(ann: Tinkerer) -> None:
    """A model goes where it is let go; each change can be taken back, one after the other, and put back again."""
    sandbox = ann.sandbox
    begun = sandbox.position
    x, y = ann.at["a1"]
    for k in range(1, 6):
        ann.drag((x, y + 40.0 * (k - 1), 10.0), (x, y + 40.0 * k - 10.0, 10.0), (x, y + 40.0 * k, 10.0))
    assert math.dist(ann.at["a1"], (x, y + 200.0)) < 0.1
    ended = sandbox.position
    for _ in range(5):
        sandbox.wish(wishes.Undo())
    assert sandbox.position == begun
    assert not sandbox_model(sandbox).can_undo
    for _ in range(5):
        sandbox.wish(wishes.Redo())
    assert sandbox.position == ended


def test_what_overlaps_is_refused_at_the_mouse(ann: Tinkerer) -> None:
    """Over another model the ghost is red and says why; let go there, the piece goes back where it was."""
    sandbox = ann.sandbox
    begun = sandbox.position
    a, b = foot(ann, "a1"), foot(ann, "a2")
    sandbox.moved(ann.pointer(a))
    assert sandbox.pressed(ann.pointer(a))
    sandbox.moved(ann.pointer((a[0] + 8.0, a[1], a[2])))
    assert "a1" not in sandbox.table.models  # it is in the hand
    sandbox.moved(ann.pointer(b))
    assert sandbox.drawn().refused
    assert "a1" in sandbox_model(sandbox).refusal
    assert "overlap" in sandbox_model(sandbox).refusal
    sandbox.released(ann.pointer(b))
    assert "overlap" in sandbox.told
    assert sandbox.position == begun
    assert sandbox.table == begun.table


def test_dice_go_on_towers_with_the_face_that_is_chosen(ann: Tinkerer) -> None:
    """A die at a model begins its tower, on the model's tower it goes on top; beside, it lies on the table."""
    sandbox = ann.sandbox
    sandbox.wish(TakeUp("die"))
    for face in (3, 5):
        sandbox.wish(WithFace(face))
        ann.click(foot(ann, "a1"))
    sandbox.wish(WithFace(6))
    top = sandbox.position.table.tower_dice("a1")[-1].pose.at
    ann.click((top[0] + 6.0, top[1], top[2] + 8.0))
    ann.click((300.0, 300.0, 0.0))
    sandbox.wish(TakeUp(""))
    table = sandbox.position.table
    dice = table.tower_dice("a1")
    assert [die.shows for die in dice] == [3, 5, 6]
    assert dice[2].pose.at[0] - dice[1].pose.at[0] == pytest.approx(6.0, abs=0.01)
    assert {die.owner for die in dice} == {"Ann"}
    (loose,) = table.loose_dice()
    assert loose.shows == 6
    # A die that would make it fall is refused, and stays in the hand.
    sandbox.wish(TakeUp("die"))
    ann.click((dice[2].pose.at[0] + 7.0, dice[2].pose.at[1], dice[2].pose.at[2] + 8.0))
    assert "would fall" in sandbox.told
    assert sandbox.holding is not None
    assert sandbox.position.table == table


def test_the_top_die_of_a_tower_is_taken_and_lower_ones_swing_it(ann: Tinkerer) -> None:
    """The top die can be put on another tower; by a lower one the whole tower goes round its model."""
    sandbox = ann.sandbox
    sandbox.wish(TakeUp("die"))
    x, y = ann.at["a1"]
    for _ in range(3):
        ann.click((x + 9.0, y, 3.0))  # on the right of its base
    sandbox.wish(TakeUp(""))
    top = sandbox.position.table.tower_dice("a1")[-1].pose.at
    ann.drag((top[0], top[1], top[2] + 7.0), (250.0, 250.0, 0.0), foot(ann, "b1"))
    table = sandbox.position.table
    assert (table.tower_height("a1"), table.tower_height("b1")) == (2, 1)
    low = table.tower_dice("a1")[0].pose.at
    ann.drag((low[0], low[1] - 8.0, low[2]), (x - 20.0, y + 5.0, 8.0), (x - 40.0, y, 8.0))
    dice = sandbox.position.table.tower_dice("a1")
    assert all(die.pose.at[0] < x - 15.0 for die in dice)


def test_a_piece_is_turned_laid_down_and_taken_away(ann: Tinkerer) -> None:
    """What is chosen can be turned by button and wheel, show another face, lie down, and be taken away."""
    sandbox = ann.sandbox
    ann.click(foot(ann, "a2"))
    assert sandbox.chosen == "a2"
    before = sandbox.position.table.models["a2"].heading
    sandbox.wish(TurnPiece("a2", 15.0))
    assert sandbox.wheel(3.0)
    turned = sandbox.position.table.models["a2"].heading - before
    assert math.degrees(math.remainder(turned, math.tau)) == pytest.approx(30.0, abs=0.01)
    sandbox.wish(LayDown("a2", True))
    assert sandbox.position.table.models["a2"].fallen
    sandbox.wish(TakeUp("die"))
    ann.click((300.0, 300.0, 0.0))
    sandbox.wish(TakeUp(""))
    ann.click((300.0, 300.0, 12.0))
    assert sandbox.chosen == "die-1"
    sandbox.wish(ShowFace("die-1", 4))
    assert sandbox.position.table.dice["die-1"].shows == 4
    sandbox.wish(TakeAway("die-1"))
    sandbox.wish(TakeAway("a2"))
    assert not sandbox.position.table.dice
    assert "a2" not in ann.at
    assert sandbox.chosen is None


def test_models_loot_and_scenery_come_from_the_tray(ann: Tinkerer) -> None:
    """New models are their boss's and have names of their own; scenery is the rules', loot is numbered."""
    sandbox = ann.sandbox
    sandbox.wish(ForBoss("Bob"))
    for sort, at in (("model.cart", (200.0, 300.0)), ("loot", (300.0, 250.0)), ("terrain.wall", (400.0, 330.0))):
        sandbox.wish(TakeUp(sort))
        ann.click((*at, 0.0))
    sandbox.wish(wishes.OpenMenu(True))  # the key that goes back puts away what is in the hand
    assert not sandbox.menu
    table = sandbox.position.table
    assert (table.models["b6"].kind, table.models["b6"].owner) == ("cart", "Bob")
    assert list(table.tokens) == ["loot-1"]
    assert [piece.name for piece in table.terrain.values()] == ["wall"]


def test_turn_and_loot_are_of_the_position(ann: Tinkerer) -> None:
    """Whose turn it is, and what bosses have, is set and undone as all else."""
    sandbox = ann.sandbox
    sandbox.wish(HaveTurn("Bob"))
    sandbox.wish(Keep("Ann", 3))
    model = sandbox_model(sandbox)
    assert (model.turn, model.kept) == ("Bob", (3, 0))
    sandbox.wish(wishes.Undo())
    sandbox.wish(wishes.Undo())
    model = sandbox_model(sandbox)
    assert (model.turn, model.kept) == ("Ann", (0, 0))


def test_a_position_is_saved_and_opened(ann: Tinkerer, tmp_path: Path) -> None:
    """A file is written that holds, never over another unasked; opened, it is the same position; undo goes back."""
    sandbox = ann.sandbox
    sandbox.wish(TakeUp("die"))
    ann.click(foot(ann, "a1"))
    sandbox.wish(TakeUp(""))
    sandbox.wish(Keep("Bob", 2))
    saved = sandbox.position
    file = tmp_path / "mine.yaml"
    sandbox.wish(AskFile("save"))
    sandbox.wish(Written("mine", "A tower: of one"))
    sandbox.wish(UseFile())
    assert str(file) in sandbox.notice
    assert check_file(file).holds
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# ")
    sandbox.wish(TakeAway("b1"))
    changed = sandbox.position
    sandbox.wish(AskFile("save"))
    sandbox.wish(UseFile())
    asked = sandbox_model(sandbox).file
    assert asked is not None
    assert asked.there
    assert "is there already" in asked.problem
    assert file.read_text(encoding="utf-8") == text
    sandbox.wish(AskFile("open"))
    sandbox.wish(UseFile())
    assert sandbox.position.table == saved.table
    assert (sandbox.position.turn, sandbox.position.kept) == (saved.turn, saved.kept)
    sandbox.wish(wishes.Undo())
    assert sandbox.position == changed


def test_a_bad_file_loses_nothing(ann: Tinkerer, tmp_path: Path) -> None:
    """What is wrong with a file is told where it was asked for; the position stays."""
    before = ann.sandbox.position
    (tmp_path / "bad.yaml").write_text("riotsim: scenario/1\ntitle: x\nrules: riot_dice\ngiven: {bosses: {A: {}}}\n")
    for path, what in (("bad.yaml", "then: is missing"), ("none.yaml", "no such file")):
        ann.sandbox.wish(AskFile("open"))
        ann.sandbox.wish(Written(path, ""))
        ann.sandbox.wish(UseFile())
        asked = sandbox_model(ann.sandbox).file
        assert asked is not None
        assert what in asked.problem
        assert ann.sandbox.position == before
        ann.sandbox.wish(AskFile(""))
    assert sandbox_model(ann.sandbox).file is None


@pytest.fixture
def trying(tmp_path: Path) -> Iterator[Tinkerer]:
    """Ann, with a host at work beside her."""
    bench = WindowDoor(tmp_path / "games.sqlite").sandbox(DRAFT)
    assert isinstance(bench, RiotBench)
    tinkerer = Tinkerer(replace(bench, seed=7), tmp_path, Host)
    yield tinkerer
    tinkerer.sandbox.close()


def test_a_throw_is_tried_and_put_back(trying: Tinkerer) -> None:
    """Dice fly as the hand flicks, and lie there; put back, all is as before to the last bit; else it is kept."""
    sandbox = trying.sandbox
    before = sandbox.position
    sandbox.wish(DiceInHand(2))
    for keep in (False, True):
        sandbox.wish(TryThrow())
        trying.until(lambda: sandbox.trials.purpose == "throw")
        trying.drag(*((200.0 + 6.0 * k, 200.0 + 6.0 * k, 70.0) for k in range(9)))
        trying.until(lambda: sandbox.phase == "tried")
        assert len(sandbox.table.dice) == 2
        assert sandbox.position == before
        sandbox.wish(Leave() if keep else PutBack())
        assert sandbox.phase == "set up"
        if not keep:
            assert sandbox.table is before.table
    assert sorted(sandbox.position.table.dice) == ["die-1", "die-2"]
    sandbox.wish(wishes.Undo())
    assert sandbox.position == before


def test_a_throw_that_nobody_wants_is_put_away(trying: Tinkerer) -> None:
    """The key that goes back puts the dice away, and something else can be tried."""
    sandbox = trying.sandbox
    for _ in range(2):
        sandbox.wish(TryThrow())
        trying.until(lambda: sandbox.trials.purpose == "throw")
        sandbox.wish(wishes.OpenMenu(True))
        assert sandbox.phase == "set up"
        trying.until(lambda: sandbox.trials.purpose == "try")
    assert not sandbox.menu


def test_a_model_is_carried_with_its_tower(trying: Tinkerer) -> None:
    """A click says where to; dragged along the line the model goes there, its tower with it, and is put back."""
    sandbox = trying.sandbox
    sandbox.wish(TakeUp("die"))
    for _ in range(2):
        trying.click(foot(trying, "a1"))
    sandbox.wish(TakeUp(""))
    before = sandbox.position
    x, y = trying.at["a1"]
    sandbox.wish(TryCarry("a1"))
    trying.click((x, y + 80.0, 0.0))
    trying.until(lambda: sandbox.trials.purpose == "carry")
    trying.drag(*((x, y + 2.0 * k, 0.0) for k in range(41)))
    trying.until(lambda: sandbox.phase == "tried")
    assert math.dist(sandbox.table.models["a1"].at, (x, y + 80.0)) < 1.0
    sandbox.wish(TryAgain())
    assert sandbox.table == before.table
    trying.until(lambda: sandbox.trials.purpose == "carry")
    sandbox.wish(PutBack())
    assert sandbox.table == before.table


def test_a_game_begins_at_the_position_and_undo_has_no_end(ann: Tinkerer) -> None:
    """Played from here, a model acts; after its dice have rolled, undo goes back to the very beginning."""
    sandbox = ann.sandbox
    sandbox.wish(HaveTurn("Bob"))
    assert isinstance(sandbox.bench, RiotBench)
    host = Host(replace(sandbox.bench, seed=7).play(sandbox.position))
    table = AtTable(host, Settings(speed=4.0))

    def until(true: Callable[[], object]) -> None:
        ends = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < ends
            assert table.playback.showing.broke is None, table.playback.showing.broke
            host.wait(FRAME)
            table.playback.skip()
            table.advance(FRAME)

    try:
        until(lambda: table.decision)
        assert table.table == sandbox.position.table
        decision = table.decision
        assert decision is not None
        assert isinstance(decision.request, Choose)
        assert (decision.request.boss, decision.request.purpose) == ("Bob", "turn")
        purposes = ["turn"]
        while purposes[-1] != "move":
            table.choose(0)
            until(lambda: table.decision)
            assert table.decision is not None
            purposes.append(table.decision.request.purpose)
        assert list(dict.fromkeys(purposes)) == ["turn", "action", "roll", "move"]  # a cocked die is rolled again
        for purpose in reversed(purposes[:-1]):
            assert table.model().can_undo
            table.undo()
            until(lambda: table.decision)
            assert table.decision is not None
            assert table.decision.request.purpose == purpose
        assert not table.model().can_undo
        until(lambda: table.table == sandbox.position.table)
    finally:
        host.close()


def test_bosses_need_names_of_their_own(tmp_path: Path) -> None:
    """A draft that is no game is no sandbox either."""
    seats = (DRAFT.seats[0], DRAFT.seats[0])
    with pytest.raises(Unplayable, match="name"):
        WindowDoor(tmp_path / "games.sqlite").sandbox(models.Draft(seats, "riot_dice", ""))
