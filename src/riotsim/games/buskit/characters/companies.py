"""Company files of Buskit: characters and a side of them, checked against the rules."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from riotsim.games.buskit.characters.figures import CompanyFigures, Terms, company_faults
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.play.rulebook.companies import CompanySchema
from riotsim.play.rulebook.sections import Book, Fault

GAME: Final = "buskit"
"""Name of the game, which company files have under the key `game`."""


class CompanyFile(CompanyFigures, Book):
    """A company file: characters, and the side that is made of them."""


def company_schema(rules: Rulebook) -> CompanySchema[CompanyFile]:
    """Return the schema of company files under given rules."""
    return CompanySchema(GAME, CompanyFile, partial(_faults, rules.terms()))


def _faults(terms: Terms, data: Mapping[str, object]) -> Iterator[Fault]:
    return company_faults(terms, data)
