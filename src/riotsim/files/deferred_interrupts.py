"""Holds Ctrl-C back while packages are imported that would swallow it."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Hold SIGINT back until the block is left, and deliver it then.

    trimesh and ruamel.yaml import what they can do without under `except BaseException` or a bare `except`. A Ctrl-C in
    that moment would count as a missing package, and the program would go on as if nobody had pressed a key.

    The handler is changed rather than the signal blocked: a mask counts for one thread, and those of numpy's linear
    algebra would take the signal all the same. Only the main thread gets interrupts; in another this does nothing, nor
    where SIGINT is ignored.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    came = False

    def remember(_number: int, _frame: FrameType | None) -> None:
        nonlocal came
        came = True

    signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)
