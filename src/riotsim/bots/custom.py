"""Bots and policies that a user writes: classes named `module:Class`.

A bot has a method `answer`. A policy is called with an observation and an action mask
(`riotsim.agents.policies.Policy`).

Importing a module runs its code, and a stored game may come from a stranger. So a bot is imported only if the user
names it: on the command line, in a campaign file, in a call, or in the environment variable `RIOTSIM_BOTS`. `allow`
imports the bot's module, and `build` makes a bot from its class.
"""

import hashlib
import importlib
import inspect
import os
import re
import sys
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from riotsim.errors import InvalidInput
from riotsim.play.requests import Request
from riotsim.play.session.session import Session

_NAME: Final = re.compile(r"(?P<module>[^\W\d][\w.]*):(?P<cls>[^\W\d]\w*)")

BOTS_VARIABLE: Final = "RIOTSIM_BOTS"
"""The environment variable with the names of bots that every command may import, separated by commas."""

NO_BOT: Final = (
    "a bot is a class with a method answer(self, request, session), and a policy one with a method "
    "__call__(self, observation, mask)"
)

_allowed: Final[dict[str, Callable[..., Any]]] = {}

_digests: Final[dict[str, str]] = {}
"""The SHA-256 digest of each imported module's file, by module; empty if the file can't be read."""


class UnusableBot(InvalidInput, ValueError):
    """The error for a bot that can't play.

    For example, the bot can't be imported or built, its class isn't a bot, or the user hasn't allowed it (`allow`).
    """


def is_custom(name: str) -> bool:
    """Return whether a bot's name has the form `module:Class`."""
    return _NAME.fullmatch(name) is not None


def allow(name: str, folder: str | None = None, *, children: bool = False) -> None:
    """Import a user's own bot, so that `build` may build it.

    Args:
        name: The bot as `module:Class`, such as `my_bot:MyBot`.
        folder: A folder to search for the module after Python's own path; by default the current folder.
        children: Whether processes that this process starts may build the bot too, such as the window's game processes.

    Raises:
        UnusableBot: The name has another form, the module can't be imported, or the class is missing or isn't a bot.
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise UnusableBot(f"your own bot is named module:Class, such as my_bot:MyBot, not {name!r}")
    if name not in _allowed:
        allow_class(name, _class(name, match["module"], match["cls"], folder or os.getcwd()))
    if children:
        os.environ[BOTS_VARIABLE] = ",".join(dict.fromkeys((*_in_environment(), name)))


def allow_class(name: str, bot: Callable[..., Any]) -> None:
    """Register a class or a factory of bots under a name, for `build`.

    Args:
        name: The name, as `module:Class`.
        bot: The class, or a function that returns a bot.

    Raises:
        UnusableBot: `bot` is a class that has neither a method `answer` nor a method `__call__`.
    """
    methods = (getattr(bot, name, None) for name in ("answer", "__call__"))
    if isinstance(bot, type) and not any(inspect.isfunction(method) for method in methods):
        raise UnusableBot(f"{name} is no bot: {NO_BOT}")
    _allowed[name] = bot


def is_allowed(name: str) -> bool:
    """Return whether the user has named a bot, in this process or in the environment.

    A bot that only the environment names is imported now.

    Raises:
        UnusableBot: The environment names the bot, but it can't be imported.
    """
    if name not in _allowed and name in _in_environment():
        try:
            allow(name)
        except UnusableBot as problem:
            raise UnusableBot(f"{BOTS_VARIABLE}: {problem}") from problem
    return name in _allowed


def module_digest(name: str) -> str:
    """Return the SHA-256 digest of the file of a bot's module. Modules that this module imports don't count.

    The digest is empty if `allow` hasn't imported the module in this process, or its file couldn't be read.

    Args:
        name: The bot as `module:Class`.
    """
    return _digests.get(name.partition(":")[0], "")


def allowed() -> tuple[str, ...]:
    """Return the names of the bots that the user has allowed: first in this process, then in the environment.

    Bots that only the environment variable `RIOTSIM_BOTS` names are imported now.

    Raises:
        UnusableBot: The environment names a bot that can't be imported.
    """
    return tuple(name for name in dict.fromkeys((*_allowed, *_in_environment())) if is_allowed(name))


def _in_environment() -> tuple[str, ...]:
    return tuple(name.strip() for name in os.environ.get(BOTS_VARIABLE, "").split(",") if name.strip())


def build(name: str, offered: Mapping[str, object]) -> Any:
    """Build a bot or a policy.

    A bot that the user hasn't named is replaced by a stand-in. The stand-in raises `UnusableBot` when it is asked to
    answer. So a finished game with this bot can be opened.

    Args:
        name: The bot as `module:Class`.
        offered: Values for the parameters of the class, by the parameters' names.

    Raises:
        UnusableBot: A parameter of the class has no default and isn't in `offered`, or a bot that the environment names
            can't be imported.
    """
    if not is_allowed(name):
        return _UnnamedBot(name)
    bot = _allowed[name]
    wanted: dict[str, object] = {}
    for parameter in inspect.signature(bot).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.name in offered:
            wanted[parameter.name] = offered[parameter.name]
        elif parameter.default is parameter.empty:
            raise UnusableBot(
                f"{name}: its __init__ has the parameter {parameter.name!r}; a bot can be given {', '.join(offered)}"
            )
    return bot(**wanted)


class _UnnamedBot:
    """A stand-in for a bot that the user hasn't named. It can't answer."""

    def __init__(self, name: str) -> None:
        self._name = name

    def answer(self, request: Request[object], session: Session[Any]) -> object:
        """Raise an error, because the bot's code was not imported.

        Raises:
            UnusableBot: Always.
        """
        raise UnusableBot(f"{unnamed_bot_message(self._name)}: set {BOTS_VARIABLE}={self._name}")


def unnamed_bot_message(name: str) -> str:
    """Return a message for the user: a bot must be named before it is imported."""
    return f"{name} is somebody's own code, which riotsim imports only when you name it yourself"


def _class(name: str, module: str, cls: str, folder: str) -> type:
    if folder not in sys.path:
        sys.path.append(folder)  # at the end, so that no file there hides a module on Python's path
    importlib.invalidate_caches()  # the file may be newer than Python's cached list of the folder
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            where = f"{module.replace('.', '/')}.py in {folder}, or a package that is installed"
            raise UnusableBot(f"{name}: there is no module {module}; it would be {where}") from error
        raise UnusableBot(f"{name}: {module} can't be imported: {error}") from error
    except Exception as error:
        raise UnusableBot(f"{name}: {module} can't be imported: {type(error).__name__}: {error}") from error
    _digests.setdefault(module, _file_digest(found))
    bot = getattr(found, cls, None)
    if bot is None:
        close = get_close_matches(cls, vars(found), n=1)
        raise UnusableBot(f"{name}: {module} has no class {cls}" + (f"; did you mean {close[0]}?" if close else ""))
    if not isinstance(bot, type):
        raise UnusableBot(f"{name} is no bot: {NO_BOT}")
    return bot


def _file_digest(module: ModuleType) -> str:
    try:
        return hashlib.sha256(Path(module.__file__ or "").read_bytes()).hexdigest()
    except (AttributeError, OSError):  # a notebook, a zip file
        return ""
