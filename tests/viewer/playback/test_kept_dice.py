"""Dice whose numbers are results: they rise, are named, and hold back what follows from their check."""

from riotsim.play.displays import ShownCheck, ShownDice, ShownPool, has_new_result
from riotsim.replay.recorded_timeline import RESULT_PAUSE
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.playback.kept_dice import LIFT, RISE_SECONDS, KeptDice
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.session.messages import SETUP, GameStatus, Question

NINE = Die("attack-1-1", die_kind("d10"), pose=Pose((20.0, 30.0, 8.0)))
TABLE = Table(300.0, 300.0, dice={NINE.id: NINE})


def check(value: int | None) -> ShownCheck:
    """Return a check of one die, before or after it lies."""
    values, kept, piece = ((), None, "") if value is None else ((value,), 0, NINE.id)
    dice = ShownDice(10, 1, "Fight", values=values, kept=kept, piece=piece)
    return ShownCheck("An attack", (ShownPool("Ines", "Ada", (dice,), value),))


def test_a_die_that_counts_rises_and_is_named() -> None:
    """A die whose number counts rises once the dice lie, and gets a label. The rest of its pose stays."""
    kept, showing = KeptDice(), DisplayState(TABLE, checks=(check(9),), is_at_rest=False)
    kept.advance(showing, 1.0)
    assert kept.poses(TABLE) == {}
    showing.is_at_rest = True
    kept.advance(showing, RISE_SECONDS / 2)
    half = kept.poses(TABLE)[NINE.id].at[2]
    assert 8.0 < half < 8.0 + LIFT
    kept.advance(showing, RISE_SECONDS)
    assert kept.poses(TABLE) == {NINE.id: Pose((20.0, 30.0, 8.0 + LIFT), NINE.pose.orientation)}
    (label,) = kept.labels(TABLE)
    assert label.text == "9 Fight"
    assert label.at == (20.0, 30.0, 8.0 + LIFT)
    assert label.radius > NINE.size / 2


def test_what_follows_waits_until_the_dice_are_taken_up() -> None:
    """While the die of an attack is raised, only the attack is shown. The damage is shown once the die is gone."""
    kept, follows = KeptDice(), ShownCheck("Damage", ())
    showing = DisplayState(TABLE, checks=(check(9), follows))
    kept.advance(showing, RISE_SECONDS)
    assert kept.checks(showing) == (check(9),)
    showing.table = TABLE.without(NINE.id)
    kept.advance(showing, RISE_SECONDS)
    assert kept.checks(showing) == (check(9), follows)
    assert kept.pieces == ()


def test_a_result_is_new_once() -> None:
    """A result is new when a check's die first has a number. It isn't new if the same check is told again."""
    assert has_new_result((check(None),), (check(9),))
    assert not has_new_result((check(9),), (check(9), ShownCheck("Damage", ())))
    assert not has_new_result((), (check(None),))


def test_a_result_can_be_read_before_the_next_question() -> None:
    """After a throw that counts, the next question waits for a pause. Without a result it comes at once."""
    question = Question((), (), SETUP, can_undo=False, can_redo=False)
    for told, waits in ((GameStatus(checks=(check(9),)), True), (GameStatus(), False)):
        playback = LivePlayback()
        for message in (told, question):
            playback.receive(message)
        playback.advance(0.02)
        assert (playback.display.question is None) is waits
        for _ in range(round(RESULT_PAUSE / 0.1) + 1):
            playback.advance(0.1)
        assert playback.display.question is not None
