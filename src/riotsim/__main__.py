"""The entry point of `riotsim` and of `python -m riotsim`."""

# The module `signal` would import ten others before Ctrl-C works. These two are there as soon as Python has started.
import _signal  # type: ignore[import-not-found]  # type checkers don't know it
import os

TYPE_CHECKING = False  # type checkers assume True; importing the constant would take time too
if TYPE_CHECKING:
    from types import FrameType


def main() -> None:
    """Run the command `riotsim`.

    Until riotsim's modules are imported, Ctrl-C ends the process at once, because nothing needs to be cleaned up yet.
    """
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _stop)
    if hasattr(_signal, "pthread_sigmask"):  # not on Windows
        # The command that `make setup` makes blocks SIGINT until here. A Ctrl-C that came meanwhile is received now.
        _signal.pthread_sigmask(_signal.SIG_UNBLOCK, (_signal.SIGINT,))
    from riotsim.cli.main import main as run  # most of the start, so Ctrl-C has to work before it

    run()


def _stop(_number: int, _frame: "FrameType | None") -> None:
    """Report Ctrl-C as `riotsim` does, and exit with code 130."""
    os.write(2, b"stopped\n")
    os._exit(130)


if __name__ == "__main__":
    main()
