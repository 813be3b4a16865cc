"""An import hook that notes which functions of riotsim are entered.

It puts one call at the start of each function, which is much cheaper than tracing each line.
"""

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Final, TypeAlias

PACKAGE: Final = "riotsim"

NAME: Final = "_note_entry"
"""Global variable of each module that holds the function to call."""

Function: TypeAlias = tuple[str, str]
"""Path of a file and name of a function in it, such as `Class.method`, which other changes of the file don't alter."""


def functions_of(node: ast.AST, within: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield all functions below a node, with their names; an outer function comes before those within it."""
    for child in ast.iter_child_nodes(node):
        inside = within
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = f"{within}{child.name}."
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield within + child.name, child
        yield from functions_of(child, inside)


class _Loader(SourceFileLoader):
    """Loads a module from its source, never from compiled code, with a call at the start of each function."""

    note: Callable[[Function], object]
    """The function that is called."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the changed code."""
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path), path)
        for name, node in list(functions_of(tree)):
            call = ast.parse(f"{NAME}(({path!r}, {name!r}))").body[0]
            for part in ast.walk(call):
                ast.copy_location(part, node.body[0])
            node.body.insert(1 if ast.get_docstring(node) is not None else 0, call)
        code: CodeType = compile(tree, path, "exec")
        return code

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, which finds the function to call among its globals."""
        setattr(module, NAME, self.note)
        super().exec_module(module)


class _Finder(MetaPathFinder):
    """Finds the modules of riotsim."""

    def __init__(self, note: Callable[[Function], object]) -> None:
        self._note = note

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module's place with the loader above."""
        if fullname.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = loader = _Loader(fullname, spec.origin)
            loader.note = self._note
        return spec


def install(note: Callable[[Function], object]) -> None:
    """Have all modules of riotsim that are imported from now on call a function whenever one of theirs is entered."""
    sys.meta_path.insert(0, _Finder(note))
