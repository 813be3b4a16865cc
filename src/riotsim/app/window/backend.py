"""The window's backend, which lists, begins, resumes and replays games for the window, and opens the sandbox.

Slow modules are imported on first use, so that the window's first frame appears early.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from riotsim.app.saving import default_store
from riotsim.files.problems import BadFile
from riotsim.replay.figure_meshes import FigureMesh
from riotsim.replay.recording import Recording
from riotsim.viewer.backend import Backdrop
from riotsim.viewer.sandbox.document import SandboxGame
from riotsim.viewer.session.hosted_game import Opening, Unplayable
from riotsim.viewer.ui import start_model
from riotsim.viewer.ui.lesson_model import Lesson
from riotsim.viewer.ui.rules_model import RulesPage

PROGRAM_CREDITS: tuple[tuple[str, str], ...] = (
    (
        "The window",
        "It is drawn with pyglet (BSD licence) and Dear ImGui by Omar Cornut, through imgui-bundle by Pascal Thomet "
        "(both MIT licence).\n"
        "Its letters are Roboto by Christian Robertson, Google (Apache licence 2.0), its signs Font Awesome Free by "
        "Fonticons (SIL Open Font Licence 1.1); both come with imgui-bundle.",
    ),
    (
        "The table",
        "Bullet, through pybullet, by Erwin Coumans and others (zlib licence), moves what moves. Pages of replays draw "
        "with three.js, copyright 2010-2026 by the authors of three.js (MIT licence).",
    ),
    ("riotsim", "The program is under the MIT licence."),
)
"""Credits of the program and its components: headings, each with its text.

