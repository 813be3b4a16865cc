"""Ctrl-C that isn't lost: some packages clear any error that comes up within their calls, an interrupt too."""

import signal
from types import FrameType

_came = False


def note_interrupts() -> None:
    """Note from now on that Ctrl-C was pressed, besides raising `KeyboardInterrupt` as ever."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _noted)


def heed_interrupt() -> None:
    """Raise `KeyboardInterrupt` if one was swallowed. A long loop calls this each time round."""
    if _came:
        raise KeyboardInterrupt


def _noted(number: int, frame: FrameType | None) -> None:
    global _came  # a signal comes to a process, not to an object
    _came = True
    signal.default_int_handler(number, frame)
