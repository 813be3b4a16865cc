"""A pytest plugin that runs only listed tests, in the order of the list: `-p mutants.selected --only FILE`."""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--only` with the file that lists tests."""
    parser.addoption("--only", type=Path, required=True, help="file with the tests to run, one a line")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the listed tests, in the order of the list."""
    path: Path = config.getoption("--only")
    wanted = {name: place for place, name in enumerate(path.read_text(encoding="utf-8").splitlines())}
    kept = [item for item in items if item.nodeid in wanted]
    items[:] = sorted(kept, key=lambda item: wanted[item.nodeid])
