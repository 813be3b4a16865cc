"""Narration of a battle of RiftWar."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from riotsim.games.riftwar import events
from riotsim.games.riftwar.armies.unit_types import title_of
from riotsim.games.riftwar.show.names import listed, owned_title, player_of
from riotsim.games.riftwar.show.standing import scores
from riotsim.games.riftwar.state import State
from riotsim.play.house_rules import Knocked, Lost, RolledAgain
from riotsim.play.markup import COLOURS, Style, escape_markup
from riotsim.play.narration import ACTION_INDENT, DETAIL_INDENT, EventFormatter, TurnHeader, TurnStart
from riotsim.play.requests import PlayerId
from riotsim.play.scenarios.expected_events import plain_sentence
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

DETAILS: Final = (events.LeavesFray, events.StaysOut, events.GetsOff, Knocked, RolledAgain, Lost)
"""Kinds of events that follow from the event before. Their lines are indented further."""

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

ATTACKS_TOGETHER: Final = {"coordinated": "fire together at", "reaction": "react at", "close": "strike at"}
"""The words for each kind of attack that several units may make together."""

FAILURES: Final = {
    "fire": "the attack neither wounds nor kills", "hurt": "a moving unit was hurt", "rally": "the rally fails",
    "pass": "the player passes",
}  # fmt: skip
"""The words for failed actions."""


@dataclass(frozen=True, slots=True)
class Volley:
    """Successive attacks at the same target, whose dice were thrown together. They are told in one line."""

    attacks: tuple[events.Attacks, ...]
    """The attacks. There are at least two."""

    @property
    def units(self) -> tuple[str, ...]:
        """Names of the attackers."""
        return tuple(one.unit for one in self.attacks)

    @property
    def target(self) -> str:
        """Name of the target."""
        return self.attacks[0].target


class RiftWarFormatter(EventFormatter[State]):
    """The formatter of RiftWar's events. It tells all attacks of a volley in one line (see `Volley`)."""

    def __init__(self, players: tuple[PlayerId, ...]) -> None:
        self._players = players
        self._colours = dict(zip(players, COLOURS, strict=False))

    def opening_line(self, state: State) -> str:
        """Return a line with the players, their armies, and the number of units in each army."""
        return " · ".join(
            f"{self._player(player)}: {escape_markup(state.army_names[player])}, {state.army_size(player)} units"
            for player in state.players
        )

    def turn_header(self, state: State, table: Table) -> TurnHeader:
        """Return the header of a phase. It says how many units each player has left."""
        return TurnHeader(
            tuple(f"{self._player(name)} [bold]{count}[/] left" for name, count in scores(state, table).items())
        )

    def reorder(self, happened: Iterable[object]) -> Iterator[object]:
        """Yield the events, with a single volley in place of successive attacks at one target.

        Attacks form a volley only if their dice were thrown together. If the attacks destroy the target, the event of
        its destruction follows the volley.
        """
        attacks, after = list[events.Attacks](), list[object]()
        for event in happened:
            if attacks and isinstance(event, events.Destroyed) and event.unit == attacks[0].target:
                after.append(event)
            elif isinstance(event, events.Attacks) and (not attacks or _joins(attacks[0], event)):
                attacks.append(event)
            else:
                yield from (*_as_volley(attacks), *after)
                attacks, after = [], []
                if isinstance(event, events.Attacks):
                    attacks.append(event)
                else:
                    yield event
        yield from (*_as_volley(attacks), *after)

    def turn_start(self, event: object) -> TurnStart | None:
        """Return the `TurnStart` of a phase if the event is `PhaseBegins`. For any other event, return None."""
        return TurnStart(event.player, number=event.number) if isinstance(event, events.PhaseBegins) else None

    def pieces(self, event: object) -> Iterator[PieceId]:
        """Yield the names of the units that an event is about. If the event is about a die, yield the die's name."""
        for field in ("unit", "target", "transport", "die"):
            if isinstance(name := getattr(event, field, None), str):
                yield name
        yield from getattr(event, "units", ())

    def sentence(self, event: object) -> str:
        """Return one event as a sentence without markup."""
        return event_text(event, self._plain_unit, str, title_of) or plain_sentence(event)

    def format(self, event: object) -> Iterator[str]:
        """Yield the line that tells an event. Events that have no line of their own yield nothing."""
        if isinstance(event, events.GameOver | events.PhaseBegins | events.Destroyed):  # a kill is told by its attack
            return
        if isinstance(event, Volley):
            yield ACTION_INDENT + self._volley(event)
            return
        if (told := event_text(event, self._unit, self._player, self._title)) is not None:
            yield (DETAIL_INDENT if isinstance(event, DETAILS) else ACTION_INDENT) + told

    def _volley(self, volley: Volley) -> str:
        first = volley.attacks[0]
        hit, in_cover = sum(one.hits > 0 for one in volley.attacks), all(one.cover for one in volley.attacks)
        dice = " · ".join(_dice_in_volley(one, only_some_in_cover=not in_cover) for one in volley.attacks)
        in_vain = "" if any(one.effect != "none" for one in volley.attacks) else f": {EFFECTS['none']}"
        owner, names = player_of(self._players, first.unit), [self._title(one) for one in volley.units]
        return (
            f"{self._player(owner)}'s {listed(names)} {ATTACKS_TOGETHER[first.how]} {self._unit(first.target)}: "
            f"{dice}, {hit} of {len(volley.attacks)} attacks hit{' in cover' * in_cover}{in_vain}"
        )

    def _player(self, name: PlayerId) -> str:
        return f"[{self._colours.get(name, 'bold')}]{escape_markup(name)}[/]"

    def _unit(self, name: str) -> str:
        colour = self._colours.get(player_of(self._players, name), "bold")
        return f"[{colour}]{escape_markup(owned_title(self._players, name))}[/]"

    def _title(self, name: str) -> str:
        return escape_markup(title_of(name))

    def _plain_unit(self, name: str) -> str:
        return owned_title(self._players, name)


