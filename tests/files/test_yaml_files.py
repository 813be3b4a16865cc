"""Reading of YAML files as plain data with line numbers, and the messages about wrong files."""

import json
import pickle
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from riotsim.files.problems import BadFile, Problem
from riotsim.files.yaml import MAX_FILE_SIZE, parse_yaml, read_yaml, validate
from riotsim.files.yaml_composer import MAX_DEPTH, PlainData

LONGEST_READ = 20.0
"""Seconds within which the slowest file below the size limit must be refused or read, on a busy machine."""


class Free(BaseModel):
    """A file in which anything may stand."""


def said(text: str | bytes) -> list[str]:
    """Return the messages about a file that can't be read."""
    content = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(BadFile) as caught:
        parse_yaml(content, "f.yaml")
    return str(caught.value).splitlines()


def test_words_and_numbers() -> None:
    """Unquoted words are read by YAML 1.2: `off` and `yes` are words, not truth values, and a date is a word too."""
    text = "a: off\nb: yes\nc: true\nd: 3\ne: 0.5\nf: ~\ng: '3'\nh: 2024-01-01\ni: 0x10\nj: .inf\nk: 1e3\nl:\nm: 08\n"
    assert parse_yaml(text.encode(), "f").data == {
        "a": "off", "b": "yes", "c": True, "d": 3, "e": 0.5, "f": None, "g": "3", "h": "2024-01-01", "i": 16,
        "j": float("inf"), "k": 1000.0, "l": None, "m": 8,
    }  # fmt: skip


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_json_is_yaml(data: object) -> None:
    """Any JSON text reads as the data it was made from."""
    assert parse_yaml(json.dumps(data).encode(), "f").data == data


@settings(max_examples=300)
@given(st.binary(max_size=200) | st.text(alphabet="ab:-[]{}&*!|>'\"#%@ \n\t,?<~0", max_size=60).map(str.encode))
def test_any_bytes(content: bytes) -> None:
    """Any content of a file is either read or refused with printable messages. No other error is raised."""
    told: tuple[Problem, ...] = ()
    try:
        parse_yaml(content, "f.yaml")
    except BadFile as error:
        told = error.problems or (Problem("f.yaml", ""),)
    assert all(problem.message and str(problem).isprintable() for problem in told)


def test_lines() -> None:
    """Each part of a document knows its line. For a part that isn't there, the line of the part around it is given."""
    document = parse_yaml(b"# first\na:\n  b: 1\n  c:\n    - x\n    - {y: 2,\n       z: 3}\n", "f")
    lines = {(): 2, ("a",): 2, ("a", "b"): 3, ("a", "c"): 4, ("a", "c", 0): 5, ("a", "c", 1, "z"): 7}
    assert {path: document.line_of(path) for path in lines} == lines
    assert document.line_of(("a", "c", 1, "nothing")) == 6


def test_an_alias_is_what_it_stands_for() -> None:
    """An alias has the value of its anchor. The line of each part of this value is the line of the alias."""
    document = parse_yaml(b"a: &one {x: 1}\nb: *one\n", "f")
    assert document.data == {"a": {"x": 1}, "b": {"x": 1}}
    assert document.line_of(("b", "x")) == 2


def test_duplicates_are_told_with_everything_else() -> None:
    """If a key comes twice, that is reported together with the other errors of the file."""

    class One(BaseModel):
        a: int

    with pytest.raises(BadFile) as caught:
        validate(parse_yaml(b"a: x\na: 2\n", "f.yaml"), One)
    assert str(caught.value).splitlines() == [
        "f.yaml:1: a: must be a whole number, such as 2, not 'x'",
        "f.yaml:2: a: comes twice, first on line 1; keep one of them",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: [1, 2\nb: 3\n", 2),
        ("a: 1\n b: 2\n", 2),
        ("a: 'x\n", 2),
        ("a: \x01\n", 1),
        ("a: 1\n---\nb: 2\n", 2),
        ("a: 1\n? [x, y]\n: 2\n", 2),
        ("a: *nobody\n", 1),
        ('a: 1\nb: "\\ud800"\n', 2),
        ("a:\n  - &x [*x]\n", 2),
        ("a: 1\n\t b: 2\n", 2),
        ('a: 1\nb: "\\U00110000"\n', 2),
        ('# "\\U0010FFFF"\nb: "x\\UFFFFFFFF"\n', 2),
        pytest.param(f"%YAML 1.{'9' * 5000}\n---\na: 1\n", 1, id="minor version"),
        pytest.param(f"%YAML {'9' * 5000}.2\n---\na: 1\n", 1, id="major version"),
    ],
)
def test_broken_yaml(text: str, line: int) -> None:
    """A text that is not YAML, or makes no sense as YAML, is refused with the line of the problem."""
    (only,) = said(text)
    assert only.startswith(f"f.yaml:{line}: ")


def test_not_utf8() -> None:
    """A file in another encoding is refused at the line of its first wrong byte."""
    assert said("a: 1\nb: Größe\n".encode("latin-1")) == ["f.yaml:2: is not UTF-8 text; save it as UTF-8"]


def test_a_byte_order_mark_does_no_harm() -> None:
    """If a file begins with a byte order mark, it is read as without."""
    assert parse_yaml("a: 1\n".encode("utf-8-sig"), "f").data == {"a": 1}


def test_tags_make_nothing() -> None:
    """A tag is reported as an error and has no effect, even if it would make a Python object."""
    document = parse_yaml(b"a: !!python/object/apply:os.system [x]\n", "f.yaml")
    assert document.data == {"a": ["x"]}
    assert "carries the tag !!python/object/apply:os.system" in str(document.problems[0])
    with pytest.raises(BadFile, match="carries the tag"):
        validate(document, Free)


