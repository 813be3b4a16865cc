"""The engine's clients: one for each open world, and a few idle ones; and the engine kept from printing."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

SPARE: Final = 2
"""How many idle clients are kept for the next act: to connect one takes longer than a throw. They are reset, which
gives a fresh one's bits; to take out all bodies instead is faster, but piles under impulses then come out otherwise."""

_MOST: Final = 1024
"""Clients that the engine allows in a process."""


_LIBC: Final = ctypes.CDLL(None)
"""The C library that the engine prints through."""


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

_spare: list[int] = []


def take() -> int:
    """Give an empty client. Raises `RuntimeError` when too many are open."""
    if _spare:
        client = _spare.pop()
        pybullet.resetSimulation(physicsClientId=client)
        return client
    client = int(pybullet.connect(pybullet.DIRECT))
    if client < 0:
        raise RuntimeError(f"the physics engine has no room for another world: at most {_MOST} can be open at once")
    return client


def give_back(client: int) -> None:
    """Be done with a client."""
    if len(_spare) < SPARE:
        _spare.append(client)
    else:
        pybullet.disconnect(client)


def open_clients() -> int:
    """Count the clients of this process, idle ones too."""
    return sum(1 for client in range(_MOST) if pybullet.isConnected(client))
