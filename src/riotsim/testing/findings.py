"""What a test of the physics found beside what it should be, as plain records on disk: JSON Lines."""

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal

ENDING: Final = ".jsonl"
"""Of the files with records; each process writes its own."""

Kind = Literal["points", "line", "bars", "band", "steps"]
"""How a series is drawn: marks, a line, bars, the area between `low` and `high`, or the outline of a histogram."""


@dataclass(frozen=True, slots=True)
class Series:
    """One set of points in a chart."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    kind: Kind = "points"
    low: tuple[float, ...] = ()
    """Lower ends of error bars, or of a band; as many as `x`, or none."""
    high: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot. Charts of one case that have the same title are drawn as one: each test may bring its own series."""

    title: str
    x: str
    """What goes to the right, with its unit."""
    y: str
    series: tuple[Series, ...] = ()
    log_x: bool = False
    log_y: bool = False
    names: tuple[str, ...] = ()
    """Names of the places 0, 1, 2 … along x, where these are no numbers."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table of figures, such as a confusion table: the first column names the rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure that was measured, and what it is held to."""

    case: str
    """The section of the report it belongs to, such as `bounce`."""
    title: str
    """What was measured, in a few words."""
    found: float
    unit: str = ""
    source: str = ""
    """Where the expected figure comes from: a formula or a publication."""
    expected: float | None = None
    low: float = -math.inf
    """The least that still holds."""
    high: float = math.inf
    """The most that still holds."""
    note: str = ""
    """A sentence for the reader of the report."""
    second_opinion: float | None = None
    """What another engine finds in the same case."""
    charts: tuple[Chart, ...] = ()
    grids: tuple[Grid, ...] = ()
    test: str = ""
    """The test that found it."""

    @property
    def holds(self) -> bool:
        """Whether what was found lies within its bounds; what is not a number never does."""
        return self.low <= self.found <= self.high

    @property
    def off(self) -> float | None:
        """By how much it is off what was expected, as a share of that; None where nothing or 0 was expected."""
        return self.found / self.expected - 1.0 if self.expected else None

    def sentence(self) -> str:
        """Say what was found and what it is held to."""
        unit = f" {self.unit}" if self.unit else ""
        meant = "" if self.expected is None else f", expected {self.expected:.6g}{unit}"
        return f"{self.case}: {self.title}: found {self.found:.6g}{unit}{meant}; {self.bounds()} ({self.source})"

    def bounds(self) -> str:
        """Say between which figures it holds."""
        unit = f" {self.unit}" if self.unit else ""
        match math.isfinite(self.low), math.isfinite(self.high):
            case True, True:
                return f"holds from {self.low:.4g} to {self.high:.4g}{unit}"
            case True, False:
                return f"holds from {self.low:.4g}{unit} up"
            case False, True:
                return f"holds up to {self.high:.4g}{unit}"
        return "is not held to anything"

    def must_hold(self) -> None:
        """Raise `AssertionError`, with the sentence, if it does not hold."""
        __tracebackhide__ = True  # the test's own line says more
        if not self.holds:
            raise AssertionError(self.sentence())


@dataclass(frozen=True, slots=True)
class Ran:
    """How a test went."""

    test: str
    outcome: str
    """`passed`, `failed` or `skipped`."""
    seconds: float
    message: str = ""
    """Of a failure."""


def finding(
    case: str,
    title: str,
    *,
    found: float,
    expected: float | None = None,
    within: float | None = None,
    off: float | None = None,
    at_least: float | None = None,
    at_most: float | None = None,
    unit: str = "",
    source: str = "",
    note: str = "",
    second_opinion: float | None = None,
    charts: tuple[Chart, ...] = (),
    grids: tuple[Grid, ...] = (),
    test: str = "",
) -> Finding:
    """Make a finding. It holds `within` so much of `expected`, or `off` it by at most that share, or between bounds.

    Raises `ValueError` for `within` or `off` without `expected`.
    """
    low = -math.inf if at_least is None else at_least
    high = math.inf if at_most is None else at_most
    spread = within
    if off is not None and expected is not None:
        spread = off * abs(expected)
    if (within is not None or off is not None) and (expected is None or spread is None):
        raise ValueError(f"{case}: {title}: `within` and `off` need to know what is expected")
    if spread is not None and expected is not None:
        low, high = max(low, expected - spread), min(high, expected + spread)
    return Finding(
        case,
        title,
        float(found),
        unit,
        source,
        None if expected is None else float(expected),
        float(low),
        float(high),
        note,
        None if second_opinion is None else float(second_opinion),
        charts,
        grids,
        test,
    )


def append(path: Path, record: Finding | Ran) -> None:
    """Put a record at the end of a file, as one line."""
    line = json.dumps({type(record).__name__: asdict(record)}, ensure_ascii=False)
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def read(folder: Path) -> Iterator[Finding | Ran]:
    """Give all records in a folder, file after file by name. Raises `ValueError` for a line that is none."""
    from pydantic import TypeAdapter, ValidationError

    kinds: dict[str, TypeAdapter[Finding] | TypeAdapter[Ran]]
    kinds = {"Finding": TypeAdapter(Finding), "Ran": TypeAdapter(Ran)}
    for path in sorted(folder.glob(f"*{ENDING}")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            try:
                ((kind, parts),) = json.loads(line).items()
                yield kinds[kind].validate_python(parts)
            except (ValidationError, ValueError, KeyError, AttributeError) as problem:
                raise ValueError(f"{path}, line {number}: not a record of the physics suite ({problem})") from problem
