"""Narration of a game of Demolition Dice."""

from collections.abc import Iterable, Iterator

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.show.standing import LAST_DICE_HEADING, points_of
from riotsim.games.demolition_dice.state import State
from riotsim.play.displays import ShownStrike
from riotsim.play.house_rules import Lost, RolledAgain
from riotsim.play.markup import COLOURS, Style, escape_markup, join_names
from riotsim.play.narration import ACTION_INDENT, DETAIL_INDENT, EventFormatter, TurnHeader, TurnStart
from riotsim.play.requests import PlayerId
from riotsim.play.scenarios.expected_events import plain_sentence
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

ROLL_SEPARATOR = " [dim]·[/] "
"""The text between two rolls of a round. All rolls of a round are told in one line."""


class DemolitionFormatter(EventFormatter[State]):
    """The formatter of events. It writes no lines about the single dice that are stacked to rebuild a fallen tower."""

    def __init__(self, players: Iterable[PlayerId]) -> None:
        self._colours = dict(zip(players, COLOURS, strict=False))
        self._line = ""
        self._rolls = False
        self._ruins: set[PlayerId] = set()
        self._done = False

    def opening_line(self, state: State) -> str:
        """Return an empty string, because there is no line for the beginning of the game."""
        return ""

    def turn_header(self, state: State, table: Table) -> TurnHeader:
        """Return the header of a round: the points and the height of each player's tower."""
        return TurnHeader(
            tuple(
                f"{self._name(player)} [bold]{points_of(table, player)}[/] [dim]({table.tower_height(player)} high)[/]"
                for player in state.players
            )
        )

    def turn_start(self, event: object) -> TurnStart | None:
        """Return the turn that an event begins; None if the event begins no turn.

        A turn of this game is a round. The end of the game (`LAST_DICE_HEADING`) is one more turn.
        """
        match event:
            case events.RoundBegins(number):
                return TurnStart(None, number=number)
            case events.TowerDone() if not self._done:
                self._done = True
                return TurnStart(None, custom_title=LAST_DICE_HEADING)
        return None

    def pieces(self, event: object) -> Iterator[PieceId]:
        """Yield the name of the tower that an event is about. A tower has the name of the player who owns it.

        An event is about a tower only if a tower grows, is thrown at, falls or is rebuilt. Yield nothing for other
        events.
        """
        for field in ("tower", "player"):
            if isinstance(event, events.Stacked | events.ThrowsAt | events.TowerFalls | events.Rebuilt):
                name = getattr(event, field, None)
                if name is not None:
                    yield name
                    return

    def strike(self, event: object) -> ShownStrike | None:
        """Return what windows show at a tower when it falls. Return None if the event is not the fall of a tower."""
        if not isinstance(event, events.TowerFalls):
            return None
        return ShownStrike((event.tower,), self.sentence(event).replace(": ", ":\n", 1))

    def sentence(self, event: object) -> str:
        """Return one event as a sentence without markup."""
        told = event_text(event)
        return plain_sentence(event) if told is None else told[0]

    def format(self, event: object) -> Iterator[str]:
        """Put an event into words, and yield the lines that are complete now.

        A line about the fall of a tower is complete at once. Any other line is kept back until a later event has a
        line. Rolls that follow one another share one line. So a line that is kept back may still grow by a later roll.
        """
        if self._is_redundant(event):
            return
        told = event_text(event, self._name, lambda text: f"[bold]{text}[/]")
        if told is None:
            return
        rolled = isinstance(event, events.Rolled)
        if rolled and self._rolls:
            self._line += ROLL_SEPARATOR + told[0]
            return
        yield from self.flush()
        text, indent = told
        if isinstance(event, events.TowerFalls):  # complete: its strike is shown while the dice still lie there
            yield indent + text
            return
        self._line, self._rolls = indent + text, rolled

    @property
    def pending_line(self) -> str:
        """The waiting line, which a later event may extend; empty if there is none."""
        return self._line

    def flush(self) -> Iterator[str]:
        """Yield the waiting line, if there is one."""
        if self._line:
            yield self._line
        self._line, self._rolls = "", False

    def _is_redundant(self, event: object) -> bool:
        """Return whether an event gets no line. Also update the set of fallen towers that are not yet rebuilt."""
        match event:
            case events.TowerFalls(tower):
                self._ruins.add(tower)
            case events.Rebuilt(tower) | events.StandsAsPut(tower):
                self._ruins.discard(tower)
            case events.Stacked(player):
                return player in self._ruins
        return isinstance(event, RolledAgain | events.GameOver)

    def _name(self, player: PlayerId) -> str:
        return f"[{self._colours[player]}]{escape_markup(player)}[/]"


