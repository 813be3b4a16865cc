"""The engine's clients: one for each open world, and idle ones that keep what they hold; the engine kept from printing.

An idle client keeps its shapes and, far apart in the void, the bodies that an act began with. A world that is opened on
it and asks for the same in the same order has them put in place, which is twenty times as fast as to make them.
"""

import ctypes
import os
import sys
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from riotsim.physics.engine.materials import Material
from riotsim.table.poses import Vector

SPARE: Final = 2
"""How many idle clients are kept for the next act: to connect one takes longer than a throw. Each takes 36 MB, so one
of as many goes before another is connected."""

MOST_SHAPES: Final = 200
"""A client that has made so many is done with: the engine keeps them."""

MOST_MADE: Final = 20_000
"""And one that has made so many bodies: of each the engine keeps 1 KB until its client goes, also when it is taken out.
Whole games make 700 each. With the client goes the memory, but for the exact solver's workspace: 1 MB where a tower of
20 dice was in it, a few KB after throws."""

_MOST: Final = 1024
"""Clients that the engine allows in a process."""


_LIBC: Final = ctypes.CDLL(None)
"""The C library that the engine prints through, and has its memory from."""

_TRIM: Final = getattr(_LIBC, "malloc_trim", None)
"""Gives free memory back to the system, where that is glibc's."""


@contextmanager
def quiet(*streams: int) -> Iterator[None]:
    """Keep what the engine prints off the process's standard output (1) and error (2).

    It prints through C's buffer, so that has to be emptied on both sides of the change.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    _LIBC.fflush(None)
    saved: list[tuple[int, int]] = []
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for stream in streams:
            with suppress(OSError):  # a stream that is closed needs no care
                saved.append((stream, os.dup(stream)))
                os.dup2(nowhere, stream)
        yield
        _LIBC.fflush(None)
    finally:
        for stream, copy in saved:
            os.dup2(copy, stream)
            os.close(copy)
        os.close(nowhere)


# The package imports this module before any other, because the engine tells its build time when it is first imported.
with quiet(1, 2):
    import pybullet

Key: TypeAlias = tuple[Any, ...]
"""What a shape is: the name of its sort and its measures, all of them hashable."""


class Made(NamedTuple):
    """What a body was made as: see `World.add`."""

    shape: int
    material: Material
    mass: float = 0.0
    inertia: Vector | None = None
    damping: float = 0.0
    rolling: float = 0.0


@dataclass(slots=True, eq=False)
class Client:
    """A client of the engine, and what it holds. All numbers are the engine's."""

    number: int
    kind: Hashable
    """What it was set up for."""
    lasting: bool
    """Whether it had better not go: not all of its memory would go with it."""
    shapes: dict[Key, int] = field(default_factory=dict)
    """By what each is."""
    looks: dict[int, int] = field(default_factory=dict)
    """What a body of a shape looks like, where the engine must not make that up itself."""
    margins: dict[int, float] = field(default_factory=dict)
    """How far shapes reach beyond their corners (engine units)."""
    bodies: list[tuple[Made, int]] = field(default_factory=list)
    """In the order in which they were made, each with what it is."""
    made: int = 0
    """Bodies that were ever made in it."""


_spare: list[Client] = []
"""The one that was given back last comes last."""


def take(kind: Hashable) -> Client | None:
    """Give an idle client that was set up for this, if there is one."""
    for client in reversed(_spare):
        if client.kind == kind:
            _spare.remove(client)
            return client
    return None


def connect(kind: Hashable, *, lasting: bool) -> Client:
    """Give a new client, which has to be set up; see `Client.lasting`. Raises `RuntimeError` when too many are open."""
    if len(_spare) >= SPARE:
        disconnect(_spare.pop(min(range(len(_spare)), key=lambda place: _spare[place].lasting)))
    number = int(pybullet.connect(pybullet.DIRECT))
    if number < 0:
        raise RuntimeError(f"the physics engine has no room for another world: at most {_MOST} can be open at once")
    return Client(number, kind, lasting)


def give_back(client: Client) -> None:
    """Be done with a client whose bodies are as they were made, but for where they are."""
    if len(client.shapes) >= MOST_SHAPES or client.made >= MOST_MADE:
        disconnect(client)
        return
    _spare.append(client)
    if len(_spare) > SPARE:
        # Of a kind that is there twice the older one goes, so that each kind finds its own next time.
        kinds = [idle.kind for idle in _spare]
        disconnect(_spare.pop(next(k for k, kind in enumerate(kinds) if k == len(kinds) - 1 or kind in kinds[k + 1 :])))


def disconnect(client: Client) -> None:
    """Be done with a client for good.

    What it leaves free is in pieces among what lasts. Unless it were given back to the system, which takes 3 ms, a
    process that plays games would grow by 0.1 MB with each.
    """
    pybullet.disconnect(client.number)
    if _TRIM is not None:
        _TRIM(0)


def idle() -> tuple[Client, ...]:
    """Give the clients that are kept for the next act, the one that was given back last at the end."""
    return tuple(_spare)


def open_clients() -> int:
    """Count the clients of this process, idle ones too."""
    return sum(1 for client in range(_MOST) if pybullet.isConnected(client))
