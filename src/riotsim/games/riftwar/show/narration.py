"""Narration of a battle of RiftWar."""

from collections.abc import Iterator
from typing import Final

from riotsim.games.riftwar import events
from riotsim.games.riftwar.armies.unit_types import title_of
from riotsim.games.riftwar.show.names import player_of
from riotsim.games.riftwar.show.standing import scores
from riotsim.games.riftwar.state import State
from riotsim.play.house_rules import Knocked, Lost, RolledAgain
from riotsim.play.markup import COLOURS, Style, escape_markup
from riotsim.play.narration import ACTION_INDENT, DETAIL_INDENT, EventFormatter, TurnHeader, TurnStart
from riotsim.play.requests import PlayerId
from riotsim.play.scenarios.expected_events import plain_sentence
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

DETAILS: Final = (events.Destroyed, events.LeavesFray, events.StaysOut, events.GetsOff, Knocked, RolledAgain, Lost)
"""Events that are consequences of the event before them."""

MOVES: Final = {
    "move": "moves", "turn": "turns", "aim": "turns the turret", "cross": "crosses", "close combat": "charges",
    "escape": "leaves the fray",
}  # fmt: skip
"""The words for kinds of moves."""

EFFECTS: Final = {"none": "no effect", "pin": "pinned", "wound": "wounded", "kill": "killed"}
"""The words for effects of attacks."""

ATTACKS: Final = {
    "direct": "fires at", "coordinated": "fires with others at", "indirect": "fires indirectly at",
    "reaction": "reacts at", "close": "strikes at",
}  # fmt: skip
"""The words for kinds of attacks."""

FAILURES: Final = {
    "fire": "the attack neither wounds nor kills", "hurt": "a moving unit was hurt", "rally": "the rally fails",
    "pass": "the player passes",
}  # fmt: skip
"""The words for failed actions."""


class RiftWarFormatter(EventFormatter[State]):
    """The formatter of RiftWar's events."""

    def __init__(self, players: tuple[PlayerId, ...]) -> None:
        self._players = players
        self._colours = dict(zip(players, COLOURS, strict=False))

    def opening_line(self, state: State) -> str:
        """Return a line with the players, their armies, and the number of units of each."""
        return " · ".join(
            f"{self._player(player)}: {escape_markup(state.army_names[player])}, {state.army_size(player)} units"
            for player in state.players
        )

    def turn_header(self, state: State, table: Table) -> TurnHeader:
        """Return the header of a phase: how many units each player has left."""
        return TurnHeader(
            tuple(f"{self._player(name)} [bold]{count}[/] left" for name, count in scores(state, table).items())
        )

    def turn_start(self, event: object) -> TurnStart | None:
        """Return the start of a phase if the event begins one; otherwise None."""
        return TurnStart(event.player, number=event.number) if isinstance(event, events.PhaseBegins) else None

    def pieces(self, event: object) -> Iterator[PieceId]:
        """Yield the units, or the die, that an event is about."""
        for field in ("unit", "target", "transport", "die"):
            if isinstance(name := getattr(event, field, None), str):
                yield name
        yield from getattr(event, "units", ())

    def sentence(self, event: object) -> str:
        """Return one event as a sentence without markup."""
        return event_text(event, self._plain_unit, str, title_of) or plain_sentence(event)

    def format(self, event: object) -> Iterator[str]:
        """Yield the line of an event, if it has one."""
        if isinstance(event, events.GameOver | events.PhaseBegins):
            return
        if (told := event_text(event, self._unit, self._player, self._title)) is not None:
            yield (DETAIL_INDENT if isinstance(event, DETAILS) else ACTION_INDENT) + told

    def _player(self, name: PlayerId) -> str:
        return f"[{self._colours.get(name, 'bold')}]{escape_markup(name)}[/]"

    def _unit(self, name: str) -> str:
        colour = self._colours.get(player_of(self._players, name), "bold")
        return f"[{colour}]{escape_markup(self._plain_unit(name))}[/]"

    def _title(self, name: str) -> str:
        return escape_markup(title_of(name))

    def _plain_unit(self, name: str) -> str:
        """Return the name of a unit with the player's name, because several armies may have a Rifleman 1."""
        return f"{player_of(self._players, name)}'s {title_of(name)}"


