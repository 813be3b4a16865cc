"""Ctrl-C that isn't lost: some packages clear any error that comes up within their calls, an interrupt too."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

INTERRUPTED: Final = 130
"""Exit code after Ctrl-C: 128 and the number of the signal, as shells have it."""

AT_ONCE: Final = 1.0
"""Pressed again so soon it is the same Ctrl-C (s): an impatient hand, or `timeout`, which tells a process and its
group."""

_came: float | None = None
"""When it last came (s of the monotonic clock)."""


def note_interrupts() -> None:
    """Note from now on that Ctrl-C was pressed, besides raising `KeyboardInterrupt` as ever."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _noted)


def heed_interrupt() -> None:
    """Raise `KeyboardInterrupt` if one was swallowed. A long loop calls this each time round."""
    if _came is not None:
        raise KeyboardInterrupt


def leave_in_peace() -> None:
    """Heed no Ctrl-C any more: the process is about to end, and says why itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def interrupts_noted() -> Iterator[None]:
    """Have Ctrl-C only noted for a while: `heed_interrupt`, called often enough, raises it where nothing is half done.

    Pressed twice, as an impatient hand or `timeout` does, it would else come in the midst of putting things away.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not _noted:  # it is not raised at all
        yield
        return
    signal.signal(signal.SIGINT, _only_noted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _only_noted(_number: int, _frame: FrameType | None) -> None:
    global _came  # a signal comes to a process, not to an object
    _came = time.monotonic()


def _noted(number: int, frame: FrameType | None) -> None:
    before = _came
    _only_noted(number, frame)
    if before is None or time.monotonic() - before > AT_ONCE:
        signal.default_int_handler(number, frame)
