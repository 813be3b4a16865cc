"""The error of a command that can't do what was asked."""

from riotsim.errors import InvalidInput


class BadInput(InvalidInput):
    """Something on the command line cannot be done; the message says what, and what would be right."""
