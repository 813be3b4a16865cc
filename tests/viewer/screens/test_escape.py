"""The key of the menu on the game screen."""

from told_host import screens

from riotsim.viewer.ui.commands import OpenMenu, ShowRecord


def test_escape_closes_the_whole_log_before_it_opens_the_menu() -> None:
    """The key of the menu first closes the whole log, as it closes a sheet."""
    _, table = screens("Ann", "Bob", persons=("Ann",))
    table.handle(ShowRecord("whole log"))
    table.handle(OpenMenu(True))
    assert (table.page, table.menu) == ("log", False)
    table.handle(OpenMenu(True))
    assert (table.page, table.menu) == ("log", True)
