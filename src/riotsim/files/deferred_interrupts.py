"""A context manager that holds back Ctrl-C until the end of a block.

It is for imports of packages that would catch Ctrl-C and go on.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Hold back Ctrl-C (SIGINT) during the block, and deliver it at the end.

    This is for imports of trimesh and ruamel.yaml. During their own imports these packages catch every error, and would
    take Ctrl-C for a missing package. Outside the main thread, or without a Python handler of SIGINT, nothing is held
    back.
    """
    # These packages import others under a bare `except` or `except BaseException`. The handler is replaced, because a
    # signal mask would not hold in the threads that numpy starts.
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
