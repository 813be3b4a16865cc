"""Companies of players, read from files for a new game or from a stored game."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from riotsim.files.companies import load_company, parse_company
from riotsim.files.problems import BadFile, Problem
from riotsim.play.game import Game, SeatWithCompany
from riotsim.play.rulebook.sections import Book
from riotsim.store.database.document import CompanyText, Seat

MAX_COMPANY_NAME_LENGTH: Final = 200
"""Maximum length of the name of a company in a stored game (characters); a longer name is cut."""

NOTHING_CHOSEN: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({})


def read_company(game: Game, book: Book, source: str | Path) -> CompanyText:
    """Read and check the company file that a player brings to a game.

    Args:
        game: The game.
        book: The game's rulebook.
        source: Path of the file, or the name of a company that comes with the game.

    Raises:
        BadFile: The game has no company files, or the file is invalid. The error lists every problem.
    """
    if game.company is None:
        raise BadFile([_no_companies(game, str(source))])
    company = load_company(source, game.company(book))
    return CompanyText(name=company.name[:MAX_COMPANY_NAME_LENGTH], text=company.text)


def read_companies(
    game: Game,
    book: Book,
    sources: Mapping[str, str | Path],
    chosen: Mapping[str, Mapping[str, str]] = NOTHING_CHOSEN,
) -> dict[str, CompanyText]:
    """Read and check the company files that players bring to a game, and return them by the players' names.

    Args:
        game: The game.
        book: The game's rulebook.
        sources: The path of each player's file, or the name of a company that comes with the game, by player.
        chosen: The seat options that players have chosen, by player.

    Raises:
        BadFile: The game has no company files, a file is invalid, or a player who brings a company has also chosen the
            seat option that it replaces (`chosen`). The error lists every problem.
    """
    found: dict[str, CompanyText] = {}
    problems: list[Problem] = []
    for player, source in sources.items():
        if (clash := _clash(game, book, player, str(source), chosen.get(player, {}))) is not None:
            problems.append(clash)
        try:
            found[player] = read_company(game, book, source)
        except BadFile as bad:
            problems += (problem for problem in bad.problems if problem not in problems)
    if problems:
        raise BadFile(problems)
    return found


def seats_with_companies(game: Game, book: Book, seats: Iterable[Seat]) -> list[Seat | SeatWithCompany]:
    """Return the seats of a stored game, with their companies parsed and checked again.

    A seat without a company is returned unchanged.

    Raises:
        BadFile: A seat has a company although the game has no companies, or a company is invalid. The error lists every
            problem of every company.
    """
    found: list[Seat | SeatWithCompany] = []
    problems: list[Problem] = []
    for seat in seats:
        if seat.company is None:
            found.append(seat)
            continue
        file = f"{seat.company.name}.yaml"
        if game.company is None:
            problems.append(_no_companies(game, file))
            continue
        try:
            company = parse_company(seat.company.text.encode(), file, game.company(book))
        except BadFile as bad:
            problems += bad.problems
        else:
            found.append(SeatWithCompany(seat.name, seat.options, company))
    if problems:
        raise BadFile(problems)
    return found


def _clash(game: Game, book: Book, player: str, source: str, chosen: Mapping[str, str]) -> Problem | None:
    """Return a problem if a player who brings a company has also chosen the seat option that it replaces.

    Return None if the player has not chosen this option, or if companies replace none in this game.
    """
    option = "" if game.company is None else game.company(book).option
    if option not in chosen:
        return None
    told = f"{player} brings this and has chosen the {option} {chosen[option]} too; only one of both can count"
    return Problem(source, told)


def _no_companies(game: Game, file: str) -> Problem:
    """Return the problem to report if a player brings a company file to a game without companies."""
    return Problem(file, f"can't be used: players of {game.title} bring no files of their own")
