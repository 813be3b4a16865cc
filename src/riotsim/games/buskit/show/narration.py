"""Narration of a fight of Buskit."""

from collections.abc import Iterator
from typing import Final

from riotsim.games.buskit import events
from riotsim.games.buskit.show.names import (
    die_in_words,
    health_left,
    in_words,
    player_of,
    pool_in_words,
    signed,
    title_of,
)
from riotsim.games.buskit.show.standing import scores
from riotsim.games.buskit.state import State
from riotsim.play.house_rules import Knocked, Lost, RolledAgain
from riotsim.play.markup import COLOURS, Style, escape_markup
from riotsim.play.narration import ACTION_INDENT, DETAIL_INDENT, EventFormatter, TurnHeader, TurnStart
from riotsim.play.requests import PlayerId
from riotsim.play.scenarios.expected_events import plain_sentence
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

DETAILS: Final = (events.Harmed, events.Armoured, events.GoesDown, events.Dies, events.NoHarm, events.Concedes, Knocked,
                  RolledAgain, Lost)  # fmt: skip
"""The events that tell a consequence of an earlier event. Their lines are indented more."""


class BuskitFormatter(EventFormatter[State]):
    """The formatter that turns the events of Buskit into lines of text. A line has one event at most."""

    def __init__(self, players: tuple[PlayerId, ...]) -> None:
        self._players = players
        self._colours = dict(zip(players, COLOURS, strict=False))

    def opening_line(self, state: State) -> str:
        """Return a line with the players and their fighters."""
        told = (
            f"{self._player(player)}: {', '.join(title_of(one.id) for one in state.side(player))}"
            for player in state.players
        )
        return " · ".join(told)

    def turn_header(self, state: State, table: Table) -> TurnHeader:
        """Return the header of a round. It tells how many fighters of each player are still up."""
        return TurnHeader(
            tuple(f"{self._player(name)} [bold]{count}[/] up" for name, count in scores(state, table).items())
        )

    def turn_start(self, event: object) -> TurnStart | None:
        """Return the start of a round if the event begins one, otherwise None.

        The actions by surprise before the first round are no round.
        """
        return TurnStart(None, number=event.number) if isinstance(event, events.RoundBegins) and event.number else None

    def pieces(self, event: object) -> Iterator[PieceId]:
        """Yield the names of pieces that an event has in its fields: fighters, and a die in the tray."""
        for field in ("fighter", "target", "other", "die"):
            if isinstance(name := getattr(event, field, None), str):
                yield name

    def sentence(self, event: object) -> str:
        """Return one event as a sentence without markup."""
        return event_text(event, self._plain_fighter, str) or plain_sentence(event)

    def format(self, event: object) -> Iterator[str]:
        """Yield the line of an event.

        Yield nothing for an event without a text. Also yield nothing for the beginning of a round and for the end of
        the game, which are told in another way.
        """
        if isinstance(event, events.GameOver) or (isinstance(event, events.RoundBegins) and event.number):
            return
        if (told := event_text(event, self._fighter, self._player)) is not None:
            yield (DETAIL_INDENT if isinstance(event, DETAILS) else ACTION_INDENT) + told

    def _player(self, name: PlayerId) -> str:
        return f"[{self._colours.get(name, 'bold')}]{escape_markup(name)}[/]"

    def _fighter(self, name: str) -> str:
        colour = self._colours.get(player_of(self._players, name), "bold")
        return f"[{colour}]{escape_markup(self._plain_fighter(name))}[/]"

    def _plain_fighter(self, name: str) -> str:
        """Return the player's name and the fighter's name, such as `Ada's Hired Hand 1`.

        Both are needed, as fighters of several sides may have the same name.
        """
        return f"{player_of(self._players, name)}'s {title_of(name)}"


def event_text(event: object, fighter: Style, player: Style) -> str | None:
    """Return the text of an event, without indent. Return None for an event that has no text.

    Args:
        event: The event.
        fighter: Function that returns the words for a fighter.
        player: Function that returns the words for a player.
    """
    return (
        _round_text(event, fighter, player)
        or _fight_text(event, fighter)
        or _task_text(event, fighter, player)
        or _dice_text(event, player)
    )


