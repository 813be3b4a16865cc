"""What holds for all tests, and the rules that come with the program."""

from copy import deepcopy

import pytest
from hypothesis import settings

from riotsim.files.rules import load_rules, read_rules
from riotsim.games.riot_dice.rulebook import Rulebook

# A busy machine is no fault of the code: how long an example takes is left to the benchmarks.
settings.register_profile("riotsim", deadline=None, print_blob=True)
settings.load_profile("riotsim")


@pytest.fixture(scope="session")
def rules() -> Rulebook:
    """The rules that come with the program."""
    return load_rules("riot_dice", Rulebook)


@pytest.fixture
def data() -> dict[str, object]:
    """What the rules file says, to be changed."""
    found = read_rules("riot_dice").data
    assert isinstance(found, dict)
    return deepcopy(dict(found))
