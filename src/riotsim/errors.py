"""The errors of riotsim: one base class and its broad kinds.

Concrete errors are defined where they are raised, and `riotsim` exports those that a caller may want to catch.
`except riotsim.RiotsimError` catches all of them. A concrete error is also a built-in error where that fits:
`Refused` is a `ValueError` too.
"""


class RiotsimError(Exception):
    """Base class of every error that riotsim raises on purpose."""


class InvalidInput(RiotsimError):
    """Input that can't be used: a file, an argument of a call, or an option of a command.

    The message names the input and says what would be right.
    """


class BadInput(InvalidInput):
    """A command that can't do what was asked. The message says what is wrong and what would be right."""


class InvalidValue(InvalidInput, ValueError):
    """An argument whose value is not allowed, such as `throw("3d7")`."""


class IllegalAnswer(RiotsimError):
    """An answer that the rules don't allow. The game has not changed."""


class StorageError(RiotsimError):
    """A stored game that can't be opened, or whose journal doesn't fit the rules."""


class PhysicsError(RiotsimError):
    """A simulation that failed, such as one in which a body's position is no longer finite."""


class Unavailable(RiotsimError):
    """A feature that needs something this machine lacks, such as OpenGL or an optional package."""
