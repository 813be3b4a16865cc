"""What a command says when it cannot do what was asked."""


class BadInput(Exception):
    """Something on the command line cannot be done; the message says what, and what would be right."""
