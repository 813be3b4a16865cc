"""Ctrl-C that is never lost. Some packages clear any error raised inside their calls, `KeyboardInterrupt` included."""

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

INTERRUPTED_EXIT_CODE: Final = 130
"""Exit code after Ctrl-C: 128 plus the number of the signal, as in shells."""

SAME_PRESS_SECONDS: Final = 1.0
"""Time within which a second SIGINT counts as the same Ctrl-C (s). `timeout` signals a process and then its group."""

_interrupted_at: float | None = None
"""Time at which Ctrl-C was last pressed (s of the monotonic clock)."""


def install_interrupt_handler() -> None:
    """Install a handler that records Ctrl-C and then raises `KeyboardInterrupt` as usual.

    Where SIGINT is ignored, as in a shell's background jobs, it stays ignored.
    """
    if callable(signal.getsignal(signal.SIGINT)):
        signal.signal(signal.SIGINT, _handle_sigint)
        sys.unraisablehook = _report_unraisable


def _report_unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    """Report an error that nobody can catch, as Python does, unless it is Ctrl-C: that is recorded."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)


def raise_if_interrupted() -> None:
    """Raise `KeyboardInterrupt` if one was swallowed. Call this in each turn of a long loop.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed since `install_interrupt_handler`.
    """
    if _interrupted_at is not None:
        raise KeyboardInterrupt


def ignore_interrupts() -> None:
    """Ignore Ctrl-C from now on: the process is about to end and prints its own message."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def leave_with_exit_code() -> None:
    """Make this process end with its exit code after Ctrl-C, and not by the signal.

    Python notes that `exec` or `eval` of a string ended in a KeyboardInterrupt, as they do in many packages that make
    classes. It kills itself at exit then, although the error was caught since. Another `exec` clears the note.
    """
    exec("")


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Only record Ctrl-C inside the block. Call `raise_if_interrupted` there wherever it is safe to stop.

    A second Ctrl-C, from an impatient person or from `timeout`, would otherwise interrupt the clean-up.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not _handle_sigint:  # nothing raises KeyboardInterrupt here
        yield
        return
    signal.signal(signal.SIGINT, _record_sigint)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _record_sigint(_number: int, _frame: FrameType | None) -> None:
    global _interrupted_at  # a signal belongs to the process, not to an object
    _interrupted_at = time.monotonic()


def _handle_sigint(number: int, frame: FrameType | None) -> None:
    before = _interrupted_at
    _record_sigint(number, frame)
    if before is None or time.monotonic() - before > SAME_PRESS_SECONDS:
        signal.default_int_handler(number, frame)
