"""Places of the source where a small change makes a mutant: comparisons, arithmetic, numbers, conditions, calls."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
"""Each comparison, and the one that replaces it. An order keeps its direction: only its boundary moves."""

ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Add,
}
"""Each arithmetic operator, and the one that replaces it. Those of bits and of sets and types (`|`, `&`) stay."""

FUNCTIONS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
"""Built-in functions whose call becomes a call of another one."""

UNMUTATED_CALLS: Final = {"cast", "TypeVar", "NewType", "ParamSpec", "NamedTuple", "TypedDict"}
"""Calls that only the type checker reads."""

Position: TypeAlias = tuple[int, int]
"""A line, from 1, and a column in bytes, from 0."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small change of one file."""

    file: str
    """Path of the file below the project's root, with slashes."""
    line: int
    """Line of the change, from 1."""
    start: Position
    end: Position
    """Position after the last byte that is replaced."""
    before: str
    """The source that is replaced, in one line."""
    after: str
    """The source that replaces it."""

    def apply_to(self, source: str) -> str:
        """Return the file's source with the change."""
        lines = source.encode().splitlines(keepends=True)
        (first, begin), (last, stop) = self.start, self.end
        changed = lines[first - 1][:begin] + self.after.encode() + lines[last - 1][stop:]
        return b"".join([*lines[: first - 1], changed, *lines[last:]]).decode()


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Return all mutants of a file, in the order of its lines.

    Docstrings, annotations, decorators (`slots=True`), f-strings, asserts, raised errors, and what only the type
    checker reads stay as they are.

    Args:
        file: the file's path below the project's root.
        source: the file's content.
    """
    lines = source.encode().splitlines(keepends=True)
    found: list[Mutant] = []
    for node in _nodes(ast.parse(source)):
        for place, after in _changes(node):
            assert place.end_lineno is not None
            assert place.end_col_offset is not None
            start, end = (place.lineno, place.col_offset), (place.end_lineno, place.end_col_offset)
            text = b"".join(lines[place.lineno - 1 : place.end_lineno])
            before = text[place.col_offset : len(text) - len(lines[place.end_lineno - 1]) + place.end_col_offset]
            found.append(Mutant(file, place.lineno, start, end, " ".join(before.decode().split()), after))
    return sorted(found, key=lambda mutant: (mutant.start, mutant.end, mutant.after))


def all_mutants(root: Path, folder: str = "src/riotsim") -> list[Mutant]:
    """Return the mutants of all Python files in a folder, in the order of their paths."""
    files = sorted((root / folder).rglob("*.py"))
    return [mutant for file in files for mutant in mutants_of(file.relative_to(root).as_posix(), file.read_text())]


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and those below it whose change would change what the program does."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "type_comment", "type_params", "decorator_list"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _stays(child):
                yield from _nodes(child)


def _stays(node: ast.AST) -> bool:
    """Return True if nothing within a node is changed."""
    match node:
        case ast.JoinedStr() | ast.Assert() | ast.Raise() | ast.Import() | ast.ImportFrom() | ast.Global():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in UNMUTATED_CALLS
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case _:
            return False


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield the changes of one node: what is replaced, and the new source."""
    match node:
        case ast.Compare(left=left, ops=[op, *more], comparators=comparators):
            yield node, _source(ast.Compare(left, [COMPARISONS[type(op)](), *more], comparators))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC and not _is_text(left):
            yield node, _source(ast.BinOp(left, ARITHMETIC[type(op)](), right))
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in ARITHMETIC:
            yield node, _source(ast.AugAssign(target, ARITHMETIC[type(op)](), value))
        case ast.BoolOp(op=op, values=values):
            yield node, _source(ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, _source(operand)
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() | float() as value):
            yield node, repr(value + 1)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield test, _source(ast.UnaryOp(ast.Not(), test))
        case ast.Call(func=ast.Name(id=name) as function) if name in FUNCTIONS:
            yield function, FUNCTIONS[name]
        case ast.Expr(value=ast.Call()):
            yield node, "pass"
        case ast.Break():
            yield node, "continue"
        case ast.Continue():
            yield node, "break"


def _is_text(node: ast.expr) -> bool:
    """Return True for a literal text, whose `%` and `+` are not arithmetic."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def _source(node: ast.expr | ast.stmt) -> str:
    """Return the source of a node in one line, in brackets if it is an expression."""
    text = ast.unparse(ast.fix_missing_locations(node))
    return f"({text})" if isinstance(node, ast.expr) else text
