"""The rules page of the window, without graphics: the game whose rules are open, the open clause, and the search."""

from dataclasses import replace

from riotsim.viewer.backend import Backend
from riotsim.viewer.ui.commands import CloseRules, OpenRules, SearchRules, UiCommand
from riotsim.viewer.ui.rules_model import RulesModel


class RulesReader:
    """The state of the rules page, which lies over any screen."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._visits = 0
        self.model: RulesModel | None = None
        """Data of the rules page; None while the page is closed."""

    def handle(self, command: UiCommand, current: str, *, chooses: bool) -> bool:
        """Carry out a command if it concerns the rules page. Return whether the command concerns this page.

        Args:
            command: The command.
            current: Name or title of the open game, or of the game chosen on the start screen.
            chooses: Whether the user may also look at the rules of other games.
        """
        match command:
            case OpenRules(clause, game):
                self._open(game or current, clause, chooses=chooses)
            case SearchRules(query) if self.model is not None:
                self.model = replace(self.model, query=query)
            case CloseRules():
                self.model = None
            case _:
                return False
        return True

    def _open(self, game: str, clause: str, *, chooses: bool) -> None:
        """Open the rules page of a game at a clause. `game` is the game's name or title.

        If the game has no rules page, then `chooses` decides. If it is True, open the first of all rules pages, if any.
        If it is False, do nothing.
        """
        pages = self._backend.rules_pages()
        page = next((one for one in pages if game in (one.game, one.title)), pages[0] if chooses and pages else None)
        if page is None:
            return
        self._visits += 1
        games = tuple((one.game, one.title) for one in pages) if chooses else ()
        query = self.model.query if self.model is not None and not clause else ""
        self.model = RulesModel(page, games, query, clause, self._visits)