def event_text(event: object, name: Style = str, strong: Style = str) -> tuple[str, str] | None:
    """Return the text of an event's line, and the spaces before it. Return None for an event without a line.

    Args:
        event: The event.
        name: Function that adds markup to the name of a player.
        strong: Function that adds markup to important text.
    """
    return _roll_text(event, name, strong) or _tower_text(event, name, strong) or _fall_text(event, name, strong)


def _roll_text(event: object, name: Style, strong: Style) -> tuple[str, str] | None:
    match event:
        case events.Rolled(player, shows):
            return f"{name(player)} rolls {format_faces(shows, strong)}", ACTION_INDENT
        case events.RollsOff(players, least):
            return f"{join_names(players, name)} are lowest with {least}, and roll the same dice again", ACTION_INDENT
        case events.NobodyKnocks(players, least):
            return f"{join_names(players, name)} are lowest with {least}: nobody knocks", ACTION_INDENT
        case events.Lowest(player, least):
            return f"{name(player)} is lowest with {least}, and may knock", ACTION_INDENT
        case RolledAgain(player, _, why):
            return f"{name(player)} rolls a die again: {why}", DETAIL_INDENT
        case Lost(player):
            return f"{name(player)} loses a die over the edge", DETAIL_INDENT
    return None


def _tower_text(event: object, name: Style, strong: Style) -> tuple[str, str] | None:
    match event:
        case events.Stacked(player, shows, height):
            onto = f"tower of {height}" if height > 1 else "a tower is begun"
            return f"{name(player)} stacks a {strong(str(shows))}: {onto}", ACTION_INDENT
        case events.CameUp(tower, shows):
            return f"the dice of {name(tower)} show {format_faces(shows, strong)}", DETAIL_INDENT
        case events.Rebuilt(tower, shows):
            return f"{name(tower)}'s tower stands again: {format_faces(shows, strong)}", DETAIL_INDENT
        case events.StandsAsPut(tower, shows):
            return (
                f"{name(tower)}'s tower is put up as it is, after all those tries: {format_faces(shows, strong)}",
                DETAIL_INDENT,
            )
        case events.TowerDone(tower):
            return strong(f"{name(tower)}'s tower is done") + ": the others may roll the rest", ACTION_INDENT
        case events.Stops(player):
            return f"{name(player)} leaves their tower as it is", ACTION_INDENT
    return None


def _fall_text(event: object, name: Style, strong: Style) -> tuple[str, str] | None:
    match event:
        case events.ThrowsAt(player, tower):
            whose = "their own" if tower == player else f"{name(tower)}'s"
            return f"{name(player)} throws a die at {whose} tower", ACTION_INDENT
        case events.LeavesAlone(player):
            return f"{name(player)} leaves the towers alone", ACTION_INDENT
        case events.Misses():
            return "no tower comes down", DETAIL_INDENT
        case events.TowerFalls(tower, by, dice):
            whose = "their own doing" if tower == by else f"{name(by)}'s doing"
            again = "its die is put down again" if dice == 1 else "all its dice are put up again"
            return strong(f"{name(tower)}'s tower of {dice} comes down") + f": {whose}, {again}", DETAIL_INDENT
        case events.TowerPushed(tower):
            return f"{name(tower)}'s tower is pushed out of its area, stands, and is put back", DETAIL_INDENT
        case events.GameOver(winners, scores):
            how = f"{join_names(winners)} {'wins' if len(winners) == 1 else 'draw'}"
            return f"the game is over, {how}; points: {' '.join(map(str, scores))}", ""
    return None


def format_faces(shows: Iterable[int], strong: Style = str) -> str:
    """Return the faces of dice as text, with their sum if there are several, such as `3 4 (7)`."""
    faces = tuple(shows)
    told = strong(" ".join(map(str, faces)))
    return told if len(faces) == 1 else f"{told} ({sum(faces)})"
