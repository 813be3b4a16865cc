"""A user's own bots, which are named by `module:Class`."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from own_bots import no_own_bots

from riotsim.bots import custom
from riotsim.bots.custom import UnusableBot

OF_THE_PROCESS = custom._allowed
"""The bots that were allowed when pytest collected this module."""

MODULE = """
class Good:
    def __init__(self, luck, rules=None, other=3):
        self.given = (luck, rules, other)
    def answer(self, request, session):
        return None

class Greedy2:
    def __init__(self, whatever):
        pass
    def answer(self, request, session):
        return None

class NoBot:
    pass

def function(request, session):
    return None
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the current folder, with a module of bots and a module that can't be imported."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots_of_a_test.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "broken_bots.py").write_text("1 / 0\n", encoding="utf-8")
    with no_own_bots():
        yield tmp_path


def test_a_class_is_given_what_it_asks_for(folder: Path) -> None:
    """A bot's `__init__` gets the offered values whose names are those of its parameters. Other parameters keep their
    defaults.
    """
    custom.allow("bots_of_a_test:Good")
    bot = custom.build("bots_of_a_test:Good", {"luck": 1, "rules": 2, "perform": 4})
    assert vars(bot) == {"given": (1, 2, 3)}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bots_of_a_test:Goood", "did you mean Good"),
        ("bots_of_a_test:NoBot", "is no bot"),
        ("bots_of_a_test:function", "is no bot"),
        ("no_such_module:Good", "there is no module no_such_module"),
        ("broken_bots:Good", "ZeroDivisionError"),
        ("Good", "module:Class"),
        ("../evil:Good", "module:Class"),
    ],
)
def test_what_is_no_bot_is_said(folder: Path, name: str, words: str) -> None:
    """If a name doesn't stand for a bot, it is refused with a message that says why."""
    with pytest.raises(UnusableBot, match=words):
        custom.allow(name)


def test_a_file_that_has_just_been_written_is_found(folder: Path) -> None:
    """If a bot's name was refused and its file is then written, the bot is found. This holds even if the folder's time
    hasn't changed.
    """
    with pytest.raises(UnusableBot, match="there is no module bots_written_later"):
        custom.allow("bots_written_later:Good")
    before = folder.stat()
    (folder / "bots_written_later.py").write_text(MODULE, encoding="utf-8")
    os.utime(folder, ns=(before.st_atime_ns, before.st_mtime_ns))
    custom.allow("bots_written_later:Good")
    assert custom.is_allowed("bots_written_later:Good")


def test_an_unknown_parameter_is_named(folder: Path) -> None:
    """If a bot's `__init__` has a parameter that nothing is offered for, the message names it, and what is offered."""
    custom.allow("bots_of_a_test:Greedy2")
    with pytest.raises(UnusableBot, match=r"'whatever'.*luck, rules"):
        custom.build("bots_of_a_test:Greedy2", {"luck": 1, "rules": 2})


def test_a_name_alone_imports_nothing(folder: Path) -> None:
    """A bot that the user hasn't named isn't imported. If it is asked for an answer, it refuses."""
    bot = custom.build("broken_bots:Good", {})
    with pytest.raises(UnusableBot, match="name it yourself"):
        bot.answer(None, None)


def test_the_environment_names_bots(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that the environment variable `RIOTSIM_BOTS` names are allowed."""
    assert not custom.is_allowed("bots_of_a_test:Good")
    monkeypatch.setenv(custom.BOTS_VARIABLE, " bots_of_a_test:Good, ")
    assert custom.is_allowed("bots_of_a_test:Good")
    assert custom.allowed() == ("bots_of_a_test:Good",)


def test_a_wrong_name_in_the_environment_is_told_with_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If `RIOTSIM_BOTS` names a bot that can't be used, the message begins with the variable's name."""
    monkeypatch.setenv(custom.BOTS_VARIABLE, "bots_of_a_test:Goood")
    with pytest.raises(UnusableBot, match=r"^RIOTSIM_BOTS: bots_of_a_test:Goood: .*did you mean Good"):
        custom.allowed()


def test_children_may_build_a_bot_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is allowed for child processes is added to `RIOTSIM_BOTS`, once, after the bots already named
    there.
    """
    monkeypatch.setenv(custom.BOTS_VARIABLE, "bots_of_a_test:Greedy2")
    for _ in range(2):
        custom.allow("bots_of_a_test:Good", children=True)
    assert os.environ[custom.BOTS_VARIABLE] == "bots_of_a_test:Greedy2,bots_of_a_test:Good"


def test_a_module_finds_no_bots_of_other_modules() -> None:
    """The bots that this module allows are kept apart from those of other test modules."""
    assert custom._allowed is not OF_THE_PROCESS


def test_tests_forget_bots_of_the_same_name(tmp_path: Path) -> None:
    """If two tests write bots of the same name in different folders, each test gets its own bot."""
    for place in ("first", "second"):
        folder = tmp_path / place
        folder.mkdir()
        (folder / "bots_of_one_name.py").write_text(f"class Good:\n    def answer(self, *_): return {place!r}\n")
        with no_own_bots():
            custom.allow("bots_of_one_name:Good", str(folder))
            assert custom.build("bots_of_one_name:Good", {}).answer() == place
        assert not custom.is_allowed("bots_of_one_name:Good")
