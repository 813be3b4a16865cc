"""A recording holds a whole game without performing its acts: the tables in order, acts, events and lines."""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest

from riotsim.games.riot_dice.events import GameOver, Loot, Rolled, TowerFalls
from riotsim.play.displays import Row
from riotsim.play.narration import SCORE_GROUP, Narration, Turn
from riotsim.play.session.journal import Acted, Answered, ReplayDiverged
from riotsim.replay.poses import movables, pose_of
from riotsim.replay.recording import Moment, Recording, record, restore_frames
from riotsim.simulation import perform
from riotsim.table.acts import Act, Drop, LeftTable, Roll, Settled, Stack
from riotsim.table.poses import angle_between
from riotsim.table.state import Table

from .conftest import Played

NEAR, TURNED = 0.12, math.radians(0.5)
"""Largest difference between a piece's last frame and its final pose (mm, rad).

If an act moves a piece by less than 0.1 mm, the piece keeps its old pose. That is measured shortly before the piece
comes to rest, so the difference may be a little more: 0.102 mm was found, in dice of a tower.
"""

EXACT = 0.01
"""Largest such difference for pieces that were thrown (mm): the precision of positions on the page."""


def test_tables_follow_each_other(played: Played, recording: Recording) -> None:
    """Each moment begins with the table with which the moment before ended. The first and last tables are those of the
    game.
    """
    assert recording.moments[0].before == recording.first_table == played.begin.table
    assert all(one.after == two.before for one, two in pairwise(recording.moments))
    assert recording.moments[-1].after == played.last


def test_every_entry_is_a_moment(played: Played, recording: Recording) -> None:
    """A recording has one moment for each entry of the journal, in order. The moment of an act has the act's seed,
    facts and frames.
    """
    assert [moment.entry for moment in recording.moments] == list(range(len(played.journal)))
    for moment, entry in zip(recording.moments, played.journal, strict=True):
        if isinstance(entry, Acted):
            assert entry.settled is not None
            assert (moment.act, moment.seed, moment.facts) == (entry.act, entry.seed, entry.settled.facts)
            assert moment.frames == entry.settled.trace
        else:
            assert moment.act is None


def test_frames_move_what_is_on_the_table(recording: Recording) -> None:
    """Each piece in a frame was on the table before the act or is released by the act."""
    for moment in recording.moments:
        for frame in moment.frames:
            assert set(frame.poses) <= moment.before.ids() | held_by(moment)
    assert sum(len(frame.poses) for moment in recording.moments for frame in moment.frames) > 1000


def held_by(moment: Moment) -> set[str]:
    """Return the names of the pieces that an act releases."""
    match moment.act:
        case Roll(dice=dice):
            return {die.id for die in dice}
        case Drop(token=token):
            return {token.id}
        case Stack(die=die):
            return {die.id}
    return set()


def test_last_frames_are_where_pieces_settle(recording: Recording) -> None:
    """The last frame of a throw or a drop has the poses of the outcome, except for pieces that left the table."""
    checked = 0
    for moment in recording.moments:
        if not moment.frames or moment.settled is None or not isinstance(moment.act, Roll | Drop):
            continue
        gone = {fact.piece for fact in moment.facts if isinstance(fact, LeftTable)}
        settled = movables(moment.settled.table)
        for name, pose in moment.frames[-1].poses.items():
            if name not in gone:
                checked += 1
                end = pose_of(settled[name])
                assert math.dist(pose.at, end.at) < (EXACT if name in held_by(moment) else NEAR)
                assert angle_between(pose.orientation, end.orientation) < TURNED
    assert checked > 50


def test_every_event_is_there_once(played: Played, recording: Recording) -> None:
    """The moments of a recording have all events of the game, each once and in order. Each event has a sentence of one
    line.
    """
    told = [event for moment in recording.moments for event in moment.events]
    assert told == played.events
    assert all(len(moment.sentences) == len(moment.events) for moment in recording.moments)
    assert all(sentence and "\n" not in sentence for moment in recording.moments for sentence in moment.sentences)


def test_lines_are_those_of_the_game(played: Played, recording: Recording) -> None:
    """The lines of a recording are those of a narration that gets the events moment by moment. The lines are in order,
    and none becomes known before it begins.
    """
    narration = played.narration()
    told = itertools.chain.from_iterable(narration.narrate(moment.events) for moment in recording.moments)
    said = [*told, *narration.flush()]
    assert [(line.text, line.pieces) for line in recording.lines] == [(one.text, one.pieces) for one in said]
    assert all(0 <= line.moment <= line.last_moment < len(recording.moments) for line in recording.lines)
    begins = [line.moment for line in recording.lines]
    assert begins == sorted(begins)


def test_lines_know_their_pieces(played: Played, recording: Recording) -> None:
    """If a line begins with a model's name, that model is one of the pieces that the line highlights."""
    ids = {played.begin.state.name_of(model): model for model in recording.models}
    named = [line for line in recording.lines if line.text.split()[0] in ids]
    assert len(named) > 10
    assert all(ids[line.text.split()[0]] in line.pieces for line in named)


def scores_of(rows: Sequence[Row]) -> dict[str, float]:
    """Return the score of each player in rows of the standings."""
    return {row.label: row.value or 0 for row in rows if row.group == SCORE_GROUP}


