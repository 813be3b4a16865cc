"""Records of the values that physics tests have measured, with expected values and bounds, in files of JSON lines."""

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal, TypedDict, Unpack

RECORD_SUFFIX: Final = ".jsonl"
"""Ending of the names of files with records. Each process writes its own file."""

State = Literal["told", "holds", "known", "fails"]
"""State of a measured value.

- `told`: the value has no bounds.
- `holds`: the value is within its bounds.
- `known`: the value is outside its bounds, but within the wider bounds of a known deviation.
- `fails`: the value is outside its bounds, and no known deviation allows it. NaN always fails.
"""

Kind = Literal["points", "line", "bars", "band", "steps"]
"""Kind of a series.

- `points`: single marks.
- `line`: a line.
- `bars`: bars.
- `band`: the area between `low` and `high`.
- `steps`: a histogram's outline.
"""


@dataclass(frozen=True, slots=True)
class Series:
    """A set of points in a chart that are drawn alike."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    kind: Kind = "points"
    low: tuple[float, ...] = ()
    """Lower ends of the series' error bars, or of its band, one for each x. Empty if it has no error bars or band."""
    high: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of the report.

    Charts with the same title and axes in one section of the report are drawn as one chart. So several tests can add
    series to a chart.
    """

    title: str
    x: str
    """Label of the x axis: its quantity and unit."""
    y: str
    series: tuple[Series, ...] = ()
    log_x: bool = False
    log_y: bool = False
    names: tuple[str, ...] = ()
    """Names on the x axis at x = 0, 1, 2 …; empty if the axis shows numbers."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table, such as a confusion table. The first cell of a row is the name of the row."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """A measured value, with the expected value and the bounds."""

    case: str
    """Name of the report's section for the value, such as `bounce`."""
    title: str
    """The measured quantity, in a few words."""
    found: float
    unit: str = ""
    source: str = ""
    """Source of the expected value: a formula or a publication."""
    expected: float | None = None
    low: float = -math.inf
    """Lower bound of the measured value; -inf if there is none."""
    high: float = math.inf
    """Upper bound of the measured value; inf if there is none."""
    known: str = ""
    """Reason for a known deviation; empty if no deviation is known."""
    known_low: float = -math.inf
    """Least value that the known deviation allows; ignored if no deviation is known."""
    known_high: float = math.inf
    """Greatest value that the known deviation allows; ignored if no deviation is known."""
    note: str = ""
    """A remark for readers of the report; empty for none."""
    second_opinion: float | None = None
    """The value that another engine gives in the same case; None if no other engine was run."""
    charts: tuple[Chart, ...] = ()
    grids: tuple[Grid, ...] = ()
    test: str = ""
    """The pytest id of the test that measured the value."""

    @property
    def holds(self) -> bool:
        """True if the measured value lies within its bounds; False for NaN."""
        return self.low <= self.found <= self.high

    @property
    def held(self) -> bool:
        """True if the measured value has a lower or an upper bound."""
        return math.isfinite(self.low) or math.isfinite(self.high)

    @property
    def state(self) -> State:
        """The state of the measured value: `told`, `holds`, `known` or `fails` (see `State`)."""
        if not self.held and not math.isnan(self.found):
            return "told"
        if self.holds:
            return "holds"
        return "known" if self.known and self.known_low <= self.found <= self.known_high else "fails"

    @property
    def off(self) -> float | None:
        """The measured value minus the expected value, as a fraction of the expected value.

        None if there is no expected value, or if the expected value is 0.
        """
        return self.found / self.expected - 1.0 if self.expected else None

    def sentence(self) -> str:
        """Return a sentence with the measured value, the expected value, the bounds and the source."""
        unit = f" {self.unit}" if self.unit else ""
        meant = "" if self.expected is None else f", expected {self.expected:.6g}{unit}"
        known = f"; known to be off {_range(self.known_low, self.known_high, self.unit)}: {self.known}"
        return (
            f"{self.case}: {self.title}: found {self.found:.6g}{unit}{meant}; {self.bounds()}"
            f"{known if self.known else ''} ({self.source})"
        )

    def bounds(self) -> str:
        """Return a phrase with the bounds of the measured value, such as `holds from 2 to 3 mm`."""
        within = _range(self.low, self.high, self.unit)
        return f"holds {within}" if within else "is not held to anything"

    def must_hold(self) -> None:
        """Fail if the measured value is outside its bounds, unless a known deviation allows the value.

        Raises:
            AssertionError: The state is `fails`. The message is `sentence()`.
        """
        __tracebackhide__ = True  # the test's own line says more
        if self.state == "fails":
            raise AssertionError(self.sentence())


@dataclass(frozen=True, slots=True)
class Ran:
    """The outcome of a test that pytest has run."""

    test: str
    outcome: str
    """`passed`, `failed` or `skipped`."""
    seconds: float
    message: str = ""
    """Message of the failure; empty if the test did not fail."""


@dataclass(frozen=True, slots=True)
class KnownDeviation:
    """A known deviation of a measured value: the reason, and the wider bounds that it allows.

    If the deviation gives no lower bound, the lower bound of the measured value remains valid. If it gives no upper
    bound, the upper bound of the measured value remains valid.
    """

    why: str
    """The reason, which the report shows."""
    within: float | None = None
    """Largest allowed difference from the expected value, in the unit of the value."""
    off: float | None = None
    """Largest allowed difference from the expected value, as a fraction of that value."""
    at_least: float | None = None
    """Least value that the deviation allows."""
    at_most: float | None = None
    """Greatest value that the deviation allows."""


