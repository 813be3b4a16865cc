"""Highlights of a game: its tallest tower, greatest fall and best throw, from the messages of the host."""

from dataclasses import replace

from riotsim.play.displays import DataSheet
from riotsim.play.narration import Turn
from riotsim.replay.recording import Moment, Recording
from riotsim.table.acts import Act, Cocked, Drop, Fact, Hand, LeftTable, Pace, Roll, Settled, Stack, TowerFell
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die, Model, Token
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.playback.highlights import Highlight, Highlights, recorded_highlights
from riotsim.viewer.session.messages import ActSettled, ActStarted, GameStatus, Line, LogChanged

TABLE = Table(600.0, 600.0)
HAND = Hand("steady", 0, 0, 0, 10, 0, 600, 0, 25, (("usual", Pace(300.0, 900.0)),))
TOKEN = Drop(Token("t", Pose((0.0, 0.0, 0.0))), (0.0, 0.0), 50.0, HAND)


def dice(*numbers: int, owner: str = "Bob") -> tuple[Die, ...]:
    """Return dice that show numbers."""
    return tuple(
        Die(f"{owner}{k}", D6, pose=Pose((30.0 * k, 30.0, 8.0), D6.orientation_showing(number)), owner=owner)
        for k, number in enumerate(numbers)
    )


class Told:
    """Highlights of a game, and the number of its log lines."""

    @property
    def texts(self) -> list[Highlight]:
        """The highlights so far."""
        return list(self.highlights.texts)

    def __init__(self) -> None:
        self.highlights = Highlights()
        self.lines = 0

    def act(self, act: Act, before: Table, after: Table, *facts: Fact, player: str = "Bob") -> None:
        """Tell of an act, which adds a line to the log."""
        self.highlights.note(ActStarted(1, act, before, player))
        self.highlights.note(ActSettled(1, Settled(after, facts)))
        self.highlights.note(LogChanged((Line("so it is"),), self.lines))
        self.lines += 1

    def throw(self, *numbers: int, owner: str = "Bob") -> None:
        """Tell of a throw that shows these numbers."""
        thrown = dice(*numbers, owner=owner)
        self.act(Roll(thrown, (0.0, 0.0), 0.0, HAND), TABLE, TABLE.with_pieces(*thrown))


def test_the_tallest_tower_has_the_name_of_its_model() -> None:
    """Of two towers the taller one counts; small ones don't."""
    told = Told()
    small = with_tower(TABLE, 2, name="m", at=(300.0, 300.0))
    told.act(TOKEN, small, small)
    assert told.texts == []
    model = Model("m", "Ann", (300.0, 300.0))
    for height in (5, 8, 6):
        tall = with_tower(TABLE, height, name="m", at=(300.0, 300.0)).with_pieces(model)
        told.act(TOKEN, tall, tall)
    assert told.texts == [Highlight("Tallest tower", "8 dice, m")]
    told.highlights.note(GameStatus(sheets={"m": DataSheet("Nell")}))
    tall = with_tower(TABLE, 9, name="m", at=(300.0, 300.0)).with_pieces(model)
    told.act(TOKEN, tall, tall)
    assert told.texts == [Highlight("Tallest tower", "9 dice, Nell")]


def test_towers_that_fall_in_one_act_count_together() -> None:
    """They are told with the player whose act it was."""
    told = Told()
    two = with_tower(with_tower(TABLE, 7, name="a", at=(200.0, 300.0)), 4, name="b", at=(400.0, 300.0))
    told.act(TOKEN, two, TABLE, TowerFell("a", 3), TowerFell("b", 5), player="Ann")
    one = with_tower(TABLE, 6, name="c", at=(200.0, 300.0))
    told.act(TOKEN, one, TABLE, TowerFell("c", 3))
    assert told.texts == [Highlight("Greatest fall", "11 dice of 2 towers, Ann")]


def test_a_die_that_fells_a_tower_counts_with_it() -> None:
    """The fall of one tower is told with the name of its model, and with the die that was put on it."""
    told = Told()
    told.highlights.note(GameStatus(sheets={"m": DataSheet("Nell")}))
    tall = with_tower(TABLE, 7, name="m", at=(300.0, 300.0)).with_pieces(Model("m", "Ann", (300.0, 300.0)))
    told.act(Stack(Die("d"), "m", HAND), tall, TABLE, TowerFell("m", 3), player="Bob")
    assert told.texts == [Highlight("Greatest fall", "8 dice, Nell")]


def test_the_best_throw_has_the_highest_numbers() -> None:
    """More dice are better at the same numbers; a throw of low numbers is not told."""
    told = Told()
    told.throw(1, 2, 6)
    assert told.texts == []
    told.throw(6, 6)
    told.throw(6, 5, 6, owner="Ann")
    assert told.texts == [Highlight("Best throw", "6 and 6 with 2d6, Bob")]
    told.throw(6, 6, 6, owner="Ann")
    assert told.texts == [Highlight("Best throw", "6, 6 and 6 with 3d6, Ann")]


def test_dice_that_are_thrown_again_are_no_throw_of_their_own() -> None:
    """A throw of which a die leaves the table, and the throw of this die again, are told nowhere with these numbers: a
    lower throw that counts whole is the best one, also of dice with the same names.
    """
    told = Told()
    three = dice(6, 6, 6)
    roll = Roll(three, (0.0, 0.0), 0.0, HAND)
    told.act(roll, TABLE, TABLE.with_pieces(*three[:2]), LeftTable("Bob2", 1, (0.0, 0.0)))
    told.act(replace(roll, dice=three[1:]), TABLE, TABLE.with_pieces(*three), Cocked("Bob1"))
    told.act(replace(roll, dice=three[:2]), TABLE, TABLE.with_pieces(*three))
    assert told.texts == []
    told.throw(6, 5, 5)
    assert told.texts == [Highlight("Best throw", "6, 5 and 5 with 3d6, Bob")]


def test_what_is_undone_is_forgotten() -> None:
    """The log shrinks then. A line that grows takes nothing back."""
    told = Told()
    told.throw(6, 5)
    told.throw(6, 6)
    told.highlights.note(LogChanged((Line("so it is, and more"),), 1))
    assert told.texts == [Highlight("Best throw", "6 and 6 with 2d6, Bob")]
    told.highlights.note(LogChanged((), 1))
    assert told.texts == [Highlight("Best throw", "6 and 5 with 2d6, Bob")]


def test_a_recording_has_the_same_highlights_with_their_moments() -> None:
    """The best throw of a recorded game is told with the index of the moment in which it was thrown."""
    moments = []
    for number, shown in enumerate(((1, 2), (6, 6), (5, 6))):
        thrown = dice(*shown)
        settled = Settled(TABLE.with_pieces(*thrown), ())
        act = Roll(thrown, (0.0, 0.0), 0.0, HAND)
        moments.append(Moment(number, Turn(1, "Bob"), TABLE, TABLE, act, settled=settled))
    recording = Recording("made_up", "Made up", (), {}, TABLE, tuple(moments), ())
    assert recorded_highlights(recording) == ((1, Highlight("Best throw", "6 and 6 with 2d6, Bob")),)
