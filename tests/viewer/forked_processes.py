"""Processes of the window that are forked from one that has already imported riotsim. This lets plays on a display
start sooner.

Users' processes import riotsim themselves, and so do those of `test_host.py` and `test_processes.py`.
"""

import os
from multiprocessing.context import ForkServerContext, ForkServerProcess
from typing import Any

from riotsim import processes

PRELOADED = [
    "riotsim.app.window.hosting",
    "riotsim.simulation",
    "riotsim.viewer.scene.figures.background",
    "riotsim.viewer.session.host",
]
"""Modules that the first process imports before the others are forked from it. Most of the others need them."""


class _Process(ForkServerProcess):
    """A process with the present environment of its starter, instead of that of the first process.

    Modules that were imported earlier saw the environment of the first process. No module of riotsim reads the
    environment when it is imported.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._environment = dict(os.environ)

    def run(self) -> None:
        """Run the function in the environment of the starter."""
        os.environ.clear()
        os.environ.update(self._environment)
        super().run()


class _Context(ForkServerContext):
    Process = _Process


def fork_processes() -> None:
    """Have the processes of `start_with_pipe` forked from now on."""
    context = _Context()
    context.set_forkserver_preload(PRELOADED)
    processes.PROCESS_CONTEXT = context  # type: ignore[assignment]  # it does the same
