"""What a replay displays at the times of its moments: turns, acts, texts, heights of towers, and what it shows near."""

import pytest

from riotsim.play.displays import Row, ShownCheck
from riotsim.play.narration import TOWER_GROUP, Turn
from riotsim.replay.clocks import SLOW_AFTER
from riotsim.replay.recording import Line, Moment, Recording, seats
from riotsim.replay.timeline import Landing, TallestTower
from riotsim.table.acts import Act, Drop, Frame, Roll, Settled
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die, Model, Token
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND, with_tower
from riotsim.viewer.playback.highlights import Highlight
from riotsim.viewer.playback.recorded import REST_MS, RecordedPlayback

ANNS, BOBS = Turn(1, "Ann"), Turn(2, "Bob")
SIX = D6.orientation_showing(6)
DICE = tuple(Die(f"d{k}", size=20.0, owner="Bob") for k in range(3))
ROLL: Act = Roll(DICE, (300.0, 300.0), 0.0, STEADY_HAND)
NELL, FLINT = Model("m", "Ann", (100.0, 200.0)), Model("n", "Bob", (500.0, 200.0))
TABLE = with_tower(Table(600.0, 600.0).with_pieces(NELL, FLINT), 2, name="m", at=(130.0, 200.0))
TALLER = with_tower(Table(600.0, 600.0).with_pieces(NELL, FLINT), 3, name="m", at=(130.0, 200.0))
LIES = TALLER.with_pieces(
    DICE[0].moved_to(Pose((200.0, 300.0, 10.0), SIX)), DICE[1].moved_to(Pose((260.0, 380.0, 30.0), SIX))
)
"""Two of three dice lie on the table, 100 mm apart. The third one has left it."""


def recorded(*moments: Moment, lines: tuple[Line, ...] = (), result: tuple[str, ...] = ()) -> Recording:
    """Return a recording of Ann's and Bob's game."""
    return Recording(
        "made_up", "", seats({"Ann": "", "Bob": ""}), {"m": "Ann", "n": "Bob"}, TABLE, moments, lines,
        result=result, first_rows=(Row("score", "Ann", "1", 1, "Ann"), Row(TOWER_GROUP, "m", "9", 9)),
    )  # fmt: skip


CHECK = ShownCheck("An attack", ())
GAME = recorded(
    Moment(0, ANNS, TABLE, TALLER, events=("so",), rows=(Row("score", "Ann", "2", 2, "Ann"),)),
    Moment(1, ANNS, TALLER, LIES, ROLL, settled=Settled(LIES, ()), checks=(CHECK,)),
    Moment(2, BOBS, LIES, LIES, events=("so",)),
    lines=(Line("It begins", 0, 0, Turn(0, None)), Line("Ann builds", 0, 0, ANNS), Line("  with 3 dice", 0, 0, ANNS),
           Line("Bob throws", 1, 1, ANNS), Line("Bob waits", 2, 2, BOBS)),
    result=("Ann wins.", "Ann: 2"),
)  # fmt: skip


def test_the_display_in_each_moment() -> None:
    """In each moment, a replay displays its turn and its act. The checks appear when the dice lie. The time of an act
    counts from the release of its dice.
    """
    game = RecordedPlayback(GAME)
    spans = game._timeline.spans
    seen = []
    for ms in (0.0, spans[0].begin, spans[1].begin, spans[1].release_ms + 300, spans[1].settled_ms, spans[2].begin):
        game.seek(ms / 1000)
        showing = game.display
        seen.append((showing.turn, showing.act, showing.is_at_rest, showing.checks, round(showing.seconds, 6)))
    rested = (spans[1].settled_ms - spans[1].release_ms) / 1000
    assert seen == [
        (ANNS, None, True, (), 0.0),
        (ANNS, None, True, (), 0.0),
        (ANNS, ROLL, False, (), 0.0),
        (ANNS, ROLL, False, (), 0.3),
        (ANNS, ROLL, True, (CHECK,), rested),
        (BOBS, None, True, (), 0.0),
    ]


