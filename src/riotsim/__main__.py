"""The entry point of `riotsim` and of `python -m riotsim`."""

import os
import signal
from types import FrameType


def main() -> None:
    """Run the command `riotsim`.

    While its modules are imported, Ctrl-C ends the process at once, because nothing needs to be cleaned up yet.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
    from riotsim.cli.main import main as run  # most of the start, so Ctrl-C has to work before it

    run()


def _stop(_number: int, _frame: FrameType | None) -> None:
    """Write the message that `riotsim` writes after Ctrl-C, and exit with code 130."""
    os.write(2, b"stopped\n")
    os._exit(130)


if __name__ == "__main__":
    main()