def event_text(event: object, unit: Style, player: Style, title: Style) -> str | None:
    """Return the words for an event; None for an event of another game.

    Args:
        event: The event.
        unit: Function that returns a unit's name with that of its player.
        player: Function that returns a player's name.
        title: Function that returns a unit's name alone.
    """
    return _battle_text(event, unit, player, title) or _move_text(event, unit, player) or _dice_text(event, player)


def _battle_text(event: object, unit: Style, player: Style, title: Style) -> str | None:
    match event:
        case events.SetsUp(name, units):
            return f"{player(name)} sets up {_several(units, title)}"
        case events.PhaseBegins(number, name):
            return f"Phase {number}: {player(name)} is active"
        case events.PhaseEnds(name, why):
            return f"{player(name)}'s phase ends: {FAILURES[why]}"
        case events.Attacks(one, target, how, dice, cover, hits, effect):
            rolled = " ".join(map(str, dice)) or "no dice"
            told = f"{rolled}, {hits} {'hit' if hits == 1 else 'hits'}{' in cover' if cover else ''}: {EFFECTS[effect]}"
            if how == "crash":
                return f"{unit(target)} is in the crash of {unit(one)}: {told}"
            return f"{unit(one)} {ATTACKS[how]} {unit(target)}: {told}"
        case events.Destroyed(one):
            return f"{unit(one)} is destroyed"
        case events.Rallies(one, value, bonus, succeeds):
            return f"{unit(one)} {'rallies' if succeeds else 'fails to rally'}: {value} + {bonus}"
        case events.PlayerOut(name):
            return f"{player(name)} is out"
        case events.GameOver(winners, ending):
            return f"The game is over ({ending}): {', '.join(map(player, winners)) or 'nobody'} wins"
    return None


def _move_text(event: object, unit: Style, player: Style) -> str | None:
    match event:
        case events.Moves(units, far, how, stopped):
            length = f" {far:g} in" if far else ""
            return f"{_several(units, unit)}: {MOVES[how]}{length}" + (", stopped by fire" if stopped else "")
        case events.Withdraws(name):
            return f"{player(name)} takes a move back"
        case events.Boards(one, transport):
            return f"{unit(one)} boards {unit(transport)}"
        case events.GetsOff(one, transport):
            return f"{unit(one)} gets off {unit(transport)}"
        case events.EntersFray(one, number):
            return f"{unit(one)} enters fray {number}"
        case events.LeavesFray(one, number):
            return f"{unit(one)} is out of fray {number}"
        case events.StaysOut(one, back):
            return f"{unit(one)} stays out of the fray" + (f", {back:g} in back" if back else "")
    return None


def _several(units: tuple[str, ...], unit: Style) -> str:
    """Return the names of some units. For many units, name the first ones and count the others."""
    told = [unit(name) for name in units[:3]]
    if len(units) > len(told):
        told.append(f"{len(units) - len(told)} more")
    return ", ".join(told)


WHY_AGAIN: Final = {
    "cocked": "it leaned and showed no number",
    "off the table": "it left the tray",
    "hardly turned": "it hardly turned",
}
"""The reasons why a die is thrown again, by `RolledAgain.why`. Each is the last part of the text of this event."""


def _dice_text(event: object, player: Style) -> str | None:
    match event:
        case RolledAgain(name, _, why):
            return f"A die of {player(name)} is thrown again: {WHY_AGAIN[why]}"
        case Lost(name):
            return f"A die of {player(name)} left the tray and doesn't count"
        case Knocked(name, _, before, after):
            return f"A die of {player(name)} is knocked from {before} to {after}"
    return None