def test_the_texts_of_a_replay() -> None:
    """When a moment is over, a replay shows its log lines. Each turn begins with a heading, an indented line is a
    detail, and the result comes last.
    """
    game = RecordedPlayback(GAME)
    spans = game._timeline.spans
    whole = [
        ("line", "It begins"), ("head", "Turn 1: Ann"), ("line", "Ann builds"), ("detail", "with 3 dice"),
        ("line", "Bob throws"), ("head", "Turn 2: Bob"), ("line", "Bob waits"), ("head", "Ann wins."),
        ("line", "Ann: 2"),
    ]  # fmt: skip
    for ms, count in (
        (spans[0].end - 1, 0), (spans[0].end, 4), (spans[1].end - 1, 4), (spans[1].end, 5), (spans[2].end - 1, 5),
        (spans[2].end, 9), (0, 0),
    ):  # fmt: skip
        game.seek(ms / 1000)
        assert [(line.level, line.text) for line in game.display.lines] == whole[:count]


def test_the_rows_of_a_replay() -> None:
    """A replay shows the standings of the last moment that is over, or of the beginning if none is over. It adds a row
    with the height of each model's tower.
    """
    game = RecordedPlayback(GAME)
    spans = game._timeline.spans

    def towers(nell: int) -> tuple[Row, ...]:
        return (
            Row(TOWER_GROUP, "m", str(nell), nell, "Ann", ("m",)),
            Row(TOWER_GROUP, "n", "0", 0, "Bob", ("n",)),
        )

    for ms, score, nell in ((0, 1, 2), (spans[0].end, 2, 3)):
        game.seek(ms / 1000)
        assert game.display.status is not None
        assert game.display.status.rows == (Row("score", "Ann", str(score), score, "Ann"), *towers(nell))
    game.seek(spans[1].end / 1000)
    assert game.display.status is not None
    assert game.display.status.rows == towers(3)
    both = game.display.status.rolled[0]
    assert (both.player, both.counts[-1]) == (None, (6, 2))


def test_what_a_replay_shows_near() -> None:
    """The close-up of the best throw is at the middle of the dice on the table, and as wide as these dice reach. The
    close-up of the tallest tower shows all of it. Slow motion ends a little after the dice have come to rest.
    """
    game = RecordedPlayback(GAME)
    span = game._timeline.spans[1]
    slowest = span.settled_ms + REST_MS - SLOW_AFTER
    assert [one for one in game._close_ups if isinstance(one, TallestTower)] == [
        TallestTower("m", (130.0, 200.0), 48.0, slowest)
    ]
    assert game.highlights == ((span.begin / 1000, Highlight("Tallest tower", "3 dice, m")),)
    whole = LIES.with_pieces(DICE[2].moved_to(Pose((230.0, 340.0, 10.0), SIX)))
    moment = Moment(0, ANNS, TALLER, whole, ROLL, settled=Settled(whole, ()))
    game = RecordedPlayback(recorded(moment))
    (landing,) = (one for one in game._close_ups if isinstance(one, Landing))
    slowest = game._timeline.spans[0].settled_ms + REST_MS - SLOW_AFTER
    assert (landing.at, landing.height, landing.ms) == ((230.0, 340.0), 40.0, slowest)
    assert landing.reach == pytest.approx(50.0 + 20.0)


def test_skipping_turns() -> None:
    """A skip forward goes to the beginning of a later turn. A skip back within the first second of a turn goes to the
    turn before. After the first second it goes to the beginning of the present turn.
    """
    token = Drop(Token("t", Pose((300.0, 300.0, 1.5))), (300.0, 300.0), 90.0, STEADY_HAND)
    frames = tuple(Frame(tick, {"t": Pose((300.0 + tick, 300.0, 1.5))}) for tick in (0, 720))
    moments = [
        Moment(n, Turn(n, "Ann"), TABLE, TABLE, token, settled=Settled(TABLE, (), 720), frames=frames)
        for n in (1, 2, 3)
    ]
    game = RecordedPlayback(recorded(*moments))
    begins = [mark.ms / 1000 for mark in game.marks if mark.kind in ("turn", "end")]
    assert len(begins) == 4
    for start, turns, end in (
        (begins[1], 1, begins[2]), (begins[1] + 0.5, 1, begins[2]), (begins[0], 2, begins[2]),
        (begins[1], 9, begins[3]),
        (begins[2], -1, begins[1]), (begins[2] + 1.0, -1, begins[1]), (begins[2] + 1.01, -1, begins[2]),
        (begins[2] + 1.01, -2, begins[1]), (begins[1], -9, begins[0]),
    ):  # fmt: skip
        game.seek(start)
        game.skip(turns)
        assert game.seconds == pytest.approx(end), (start, turns)
    for seconds, there in ((-5.0, 0.0), (1e6, game.length), (0.5, 0.5)):
        game.seek(seconds)
        assert (game.seconds, game.busy) == (there, there < game.length)
