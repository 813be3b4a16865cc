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
"""For each comparison, the one that replaces it. `<` becomes `<=`, so only the boundary moves.

If a measured float or a clock is compared, nothing is replaced (`_is_measured`), since such a value doesn't hit the
boundary.
"""

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
"""For each arithmetic operator, the one that replaces it. `|` and `&`, which combine bits, sets and types, stay."""

FUNCTIONS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
"""For each built-in function, the one that replaces it in a call."""

UNMUTATED_CALLS: Final = {"cast", "TypeVar", "NewType", "ParamSpec", "NamedTuple", "TypedDict"}
"""Calls that only the type checker reads."""

UNNOTICED_ARGUMENTS: Final = {
    "zip": {"strict"},
    "field": {"compare", "repr"},
    "dataclass": {"compare", "repr", "slots", "kw_only"},
}
"""For each call, the arguments that aren't changed: they guard or describe the code itself, and callers notice none of
them.

`strict=True` guards against lists of different lengths, which the code around it doesn't make.
"""

CLOCKS: Final = {"monotonic", "perf_counter", "process_time", "thread_time", "time"}
"""Functions that read a clock, and so never return exactly the limit they are compared with."""

EXACT: Final = {0.0, 1.0}
"""Floats that a value often hits exactly."""

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

    Nothing is changed in docstrings, annotations, decorators, f-strings, asserts, raised errors, `UNNOTICED_ARGUMENTS`,
    and what only the type checker reads.

    Args:
        file: the file's path below the project's root.
        source: the file's content.
    """
    lines = source.encode().splitlines(keepends=True)
    found: list[Mutant] = []
    tree = ast.parse(source)
    floats = _float_constants(tree)
    for node in _nodes(tree):
        for place, after in _changes(node, floats):
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
    """Yield a node and all nodes below it, without those whose change wouldn't change what the program does."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "type_comment", "type_params", "decorator_list"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _stays(child) and not _is_unnoticed(node, child):
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


def _is_unnoticed(node: ast.AST, child: ast.AST) -> bool:
    """Return True if a child of a node is one of `UNNOTICED_ARGUMENTS` in its call."""
    match node, child:
        case ast.Call(func=ast.Name(id=name)), ast.keyword(arg=str(argument)):
            return argument in UNNOTICED_ARGUMENTS.get(name, ())
        case _:
            return False


def _float_constants(tree: ast.Module) -> set[str]:
    """Return the names of a module's float constants, except those with a value in `EXACT`."""
    found: set[str] = set()
    for node in tree.body:
        match node:
            case (
                ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=float() as value))
                | ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=float() as value))
            ) if value not in EXACT:
                found.add(name)
    return found


def _is_measured(node: ast.expr, floats: set[str]) -> bool:
    """Return True if an expression is a measured float or a clock, as far as the source shows."""
    match node:
        case ast.Constant(value=float() as value):
            return value not in EXACT
        case ast.Name(id=name):
            return name in floats
        case ast.UnaryOp(operand=operand):
            return _is_measured(operand, floats)
        case ast.BinOp(left=left, right=right):
            return _is_measured(left, floats) or _is_measured(right, floats)
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name in CLOCKS
        case _:
            return False


def _changes(node: ast.AST, floats: set[str]) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield the changes of one node: what is replaced, and the new source.

    A number is doubled, because adding 1 would hardly change a speed of 800 or a limit of 256. 0 becomes 1.

    Args:
        node: a node of the source.
        floats: the names of the module's float constants.
    """
    match node:
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE(), *_], comparators=[right, *_]) if (
            _is_measured(left, floats) or _is_measured(right, floats)
        ):
            pass
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
            yield node, repr(2 * value or type(value)(1))
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
