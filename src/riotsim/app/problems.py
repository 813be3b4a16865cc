"""What a command says when it cannot do what was asked."""

from riotsim.errors import InvalidInput


class BadInput(InvalidInput):
    """Something on the command line cannot be done; the message says what, and what would be right."""
