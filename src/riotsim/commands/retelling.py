"""Tells a game for its replay: the lines that `riotsim game` prints, and a sentence for each event."""

from collections.abc import Iterable, Iterator
from typing import Any

from rich.text import Text

from riotsim.files.resources import builtin_meshes
from riotsim.play.game import Game
from riotsim.play.playing import Checkpoint
from riotsim.play.telling import DEED, Turn
from riotsim.replay.sculpts import Sculpt, read_glb

MINIATURES = ("ruffian.glb", "bruiser.glb")


class PlainLines:
    """A game in plain lines, from the checkpoint on that is replayed from: a `replay.telling.Telling`."""

    def __init__(self, game: Game, rules: Any, begin: Checkpoint[Any]) -> None:
        self._game = game
        self._teller = game.teller(rules, begin)

    def turn(self, state: Any) -> Turn:
        """Give the turn that a game is in."""
        return self._game.turn(state)

    def tell(self, happened: Iterable[object]) -> Iterator[str]:
        """Give the lines that are complete; what comes of a deed stays indented."""
        return map(_plain, self._teller.tell(happened))

    def growing(self) -> str:
        """Give the line that may still grow."""
        return _plain(self._teller.so_far)

    def rest(self) -> Iterator[str]:
        """Give the line that was kept."""
        return map(_plain, self._teller.rest())

    def sentence(self, event: object) -> str:
        """Say one event."""
        return self._teller.sentence(event)


def _plain(line: str) -> str:
    """A line without its markup, from the indent of a deed on."""
    return Text.from_markup(line, emoji=False).plain.removeprefix(DEED).rstrip()


def sculpts() -> dict[str, Sculpt]:
    """Give the miniatures that come with the program, as replays draw them, by the names of their files."""
    found = builtin_meshes()
    return {name: read_glb(found[name].read_bytes()) for name in MINIATURES}
