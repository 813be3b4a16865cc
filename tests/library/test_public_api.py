"""`import riotsim`: its public names, what it loads, and the tour in its docstring."""

import ast
import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import riotsim

LOOT = '"loot.each": 2'
SHORTER = ', "clock.minutes": 1, "clock.after": "last_activation"'
"""Options that are added to the game of the tour, so that it has only a few turns."""


def test_every_public_name_is_there() -> None:
    """Each name of `__all__` can be used. `__all__` lists the same names as `dir` and the imports for type checkers."""
    tree = ast.parse(Path(riotsim.__file__).read_text(encoding="utf-8"))
    checked = next(node for node in tree.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name))
    typed = {alias.name for node in checked.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert typed | {"__version__"} == set(riotsim.__all__)
    assert all(getattr(riotsim, name) is not None for name in riotsim.__all__)
    assert {name for name in dir(riotsim) if not name.startswith("__")} == set(riotsim.__all__) - {"__version__"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    """If a script uses a misspelt name of `riotsim`, it gets Python's usual AttributeError with that name."""
    with pytest.raises(AttributeError, match="'riotsim' has no attribute 'thorw'"):
        riotsim.thorw  # type: ignore[attr-defined]  # the misspelt name is what is tested


def test_every_public_error_is_a_riotsim_error() -> None:
    """Each public error is a `RiotsimError`, so `except riotsim.RiotsimError` catches it."""
    errors = [getattr(riotsim, name) for name in riotsim.__all__]
    errors = [one for one in errors if isinstance(one, type) and issubclass(one, Exception)]
    assert len(errors) > 10
    assert all(issubclass(error, riotsim.RiotsimError) for error in errors)


def test_import_loads_nothing_heavy() -> None:
    """`import riotsim` loads neither the physics engine nor numpy nor pydantic."""
    script = "import riotsim, sys; print(*(name for name in ('numpy', 'pybullet', 'pydantic') if name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


@pytest.mark.parametrize("shorter", [SHORTER, pytest.param("", marks=pytest.mark.proof)], ids=["short", "whole"])
def test_the_tour_says_what_happens(shorter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples in the docstring of `riotsim` run, and give what the docstring shows. `make proof` plays the tour's
    game to its end.
    """
    monkeypatch.chdir(tmp_path)
    tour = inspect.getdoc(riotsim) or ""
    assert LOOT in tour
    names = {"__name__": "__main__"}
    test = doctest.DocTestParser().get_doctest(tour.replace(LOOT, LOOT + shorter), names, "riotsim", None, 0)
    result = doctest.DocTestRunner().run(test)
    assert result.attempted >= 8
    assert not result.failed
    assert (tmp_path / "game.html").read_text(encoding="utf-8").startswith("<!doctype html>")
