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
"""Path of a file, and name of a function in it, such as `Class.method`. Changes elsewhere in the file don't alter the
name.
"""


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
    """A loader that puts a call at the start of each function. It reads a module's source, never compiled code."""

    note: Callable[[Function], object]
    """The function that is called."""

    def get_code(self, fullname: str) -> CodeType:
        """Compile the module with the added calls."""
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
        """Run the module with the function to call among its global variables."""
        setattr(module, NAME, self.note)
        super().exec_module(module)


class _Finder(MetaPathFinder):
    """A finder of riotsim's modules, which has `_Loader` load them."""

    def __init__(self, note: Callable[[Function], object]) -> None:
        self._note = note

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of riotsim, with `_Loader` as its loader."""
        if fullname.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = loader = _Loader(fullname, spec.origin)
            loader.note = self._note
        return spec


def install(note: Callable[[Function], object]) -> None:
    """From now on, add the call of a function to each module of riotsim that is imported. Each function of these
    modules calls it when it is entered.
    """
    sys.meta_path.insert(0, _Finder(note))
