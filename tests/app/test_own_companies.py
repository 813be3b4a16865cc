"""Companies on the start screen: some come with a game. Players may also bring their own files, which are checked and
played.
"""

import time
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("pyglet")

from made_up_board_game import TUMBLE

from riotsim.app.window.backend import WindowBackend
from riotsim.app.window.hosting import GameInWindow
from riotsim.files.resources import builtin_companies
from riotsim.games.registry import GAMES
from riotsim.viewer.screens.start import StartScreen
from riotsim.viewer.session.hosted_game import Unplayable
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import EditDraft, GoToPage
from riotsim.viewer.ui.models import SettingsModel
from riotsim.viewer.ui.start_model import OWN_COMPANY_KEY, Draft, OwnFile, Page, StartModel, fit_draft

TIMEOUT = 60.0
"""Seconds that a file may take to be read on a busy machine."""

SETTINGS = SettingsModel(Settings())


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return the file of a player's own army."""
    file = tmp_path / "mine.yaml"
    file.write_text(builtin_companies("cube_clash")["reed_court"].read_text(encoding="utf-8"), encoding="utf-8")
    return file


def checked(start: StartScreen, place: int) -> OwnFile:
    """Look at the start screen until a player's file has been checked."""
    ends = time.monotonic() + TIMEOUT
    while (own := start.model(SETTINGS).own_company(place)).report is None:
        assert time.monotonic() < ends, own
        time.sleep(0.01)
    return own


def bringing(model: StartModel, place: int, file: str) -> Draft:
    """Return the draft in which the player in a seat brings a file."""
    seats = list(model.draft.seats)
    seats[place] = replace(seats[place], company=OWN_COMPANY_KEY, company_file=file)
    return replace(model.draft, seats=tuple(seats))


def test_a_file_of_one_s_own_is_checked_and_played(tmp_path: Path, mine: Path) -> None:
    """A player's own file can be played if it has no faults, and the game keeps its text. If the file changes and gets
    a fault, the screen gives the fault's line, and no game begins.
    """
    backend = WindowBackend(tmp_path / "s", rules="cube_clash", seed="3")
    start = StartScreen(backend, SETTINGS)
    start.handle(EditDraft(bringing(start.model(SETTINGS), 0, str(mine))))
    assert checked(start, 0).valid
    assert start.model(SETTINGS).own_company(1) == OwnFile()
    opening = backend.begin(start.model(SETTINGS).draft)
    assert isinstance(opening, GameInWindow)
    assert opening.header is not None
    ours, theirs = opening.header.seats
    assert (ours.company is not None and ours.company.text, theirs.company) == (mine.read_text(encoding="utf-8"), None)

    mine.write_text(mine.read_text(encoding="utf-8").replace("convert", "convrt"), encoding="utf-8")
    while checked(start, 0).valid:
        pass
    (fault,) = checked(start, 0).report.faults  # type: ignore[union-attr]  # `checked` waits for it
    assert fault.startswith("mine.yaml:17: units.reed_sovereign.west: ")
    with pytest.raises(Unplayable, match=r"mine\.yaml:17"):
        backend.begin(start.model(SETTINGS).draft)


def test_a_dropped_file_goes_to_the_player_who_waits_for_one(tmp_path: Path, mine: Path) -> None:
    """If a player waits for a file, a dropped file is this player's company. If no player waits for one, the file is
    taken as the rules file.
    """
    start = StartScreen(WindowBackend(tmp_path / "s", rules="cube_clash"), SETTINGS)
    start.handle(EditDraft(bringing(start.model(SETTINGS), 1, "")))
    start.use_file(str(mine))
    assert start.model(SETTINGS).draft.seats[1].company_file == str(mine)
    assert checked(start, 1).valid
    start.use_file("rules.yaml")
    assert start.model(SETTINGS).draft.own == "rules.yaml"


def test_companies_of_the_command_line_are_those_of_the_next_game(tmp_path: Path, mine: Path) -> None:
    """If the command line names a file as a player's company, the draft has it as this player's own file. If it names
    an army of the game, the draft has this choice.
    """
    backend = WindowBackend(tmp_path / "s", rules="cube_clash", companies={"Ada": "reed_court", "Bea": str(mine)})
    ada, bea = backend.default_draft().seats
    assert (ada.options, ada.company) == ({"army": "reed_court"}, "")
    assert (bea.company, bea.company_file) == (OWN_COMPANY_KEY, str(mine))


