"""An extension of griffe that fences the examples of docstrings, so that the site shows them as code."""

import re
from typing import Any

import griffe

EXAMPLES = re.compile(r"^( *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)


class FenceExamples(griffe.Extension):
    """Fences for paragraphs that begin with Python's prompt."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of a member."""
        fence(obj)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Fence the examples of the package itself, which is no member of anything."""
        fence(pkg)


def fence(thing: griffe.Object) -> None:
    """Fence the examples in a docstring that has no section for them."""
    if thing.docstring and not re.search(r"^ *Examples?:", thing.docstring.value, re.MULTILINE):
        thing.docstring.value = fenced(thing.docstring.value)


def fenced(text: str) -> str:
    """Return a docstring whose paragraphs of examples are fenced blocks."""
    return EXAMPLES.sub(lambda found: f"{found[1]}```pycon\n{found[0]}\n{found[1]}```", text)
