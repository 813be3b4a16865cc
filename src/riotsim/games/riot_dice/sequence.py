"""Puts events into the order in which they are best told."""

from collections.abc import Iterable, Iterator

from riotsim.games.riot_dice import events

ON_THE_WAY = (events.TowerFalls, events.FallsOver, events.TowerPushed, events.TokenBack)
"""What a model that is carried may bring about; the rules know of it before they know how far the model came."""


def as_told(happened: Iterable[object]) -> Iterator[object]:
    """Put what came down while a model was carried behind its move and its loot: nobody runs once it has fallen.

    All that comes of one act must be in `happened`. Events of acts without a move keep their order.
    """
    held: list[object] = []
    moved = False
    for event in happened:
        if moved and isinstance(event, events.Loot):
            yield event
            continue
        if moved or not isinstance(event, (events.Moved, *ON_THE_WAY)):
            yield from held
            held, moved = [], False
        if isinstance(event, ON_THE_WAY):
            held.append(event)
        else:
            moved = isinstance(event, events.Moved)
            yield event
    yield from held
