"""Clients of pybullet: one for each open world, and idle clients that are reused.

An idle client keeps its shapes, and the bodies with which its last act began. The next world reuses these bodies if it
needs the same bodies in the same order. Reuse is twenty times as fast as making new bodies.
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

MAX_IDLE_CLIENTS: Final = 2
"""Maximum number of idle clients, of 36 MB each. Connecting a new client takes longer than a throw."""

MAX_SHAPES: Final = 200
"""Number of shapes at which a client is closed after its act. The engine never frees a shape."""

MAX_BODIES_CREATED: Final = 20_000
"""Number of bodies ever made at which a client is closed after its act. A game makes about 700.

An open client keeps 1 KB for each of these bodies, even for removed ones.
"""

_MAX_CLIENTS: Final = 1024
"""Maximum number of clients that the engine allows in a process."""


_LIBC: Final = ctypes.CDLL(None)
"""The C library of this process, which the engine uses for output and memory."""

_MALLOC_TRIM: Final = getattr(_LIBC, "malloc_trim", None)
"""The function of the C library that returns free memory to the system; None if the library is not glibc."""


@contextmanager
def suppress_output(*streams: int) -> Iterator[None]:
    """Suppress the engine's output during the block.

    The engine prints through the C library's buffer. This buffer is flushed before and after the block.

    Args:
        *streams: File descriptors to suppress: 1 for standard output, 2 for standard error.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    _LIBC.fflush(None)
    saved: list[tuple[int, int]] = []
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for stream in streams:
            with suppress(OSError):  # a closed stream has no output to suppress
                saved.append((stream, os.dup(stream)))
                os.dup2(nowhere, stream)
        yield
        _LIBC.fflush(None)
    finally:
        for stream, copy in saved:
            os.dup2(copy, stream)
            os.close(copy)
        os.close(nowhere)


# The package imports this module before any other, because the engine prints its build time when it is first imported.
with suppress_output(1, 2):
    import pybullet

ShapeKey: TypeAlias = tuple[Any, ...]
"""Identity of a shape: the name of its kind, and its dimensions, all hashable."""


class BodyRecipe(NamedTuple):
    """The parameters with which a body is made. `World.add` explains the parameters and their units."""

    shape: int
    material: Material
    mass: float = 0.0
    inertia: Vector | None = None
    damping: float = 0.0
    rolling: float = 0.0


@dataclass(slots=True, eq=False)
class Client:
    """A client of the engine, with its shapes and bodies. Shapes and bodies are identified by the engine's numbers."""

    number: int
    kind: Hashable
    """The kind of client: the solver for which it was set up."""
    lasting: bool
    """True if closing this client frees only part of its memory. `connect` prefers to close other idle clients."""
    shapes: dict[ShapeKey, int] = field(default_factory=dict)
    """Number of each shape, by its key."""
    visual: int = -1
    """Number of the visual shape that all bodies share (`create_visual`). With -1 the engine derives one for each."""
    margins: dict[int, float] = field(default_factory=dict)
    """Collision margin (cm) of each shape whose margin is not the default one, by the shape's number."""
    bodies: list[tuple[BodyRecipe, int]] = field(default_factory=list)
    """Recipe and number of each body, in the order in which the bodies were made."""
    made: int = 0
    """Number of bodies ever made in the client."""


_idle_clients: list[Client] = []
"""Idle clients in the order of their release, the latest last."""


def take_idle(kind: Hashable) -> Client | None:
    """Remove and return the idle client of a kind that was released last; None if no such client is idle."""
    for client in reversed(_idle_clients):
        if client.kind == kind:
            _idle_clients.remove(client)
            return client
    return None


def connect(kind: Hashable, *, lasting: bool) -> Client:
    """Connect a new client of the engine. The caller must set it up.

    If `MAX_IDLE_CLIENTS` clients are idle, one of these is closed first.

    Args:
        kind: The solver for which the client will be set up.
        lasting: Whether closing the new client will free only part of its memory (`Client.lasting`).

    Raises:
        RuntimeError: The engine's limit of open clients is reached.
    """
    if len(_idle_clients) >= MAX_IDLE_CLIENTS:
        disconnect(_idle_clients.pop(min(range(len(_idle_clients)), key=lambda place: _idle_clients[place].lasting)))
    number = int(pybullet.connect(pybullet.DIRECT))
    if number < 0:
        raise RuntimeError(
            f"the physics engine has no room for another world: at most {_MAX_CLIENTS} can be open at once"
        )
    return Client(number, kind, lasting)


def release(client: Client) -> None:
    """Make a client idle, or close it if it has made too many shapes or bodies.

    If more than `MAX_IDLE_CLIENTS` clients are idle then, one of these is closed.

    Args:
        client: The client. Its bodies may be at any place, but must have the mass and the other values with which they
            were made.
    """
    if len(client.shapes) >= MAX_SHAPES or client.made >= MAX_BODIES_CREATED:
        disconnect(client)
        return
    _idle_clients.append(client)
    if len(_idle_clients) > MAX_IDLE_CLIENTS:
        # If two idle clients are of one kind, the older is closed, so that each kind keeps a client.
        kinds = [idle.kind for idle in _idle_clients]
        disconnect(
            _idle_clients.pop(next(k for k, kind in enumerate(kinds) if k == len(kinds) - 1 or kind in kinds[k + 1 :]))
        )


def disconnect(client: Client) -> None:
    """Close a client. With glibc, also return free memory to the system, which takes 3 ms."""
    pybullet.disconnect(client.number)
    if _MALLOC_TRIM is not None:  # the memory is fragmented: the process would grow by 0.1 MB with each game
        _MALLOC_TRIM(0)


def idle() -> tuple[Client, ...]:
    """Return the idle clients in the order of their release, the latest last."""
    return tuple(_idle_clients)


def open_clients() -> int:
    """Return the number of the engine's clients in this process, idle ones included."""
    return sum(1 for client in range(_MAX_CLIENTS) if pybullet.isConnected(client))
