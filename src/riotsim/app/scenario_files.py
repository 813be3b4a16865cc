"""Reading and checking of scenario files, with their rules, companies and meshes."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from riotsim.files.assets.meshes import load_mesh, scenery_kinds
from riotsim.files.companies import is_company_file, load_company
from riotsim.files.problems import BadFile, Problem
from riotsim.files.rules import load_rules, read_rules
from riotsim.files.yaml import OPTION_SOURCE, Document, validate
from riotsim.games.registry import GAMES, game_of_book
from riotsim.play.game import Game
from riotsim.play.requests import PlayerId
from riotsim.play.rulebook.companies import Company
from riotsim.play.rulebook.sections import Book, unknown_name
from riotsim.play.scenarios.document import ScenarioFile
from riotsim.play.scenarios.expected_events import event_vocabulary
from riotsim.play.scenarios.lesson import lesson_faults
from riotsim.rulebooks import game_of
from riotsim.table.pieces import Mesh

SUFFIXES: Final = (".yaml", ".yml")
"""Endings of the names of scenario files."""


@dataclass(frozen=True, slots=True)
class LoadedScenario:
    """A scenario file that was read, with its rules and meshes."""

    document: Document
    scenario: ScenarioFile
    """The scenario, with the companies that it names."""
    rules: Book
    """The rulebook, with the options that the scenario changes."""
    meshes: Mapping[str, Mesh]
    """Meshes of the terrain on the scenario's table. The keys are the rules' names of the kinds of terrain."""

    @property
    def beside(self) -> Path | None:
        """Folder of the scenario's rules file; None for rules that come with the program.

        The paths in the rules file are relative to this folder.
        """
        source = Path(_source(self.document, self.scenario.rules))
        return source.parent if source.is_file() else None


def load_scenario(document: Document) -> LoadedScenario:
    """Read a scenario from the data of its file, with its rules, companies and meshes.

    Raises:
        BadFile: The scenario, its rules, a company or a mesh is invalid.
    """
    game = _game(document)
    scenario = validate(document, game.scenario())
    rules = _rules(document, scenario.rules, scenario.options, game)
    scenario = scenario.with_companies(_companies(document, scenario, game, rules))
    found = LoadedScenario(document, scenario, rules, {})
    return LoadedScenario(document, scenario, rules, _meshes(found))


def check_scenario(found: LoadedScenario) -> None:
    """Check that a well-formed scenario agrees with its rules.

    Raises:
        BadFile: The scenario contradicts its rules; the error lists all contradictions.
    """
    faults = [*found.scenario.faults(found.rules, found.meshes)]
    if found.scenario.lesson:
        faults += lesson_faults(found.scenario.lesson, event_vocabulary(game_of_book(found.rules).events()))
    if problems := [found.document.problem(where, sentence) for where, sentence in faults]:
        raise BadFile(problems)


def company_source(file: Path, named: str) -> str:
    """Return the name of a company that comes with the game, or the path of a company's file.

    Args:
        file: The scenario file.
        named: The company as the scenario gives it: a name, which is returned unchanged, or a path relative to the
            scenario's folder.
    """
    return str(file.parent / named) if is_company_file(named) else named


def _companies(document: Document, scenario: ScenarioFile, game: Game, rules: Book) -> dict[PlayerId, Company[Any]]:
    """Return the companies that players bring to a scenario, by player.

    Raises:
        BadFile: A company is invalid, its player is unknown, or the game doesn't use companies. The error lists every
            problem of every company.
    """
    found: dict[PlayerId, Company[Any]] = {}
    problems: list[Problem] = []
    if scenario.companies and game.company is None:
        sentence = f"is not for {game.title}, whose players bring no files of their own"
        raise BadFile([document.problem(("companies",), sentence)])
    for player, named in scenario.companies.items():
        if scenario.players and player not in scenario.players:
            sentence = unknown_name(f"no player is called {player!r}", player, scenario.players)
            problems.append(document.problem(("companies", player), sentence))
            continue
        assert game.company is not None, "other games have been refused"
        source = company_source(Path(document.file), named)
        try:
            found[player] = load_company(source, game.company(rules))
        except BadFile as bad:
            for one in bad.problems:
                here = one if one.line else document.problem(("companies", player), f"{one.file} {one.message}")
                problems += [here] if here not in problems else []
    if problems:
        raise BadFile(problems)
    return found


def _meshes(found: LoadedScenario) -> dict[str, Mesh]:
    """Load the meshes of the terrain on a scenario's table. The keys are the names of the kinds of terrain.

    Other meshes of the rules are left out, since loading takes time.

    Raises:
        BadFile: A mesh can't be used; the problem is reported at the scenario's key `rules`.
    """
    _, kinds = scenery_kinds(found.rules)
    meshes = {}
    for name in found.scenario.needs(found.rules):
        kind = kinds[name]
        assert kind.mesh is not None, "scenarios need only kinds with meshes"
        try:
            meshes[name] = load_mesh(kind.mesh, found.beside, scale=kind.scale, up=kind.up)
        except BadFile as bad:
            raise _relocate_problems(found.document, ("rules",), bad) from bad
    return meshes


def _game(document: Document) -> Game:
    """Return the game of the rules that a scenario names. If it names no rules, return the registry's first game.

    Raises:
        BadFile: The rules that the scenario names can't be read, or are for no known game.
    """
    named = document.data.get("rules") if isinstance(document.data, dict) else None
    if not isinstance(named, str):
        return next(iter(GAMES.values()))  # its model will say what is missing
    if named in GAMES:
        return GAMES[named]
    try:
        return game_of(read_rules(_source(document, named)))
    except BadFile as bad:
        raise _relocate_problems(document, ("rules",), bad) from bad


def _rules(document: Document, named: str, options: dict[str, object], game: Game) -> Book:
    """Return the rulebook of a scenario.

    Args:
        document: The data of the scenario file.
        named: The rules that the scenario names.
        options: Options of the rules that the scenario changes, by dotted key.
        game: The game.

    Raises:
        BadFile: The rules or an option are invalid. A problem with an option is reported at its line in the scenario.
    """
    try:
        return load_rules(_source(document, named), game.rules, options)
    except BadFile as bad:
        problems = []
        for problem in bad.problems:
            key = next((key for key in options if problem.field.startswith(key) or key.startswith(problem.field)), "")
            ours = problem.file == OPTION_SOURCE and key
            problems.append(document.problem(("options", key), problem.message) if ours else problem)
        raise BadFile(problems) from bad


def _source(document: Document, named: str) -> str:
    """Return the name of rules that come with the program, or the path of a rules file.

    Args:
        document: The data of the scenario file.
        named: The rules as the scenario gives them: a name, which is returned unchanged, or a path relative to the
            scenario's folder.
    """
    builtin = Path(named).name == named and Path(named).suffix not in SUFFIXES
    return named if builtin else str(Path(document.file).parent / named)


def _relocate_problems(document: Document, where: tuple[str, ...], bad: BadFile) -> BadFile:
    """Return the problems of another file as problems of the scenario.

    They are reported at the scenario's field `where`, which names the other file.
    """
    return BadFile(document.problem(where, f"{problem.file} {problem.message}") for problem in bad.problems)
