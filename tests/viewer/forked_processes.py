"""Processes of the window that are forked from one that has imported riotsim, so that plays on a display start sooner.

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
"""Modules that the process has imported from which the others are forked. Most of the others need them."""


class _Process(ForkServerProcess):
    """A process with the environment that its starter has now, not when the first process was started.

    Modules that are imported before its function runs see the environment of the first one. None of riotsim reads it
    when it is imported.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._environment = dict(os.environ)

    def run(self) -> None:
        """Run the function in that environment."""
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
