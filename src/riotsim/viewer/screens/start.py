"""The start screen, without graphics: pages, the draft of a new game, stored games, and the table behind the pages."""

import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from riotsim.processes import BackgroundProcess
from riotsim.viewer.backend import Backdrop, Backend
from riotsim.viewer.scene.textures import texture_layers
from riotsim.viewer.screens.settings import settings_after
from riotsim.viewer.ui import commands as commands
from riotsim.viewer.ui import models, start_model
from riotsim.viewer.ui.commands import EditScenarioPath
from riotsim.viewer.ui.rules_model import RulesModel

if TYPE_CHECKING:
    from riotsim.viewer.render.view import SceneView  # it needs a display


def _failed_report(error: Exception) -> start_model.FileReport:
    """Return the report on a file whose check has raised an unexpected error."""
    return start_model.FileReport(
        (f"The file can't be checked: {' '.join(str(error).split()) or type(error).__name__}",)
    )


def _check_company(backend: Backend, draft: start_model.Draft, path: Path) -> start_model.FileReport:
    """Return the report on a company file, checked against the rules of the draft of a new game."""
    return backend.check_company(path, draft)


class StartScreen:
    """The state of the start screen."""

    def __init__(self, backend: Backend, settings: models.SettingsModel) -> None:
        self._backend = backend
        self._own = WatchedFile(backend.check_rules, _failed_report)
        self._companies: dict[tuple[str, str, frozenset[str], int], WatchedFile[start_model.FileReport]] = {}
        """The checkers of company files.

        The key has the rules, the path of the user's own rules, the flags of the rules, and the index of the seat.
        """
        self._matched: dict[str, tuple[str, ...]] = {}
        """The possible completions of each path that the user has begun to type."""
        self._opening = start_model.StartModel(
            start_model.Draft((), "", ""), start_model.LOADING, settings, version=backend.version
        )

    def opening(self) -> start_model.StartModel:
        """Return the data for the first frame of the start screen.

        They don't have the games, rules and stored games, which are read only later.
        """
        return self._opening

    @cached_property
    def _new_game_options(self) -> start_model.Offer:
        return self._backend.new_game_options()

    @cached_property
    def _model(self) -> start_model.StartModel:
        backend = self._backend
        return replace(
            self._opening,
            draft=backend.default_draft(),
            offer=self._new_game_options,
            credits=backend.credits,
            games=backend.stored_games(),
            problem=backend.store_problem(),
        )

    @property
    def game(self) -> str:
        """Name of the game that is chosen for a new game."""
        return self._model.game.key

    def model(
        self, settings: models.SettingsModel, notice: str = "", rules: RulesModel | None = None
    ) -> start_model.StartModel:
        """Return the panel data of the start screen.

        Args:
            settings: Data of the settings page.
            notice: A message to show, or an empty text.
            rules: Data of the rules page, or None if the page is not open.
        """
        self._matched = {text: found for text, found in self._matched.items() if text in self._typed()}
        own = self._own_rules()
        offered = () if own.report is None or own.report.offer is None else (own.report.offer,)
        offer = replace(self._new_game_options, rules=(*self._new_game_options.rules, *offered))
        companies = tuple(self._own_company(place) for place in range(len(self._model.draft.seats)))
        self._model = replace(
            self._model,
            offer=offer,
            settings=settings,
            notice=notice,
            rules=rules,
            own_rules=own,
            own_companies=companies,
        )
        return self._model

    def _typed(self) -> tuple[str, ...]:
        """Return the texts of all fields for paths of a rules file or a company file."""
        draft = self._model.draft
        return (draft.own, *(seat.company_file for seat in draft.seats))

    def _own_rules(self) -> start_model.OwnFile:
        """Return the state of the field for the user's own rules file (see `_own_file`)."""
        draft = self._model.draft
        if draft.rules != start_model.OWN_RULES_KEY:
            return start_model.OwnFile()
        return self._own_file(draft.own, self._own)

    def _own_company(self, place: int) -> start_model.OwnFile:
        """Return the state of the field for the company file of the seat with the index `place` (see `_own_file`)."""
        draft = self._model.draft
        seat = draft.seats[place]
        if seat.company != start_model.OWN_COMPANY_KEY:
            return start_model.OwnFile()
        key = (draft.rules, draft.own, frozenset(draft.flags), place)
        if key not in self._companies:
            check = partial(_check_company, self._backend, draft)
            self._companies[key] = WatchedFile(check, _failed_report)
        return self._own_file(seat.company_file, self._companies[key])

    def _own_file(self, text: str, watched: "WatchedFile[start_model.FileReport]") -> start_model.OwnFile:
        """Return the state of a field for the path of a file.

        If the text is the path of a file, the state has the report on this file, as soon as it is checked. Otherwise,
        the state has the possible completions of the text.
        """
        file = self._backend.typed_file(text)
        if file is None:
            if text not in self._matched:
                self._matched[text] = self._backend.completions(text)
            return start_model.OwnFile(matches=self._matched[text])
        seen = watched.seen(file)
        return start_model.OwnFile(seen, is_checking=seen is None)

    def use_file(self, path: str) -> None:
        """Use a file dropped on the window, and show the page for it.

        The file becomes the company of the first player who still needs a company file. If no player needs one, the
        file becomes the rules of the new game.
        """
        draft = self._model.draft
        waiting = (
            place
            for place, seat in enumerate(draft.seats)
            if seat.company == start_model.OWN_COMPANY_KEY and self._own_company(place).report is None
        )
        if (place := next(waiting, None)) is not None:
            seats = list(draft.seats)
            seats[place] = replace(seats[place], company_file=path)
            draft = replace(draft, seats=tuple(seats))
        else:
            before = draft.rules_before if draft.rules == start_model.OWN_RULES_KEY else draft.rules
            draft = replace(draft, rules=start_model.OWN_RULES_KEY, own=path, rules_before=before)
        page: start_model.Page = "sandbox" if self._model.page == "sandbox" else "new"
        self._model = replace(self._model, page=page, draft=draft, problem="")

    def handle(self, command: commands.UiCommand) -> None:
        """Carry out a command of the start screen's panels."""
        self._model = start_after(self._model, command)
        if isinstance(command, commands.GoToPage):
            self._model = replace(self._model, games=self._backend.stored_games())
            self._read_lessons()

    def show_problem(self, reason: str) -> None:
        """Show the reason why a game, replay or sandbox can't be opened."""
        self._model = replace(self._model, problem=reason)

    def refresh(self) -> None:
        """Reload the list of stored games."""
        self._model = replace(self._model, games=self._backend.stored_games())

    def reopen(self, page: start_model.Page) -> None:
        """Show a page of the start screen, after a game, replay or sandbox was left."""
        self._model = replace(self._model, games=self._backend.stored_games(), page=page, problem="")
        self._read_lessons()

    def offer_game(self, game: str) -> None:
        """Show the page of a new game, with the game `game` chosen. This is called after a lesson in that game."""
        rules = next(one.key for one in self._model.offer.rules if one.game == game)
        draft = start_model.fit_draft(replace(self._model.draft, rules=rules), self._model.offer)
        self.reopen("new")
        self._model = replace(self._model, draft=draft)

    def _read_lessons(self) -> None:
        """Read the lessons if their page is shown. They are not read earlier, because reading takes a moment."""
        if self._model.page == "learn":
            self._model = replace(self._model, lessons=self._backend.lessons())


