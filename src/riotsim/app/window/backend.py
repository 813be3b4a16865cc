"""The window's backend: games to begin, resume and replay, and the pieces that it shows.

Heavy modules are imported on first use, so that the first frame appears early.
"""

from collections.abc import Callable, Mapping
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
"""Credits of the program's components: headings with their paragraphs. `LICENSE-ATTRIBUTION.md` has the full list."""


@dataclass
class WindowBackend:
    """The backend of the window, on one store of games."""

    db: Path | None = None
    """The store; None for the user's default store."""
    seed: str = ""
    """The seed that the start screen shows at first."""
    players: Mapping[str, str] = field(default_factory=dict)
    """Players on the start screen at first: names, each with a bot or `person`. If empty, a person plays a bot."""
    version: str = field(default_factory=lambda: version("riotsim"))

    @cached_property
    def credits(self) -> tuple[tuple[str, str], ...]:
        """Credits: headings with their paragraphs."""
        from riotsim.games.registry import GAMES

        return (*((game.title, game.credit) for game in GAMES.values()), *PROGRAM_CREDITS)

    def new_game_options(self) -> start_model.Offer:
        """Return the options of a new game."""
        from riotsim.app.window.offers import new_game_options

        return new_game_options()

    def default_draft(self) -> start_model.Draft:
        """Return the draft of a first game, with the players and the seed that the backend was made with."""
        from riotsim.app.window.offers import draft

        return replace(draft(self.players), seed=self.seed)

    def rules_file(self, text: str) -> Path | None:
        """Return the rules file that a typed text means, or None."""
        from riotsim.app.window.offers import rules_file

        return rules_file(text)

    def rules_files(self, text: str) -> tuple[str, ...]:
        """Return the paths of rules files and folders that begin with a typed text."""
        from riotsim.app.rules_files import completions

        return completions(text)

    def check_rules(self, path: Path) -> start_model.RulesReport:
        """Check a rules file as `riotsim rules check` does."""
        from riotsim.app.window.offers import check_rules

        return check_rules(path)

    @property
    def _store(self) -> Path:
        return self.db or default_store()

    def stored_games(self) -> tuple[start_model.StoredGame, ...]:
        """Return the stored games, latest first; none if the store is missing or unreadable."""
        from riotsim.app.window.stored_games import list_stored_games

        return list_stored_games(self._store)

    def store_problem(self) -> str:
        """Return what is wrong with the store, or an empty string."""
        from riotsim.app.window.stored_games import store_problem

        return store_problem(self._store)

    def begin(self, draft: start_model.Draft) -> Opening:
        """Begin a game.

        Raises:
            Unplayable: The rules, a name or the seed is invalid.
        """
        from riotsim.app.window.new_game import new_game_opening

        return new_game_opening(draft, self.db)

    def resume(self, game: str) -> Opening:
        """Resume a stored game.

        Raises:
            Unplayable: There is no such game.
        """
        from riotsim.app.window.stored_games import resume

        return resume(game, self._store)

    def recording(self, game: str) -> Recording:
        """Return the recording of a stored game.

        Raises:
            Unplayable: The game can't be read.
        """
        from riotsim.app.window.stored_games import recording

        return recording(game, self._store)

    def sandbox(self, draft: start_model.Draft) -> SandboxGame:
        """Open the sandbox for the players and rules of a draft.

        Raises:
            Unplayable: The rules are invalid.
        """
        from riotsim.app.window.offers import BARE_TABLE_KEY
        from riotsim.app.window.sandbox import sandbox_for

        return sandbox_for(draft, bare=draft.table == BARE_TABLE_KEY)

    def sandbox_by(self, rules: str) -> SandboxGame:
        """Return the sandbox for persons by some rules.

        Raises:
            Unplayable: The rules can't be used, or their game has no sandbox.
        """
        from riotsim.app.window.sandbox import sandbox_by

        return sandbox_by(rules)

    def scenario(self, file: Path) -> SandboxGame:
        """Open the sandbox for a scenario file.

        Raises:
            Unplayable: The file is invalid.
        """
        from riotsim.app.window.sandbox import sandbox_of

        return sandbox_of(file)

    def write_scenario(self, file: Path, text: str) -> None:
        """Write a scenario file. An existing file stays until the new one is complete.

        Raises:
            Unplayable: The file can't be written.
        """
        from riotsim.files.atomic import write_whole

        try:
            write_whole(file, text.encode("utf-8"))
        except BadFile as bad:
            raise Unplayable(str(bad)) from bad

    def scenarios(self) -> Path:
        """Return the folder for scenario files: the current one."""
        return Path.cwd()

    def pictures(self) -> Path:
        """Return the user's folder of pictures."""
        from platformdirs import user_pictures_path

        return user_pictures_path()

    def cache(self) -> Path:
        """Return the user's cache folder."""
        from platformdirs import user_cache_path

        return user_cache_path("riotsim")

    def figure_meshes(self) -> dict[str, FigureMesh]:
        """Return the meshes of the miniatures."""
        from riotsim.app.recordings import figure_meshes

        return dict(figure_meshes())

    def backdrop(self) -> Callable[[], Backdrop]:
        """Return a function that makes the table behind the start screen."""
        return _backdrop


def _backdrop() -> Backdrop:
    """Return the table of the first game that has a backdrop, its players, and the owners of its models."""
    from riotsim.games.registry import GAMES
    from riotsim.replay.recording import seats
    from riotsim.rulebooks import read_rulebook
    from riotsim.simulation import perform
    from riotsim.store.assets import load_assets

    name, make = next((name, game.backdrop) for name, game in GAMES.items() if game.backdrop is not None)
    document, _, book = read_rulebook(name)
    shown = make(book, load_assets(book, None, document), perform)
    return shown.table, seats(dict.fromkeys(shown.players, "")), dict(shown.owners)