def test_too_large() -> None:
    """A file of more than a megabyte is not even parsed."""
    assert said(b"a: " + b"x" * MAX_FILE_SIZE) == ["f.yaml: is larger than 1000 kB; no file of this program is"]


def test_a_billion_laughs() -> None:
    """Aliases within aliases count as if they were written out. A file with too many values is refused."""
    text = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
    for one, other in zip("abcdefgh", "bcdefghi", strict=True):
        text += f"{other}: &{other} [{', '.join([f'*{one}'] * 10)}]\n"
    (only,) = said(text)
    assert "more than 100000 values" in only


def test_too_deep() -> None:
    """Lists that are nested too deeply are refused."""
    assert f"more than {MAX_DEPTH} lists" in said("[" * 5000)[0]
    assert f"more than {MAX_DEPTH} lists" in said("- " * 5000)[0]


def test_the_worst_file_ends() -> None:
    """A file just below the limit of size, with far too many values, is refused within a few seconds."""
    start = time.process_time()
    with pytest.raises(BadFile, match="more than 100000 values"):
        parse_yaml(b"[" + b"1," * (MAX_FILE_SIZE // 2 - 1) + b"]", "f")
    assert time.process_time() - start < LONGEST_READ


def test_a_long_number_is_a_word() -> None:
    """A number that is too long for Python to read is kept as text."""
    assert parse_yaml(b"a: " + b"9" * 5000, "f").data == {"a": "9" * 5000}


def test_files_that_are_not_there(tmp_path: Path) -> None:
    """If a YAML file doesn't exist or is a folder, the message names its path."""
    for path in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(BadFile) as caught:
            read_yaml(path)
        assert str(caught.value).startswith(f"{path}: cannot be read: ")


def test_not_a_mapping() -> None:
    """A file that holds a list, a word or nothing is refused, because it must be a mapping."""
    for text in (b"[1, 2]", b"hello", b""):
        with pytest.raises(BadFile, match="must be a mapping"):
            validate(parse_yaml(text, "f"), Free)


class Inner(BaseModel):
    """A part of the file below."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    size: float
    """How large it is."""
    colour: Literal["red", "green"] = "red"


class Outer(BaseModel):
    """A file with all that pydantic fields may be."""

    model_config = ConfigDict(extra="forbid")

    one: Inner
    many: list[Inner] = []
    named: Mapping[str, Inner] = {}
    maybe: Inner | None = None
    pair: tuple[int, int] = (1, 2)
    either: int | list[int] = 1
    renamed: int = Field(default=1, alias="from")


UNKNOWN = "is no key that is known here; did you mean"
A_SIZE = "one: {size: 1}\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("one: {}", "1: one.size: is missing; add a line for it (how large it is)"),
        ("one: {size: 1, size_: 2}", f"1: one.size_: {UNKNOWN} size?"),
        (A_SIZE + "many:\n- size: 1\n- sise: 2\n  size: 1", f"4: many[1].sise: {UNKNOWN} size?"),
        (A_SIZE + "named: {x: {size: 1, colour: blue}}", "2: named.x.colour: must be 'red' or 'green', not 'blue'"),
        (A_SIZE + "maybe: {size: big}", "2: maybe.size: must be a plain number, such as 1.5, not 'big'"),
        (A_SIZE + "maybe: {sizes: 1, size: 1}", f"2: maybe.sizes: {UNKNOWN} size?"),
        (A_SIZE + "pair: [1]", "2: pair: has too few values"),
        (A_SIZE + "pair: [1, 2, 3]", "2: pair: must have at most 2, not 3"),
        (A_SIZE + "pair: 5", "2: pair: must be a list, such as [a, b], not 5"),
        (A_SIZE + "form: 5", f"2: form: {UNKNOWN} from?"),
        (A_SIZE + "xyzzy: 5", "is no key that is known here; there are one, many, named, maybe, pair, either, from"),
        (A_SIZE + '"x\\ny": 5', "2: x\\ny: is no key that is known here"),
        ("one: 5", "1: one: must be a mapping: keys with values below it, not 5"),
        ("# hello", "must be a mapping"),
        ("many: []", "1: one: is missing; add a line for it"),
    ],
)
def test_sentences(text: str, told: str) -> None:
    """Each mistake is reported with its line and its field. The message says what is wrong and what would be right."""
    with pytest.raises(BadFile) as caught:
        validate(parse_yaml(text.encode(), "f.yaml"), Outer)
    (only,) = str(caught.value).splitlines()
    assert told in only


def test_alternatives() -> None:
    """A field may be a number or a list. If its value is neither, it is reported once for each of the two."""
    with pytest.raises(BadFile) as caught:
        validate(parse_yaml(b"one: {size: 1}\neither: [x]\n", "f.yaml"), Outer)
    assert str(caught.value).splitlines() == [
        "f.yaml:2: either: must be a whole number, such as 2, not a list",
        "f.yaml:2: either[0]: must be a whole number, such as 2, not 'x'",
    ]


def test_problems_travel() -> None:
    """A `BadFile` that is pickled and read again has the same problems and message, so a worker process can send it."""
    error = BadFile([Problem("f.yaml", "is wrong", 3, "a.b")])
    again = pickle.loads(pickle.dumps(error))
    assert again.problems == error.problems
    assert str(again) == "f.yaml:3: a.b: is wrong"


def test_what_was_read_is_plain() -> None:
    """The data of a file have only Python's own types, so that no other code depends on the parser."""

    def kinds(value: PlainData) -> set[type]:
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return {type(value)}.union(*(kinds(one) for one in inner))

    data = parse_yaml(b"a: [1, 2.5, x, 'y', true, null]\nb:\n  c: >\n    text\n", "f").data
    assert kinds(data) == {dict, list, int, float, str, bool, type(None)}
