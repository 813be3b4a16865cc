"""Handling of Ctrl-C. Each Ctrl-C is recorded, since some packages discard errors raised inside their calls."""

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

INTERRUPTED_EXIT_CODE: Final = 130
"""Exit code after Ctrl-C: 128 plus the number of the signal SIGINT, as in shells."""

SAME_PRESS_SECONDS: Final = 1.0
"""Longest time between two SIGINTs that count as one Ctrl-C (s).

The command `timeout -s INT` sends the signal to the process and then to its group, so the process gets it twice.
"""

_interrupted_at: float | None = None
"""Time of the last SIGINT (s on the monotonic clock); None if there was none."""


def install_interrupt_handler() -> None:
    """Install a handler that records Ctrl-C and raises `KeyboardInterrupt` as usual.

    A process that ignores SIGINT, such as a shell's background job, goes on ignoring it.
    """
    if callable(signal.getsignal(signal.SIGINT)):
        signal.signal(signal.SIGINT, _handle_sigint)
        sys.unraisablehook = _report_unraisable


def _report_unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    """Report an error that no code can catch, such as one in a finaliser, as Python itself would.

    Leave out `KeyboardInterrupt`: Ctrl-C is recorded anyway.
    """
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)


def raise_if_interrupted() -> None:
    """Raise `KeyboardInterrupt` if Ctrl-C was pressed. Call this in each step of a long loop.

    So the loop ends even if a package has discarded the handler's `KeyboardInterrupt`.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed since `install_interrupt_handler`.
    """
    if _interrupted_at is not None:
        raise KeyboardInterrupt


def ignore_interrupts() -> None:
    """Ignore Ctrl-C from now on, because the process is about to end with a message of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def leave_with_exit_code() -> None:
    """Make Python end with the program's own exit code after Ctrl-C.

    Without this call, Python might end itself by the signal SIGINT.
    """
    # A `KeyboardInterrupt` that leaves `exec` or `eval` of a string makes Python end by SIGINT, even if it is caught.
    # Many packages use `exec` to make classes. Only another `exec` clears the flag.
    exec("")


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Record Ctrl-C inside the block without raising an error. Call `raise_if_interrupted` wherever it is safe to stop.

    If the handler of `install_interrupt_handler` is not in place, this changes nothing.
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
