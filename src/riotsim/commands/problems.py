"""What a command says when it cannot do what was asked."""


class BadInput(Exception):  # noqa: N818 - it is the input that is bad; the program made no error
    """Something on the command line cannot be done; the message says what, and what would be right."""
