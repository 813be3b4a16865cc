"""The errors of riotsim: a base class and its broad kinds.

`except riotsim.RiotsimError` catches all of riotsim's own errors. Specific errors are defined where they are raised.
Some of them are built-in errors too: `Refused`, for example, is a `ValueError`. The package `riotsim` exports those
errors that a caller may want to catch.
"""


class RiotsimError(Exception):
    """The base class of riotsim's own errors. Some functions also raise built-in errors, such as `KeyError`."""


class InvalidInput(RiotsimError):
    """Input that can't be used: a file, an argument of a call, or an option of a command."""


class BadInput(InvalidInput):
    """A command that can't be run as the user typed it. The message names the wrong option, or gives the reason."""


class InvalidValue(InvalidInput, ValueError):
    """An argument with an invalid value, such as `throw("3d7")`, or a call at a moment when it is not possible."""


class IllegalAnswer(RiotsimError):
    """An answer that the rules don't allow. The game has not changed."""


class StorageError(RiotsimError):
    """A stored game or campaign locked by another process, or a game with a journal that doesn't fit the rules."""


class PhysicsError(RiotsimError):
    """A failed simulation. For example, a position was no longer finite."""


class Unavailable(RiotsimError):
    """A feature for which the machine lacks something, such as OpenGL or an optional package."""