class ExpectedValues(TypedDict, total=False):
    """The optional arguments of `finding`: the expected value, bounds, and additions for the report."""

    expected: float | None
    """The right value, if it is known."""
    within: float | None
    """Largest allowed difference from `expected`, in `unit`."""
    off: float | None
    """Largest allowed difference from `expected`, as a fraction of `expected`."""
    at_least: float | None
    """Least allowed value."""
    at_most: float | None
    """Greatest allowed value."""
    known: KnownDeviation | None
    """A known deviation, with wider bounds than the value's own bounds.

    A value that only these wider bounds allow passes the test, and the report marks the value.
    """
    unit: str
    """The unit of the value."""
    source: str
    """The formula or publication with the expected value."""
    note: str
    """A remark for readers of the report."""
    second_opinion: float | None
    """The value that another engine gives in the same case."""
    charts: tuple[Chart, ...]
    """Charts that the report shows with the value."""
    grids: tuple[Grid, ...]
    """Tables that the report shows with the value."""


def finding(case: str, title: str, *, found: float, test: str = "", **held: Unpack[ExpectedValues]) -> Finding:
    """Return a finding: a measured value, with the expected value and the bounds.

    Args:
        case: Name of the report's section for the value.
        title: The measured quantity, in a few words.
        found: The measured value.
        test: The pytest id of the test that measured the value.
        **held: Expected value, bounds, and additions for the report: see `ExpectedValues`.

    Raises:
        ValueError: `within` or `off` is given without `expected`. Or a known deviation lacks a reason or wider bounds.
    """
    expected, second, known = held.get("expected"), held.get("second_opinion"), held.get("known")
    name = f"{case}: {title}"
    low, high = _bounds(name, expected, held.get("within"), held.get("off"), held.get("at_least"), held.get("at_most"))
    known_low, known_high = -math.inf, math.inf
    if known is not None:
        known_low, known_high = _bounds(name, expected, known.within, known.off, known.at_least, known.at_most)
        known_low = low if math.isinf(known_low) else known_low
        known_high = high if math.isinf(known_high) else known_high
        if not known.why or known_low > low or known_high < high or (known_low, known_high) == (low, high):
            raise ValueError(f"{name}: what is known to be off needs a reason, and wider bounds than what holds")
    return Finding(
        case,
        title,
        float(found),
        held.get("unit", ""),
        held.get("source", ""),
        None if expected is None else float(expected),
        low,
        high,
        "" if known is None else known.why,
        known_low,
        known_high,
        held.get("note", ""),
        None if second is None else float(second),
        held.get("charts", ()),
        held.get("grids", ()),
        test,
    )


def _bounds(
    name: str,
    expected: float | None,
    within: float | None,
    off: float | None,
    at_least: float | None,
    at_most: float | None,
) -> tuple[float, float]:
    """Return the least and the greatest allowed value. A missing bound is -inf or inf.

    If a difference from the expected value and `at_least` or `at_most` are given, the stricter bound counts.

    Args:
        name: Case and title of the value, for the error.
        expected: The expected value.
        within: Largest allowed difference from the expected value; ignored if `off` is given.
        off: Largest allowed difference from the expected value, as a fraction of that value.
        at_least: Least allowed value.
        at_most: Greatest allowed value.

    Raises:
        ValueError: `within` or `off` is given without `expected`.
    """
    low = -math.inf if at_least is None else float(at_least)
    high = math.inf if at_most is None else float(at_most)
    if within is None and off is None:
        return low, high
    if expected is None:
        raise ValueError(f"{name}: `within` and `off` need to know what is expected")
    spread = off * abs(expected) if off is not None else within or 0.0
    return max(low, expected - spread), min(high, expected + spread)


def _range(low: float, high: float, unit: str) -> str:
    """Return a range as text, such as `from 2 to 3 mm`, or an empty text if both ends are infinite."""
    of = f" {unit}" if unit else ""
    match math.isfinite(low), math.isfinite(high):
        case True, True:
            return f"from {low:.4g} to {high:.4g}{of}"
        case True, False:
            return f"from {low:.4g}{of} up"
        case False, True:
            return f"up to {high:.4g}{of}"
    return ""


def append(path: Path, record: Finding | Ran) -> None:
    """Append a record to a file of JSON lines."""
    line = json.dumps({type(record).__name__: asdict(record)}, ensure_ascii=False)
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def read(folder: Path) -> Iterator[Finding | Ran]:
    """Yield all records in a folder. The files are read in the order of their names.

    Raises:
        ValueError: A line is not a record. The message has the file and the line.
    """
    from pydantic import TypeAdapter, ValidationError

    kinds: dict[str, TypeAdapter[Finding] | TypeAdapter[Ran]]
    kinds = {"Finding": TypeAdapter(Finding), "Ran": TypeAdapter(Ran)}
    for path in sorted(folder.glob(f"*{RECORD_SUFFIX}")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            try:
                ((kind, parts),) = json.loads(line).items()
                yield kinds[kind].validate_python(parts)
            except (ValidationError, ValueError, KeyError, AttributeError) as problem:
                raise ValueError(f"{path}, line {number}: not a record of the physics suite ({problem})") from problem
