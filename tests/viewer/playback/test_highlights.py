"""Highlights of a game: its tallest tower, greatest fall and best throw, from the messages of the host."""

from dataclasses import replace

import pytest

from riotsim.play.displays import DataSheet
from riotsim.play.narration import Turn
from riotsim.replay.recording import Moment, Recording
from riotsim.table.acts import Act, Cocked, Drop, Fact, Hand, LeftTable, Pace, Roll, Settled, Stack, TowerFell
from riotsim.table.dice.kinds import D6, die_kind
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
    """The highlight of the tallest tower tells its height and its model. A tower of two dice is no highlight."""
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
    """Towers that fall in one act are one highlight, which names the player whose act it was."""
    told = Told()
    two = with_tower(with_tower(TABLE, 7, name="a", at=(200.0, 300.0)), 4, name="b", at=(400.0, 300.0))
    told.act(TOKEN, two, TABLE, TowerFell("a", 3), TowerFell("b", 5), player="Ann")
    one = with_tower(TABLE, 6, name="c", at=(200.0, 300.0))
    told.act(TOKEN, one, TABLE, TowerFell("c", 3))
    assert told.texts == [Highlight("Greatest fall", "11 dice of 2 towers, Ann")]


def test_a_die_that_fells_a_tower_counts_with_it() -> None:
    """If a die put on a tower fells it, the fall counts this die too, and names the tower's model."""
    told = Told()
    told.highlights.note(GameStatus(sheets={"m": DataSheet("Nell")}))
    tall = with_tower(TABLE, 7, name="m", at=(300.0, 300.0)).with_pieces(Model("m", "Ann", (300.0, 300.0)))
    told.act(Stack(Die("d"), "m", HAND), tall, TABLE, TowerFell("m", 3), player="Bob")
    assert told.texts == [Highlight("Greatest fall", "8 dice, Nell")]


def test_the_best_throw_has_the_highest_numbers() -> None:
    """The throw with the highest numbers is the best. Of throws with only sixes, the one with more dice is better. A
    throw of low numbers is no highlight.
    """
    told = Told()
    told.throw(1, 2, 6)
    assert told.texts == []
    told.throw(6, 6)
    told.throw(6, 5, 6, owner="Ann")
    assert told.texts == [Highlight("Best throw", "6 and 6 with 2d6, Bob")]
    told.throw(6, 6, 6, owner="Ann")
    assert told.texts == [Highlight("Best throw", "6, 6 and 6 with 3d6, Ann")]


