"""A recorded game as text. Each act, each event and most facts get a line with the time and the turn."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from riotsim.replay.recorded_timeline import lay_out
from riotsim.replay.recording import Moment, Recording, Seat
from riotsim.table.acts import (
    Act,
    Carry,
    Cocked,
    CutShort,
    Drop,
    Fact,
    LeftTable,
    ModelMoved,
    Reading,
    Roll,
    Shift,
    Stack,
    Tip,
    TowerFell,
    TowerPushed,
    Turned,
)
from riotsim.table.dice.tray import by_owner
from riotsim.table.pieces import Die
from riotsim.table.poses import distance
from riotsim.table.state import Table
from riotsim.table.units import INCH, TICKS_PER_SECOND


def write_text(recording: Recording, path: Path) -> None:
    """Write a recording as a text file."""
    path.write_text("".join(f"{line}\n" for line in lines(recording)), encoding="utf-8")


def lines(recording: Recording) -> Iterator[str]:
    """Yield the lines of a recording as text.

    The heading comes first. All other lines have the form `minutes:seconds turn text`. A moment has lines for its act,
    for most facts of the act, and for its events, in this order.

    Times are the same as on the HTML page of the recording.
    """
    yield recording.title
    for seat in recording.seats:
        models = ", ".join(model for model, player in sorted(recording.models.items()) if player == seat.name)
        about = f" ({seat.about})" if seat.about else ""
        has = f": {models or 'no models'}" if recording.models else ""  # some games have no models
        yield f"{seat.symbol} {seat.name}{about}{has}"
    yield from recording.notes
    yield ""
    timeline = lay_out(recording)
    for moment, span in zip(recording.moments, timeline.spans, strict=True):
        if moment.act is not None:
            yield _line(span.begin, recording, moment, _act_text(moment.act, moment.before))
            for told in filter(None, map(_fact_text, moment.facts)):
                yield _line(span.end, recording, moment, f"  {told}")
        for sentence in moment.sentences:
            yield _line(span.end, recording, moment, sentence)


def _line(ms: int, recording: Recording, moment: Moment, text: str) -> str:
    seat = recording.seat(moment.turn.player)
    turn = f"{moment.turn.number:>3} {_mark(seat)}" if moment.turn.number else "  0  "
    minutes, seconds = divmod(math.floor(ms / 100) / 10, 60)
    return f"{int(minutes):3}:{seconds:04.1f}  {turn}  {text}"


def _mark(seat: Seat | None) -> str:
    return " " if seat is None else seat.symbol


def _fact_text(fact: Fact) -> str:
    """Return a fact as text; empty for a fact without a line, such as the reading of a die that didn't move."""
    match fact:
        case TowerFell(tower=tower):
            return f"{tower}'s tower falls"
        case TowerPushed(tower=tower):
            return f"{tower}'s tower is pushed, and stands"
        case LeftTable(piece=piece):
            return f"{piece} leaves the table"
        case Cocked(die=die):
            return f"{die} is cocked"
        case ModelMoved(model=model, knocked_flat=True):
            return f"{model} is knocked over by dice, and set up again"
        case ModelMoved(model=model):
            return f"{model} is pushed by dice"
        case Turned():
            return ""
        case CutShort(ticks=ticks):
            return f"not everything rests after {ticks / TICKS_PER_SECOND:.0f} s, and what still moves is stopped"
        case Reading(die, owner, before, after, moved):
            whose = f"{owner}'s {die}" if owner else die
            shows = "is off the tray" if after is None else f"shows {after}"
            return f"{whose} {shows}{'' if before is None else f' after {before}'}" if moved else ""


def _kinds(dice: Sequence[Die]) -> str:
    return " ".join(die.kind.name for die in dice)


def _act_text(act: Act, table: Table) -> str:
    match act:
        case Roll(dice=dice):
            (who, its), *others = by_owner(dice).items() or (("", ()),)
            also = (f", {owner or 'somebody'} {_kinds(theirs)}" for owner, theirs in others)
            return f"* {who or 'somebody'} throws {_kinds(its)}{''.join(also)}"
        case Drop(token=token, height=height):
            return f"* {token.id} is dropped from {height / INCH:.0f} in"
        case Stack(die=die, tower=tower):
            return f"* {die.id} is put on {tower}'s tower of {table.tower_height(tower)}"
        case Tip(die=die, to=to):
            way = distance(table.dice[die].pose.xy, to) / INCH
            return f"* {die} is tipped over an edge, and slid to a place {way:.1f} in away"
        case Shift(moves=moves, lifted=lifted):
            names = ", ".join(move.piece for move in moves)
            return f"* {'lifted' if lifted else 'slid'} to other places: {names}"
        case Carry(model=model, to=to, pace=pace, drag=drag):
            way = distance(table.models[model].at, to) / INCH
            how = pace if drag is None else "by hand"
            return f"* {model} is carried {way:.1f} in, {how}, with {table.tower_height(model)} dice"