def start_after(model: start_model.StartModel, command: commands.UiCommand) -> start_model.StartModel:
    """Return the data of the start screen after a command. Commands that don't concern this screen change nothing."""
    match command:
        case commands.GoToPage(page):
            return replace(model, page=page, problem="", settings=replace(model.settings, capturing=None, clash=None))
        case commands.EditDraft(draft):
            return replace(model, draft=draft, problem="")
        case EditScenarioPath(path):
            return replace(model, scenario=path, problem="")
    settings = settings_after(model.settings, command)
    return model if settings is model.settings else replace(model, settings=settings)


T = TypeVar("T")

Stamp: TypeAlias = tuple[Path, int, int]
"""The state of a file: path, modification time (ns) and size (bytes)."""


class WatchedFile(Generic[T]):
    """A checker of a file. After each change of the file, it checks again, in a thread because a check takes long."""

    def __init__(self, check: Callable[[Path], T], on_error: Callable[[Exception], T]) -> None:
        """Create a checker.

        Args:
            check: Function that checks the file at a path, and returns the result.
            on_error: Function that returns the result if `check` raises an exception.
        """
        self._check, self._on_error = check, on_error
        self._wanted: Stamp | None = None
        self._found: tuple[Stamp, T] | None = None

    def seen(self, file: Path) -> T | None:
        """Return the result of checking a file as it is now, or None if there is no result yet.

        The first call for a file starts a check. After each change of the file, the next call starts another check, and
        the old result is no longer returned. If there is no such file, return None.
        """
        stamp = _stamp(file)
        if stamp is None:
            return None
        if stamp != self._wanted:
            self._wanted = stamp
            # No daemon, for the reason given in `BackdropLoader.show`.
            Thread(target=self._run_check, args=(stamp,)).start()
        found = self._found
        return found[1] if found is not None and found[0] == stamp else None

    def _run_check(self, stamp: Stamp) -> None:
        try:
            seen = self._check(stamp[0])
        except Exception as error:  # otherwise the check would never seem to end
            traceback.print_exc()
            seen = self._on_error(error)
        if stamp == self._wanted:
            self._found = (stamp, seen)


def _stamp(file: Path) -> Stamp | None:
    try:
        told = file.stat()
    except (OSError, ValueError):
        return None
    return None if file.is_dir() else (file, told.st_mtime_ns, told.st_size)


class BackdropLoader:
    """The table behind the start screen. Another process builds it, and it is shown when it is ready."""

    def __init__(self, backend: Backend, view: "SceneView") -> None:
        self._backend = backend
        self._view = view
        self._making: BackgroundProcess[Backdrop] | None = None
        self._made: Backdrop | None = None

    def show(self) -> None:
        """Show the table behind the start screen if it is ready. The first call starts building it."""
        if self._made is None:
            if self._making is None:
                self._making = BackgroundProcess(self._backend.backdrop())
                # Compute the textures before the renderer needs them. The thread is no daemon: a daemon
                # that is stopped inside numpy's C++ code would crash the process.
                Thread(target=texture_layers).start()
            self._made = self._making.result()
        if self._made is not None:
            self._view.show_behind_panels(*self._made)

    def close(self) -> None:
        """Stop building the table behind the start screen."""
        if self._making is not None:
            self._making.close()
