"""The loader of company files. It finds a file by name or path, and checks it against the schema of a given game."""

from pathlib import Path
from typing import Final, TypeVar

from pydantic import BaseModel

from riotsim.files.problems import BadFile, Problem
from riotsim.files.resources import builtin_companies
from riotsim.files.yaml import Document, parse_yaml, read_content, validate
from riotsim.play.rulebook.companies import Company, CompanySchema
from riotsim.play.rulebook.sections import GAME_KEY, unknown_name

C = TypeVar("C", bound=BaseModel)

ENDINGS: Final = (".yaml", ".yml")
"""Endings of the names of company files."""

MAX_LENGTH: Final = 100_000
"""Maximum length of a company file (characters). An army of Cube Clash has 1,700."""


def load_company(source: str | Path, schema: CompanySchema[C]) -> Company[C]:
    """Read and check a company file.

    Args:
        source: Name of a company that comes with the game, such as `reed_court`, or the path of a file.
        schema: What company files of the game may say.

    Raises:
        BadFile: There is no such company, or it is invalid. The error lists every problem.
    """
    if isinstance(source, Path) or is_company_file(source):
        return parse_company(read_content(source), str(source), schema)
    known = builtin_companies(schema.game)
    if source not in known:
        sentence = "is the name of no company that comes with the game, and a file of your own ends in .yaml"
        raise BadFile([Problem(source or "''", unknown_name(sentence, source, known))])
    return parse_company(known[source].read_bytes(), f"{source}.yaml", schema)


def is_company_file(source: str) -> bool:
    """Return whether a company's source is the path of a file.

    Any other source is the name of a company that comes with a game.
    """
    return source.endswith(ENDINGS) or Path(source).name != source


def parse_company(content: bytes, file: str, schema: CompanySchema[C]) -> Company[C]:
    """Check the content of a company file and return the company.

    Args:
        content: The bytes of a company file, or of the copy of its text in a stored game.
        file: Name of the file, for messages.
        schema: What company files of the game may say.

    Raises:
        BadFile: The content is invalid, or has more than `MAX_LENGTH` characters. The error lists every problem, in the
            order of lines.
    """
    if len(content.decode("utf-8", errors="replace")) > MAX_LENGTH:
        raise BadFile([Problem(file, f"has more than {MAX_LENGTH:,} letters, and no company needs as many")])
    document = parse_yaml(content, file)
    problems = [*_wrong_game(document, schema)]
    checked: C | None = None
    try:
        checked = validate(document, schema.model)
    except BadFile as bad:
        problems += bad.problems
    if isinstance(document.data, dict):
        problems += [document.problem(path, sentence) for path, sentence in schema.faults(document.data)]
    if checked is None or problems:
        raise BadFile(sorted(problems, key=lambda problem: problem.line or 0))
    return Company(Path(file).stem, content.decode("utf-8-sig"), checked)


def _wrong_game(document: Document, schema: CompanySchema[C]) -> list[Problem]:
    """Return one problem if a company is for another game, or doesn't name its game. Else return an empty list."""
    if not isinstance(document.data, dict):
        return []
    if GAME_KEY not in document.data:
        return [document.problem((GAME_KEY,), f"is missing; add the line {GAME_KEY}: {schema.game}")]
    if (named := document.data[GAME_KEY]) != schema.game:
        return [document.problem((GAME_KEY,), f"must be {schema.game}, not {named!s:.40}")]
    return []