The complete list is in `LICENSE-ATTRIBUTION.md`.
"""


@dataclass
class WindowBackend:
    """The backend of the window, which works on one store of games."""

    db: Path | None = None
    """The store; None for the user's default store."""
    seed: str = ""
    """The seed that the start screen shows at first; empty for a random seed."""
    players: Mapping[str, str] = field(default_factory=dict)
    """The players that the start screen shows at first: names, each with a bot or `person`.

    If empty, the start screen shows a person against bots.
    """
    rules: str = ""
    """The rules that the start screen shows at first: a name, or the path of a file. Empty for the default rules."""
    companies: Mapping[str, str] = field(default_factory=dict)
    """The companies that the start screen shows at first: files or names, by player."""
    flags: Sequence[str] = ()
    """The names of the rules flags that are set on the start screen at first."""
    version: str = field(default_factory=lambda: version("riotsim"))

    @cached_property
    def credits(self) -> tuple[tuple[str, str], ...]:
        """Credits of the games and of the program: headings, each with its text."""
        from riotsim.games.registry import GAMES

        return (*((game.title, game.credit) for game in GAMES.values()), *PROGRAM_CREDITS)

    def new_game_options(self) -> start_model.Offer:
        """Return the players, games and rules to choose from for a new game."""
        from riotsim.app.window.offers import new_game_options

        return new_game_options(self.players.values())

    def default_draft(self) -> start_model.Draft:
        """Return the draft of a new game that the start screen shows at first.

        It has the seed, players, rules, companies and flags of this backend.
        """
        from riotsim.app.window.offers import draft
        from riotsim.games import DEFAULT_RULES

        return replace(draft(self.players, self.rules or DEFAULT_RULES, self.companies, self.flags), seed=self.seed)

    def typed_file(self, text: str) -> Path | None:
        """Return the path of a typed text, or None if no file is there."""
        from riotsim.app.window.offers import typed_file

        return typed_file(text)

    def completions(self, text: str) -> tuple[str, ...]:
        """Return the paths that complete a typed text: first the YAML files, then the folders."""
        from riotsim.app.rules_files import completions

        return completions(text)

    def check_rules(self, path: Path) -> start_model.FileReport:
        """Check a rules file as `riotsim rules check` does.

        Returns:
            The problems of the file. If there are none, the start screen's choices for its rules.
        """
        from riotsim.app.window.offers import check_rules

        return check_rules(path)

    def check_company(self, path: Path, draft: start_model.Draft) -> start_model.FileReport:
        """Check the company file of a player against the rules of a draft. The report has the file's faults, if any."""
        from riotsim.app.window.offers import check_company

        return check_company(path, draft)

    @property
    def _store(self) -> Path:
        return self.db or default_store()

    def stored_games(self) -> tuple[start_model.StoredGame, ...]:
        """Return the stored games. The game that was played last comes first.

        If the store is missing or unreadable, return no games.
        """
        from riotsim.app.window.stored_games import list_stored_games

        return list_stored_games(self._store)

    def store_problem(self) -> str:
        """Return the reason why the store can't be read; empty if it can be read or is missing."""
        from riotsim.app.window.stored_games import store_problem

        return store_problem(self._store)

    def begin(self, draft: start_model.Draft) -> Opening:
        """Return a function with which the host process begins a new game.

        Raises:
            Unplayable: The rules, a name, a bot, a company or the seed is invalid.
        """
        from riotsim.app.window.new_game import new_game_opening

        return new_game_opening(draft, self.db)

    def resume(self, game: str) -> Opening:
        """Return a function with which the host process resumes a stored game.

        Raises:
            Unplayable: There is no such game, it is damaged, or the store can't be read.
        """
        from riotsim.app.window.stored_games import resume

        return resume(game, self._store)

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons of all games that have a lesson."""
        from riotsim.app.window.lessons import lessons

        return lessons()

    def lesson(self, game: str, scene: int) -> Opening:
        """Return a function with which the host process begins a scene of a game's lesson.

        Args:
            game: Name of the game.
            scene: Number of the scene, from 0.

        Raises:
            Unplayable: There is no such scene.
        """
        from riotsim.app.window.lessons import lesson_opening

        return lesson_opening(game, scene)

    def rules_pages(self) -> tuple[RulesPage, ...]:
        """Return the rules pages of all games that have such a page."""
        from riotsim.app.window.rules_pages import rules_pages

        return rules_pages()

    def recording(self, game: str) -> Recording:
        """Return the recording of a stored game for a replay.

        Raises:
            Unplayable: There is no such game, it can't be read, or it does not fit its rules.
        """
        from riotsim.app.window.stored_games import recording

        return recording(game, self._store)

    def sandbox(self, draft: start_model.Draft) -> SandboxGame:
        """Return the sandbox for the players and rules of a draft.

        Raises:
            Unplayable: The players, a company or the rules can't be used, or the game has no sandbox.
        """
        from riotsim.app.window.offers import BARE_TABLE_KEY
        from riotsim.app.window.sandbox import sandbox_for

        return sandbox_for(draft, bare=draft.table == BARE_TABLE_KEY)

    def sandbox_by(self, rules: str) -> SandboxGame:
        """Return the sandbox for some rules. All players are persons.

        Args:
            rules: Rules that come with the program, by name, or a rules file.

        Raises:
            Unplayable: The rules can't be used, or their game has no sandbox.
        """
        from riotsim.app.window.sandbox import sandbox_by

        return sandbox_by(rules)

    def scenario(self, file: Path) -> SandboxGame:
        """Return the sandbox with the position of a scenario file.

        Raises:
            Unplayable: The file is invalid, or its game has no sandbox.
        """
        from riotsim.app.window.sandbox import sandbox_of

        return sandbox_of(file)

    def write_scenario(self, file: Path, text: str) -> None:
        """Write a scenario file. An existing file stays as it is until the whole new file is written.

        Raises:
            Unplayable: The file can't be written.
        """
        from riotsim.files.atomic import write_whole

        try:
            write_whole(file, text.encode("utf-8"))
        except BadFile as bad:
            raise Unplayable(str(bad)) from bad

    def scenarios(self) -> Path:
        """Return the folder for new scenario files: the current folder."""
        return Path.cwd()

    def pictures(self) -> Path:
        """Return the user's folder of pictures."""
        from platformdirs import user_pictures_path

        return user_pictures_path()

    def cache(self) -> Path:
        """Return the user's folder for cached data of riotsim."""
        from platformdirs import user_cache_path

        return user_cache_path("riotsim")

    def figure_meshes(self) -> Mapping[str, FigureMesh]:
        """Return the meshes of the miniatures that come with the program, by file name."""
        from riotsim.app.recordings import figure_meshes

        return figure_meshes()

    def backdrop(self) -> Callable[[], Backdrop]:
        """Return a function that makes the start screen's backdrop: a table, its players, and its models' owners."""
        return _backdrop


def _backdrop() -> Backdrop:
    """Return the backdrop of the first game that has one: its table, its players, and the owners of its models."""
    from riotsim.games.registry import GAMES
    from riotsim.replay.recording import seats
    from riotsim.rulebooks import read_rulebook
    from riotsim.simulation import perform
    from riotsim.store.assets import load_assets

    name, make = next((name, game.backdrop) for name, game in GAMES.items() if game.backdrop is not None)
    document, _, book = read_rulebook(name)
    shown = make(book, load_assets(book, None, document), perform)
    return shown.table, seats(dict.fromkeys(shown.players, "")), dict(shown.owners)