def test_dice_that_are_thrown_again_are_no_throw_of_their_own() -> None:
    """If a die leaves the table or is cocked, the throw is no highlight. Nor is the repeated throw of only some of its
    dice. A later throw that counts as a whole is told, even if its numbers are lower.
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
    """If an undo shortens the log, the highlights of the acts undone are forgotten. A line that grows removes none."""
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


def owned_tower(height: int, *owners: str, table: Table = TABLE, name: str = "t") -> Table:
    """Return a table with a tower whose dice belong to players in turn."""
    tall = with_tower(table, height, name=name, at=(200.0, 300.0))
    dice = [replace(die, owner=owners[k % len(owners)]) for k, die in enumerate(tall.tower_dice(name))]
    return tall.with_pieces(*dice)


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (owned_tower(2, "Ann"), None),
        (owned_tower(3, "Ann"), "3 dice, Ann"),
        (owned_tower(4, "Ann", "Bob"), "4 dice"),
        (owned_tower(3, "Ann").with_pieces(Model("t", "Bob", (170.0, 300.0))), "3 dice, t"),
        (with_tower(owned_tower(3, "Ann"), 3, name="z", at=(400.0, 300.0)), "3 dice, Ann"),
        (with_tower(owned_tower(3, "Ann"), 4, name="z", at=(400.0, 300.0)), "4 dice"),
    ],
)
def test_the_owner_of_the_tallest_tower(table: Table, text: str | None) -> None:
    """The tallest tower of at least 3 dice is a highlight, and among equal towers the first. The highlight names the
    model, or else the player who owns all the dice. A later tower replaces it only if it is taller.
    """
    told = Told()
    told.act(TOKEN, TABLE, table)
    expected = [] if text is None else [Highlight("Tallest tower", text)]
    assert told.texts == expected
    told.act(TOKEN, TABLE, owned_tower(3, "Eve"))
    assert told.texts == (expected or [Highlight("Tallest tower", "3 dice, Eve")])


@pytest.mark.parametrize(
    ("act", "heights", "text"),
    [
        (TOKEN, {"t": 2}, None),
        (TOKEN, {"t": 3}, "3 dice, Ann"),
        (Stack(Die("d"), "t", HAND), {"t": 1}, None),
        (Stack(Die("d"), "t", HAND), {"t": 2}, "3 dice, Ann"),
        (Stack(Die("d"), "other", HAND), {"t": 2}, None),
        (TOKEN, {"t": 1, "u": 1}, None),
        (TOKEN, {"t": 1, "u": 2}, "3 dice of 2 towers, Bob"),
        (TOKEN, {"t": 4, "u": 2, "v": 3}, "9 dice of 3 towers, Bob"),
    ],
)
def test_how_great_a_fall_is(act: Act, heights: dict[str, int], text: str | None) -> None:
    """A fall of 3 dice or more is told. A die that was put on the tower and felled it counts too. The fall of one tower
    names its owner. The fall of several towers names the player of the act.
    """
    before = TABLE
    for name, height in heights.items():
        before = owned_tower(height, "Ann", table=before, name=name)
    told = Told()
    told.act(act, before, TABLE, *(TowerFell(name, 3) for name in heights))
    falls = [one for one in told.texts if one.kind == "Greatest fall"]
    assert falls == ([] if text is None else [Highlight("Greatest fall", text)])


def shown_by(*pairs: tuple[str, int], owner: str = "Bob") -> tuple[Die, ...]:
    """Return dice of named kinds that show numbers."""
    turns = [die_kind(kind).orientation_showing(value) for kind, value in pairs]
    return tuple(
        Die(f"{k}", die_kind(kind), pose=Pose((30.0 * k, 30.0, 8.0), turns[k]), owner=owner)
        for k, (kind, _) in enumerate(pairs)
    )


@pytest.mark.parametrize(
    ("thrown", "text"),
    [
        (shown_by(("d6", 6)), None),
        (shown_by(("d6", 5), ("d6", 5)), "5 and 5 with 2d6, Bob"),
        (shown_by(("d6", 4), ("d6", 6)), "6 and 4 with 2d6, Bob"),
        (shown_by(("d6", 4), ("d6", 5)), None),
        (shown_by(("d10", 10), ("d6", 5), ("d6", 6)), "10, 6 and 5 with d10 + 2d6, Bob"),
        (shown_by(("d20", 19), ("d6", 4)), None),
        (shown_by(("d6", 6), ("d6", 6), owner=""), "6 and 6 with 2d6"),
        (dice(6, 6) + dice(6, owner="Ann"), None),
    ],
)
def test_which_throws_are_told(thrown: tuple[Die, ...], text: str | None) -> None:
    """A throw of at least two dice of one owner is told if they are worth 0.8 or more on average. A die is worth 0 at
    its lowest number and 1 at its highest. The highest number is told first.
    """
    thrown = tuple(replace(die, id=f"d{k}") for k, die in enumerate(thrown))
    told = Told()
    told.act(Roll(thrown, (0.0, 0.0), 0.0, HAND), TABLE, TABLE.with_pieces(*thrown))
    assert told.texts == ([] if text is None else [Highlight("Best throw", text)])


def test_of_equal_highlights_the_first_is_told() -> None:
    """A later highlight replaces an earlier one of its kind only if it is better. The kinds have a fixed order."""
    told = Told()
    told.throw(6, 5, owner="Ann")
    told.throw(5, 6, owner="Bob")
    assert told.texts == [Highlight("Best throw", "6 and 5 with 2d6, Ann")]
    told.act(TOKEN, owned_tower(3, "Ann"), TABLE, TowerFell("t", 1))
    told.act(TOKEN, TABLE, owned_tower(3, "Ann"))
    assert [one.kind for one in told.texts] == ["Tallest tower", "Greatest fall", "Best throw"]


def test_a_throw_of_other_dice_counts_after_a_cocked_one() -> None:
    """If a die was cocked, the next throw of only some of these dice is no highlight, even if another act or throw
    comes between. A throw of all the dice, or of other dice, counts.
    """
    three = dice(6, 6, 6)
    lies = TABLE.with_pieces(*three)
    roll = Roll(three, (0.0, 0.0), 0.0, HAND)
    two = replace(roll, dice=three[:2])
    told = Told()
    told.act(roll, TABLE, lies, Cocked("Bob0"))
    assert told.texts == []
    told.act(TOKEN, TABLE, TABLE)
    told.act(two, TABLE, lies)
    assert told.texts == []
    told = Told()
    told.act(roll, TABLE, lies, Cocked("Bob0"))
    told.act(roll, TABLE, lies)
    assert told.texts == [Highlight("Best throw", "6, 6 and 6 with 3d6, Bob")]
    told = Told()
    told.act(roll, TABLE, lies, Cocked("Bob0"))
    told.throw(6, 6, owner="Ann")
    told.act(two, TABLE, lies)
    assert told.texts == [Highlight("Best throw", "6 and 6 with 2d6, Ann")]


def test_undo_forgets_what_came_from_its_place_on() -> None:
    """If an undo leaves N log lines, the highlights of acts that were shown when the log had N or more lines are
    forgotten. The outcome of an act that never began is ignored.
    """
    told = Told()
    told.highlights.note(ActSettled(1, Settled(owned_tower(9, "Ann"), ())))
    for height in (3, 4, 5):
        told.act(TOKEN, TABLE, owned_tower(height, "Ann"))
    seen = [told.texts[0].text]
    for count in (3, 2, 1, 0):
        told.highlights.note(LogChanged((), count))
        seen.append(told.texts[0].text if told.texts else "")
    assert seen == ["5 dice, Ann", "5 dice, Ann", "4 dice, Ann", "3 dice, Ann", ""]


def test_highlights_of_a_recording_know_its_sheets_and_turns() -> None:
    """In a recording, a tower's highlight takes the model's name from the moment's sheets. The fall of several towers
    names the player of the turn. A moment without an act, or with only a part of a throw repeated, has no highlight.
    """
    nell = Model("t", "Ann", (170.0, 300.0))
    tall = owned_tower(4, "Ann", table=TABLE.with_pieces(nell))
    two = owned_tower(2, "Ann", table=owned_tower(2, "Ann", name="u"), name="v")
    three = dice(6, 6, 6)
    lies, roll = TABLE.with_pieces(*three), Roll(three, (0.0, 0.0), 0.0, HAND)
    sheets = {"t": DataSheet("Nell")}
    turn = Turn(1, "Eve")
    fell = Settled(TABLE, (TowerFell("u", 1), TowerFell("v", 1)))
    moments = (
        Moment(0, turn, TABLE, owned_tower(9, "Ann")),
        Moment(1, turn, TABLE, TABLE, TOKEN, settled=Settled(tall, ()), sheets=sheets),
        Moment(2, turn, two, TABLE, TOKEN, settled=fell),
        Moment(3, turn, TABLE, TABLE, roll, settled=Settled(lies, (Cocked("Bob0"),))),
        Moment(4, turn, TABLE, TABLE, replace(roll, dice=three[:2]), settled=Settled(lies, ())),
        Moment(5, Turn(1, None), two, TABLE, TOKEN, settled=Settled(TABLE, fell.facts)),
    )
    recording = Recording("made_up", "Made up", (), {}, TABLE, moments, ())
    assert recorded_highlights(recording) == (
        (1, Highlight("Tallest tower", "4 dice, Nell")),
        (2, Highlight("Greatest fall", "4 dice of 2 towers, Eve")),
    )
    later = replace(recording, moments=moments[5:])
    assert recorded_highlights(later) == ((0, Highlight("Greatest fall", "4 dice of 2 towers")),)
