"""Help for tests with a user's own bots. Python would keep their modules and folders for the whole process."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from riotsim.bots import custom


@contextmanager
def no_own_bots() -> Iterator[None]:
    """Run a block without the own bots that were named before. After the block, forget the bots that it named.

    Their folders are removed from Python's path. Modules that lie directly in these folders are forgotten too, packages
    are not.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", list(sys.path))
        patch.setattr(custom, "_allowed", {})
        patch.setattr(custom, "_digests", {})
        patch.delenv(custom.BOTS_VARIABLE, raising=False)
        before = set(sys.path)
        try:
            yield
        finally:
            if added := set(sys.path) - before:
                _forget_modules(added)


def _forget_modules(folders: set[str]) -> None:
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file is not None and str(Path(file).parent) in folders:
            del sys.modules[name]
