"""Forget bots of one's own after a test. Python keeps modules and folders for the whole process."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from riotsim.bots import custom


@contextmanager
def no_own_bots() -> Iterator[None]:
    """Forget the bots named before, and afterwards the bots that the block names: with their modules and folders."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", list(sys.path))
        patch.setattr(custom, "_allowed", {})
        patch.setattr(custom, "_digests", {})
        before = set(sys.path)
        yield
        added = set(sys.path) - before
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file is not None and str(Path(file).parent) in added:
            del sys.modules[name]
