"""Attacks are shown for a moment where they happen on the table, even if an attack moves no piece."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from screen_at_host import play

from riotsim.app.window.sandbox import sandbox_of
from riotsim.play.displays import ShownStrike
from riotsim.play.narration import Turn
from riotsim.replay.recording import Line as RecordedLine
from riotsim.replay.recording import Moment, Recording
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die, Model, Round
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.input.interactions.interaction import TableOverlay
from riotsim.viewer.playback.display import DisplayState, PlacedStrike
from riotsim.viewer.playback.strikes import LUNGE_SECONDS, STRIKE_SECONDS, Strikes
from riotsim.viewer.scene.marks import Label, Ring
from riotsim.viewer.scene.marks import Path as Line
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.replay import ReplayScreen
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import Seek, SetPaused

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "cube_clash"

ONE, OTHER = (Die(name, D6, pose=Pose((x, 20.0, 8.0))) for name, x in (("one", 20.0), ("other", 60.0)))
TABLE = Table(100.0, 100.0, dice={"one": ONE, "other": OTHER})
ATTACK, OUTCOME = ShownStrike(("other",), "2 damage against 3", "one"), ShownStrike(("other",), "withstood")

FALL = ShownStrike(("Ada",), "Ada's tower comes down")


def labels(screen: GameScreen | ReplayScreen) -> list[tuple[str, Point]]:
    """Return the texts over the table, with their places."""
    return [(mark.text, mark.at[:2]) for mark in screen.overlay().marks if isinstance(mark, Label)]


def answers(texts: tuple[str, ...], check: Callable[[GameScreen], None]) -> Callable[[GameScreen], Iterator[None]]:
    """Return a user who gives the answers that begin with these texts, and then checks the screen."""

    def user(screen: GameScreen) -> Iterator[None]:
        for text in texts:
            assert screen.interaction is not None
            request = screen.interaction.request
            screen.submit(next(offer.answer for offer in screen.offers(request) if offer.text.startswith(text)))
            yield
        check(screen)

    return user


@pytest.mark.parametrize(
    ("scenario", "texts", "told"),
    [
        ("cc20_one_less", ("Turn right", "Melee"), "4 damage against 5: withstood"),
        ("cc31_melee", ("Anvil Hand", "Turn right", "Melee"), "5 damage against 5: killed"),
    ],
)
def test_an_attack_is_seen_where_it_happens(scenario: str, texts: tuple[str, ...], told: str) -> None:
    """If a die attacks, a line leads from the attacker to the target. A ring and a label with the damage and the
    outcome are at the target's place, even if the target was killed. An undo takes the marks away.
    """
    sandbox = sandbox_of(SCENARIOS / f"{scenario}.yaml")
    before = sandbox.first_position.table
    attacker, target = (
        next(die.pose.at[:2] for name, die in before.dice.items() if name in named)
        for named in (("south.bellfounder", "south.anvil_hand"), ("north.bone_drummer", "north.reed_sovereign"))
    )

    def check(screen: GameScreen) -> None:
        marks = screen.overlay().marks
        assert (told, target) in labels(screen)
        assert (attacker, target) in [mark.points for mark in marks if isinstance(mark, Line)]
        assert target in [mark.at for mark in marks if isinstance(mark, Ring)]
        screen.undo()

    def user(screen: GameScreen) -> Iterator[None]:
        yield from answers(texts, check)(screen)
        yield
        assert labels(screen) == []

    play(sandbox.play(sandbox.first_position), user)


def test_the_attacker_jerks_and_the_marks_pass() -> None:
    """The attacker jerks towards its target and back. After the outcome, the marks stay a little longer."""
    strikes, showing = Strikes(), DisplayState(TABLE, strikes=[PlacedStrike(ATTACK, TABLE)])
    strikes.advance(showing, 0.1)
    strikes.advance(showing, LUNGE_SECONDS / 2)
    assert strikes.poses(TABLE)["one"].at[0] > 25.0
    assert strikes.poses(TABLE.without("other")) == {}
    strikes.advance(showing, LUNGE_SECONDS / 2)
    assert strikes.poses(TABLE) == {}
    showing.strikes.append(PlacedStrike(OUTCOME, TABLE))
    strikes.advance(showing, 0.1)
    assert strikes.poses(TABLE) == {}
    for seconds, shown in ((STRIKE_SECONDS - 0.1, 3), (0.2, 0)):
        strikes.advance(showing, seconds)
        assert len(strikes.added_to(TableOverlay()).marks) == shown


def test_the_marks_do_not_stay_where_a_target_stood() -> None:
    """If the target moves, the marks of its attack vanish. If the target had moved away before the attack was shown,
    the marks stay.
    """
    strikes, showing = (
        Strikes(),
        DisplayState(TABLE, strikes=[PlacedStrike(ATTACK, TABLE), PlacedStrike(OUTCOME, TABLE)]),
    )
    strikes.advance(showing, 0.1)
    strikes.advance(showing, 0.1)
    assert len(strikes.added_to(TableOverlay()).marks) == 3
    showing.poses = {"other": Pose((62.0, 20.0, 8.0))}
    strikes.advance(showing, 0.1)
    assert strikes.added_to(TableOverlay()).marks == ()
    showing.strikes += [PlacedStrike(ATTACK, TABLE), PlacedStrike(OUTCOME, TABLE)]
    strikes.advance(showing, 0.1)
    strikes.advance(showing, 0.1)
    assert len(strikes.added_to(TableOverlay()).marks) == 3


def test_a_fallen_tower_is_told_where_it_stood() -> None:
    """If a tower falls, a ring and a label are shown at the tower's foot. Both stay while the tower's dice are gone,
    and while the first of them is put up again.
    """
    table = with_tower(Table(100.0, 100.0), 3, name="Ada", at=(50.0, 50.0), size=16.0)
    foot = table.tower_dice("Ada")[0]
    strikes, showing = Strikes(), DisplayState(Table(100.0, 100.0), strikes=[PlacedStrike(FALL, table)])
    for shown in (Table(100.0, 100.0), Table(100.0, 100.0, dice={foot.id: foot})):
        showing.table = shown
        strikes.advance(showing, STRIKE_SECONDS / 3)
        ring, label = strikes.added_to(TableOverlay()).marks
        assert isinstance(ring, Ring)
        assert isinstance(label, Label)
        assert (ring.at, label.at[:2], label.text) == ((50.0, 50.0), (50.0, 50.0), FALL.text)
    strikes.advance(showing, STRIKE_SECONDS)
    assert strikes.added_to(TableOverlay()).marks == ()


def test_a_second_fall_has_its_own_label() -> None:
    """If a tower falls again while the label of its first fall is still shown, only the second fall is told."""
    table = with_tower(Table(100.0, 100.0), 3, name="Ada", at=(50.0, 50.0), size=16.0)
    again = replace(FALL, text="Ada's tower of 2 comes down")
    strikes, showing = Strikes(), DisplayState(table, strikes=[PlacedStrike(FALL, table)])
    strikes.advance(showing, 0.1)
    showing.strikes.append(PlacedStrike(again, table))
    strikes.advance(showing, 0.1)
    assert [one.text for one in strikes.added_to(TableOverlay()).marks if isinstance(one, Label)] == [again.text]


def test_attacks_of_models_are_shown_too() -> None:
    """If a model attacks another model, a line, a ring outside the target's base and a label are shown. The attacker
    jerks. The label has the outcome too.
    """
    models = {name: Model(name, "Ada", (x, 20.0), Round(30.0)) for name, x in (("one", 20.0), ("other", 80.0))}
    table = Table(100.0, 100.0, models=models)
    strikes, showing = Strikes(), DisplayState(table, strikes=[PlacedStrike(ATTACK, table)])
    strikes.advance(showing, 0.1)
    strikes.advance(showing, LUNGE_SECONDS / 2)
    assert strikes.poses(table)["one"].at[0] > 25.0
    showing.strikes.append(PlacedStrike(OUTCOME, table))
    strikes.advance(showing, 0.1)
    line, ring, label = strikes.added_to(TableOverlay()).marks
    assert isinstance(line, Line)
    assert isinstance(ring, Ring)
    assert isinstance(label, Label)
    assert (line.points, ring.at, label.at) == (((20.0, 20.0), (80.0, 20.0)), (80.0, 20.0), (80.0, 20.0, 0.0))
    assert (label.text, ring.radius > 15.0) == ("2 damage against 3: withstood", True)


def test_an_attack_is_shown_until_its_outcome() -> None:
    """If the outcome of an attack is told late, the marks of the attack stay until then. The outcome appears at the
    place of the attack, even if the killed die was taken away before.
    """
    strikes, showing = Strikes(), DisplayState(TABLE, strikes=[PlacedStrike(ATTACK, TABLE)])
    for _ in range(5):
        strikes.advance(showing, STRIKE_SECONDS)
    assert strikes.poses(TABLE) == {}, "the attacker stands still meanwhile"
    showing.poses = {"other": Pose((90.0, 90.0, 30.0))}
    strikes.advance(showing, 0.1)
    assert len(strikes.added_to(TableOverlay()).marks) == 3
    showing.poses, showing.table = {}, TABLE.without("other")
    counter = ShownStrike(("one",), "counter", "other")
    showing.strikes = [PlacedStrike(one, TABLE) for one in (counter, ShownStrike(("other",), "killed"))]
    for seconds in (0.1, STRIKE_SECONDS - 0.2):
        strikes.advance(showing, seconds)
        marks = strikes.added_to(TableOverlay()).marks
        told = {(mark.text, mark.at[:2]) for mark in marks if isinstance(mark, Label)}
        assert told == {("counter", (20.0, 20.0)), ("2 damage against 3: killed", (60.0, 20.0))}
    strikes.advance(showing, 0.2)
    assert strikes.added_to(TableOverlay()).marks == ()


def test_a_counter_that_is_dealt_out_keeps_its_attack() -> None:
    """If the owner of a Counter takes long to choose its targets, the window still shows the attack with its outcome.
    The window also shows the dice that the Counter kills.
    """
    sandbox = sandbox_of(SCENARIOS / "cc42_split.yaml")

    def user(screen: GameScreen) -> Iterator[None]:
        for answer in ("north.reedling", "turn right", "melee", "north.coil_archer", "2 to north.coil_archer"):
            assert screen.interaction is not None
            for _ in range(60):
                screen.advance(0.1)
            request = screen.interaction.request
            screen.submit(next(offer.answer for offer in screen.offers(request) if str(offer.answer) == answer))
            yield
        seen.extend(text for text, _ in labels(screen))

    seen: list[str] = []
    play(sandbox.play(sandbox.first_position), user)
    assert sorted(seen) == ["1 damage against 3: withstood", "counter: killed", "counter: killed"]


def replay_of_an_attack() -> ReplayScreen:
    """Return the replay of an attack after which nothing moves, stopped as soon as the attack is shown."""
    turn = Turn(1, None)
    lines = [RecordedLine(one.text, 1, 1, turn, strike=one) for one in (ATTACK, OUTCOME)]
    moments = tuple(Moment(entry, turn, TABLE, TABLE) for entry in range(30))
    replay = ReplayScreen(Recording("cube_clash", "Clash", (), {}, TABLE, moments, tuple(lines)), Settings())
    for _ in range(100):
        if replay.game.display.lines:
            return replay
        replay.advance(0.1)
    raise AssertionError("the replay shows no line")


def test_attacks_are_shown_in_the_time_of_the_playback() -> None:
    """While a replay is paused, the marks of its attack stay. At twice the speed, the marks are shown for half the
    time.
    """
    replay = replay_of_an_attack()
    replay.game.clock.paused = True
    for _ in range(50):
        replay.advance(0.2)
    assert labels(replay) == [("2 damage against 3: withstood", (60.0, 20.0))]
    replay.game.clock.paused = False
    replay.settings = replay.settings.model_copy(update={"speed": 2.0})
    frames = 0
    while labels(replay):
        replay.advance(0.1)
        frames += 1
    assert frames * 0.1 == pytest.approx(STRIKE_SECONDS / 2, abs=0.15)


def test_a_paused_game_keeps_its_attack() -> None:
    """The attack that a player looks at in a paused game stays until the game goes on."""
    sandbox = sandbox_of(SCENARIOS / "cc20_one_less.yaml")

    def check(screen: GameScreen) -> None:
        screen.handle(SetPaused(True))
        for _ in range(50):
            screen.advance(0.2)
        seen.extend(text for text, _ in labels(screen))

    seen: list[str] = []
    play(sandbox.play(sandbox.first_position), answers(("Turn right", "Melee"), check))
    assert seen == ["4 damage against 5: withstood"]


def test_a_jump_in_a_replay_ends_its_attacks() -> None:
    """After a jump forward to a time at which the target has not moved, the attack is no longer shown."""
    replay = replay_of_an_attack()
    assert labels(replay) != []
    replay.handle(Seek(replay.game.seconds + 1.0))
    replay.advance(0.01)
    assert labels(replay) == []


def test_a_replay_shows_attacks_that_it_plays() -> None:
    """If a replay plays to the end of a moment, its attack is shown. If the replay jumps there, no attack is shown."""
    turn = Turn(1, None)
    lines = [RecordedLine(one.text, 1, 1, turn, strike=one) for one in (ATTACK, OUTCOME)]
    moments = tuple(Moment(entry, turn, TABLE, TABLE) for entry in range(3))
    recording = Recording("cube_clash", "Clash", (), {}, TABLE, moments, tuple(lines))
    replay = ReplayScreen(recording, Settings())
    for _ in range(100):
        if replay.game.display.lines:
            break
        replay.advance(0.1)
    assert labels(replay) == [("2 damage against 3: withstood", (60.0, 20.0))]
    assert [line.text for line in replay.game.display.lines][-1] == "withstood"
    other = ReplayScreen(recording, Settings())
    other.game.seek(other.game.length)
    other.advance(0.1)
    assert labels(other) == []