def test_stashes_are_those_of_the_game(recording: Recording) -> None:
    """Scores begin at 0 and end with those of the rules. If loot is won, the scores change at the end of that
    moment.
    """
    assert [scores_of(rows) for rows in (recording.first_rows, recording.moments[0].rows)] == [{"Ada": 0, "Bea": 0}] * 2
    (over,) = (event for event in recording.moments[-1].events if isinstance(event, GameOver))
    assert scores_of(recording.moments[-1].rows) == dict(over.loot)
    won = next(k for k, m in enumerate(recording.moments) if any(isinstance(e, Loot) for e in m.events))
    assert sum(scores_of(recording.moments[won - 1].rows).values()) == 0
    assert sum(scores_of(recording.moments[won].rows).values()) > 0


def test_a_throw_is_known_when_it_lies(played: Played, recording: Recording) -> None:
    """If a line tells the result of a shot, it begins before the throw. Its last moment is that of the last throw, in
    which the dice come to rest.
    """
    names = {played.begin.state.name_of(model) for model in recording.models}
    lines = [line for line in recording.lines if line.text.split()[0] in names and " shoots  " in line.text]
    assert lines
    for line in lines:
        *earlier, last = recording.moments[line.moment : line.last_moment + 1]
        assert isinstance(last.act, Roll)
        assert [type(event) for event in last.events] == [Rolled]
        assert earlier
        assert not any(isinstance(event, Rolled) for moment in earlier for event in moment.events)


def test_turns_are_numbered(recording: Recording) -> None:
    """The set-up is turn 0, and the turns count from 1. Two turns in a row never belong to the same player."""
    turns = [turn for turn, _ in itertools.groupby(moment.turn for moment in recording.moments)]
    assert [turn.number for turn in turns] == list(range(len(turns)))
    assert turns[0].player is None
    assert all(one.player != two.player for one, two in pairwise(turns[1:]))


def test_who_has_which_model(recording: Recording) -> None:
    """Every model belongs to a player, and each player has a colour and a symbol of their own."""
    assert sorted(recording.models) == [f"{side}{number}" for side in "ab" for number in range(1, 6)]
    assert set(recording.models.values()) == {seat.name for seat in recording.seats} == {"Ada", "Bea"}
    assert len({seat.symbol for seat in recording.seats}) == len({seat.colour for seat in recording.seats}) == 2


def test_traces_from_elsewhere(played: Played, recording: Recording) -> None:
    """If a journal has no frames but they are passed separately, the recording is the same. Without them, no moment has
    frames.
    """
    bare = list(untraced(played))
    traces = {
        place: entry.settled.trace
        for place, entry in enumerate(played.journal)
        if isinstance(entry, Acted) and entry.settled is not None
    }
    assert played.record(bare, traces) == recording
    assert not any(moment.frames for moment in played.record(bare).moments)


def test_acts_can_be_traced_again(played: Played, recording: Recording) -> None:
    """If a recording has no frames, its acts can be performed again, and the frames are the same."""
    bare = played.record(list(untraced(played)))
    assert restore_frames(bare.part(0, 60), partial(perform, trace_hz=60)) == recording.part(0, 60)


def test_what_did_not_happen_is_not_shown(played: Played) -> None:
    """If an act is performed again and its outcome differs, the recording gets no frames for this act."""

    def otherwise(table: Table, act: Act, seed: int) -> Settled:
        return perform(table, act, seed + 1, trace_hz=60)

    bare = played.record(list(untraced(played))).part(0, 12)
    rolled = [k for k, moment in enumerate(bare.moments) if isinstance(moment.act, Drop)]
    assert rolled
    again = restore_frames(bare, otherwise)
    assert not any(again.moments[k].frames for k in rolled)


def untraced(played: Played) -> Iterator[Acted | Answered]:
    """Yield the journal without frames, as a store may have it."""
    for entry in played.journal:
        if isinstance(entry, Acted) and entry.settled is not None:
            yield replace(entry, settled=replace(entry.settled, trace=()))
        elif isinstance(entry, Answered):
            yield entry


def test_a_game_that_is_not_over(played: Played) -> None:
    """If a game isn't over, its journal still gives a recording. An act that wasn't performed is left out."""
    place = next(k for k, entry in enumerate(played.journal) if isinstance(entry, Acted) and k > 100)
    entry = played.journal[place]
    assert isinstance(entry, Acted)
    part = played.record([*played.journal[:place], replace(entry, settled=None)])
    assert len(part.moments) == place
    assert part.moments == played.record().moments[:place]


def test_any_game_can_be_told(played: Played) -> None:
    """If a game has no formatter, each event is told in one line with its name and fields."""
    told = record(
        played.run,
        played.begin,
        played.journal,
        Narration(),
        game="any",
        title="Any game",
        players={"Ada": "", "Bea": ""},
    )
    assert len(told.lines) == len(played.events)
    fall = next(event for event in played.events if isinstance(event, TowerFalls))
    assert f"tower falls: model {fall.model}, by {fall.by}, dice {fall.dice}" in [line.text for line in told.lines]
    assert {moment.turn for moment in told.moments} == {Turn(0, None)}


def test_another_journal_is_refused(played: Played) -> None:
    """A journal that doesn't fit the rules is refused."""
    place = next(k for k, entry in enumerate(played.journal) if isinstance(entry, Answered))
    with pytest.raises(ReplayDiverged):
        played.record(played.journal[:place] + played.journal[place + 1 :])


def test_a_part(recording: Recording) -> None:
    """A part of a recording is a recording with only these moments and their lines. If the recording has no such
    moments, that is an error.
    """
    part = recording.part(100, 140)
    assert part.first_table == recording.moments[100].before
    assert part.moments == recording.moments[100:140]
    assert part.lines
    assert all(0 <= line.moment <= line.last_moment < 40 for line in part.lines)
    with pytest.raises(ValueError, match="there are moments 0 to"):
        recording.part(10_000, 10_001)
