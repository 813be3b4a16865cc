"""Every event of Demolition Dice in words, as terminal, log and replay have them."""

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from riotsim.games.demolition_dice import events
from riotsim.play.rolling import Lost, RolledAgain
from riotsim.play.telling import DEED, DETAIL

Style: TypeAlias = Callable[[str], str]
"""How something is set: a boss's name in their colour, say."""

COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
"""Dice of a player, in words: as many as the rules allow."""


def worded(event: object, name: Style = str, strong: Style = str) -> tuple[str, str] | None:
    """Give an event's line, without its indent, and that; None for what needs no line."""
    return _of_rolls(event, name, strong) or _of_towers(event, name, strong) or _of_falls(event, name, strong)


def _of_rolls(event: object, name: Style, strong: Style) -> tuple[str, str] | None:
    match event:
        case events.Rolled(boss, shows):
            return f"{name(boss)} rolls {faces(shows, strong)}", DEED
        case events.RollsOff(bosses, least):
            return f"{listed(bosses, name)} are lowest with {least}, and roll the same dice again", DEED
        case events.NobodyKnocks(bosses, least):
            return f"{listed(bosses, name)} are lowest with {least}: nobody knocks", DEED
        case events.Lowest(boss, least):
            return f"{name(boss)} is lowest with {least}, and may knock", DEED
        case RolledAgain(boss, _, why):
            return f"{name(boss)} rolls a die again: {why}", DETAIL
        case Lost(boss):
            return f"{name(boss)} loses a die over the edge", DETAIL
    return None


def _of_towers(event: object, name: Style, strong: Style) -> tuple[str, str] | None:
    match event:
        case events.Stacked(boss, shows, height):
            onto = f"tower of {height}" if height > 1 else "a tower is begun"
            return f"{name(boss)} stacks a {strong(str(shows))}: {onto}", DEED
        case events.CameUp(tower, shows):
            return f"the dice of {name(tower)} show {faces(shows, strong)}", DETAIL
        case events.Rebuilt(tower, shows):
            return f"{name(tower)}'s tower stands again: {faces(shows, strong)}", DETAIL
        case events.StandsAsPut(tower, shows):
            return (
                f"{name(tower)}'s tower is put up as it is, after all those tries: {faces(shows, strong)}",
                DETAIL,
            )
        case events.TowerDone(tower):
            return strong(f"{name(tower)}'s tower is done") + ": the others roll the rest of their dice", DEED
    return None


def _of_falls(event: object, name: Style, strong: Style) -> tuple[str, str] | None:
    match event:
        case events.ThrowsAt(boss, tower):
            whose = "their own" if tower == boss else f"{name(tower)}'s"
            return f"{name(boss)} throws a die at {whose} tower", DEED
        case events.LeavesAlone(boss):
            return f"{name(boss)} leaves the towers alone", DEED
        case events.Misses():
            return "no tower comes down", DETAIL
        case events.TowerFalls(tower, by, dice):
            whose = "their own doing" if tower == by else f"{name(by)}'s doing"
            return strong(f"{name(tower)}'s tower of {dice} comes down") + f": {whose}", DETAIL
        case events.TowerPushed(tower):
            return f"{name(tower)}'s tower is pushed out of its area, stands, and is put back", DETAIL
        case events.GameOver(winners, scores):
            how = f"{listed(winners)} {'wins' if len(winners) == 1 else 'draw'}"
            return f"the game is over, {how}; points: {' '.join(map(str, scores))}", ""
    return None


def faces(shows: Iterable[int], strong: Style = str) -> str:
    """Say what dice show, and what that is together."""
    shown = tuple(shows)
    told = strong(" ".join(map(str, shown)))
    return told if len(shown) == 1 else f"{told} ({sum(shown)})"


def listed(bosses: Iterable[str], name: Style = str) -> str:
    """Name bosses: `Ada, Bea and Cy`."""
    *first, last = map(name, bosses)
    return f"{', '.join(first)} and {last}" if first else last