def test_armies_that_break_the_limits_are_played_if_the_flag_is_set(tmp_path: Path) -> None:
    """RW-98: with the flag of `riotsim play --unbound` the file of an army that breaks the limits has no faults, and
    the game and the sandbox begin. Without it, the file has faults. Positions of the sandbox are saved with the flag.
    """
    army = Path(__file__).parents[2] / "rules" / "riftwar" / "maid.yaml"
    companies = {"Ada": str(army)}
    bound, unbound = (
        WindowBackend(tmp_path / "s", "3", rules="riftwar", companies=companies, flags=flags)
        for flags in ((), ("unbound",))
    )
    assert [one.key for one in bound.new_game_options().rules_for("riftwar").flags] == ["unbound"]
    assert bound.check_company(army, bound.default_draft()).faults
    with pytest.raises(Unplayable, match="8 are allowed"):
        bound.begin(bound.default_draft())
    draft = unbound.default_draft()
    assert unbound.check_company(army, draft).faults == ()
    opening = unbound.begin(draft)
    assert isinstance(opening, GameInWindow)
    assert opening.header is not None
    figures = opening.header.rules.text["army"]
    assert isinstance(figures, dict)
    assert figures["check"] is False
    with pytest.raises(Unplayable, match="8 are allowed"):
        bound.sandbox(bound.default_draft())
    sandbox, file = unbound.sandbox(draft), tmp_path / "unbound.yaml"
    file.write_text(sandbox.text(sandbox.initial_position(), "Unbound", file), encoding="utf-8")
    assert unbound.scenario(file).initial_position().table == sandbox.initial_position().table


def test_a_file_is_checked_anew_if_a_flag_changes(tmp_path: Path) -> None:
    """RW-98: if an army breaks the limits, its file has no faults while the flag `unbound` is set. The faults come back
    without the flag.
    """
    army = Path(__file__).parents[2] / "rules" / "riftwar" / "maid.yaml"
    start = StartScreen(WindowBackend(tmp_path / "s", rules="riftwar", companies={"Ada": str(army)}), SETTINGS)
    found = []
    for flags in ((), ("unbound",), ()):
        start.handle(EditDraft(replace(start.model(SETTINGS).draft, flags=flags)))
        found.append(checked(start, 0).valid)
    assert found == [False, True, False]


def test_a_file_dropped_on_the_sandbox_s_page_is_used_there(tmp_path: Path, mine: Path) -> None:
    """If a file is dropped on the sandbox's page, this page stays open and takes the file. If it is dropped on another
    page, the page of a new game opens.
    """
    start = StartScreen(WindowBackend(tmp_path / "s", rules="cube_clash"), SETTINGS)
    start.handle(EditDraft(bringing(start.model(SETTINGS), 1, "")))
    pages: tuple[tuple[Page, Page], ...] = (("sandbox", "sandbox"), ("credits", "new"))
    for page, then in pages:
        start.handle(GoToPage(page))
        start.use_file(str(mine))
        assert start.model(SETTINGS).page == then
    assert start.model(SETTINGS).draft.seats[1].company_file == str(mine)


def test_rules_of_the_command_line_are_those_of_the_next_game(tmp_path: Path) -> None:
    """If the command line names rules or a rules file, the next game's draft has these rules and enough players."""
    file = tmp_path / "mine.yaml"
    file.write_text("game: tumble\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, TUMBLE.name, TUMBLE)
        draft = WindowBackend(tmp_path / "s", rules=str(file)).default_draft()
    assert (draft.rules, draft.own, len(draft.seats)) == ("own", str(file), 2)
    assert len(WindowBackend(tmp_path / "s", rules="demolition_dice").default_draft().seats) == 3


def test_a_game_without_companies_gets_none(tmp_path: Path, mine: Path) -> None:
    """If a draft changes to a game without companies, no player keeps a company's file."""
    backend = WindowBackend(tmp_path / "s", rules="cube_clash")
    start = StartScreen(backend, SETTINGS)
    draft = bringing(start.model(SETTINGS), 0, str(mine))
    fitted = fit_draft(replace(draft, rules="demolition_dice"), backend.new_game_options())
    assert {seat.company for seat in fitted.seats} == {""}


def test_companies_are_offered_in_their_column(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a company takes the place of a seat option, it is offered in the column of this option. Otherwise companies
    have a column of their own.
    """
    file = tmp_path / "mine.yaml"
    file.write_text("game: tumble\n", encoding="utf-8")
    monkeypatch.setitem(GAMES, TUMBLE.name, TUMBLE)
    backend = WindowBackend(tmp_path / "s")
    offers = backend.new_game_options()
    offered = offers.rules_for("cube_clash").companies
    assert offered is not None
    assert (offered.label, offered.option, offered.choices) == ("Army", "army", ())
    assert offers.rules_for("riot_dice").companies is None
    made_up = backend.check_rules(file).offer
    assert made_up is not None
    assert made_up.companies is not None
    assert (made_up.companies.label, made_up.companies.option) == ("Company", "")
