"""Narration of a game of Cube Clash."""

from collections.abc import Iterator, Mapping
from typing import Final

from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.show.names import face_title, side_in, title_of
from riotsim.games.cube_clash.show.standing import shown_health
from riotsim.games.cube_clash.state import State
from riotsim.games.cube_clash.units.unit import Side
from riotsim.play.displays import ShownStrike
from riotsim.play.markup import COLOURS, Style, escape_markup, join_names
from riotsim.play.narration import ACTION_INDENT, DETAIL_INDENT, EventFormatter, TurnHeader, TurnStart
from riotsim.play.requests import PlayerId
from riotsim.play.scenarios.expected_events import plain_sentence
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

REASONS: Final[Mapping[str, str]] = {
    "last standing": "the only player with dice on the board",
    "nobody left": "no dice are left on either side",
    "home row": "more dice in the other's home row",
    "repetition": "the same position came too often",
    "quiet": "too many turns without a kill",
    "too long": "too many turns",
}
"""The reasons why a game is over, in words."""

RETURNS: Final[Mapping[str, str]] = {
    "black": "by a black spell", "feral": "with the feral", "snakefolk": "for a kill by snakefolk",
}  # fmt: skip
"""The reasons why a dead die returns, in words."""


class ClashFormatter(EventFormatter[State]):
    """The formatter of events. Each event with a text gets a line.

    The beginning of a turn and the end of the game get no line.
    """

    def __init__(self, players: Mapping[Side, PlayerId]) -> None:
        self._players = dict(players)
        self._colours = dict(zip(players.values(), COLOURS, strict=False))

    def opening_line(self, state: State) -> str:
        """Return a line with the players and the units of their armies."""
        told = (
            f"{self._player(state.players[side])}: {', '.join(unit.title for unit in army)}"
            for side, army in state.armies.items()
        )
        return " · ".join(told)

    def turn_header(self, state: State, table: Table) -> TurnHeader:
        """Return the header of a turn. It shows the health of each player's dice, as `shown_health` returns it."""
        return TurnHeader(
            tuple(f"{self._player(name)} [bold]{points}[/] health" for name, points in shown_health(state).items())
        )

    def turn_start(self, event: object) -> TurnStart | None:
        """Return the turn that begins with an event; None for other events."""
        return TurnStart(event.player, number=event.number) if isinstance(event, events.TurnBegins) else None

    def pieces(self, event: object) -> Iterator[PieceId]:
        """Yield the dice of an event."""
        for field in ("die", "target", "one", "other", "unit", "new"):
            if isinstance(name := getattr(event, field, None), str):
                yield name
        yield from getattr(event, "units", ())

    def sentence(self, event: object) -> str:
        """Return one event as a sentence without markup."""
        told = event_text(event, title_of, str)
        return plain_sentence(event) if told is None else told[0]

    def format(self, event: object) -> Iterator[str]:
        """Yield the line of an event, if it has one."""
        if isinstance(event, events.TurnBegins | events.GameOver):
            return
        told = event_text(event, self._die, self._player)
        if told is not None:
            yield told[1] + told[0]

    def strike(self, event: object) -> ShownStrike | None:
        """Return the note in windows about an attack or its outcome; None for any other event."""
        match event:
            case events.Attacks(one, target, _, damage, withstands):
                return ShownStrike((target,), f"{damage} damage against {withstands}", one)
            case events.Counters(one, targets):
                return ShownStrike(targets, "counter", one)
            case events.Withstood(one):
                return ShownStrike((one,), "withstood")
            case events.Killed(one):
                return ShownStrike((one,), "killed")
        return None

    def _player(self, name: PlayerId) -> str:
        return f"[{self._colours.get(name, 'bold')}]{escape_markup(name)}[/]"

    def _die(self, die: str) -> str:
        return f"[{self._colours.get(self._players[side_in(die)], 'bold')}]{escape_markup(title_of(die))}[/]"