def _round_text(event: object, fighter: Style, player: Style) -> str | None:
    match event:
        case events.SetsUp(_, one):
            return f"{fighter(one)} is set up"
        case events.RoundBegins(number):
            return f"Round {number} begins" if number else "One side has surprise"
        case events.Goes(one, pool, value, place):
            return f"{place}. {fighter(one)}: initiative {value} with {_pool(pool)}"
        case events.TurnBegins(_, one):
            return f"{fighter(one)} acts"
        case events.Interrupts(one, other):
            return f"{fighter(one)} interrupts {fighter(other)}"
        case events.Moves(one, 0, how):
            return f"{fighter(one)} {_STAYS[how]}"
        case events.Moves(one, far, how):
            return f"{fighter(one)} {_MOVES[how]} {far:g} in"
        case events.Holds(one):
            return f"{fighter(one)} holds the action"
        case events.Aims(one):
            return f"{fighter(one)} aims"
        case events.DropsProne(one, under_fire):
            return f"{fighter(one)} drops prone" + (" under fire" if under_fire else "")
        case events.StandsUp(one):
            return f"{fighter(one)} stands up"
        case events.Reloads(one):
            return f"{fighter(one)} reloads"
        case events.GameOver(winners, ending):
            return f"The game is over ({ending}): {', '.join(map(player, winners)) or 'nobody'} wins"
    return None


_MOVES: Final = {"move": "moves", "run": "runs", "dodge": "takes cover after"}
_STAYS: Final = {
    "move": "stays in place instead of moving",
    "run": "stays in place instead of running",
    "dodge": "takes cover in place",
}
"""The words for a move that ends where it began, by the kind of move."""


def _fight_text(event: object, fighter: Style) -> str | None:
    match event:
        case events.Dodges(one):
            return f"{fighter(one)} dodges"
        case events.Helps(one, other, die, degree):
            return f"{fighter(one)} helps {fighter(other)} with a d{die}" + ("" if degree > 0 else ", in vain")
        case events.Treats(one, other, die, degree, shock, wakes):
            told = f"Shock {shock}" if degree > 0 else "without success"
            return f"{fighter(one)} treats {fighter(other)} with a d{die}: {told}" + (", who comes to" if wakes else "")
        case events.Attacks(one, target, weapon, attack, defence, value, against, degree, hits):
            pools = (_pool(pool.replace("+", " + ")) for pool in (attack, defence))
            dice = f"{value} against {against} ({' against '.join(pools)})"
            how = f"hits by {degree}" if hits else "misses"
            return f"{fighter(one)} attacks {fighter(target)} ({in_words(weapon)}) and {how}: {dice}"
        case events.Harmed(one, pool, damage, might, shock, wounds, shock_left, wounds_left):
            dice = f"damage {damage} with {_pool(pool)}, Might {might}"
            lost = [f"{shock} Shock"] if shock or not wounds else []
            lost += [_wounds(wounds)] if wounds else []
            return f"{fighter(one)} loses {' and '.join(lost)}: {health_left(shock_left, wounds_left)} ({dice})"
        case events.Armoured(one, value, left):
            return f"{fighter(one)} spends a die of armour: {value}, {left} left"
        case events.Concedes(one, name, count):
            return f"{fighter(one)} concedes: {in_words(name)}" + (f" ({count})" if count > 1 else "")
        case events.NoHarm(one, weapon):
            return f"A {in_words(weapon)} can't hurt {fighter(one)}"
        case events.GoesDown(one):
            return f"{fighter(one)} goes down"
        case events.Dies(one):
            return f"{fighter(one)} dies"
    return None


def _wounds(count: int) -> str:
    return f"{signed(count)} Wound" + "s" * (count != 1)


def _pool(pool: str) -> str:
    return escape_markup(pool_in_words(pool))


def _task_text(event: object, fighter: Style, player: Style) -> str | None:
    match event:
        case events.TriesTask(one, task, pool, against, degree, ours, theirs):
            dice = f"{_pool(pool)} against {_pool(against)}"
            told = f"{fighter(one)} tries {escape_markup(in_words(task))}: degree {signed(degree)} with {dice}"
            return f"{told}; {ours} for, {theirs} against"
        case events.EndsTask(name, task, completed):
            return f"{player(name)} {'completes' if completed else 'has failed'} {escape_markup(in_words(task))}"
        case events.Recovers(one, named, degree, wounds, shock, days):
            how = "succeeds" if degree > 0 else "ties" if degree == 0 else "fails"
            told = f"{fighter(one)} names {named} Wounds and {how} in {days} days"
            return f"{told}: {shock} Shock and {wounds} Wounds"
    return None


def _dice_text(event: object, player: Style) -> str | None:
    match event:
        case RolledAgain(name, die, why):
            return f"{player(name)}'s {die_in_words(die)} is thrown again: {why}"
        case Lost(name, die):
            return f"{player(name)}'s {die_in_words(die)} is lost"
        case Knocked(name, die, before, after):
            return f"{player(name)}'s {die_in_words(die)} is knocked from {before} to {after}"
    return None