def _joins(first: events.Attacks, other: events.Attacks) -> bool:
    """Return whether the attack `other` belongs to the volley whose first attack is `first` (RW-54)."""
    return other.same_throw and (first.how, first.target) == (other.how, other.target)


def _dice_in_volley(attack: events.Attacks, *, only_some_in_cover: bool) -> str:
    """Return the text of one attack of a volley: the numbers on its dice, and its effect if there is one.

    Args:
        attack: The attack.
        only_some_in_cover: False if all attacks of the volley meet cover, because the volley's own text says so then.
            If it is True, the text of an attack that meets cover has the mark `(cover)`.
    """
    cover = "(cover)" if attack.cover and only_some_in_cover else ""
    effect = EFFECTS[attack.effect] if attack.effect != "none" else ""
    return " ".join(filter(None, (" ".join(map(str, attack.dice)) or "no dice", cover, effect)))


def _as_volley(attacks: list[events.Attacks]) -> tuple[object, ...]:
    return (Volley(tuple(attacks)),) if len(attacks) > 1 else tuple(attacks)


def event_text(event: object, unit: Style, player: Style, title: Style) -> str | None:
    """Return the words for an event; None for an event of another game.

    Args:
        event: The event.
        unit: Function that returns the displayed name of a unit, with the name of its player.
        player: Function that returns the displayed name of a player.
        title: Function that returns the displayed name of a unit, without a player.
    """
    return (
        _battle_text(event, unit, player, title) or _move_text(event, unit, player, title) or _dice_text(event, player)
    )


def _battle_text(event: object, unit: Style, player: Style, title: Style) -> str | None:
    match event:
        case events.SetsUp(name, units):
            return f"{player(name)} sets up {_several(units, title, title)}"
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


def _move_text(event: object, unit: Style, player: Style, title: Style) -> str | None:
    match event:
        case events.Moves(units, far, how, stopped):
            length = f" {far:g} in" if far else ""
            return f"{_several(units, unit, title)}: {MOVES[how]}{length}" + (", stopped by fire" if stopped else "")
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


def _several(units: tuple[str, ...], first: Style, rest: Style) -> str:
    """Return the names of some units. If there are more than three, name the first three and count the others.

    Args:
        units: The units.
        first: Function that returns the displayed name of the first unit.
        rest: Function that returns the displayed name of any other unit.
    """
    told = [(rest if number else first)(name) for number, name in enumerate(units[:3])]
    if len(units) > len(told):
        told.append(f"{len(units) - len(told)} more")
    return ", ".join(told)


WHY_AGAIN: Final = {
    "cocked": "it leaned and showed no number",
    "off the table": "it left the tray",
    "hardly turned": "it hardly turned",
}
"""The words for each reason to throw a die again, by `RolledAgain.why`. The text of this event ends with the words."""


def _dice_text(event: object, player: Style) -> str | None:
    match event:
        case RolledAgain(name, _, why):
            return f"A die of {player(name)} is thrown again: {WHY_AGAIN[why]}"
        case Lost(name):
            return f"A die of {player(name)} left the tray and doesn't count"
        case Knocked(name, _, before, after):
            return f"A die of {player(name)} is knocked from {before} to {after}"
    return None
