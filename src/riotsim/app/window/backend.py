"""What the window is handed: games to be begun, gone on with and looked at again, and the pieces it shows.

Whatever it takes is imported when it is asked for: the first frame waits for none of it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from riotsim.app.saving import default_store
from riotsim.files.problems import BadFile
from riotsim.replay.figure_meshes import FigureMesh
from riotsim.replay.recording import Recording
from riotsim.viewer.sandbox.game import SandboxGame
from riotsim.viewer.session.backend import Backdrop
from riotsim.viewer.session.hosted_game import Opening, Unplayable
from riotsim.viewer.ui.start import start_model


@dataclass
class WindowBackend:
    """Games for the window."""

    db: Path | None = None
    """The store, if it isn't the user's own."""
    seed: str = ""
    """What is written for a new game's seed until somebody writes another."""
    version: str = field(default_factory=lambda: version("riotsim"))

    @cached_property
    def credits(self) -> tuple[tuple[str, str], ...]:
        """Whose work all this builds on: headings and paragraphs."""
        from riotsim.app.window.credits import all_credits

        return all_credits()

    def new_game_options(self) -> start_model.Offer:
        """Give what a new game can be made of."""
        from riotsim.app.window.offers import new_game_options

        return new_game_options()

    def default_draft(self) -> start_model.Draft:
        """Offer a person against a bot."""
        from riotsim.app.window.offers import draft

        return replace(draft(), seed=self.seed)

    def rules_file(self, text: str) -> Path | None:
        """Give the file that somebody means who has written this; None if there is none such."""
        from riotsim.app.window.offers import rules_file

        return rules_file(text)

    def rules_files(self, text: str) -> tuple[str, ...]:
        """Give the paths of rules files and folders that begin so."""
        from riotsim.app.window.own_rules import matches

        return matches(text)

    def check_rules(self, path: Path) -> start_model.RulesReport:
        """Look a rules file over, as `riotsim rules check` does."""
        from riotsim.app.window.offers import look_at_rules

        return look_at_rules(path)

    @property
    def _store(self) -> Path:
        return self.db or default_store()

    def stored_games(self) -> tuple[start_model.StoredGame, ...]:
        """Give the stored games, the latest first; none if there is no store, or none that can be read."""
        from riotsim.app.window.stored_games import stored

        return stored(self._store)

    def store_problem(self) -> str:
        """Say what is wrong with the store; empty if nothing is."""
        from riotsim.app.window.stored_games import trouble

        return trouble(self._store)

    def begin(self, draft: start_model.Draft) -> Opening:
        """Begin a game. Raises `Unplayable` for rules, names or a seed that can't be."""
        from riotsim.app.window.new_game import begun

        return begun(draft, self.db)

    def resume(self, game: str) -> Opening:
        """Go on with a stored game. Raises `Unplayable` if there is none such."""
        from riotsim.app.window.stored_games import resume

        return resume(game, self._store)

    def recording(self, game: str) -> Recording:
        """Give a stored game, to be shown again. Raises `Unplayable`."""
        from riotsim.app.window.stored_games import recording

        return recording(game, self._store)

    def sandbox(self, draft: start_model.Draft) -> SandboxGame:
        """Give the sandbox for the bosses, gangs and rules of a new game. Raises `Unplayable`."""
        from riotsim.app.window.offers import BARE
        from riotsim.app.window.sandbox import sandbox_for

        return sandbox_for(draft, bare=draft.table == BARE)

    def sandbox_by(self, rules: str) -> SandboxGame:
        """Return the sandbox for persons by some rules.

        Raises:
            Unplayable: The rules can't be used, or their game has no sandbox.
        """
        from riotsim.app.window.sandbox import sandbox_by

        return sandbox_by(rules)

    def scenario(self, file: Path) -> SandboxGame:
        """Give the sandbox for a scenario file. Raises `Unplayable` with what is wrong with it."""
        from riotsim.app.window.sandbox import sandbox_of

        return sandbox_of(file)

    def write_scenario(self, file: Path, text: str) -> None:
        """Write a scenario file whole: what was there stays until it is. Raises `Unplayable` if it can't be."""
        from riotsim.files.atomic import write_whole

        try:
            write_whole(file, text.encode("utf-8"))
        except BadFile as bad:
            raise Unplayable(str(bad)) from bad

    def scenarios(self) -> Path:
        """Give the folder that one is in: scenarios are text files among others of one's own."""
        return Path.cwd()

    def pictures(self) -> Path:
        """Give the user's own folder of pictures."""
        from platformdirs import user_pictures_path

        return user_pictures_path()

    def cache(self) -> Path:
        """Give the user's own folder for what can be made anew."""
        from platformdirs import user_cache_path

        return user_cache_path("riotsim")

    def figure_meshes(self) -> dict[str, FigureMesh]:
        """Give what stands on bases."""
        from riotsim.app.recordings import figure_meshes

        return dict(figure_meshes())

    def backdrop(self) -> Callable[[], Backdrop]:
        """Give what makes a table to look at behind the start screen."""
        return _backdrop


def _backdrop() -> Backdrop:
    """A game of a few turns, as it stands."""
    from riotsim.app.window.backdrop import backdrop  # late: it brings the engine, and what reads meshes

    return backdrop()
