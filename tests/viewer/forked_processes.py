"""Processes of the window that are forked from one that has imported riotsim, so that plays on a display start sooner.

Users' processes import riotsim themselves, and so do those of `test_host.py` and `test_processes.py`.
"""

import os
from multiprocessing.context import ForkServerContext, ForkServerProcess
from typing import Any

from riotsim import processes

IMPORTED = [
    "riotsim.app.window.hosting",
    "riotsim.simulation",
    "riotsim.viewer.scene.figures.background",
    "riotsim.viewer.session.host",
]
"""Modules that most of the processes need."""


class _Process(ForkServerProcess):
    """A process with the environment that its starter has now, not when the first process was started."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._environment = dict(os.environ)

    def run(self) -> None:
        """Do the work."""
        os.environ.clear()
        os.environ.update(self._environment)
        super().run()


class _Context(ForkServerContext):
    Process = _Process


def fork_processes() -> None:
    """Have the processes that this one starts forked from now on."""
    context = _Context()
    context.set_forkserver_preload(IMPORTED)
    processes.STARTED_BY = context  # type: ignore[assignment]  # it does the same