def event_text(event: object, die: Style, player: Style) -> tuple[str, str] | None:
    """Return the text of an event, and the indent of its line. Return None for an event without a text.

    Args:
        event: The event.
        die: Function that returns the words for a die.
        player: Function that returns the words for a player.
    """
    if (told := _begin_text(event, die, player) or _move_text(event, die, player)) is not None:
        return told, ACTION_INDENT
    if (told := _fight_text(event, die) or _spell_text(event, die)) is not None:
        detail = isinstance(event, events.Killed | events.Withstood | events.Vanishes | events.Replaces)
        return told, DETAIL_INDENT if detail else ACTION_INDENT
    return None


def _begin_text(event: object, die: Style, player: Style) -> str | None:
    match event:
        case events.GoesFirst(name, drawn):
            return f"{player(name)} goes first" + (", drawn by lot" if drawn else "")
        case events.SharedRace(races):
            return f"Both armies have {join_names(races).replace('_', ' ')}"
        case events.ChoosesTerrain(name, terrain, quarter):
            return f"{player(name)} gives {terrain.replace('_', ' ')} to the {quarter} quarter"
        case events.SetsUp(name, one, square):
            return f"{player(name)} sets up {die(one)} on {square}"
        case events.TurnBegins(name, number):
            return f"turn {number}: {player(name)}"
        case events.GameOver(winners, ending):
            who = (
                f"{join_names(winners, player)} {'draw' if len(winners) > 1 else 'wins'}" if winners else "nobody wins"
            )
            return f"the game is over, {who}: {REASONS.get(ending, ending)}"
    return None


def _move_text(event: object, die: Style, player: Style) -> str | None:
    match event:
        case events.Passes(name):
            return f"{player(name)} passes"
        case events.Walks(one, square, face):
            return f"{die(one)} walks to {square}, {face_title(face)} up"
        case events.Steps(one, direction, square, face):
            return f"{die(one)} steps {direction} to {square}: {face_title(face)}"
        case events.TippedAgain(one, face):
            return f"{die(one)} rests with {face_title(face)} up, and is tipped again"
        case events.Rotates(one, how, face):
            return f"{die(one)} {how.replace('turn', 'turns')}: {face_title(face)}"
        case events.Maneuvers(one, square):
            return f"{die(one)} moves to {square}"
        case events.AnotherTurn(one):
            return f"{die(one)} may take another turn"
    return None


def _fight_text(event: object, die: Style) -> str | None:
    match event:
        case events.Attacks(one, target, how, damage, withstands, team):
            helped = f" with {join_names(team, die)}" if team else ""
            kind = {"melee": "strikes", "missile": "shoots at", "red": "casts red at"}[how]
            return f"{die(one)} {kind} {die(target)}{helped}: {damage} damage against {withstands} of health and saves"
        case events.Counters(one, targets):
            return f"{die(one)} counters {join_names(targets, die)}"
        case events.Withstood(one):
            return f"{die(one)} withstands"
        case events.Killed(one, by):
            return f"{die(one)} is killed by {die(by)}"
        case events.Vanishes(one, square):
            return f"{die(one)} vanishes to {square}"
        case events.Replaces(one, square):
            return f"{die(one)} takes the place on {square}"
        case events.Converts(one, target, new):
            return f"{die(one)} converts {die(target)} to {die(new)}"
    return None


def _spell_text(event: object, die: Style) -> str | None:
    match event:
        case events.Returns(one, square, why):
            return f"{die(one)} returns to {square} {RETURNS[why]}"
        case events.SwapsUnits(one, first, second):
            return f"{die(one)} casts blue: {die(first)} and {die(second)} change places"
        case events.MovesUnit(one, unit, square):
            return f"{die(one)} casts green: {die(unit)} moves to {square}"
        case events.TurnsUnits(one, units, faces):
            turned = (f"{die(unit)} to {face_title(face)}" for unit, face in zip(units, faces, strict=True))
            return f"{die(one)} casts yellow: turns {join_names(turned)}"
        case events.Banishes(one, units):
            return f"{die(one)} casts black: {join_names(units, die)} leave the game"
    return None
