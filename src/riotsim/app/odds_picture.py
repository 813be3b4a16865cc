"""The odds of a check as a picture, in an SVG file.

The picture has a bar with fail, tie and win, and a bar for each degree.
"""

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from riotsim.errors import BadInput
from riotsim.pools.exact import Odds
from riotsim.pools.notation import write_check

if TYPE_CHECKING:
    from riotsim.app.odds import RolledChecks

WIDTH, MARGIN, TOP = 720, 24, 108
"""Width of the picture, width of its left and right margins, and height of the space above the degrees' bars (pixels).
"""

BARS, LABELS = 220, 46
"""Height of the space for the bars of degrees, and of the space for the labels below (pixels).

The highest bar or mark ends 16 pixels below the top of its space.
"""

COLOURS: Final = ("#d9694a", "#c9b896", "#5fa866")
"""Colours of fail, tie and win."""

MARKS: Final[Mapping[str, str]] = {"thrown": "#2d4f8a", "drawn": "#8a4fa0"}
"""Colours of the marks for the frequency of a degree: in thrown checks, and in drawn checks."""


def write_odds_picture(path: Path, odds: Odds, rolled: "Mapping[str, RolledChecks]") -> None:
    """Write the odds of a check as a picture.

    Args:
        path: The file. An existing file is replaced. Its name ends in .svg.
        odds: The odds.
        rolled: Rolled checks, by kind: `thrown` or `drawn`. A line at each bar marks the frequency of the degree.

    Raises:
        BadInput: The name has another ending, or the file can't be written.
    """
    if path.suffix.lower() != ".svg":
        raise BadInput(f"--picture: {path.name} isn't the name of an SVG file; write for example {path.stem}.svg")
    try:
        path.write_text(odds_picture(odds, rolled), encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"--picture: {path} can't be written: {problem.strerror}") from problem


def odds_picture(odds: Odds, rolled: "Mapping[str, RolledChecks]") -> str:
    """Return the odds of a check as an SVG picture. `write_odds_picture` explains the arguments."""
    high = TOP + BARS + LABELS + 22 * len(rolled)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" width="{WIDTH}" height="{high}" '
        'font-family="sans-serif" font-size="13" fill="#2b2118">',
        f'<rect width="{WIDTH}" height="{high}" fill="#fbf6ec"/>',
        f'<text x="{MARGIN}" y="34" font-size="20" font-weight="bold">{escape(write_check(odds.check))}</text>',
        *_whole_bar(odds),
        *_degree_bars(odds, rolled),
        *_legend(rolled),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _whole_bar(odds: Odds) -> Iterator[str]:
    """Yield a bar that is divided among fail, tie and win by their chances."""
    x, wide = float(MARGIN), WIDTH - 2 * MARGIN
    for name, chance, colour in zip(("fail", "tie", "win"), (odds.fail, odds.tie, odds.win), COLOURS, strict=True):
        part = float(chance) * wide
        if part > 0.0:
            yield f'<rect x="{x:.1f}" y="48" width="{part:.1f}" height="26" fill="{colour}"/>'
        if part > 70.0:
            yield f'<text x="{x + part / 2:.1f}" y="66" text-anchor="middle">{name} {float(chance):.1%}</text>'
        x += part
    told = ", ".join(f"{name} {chance}" for name, chance in (("fail", odds.fail), ("tie", odds.tie), ("win", odds.win)))
    yield f'<text x="{MARGIN}" y="94" font-size="12">{told}; mean degree {float(odds.mean_degree):+.3f}</text>'


def _degree_bars(odds: Odds, rolled: "Mapping[str, RolledChecks]") -> Iterator[str]:
    """Yield a bar for the chance of each degree, and lines for the degree's frequency in rolled checks."""
    shares = {
        how: {degree: checks["degrees"].get(str(degree), 0) / checks["checks"] for degree in odds.degrees}
        for how, checks in rolled.items()
    }
    most = max([*map(float, odds.degrees.values()), *(share for one in shares.values() for share in one.values())])
    step = (WIDTH - 2 * MARGIN) / len(odds.degrees)
    foot = TOP + BARS
    every = max(1, -(-len(odds.degrees) // 24))
    for number, (degree, chance) in enumerate(odds.degrees.items()):
        left, high = MARGIN + number * step, float(chance) / most * (BARS - 16)
        colour = COLOURS[0 if degree < 0 else 1 if degree == 0 else 2]
        yield (
            f'<rect x="{left + step * 0.1:.1f}" y="{foot - high:.1f}" width="{step * 0.8:.1f}" height="{high:.1f}" '
            f'fill="{colour}"><title>degree {degree:+d}: {chance}</title></rect>'
        )
        for how, its in shares.items():
            y = foot - its[degree] / most * (BARS - 16)
            yield (
                f'<line x1="{left:.1f}" x2="{left + step:.1f}" y1="{y:.1f}" y2="{y:.1f}" '
                f'stroke="{MARKS[how]}" stroke-width="2"/>'
            )
        if number % every == 0:
            middle = left + step / 2
            yield f'<text x="{middle:.1f}" y="{foot + 16}" text-anchor="middle" font-size="11">{degree:+d}</text>'
    yield f'<text x="{WIDTH / 2}" y="{foot + 36}" text-anchor="middle" font-size="12">degree</text>'


def _legend(rolled: "Mapping[str, RolledChecks]") -> Iterator[str]:
    """Yield the legend, which has a row for each entry of `rolled`.

    A row has a stroke in the colour of the entry (`MARKS`), the number of its checks, and the p-value of their χ² test
    if there is one.
    """
    for number, (how, checks) in enumerate(rolled.items()):
        y = TOP + BARS + LABELS + 22 * number + 10
        p = "" if checks["p"] is None else f", p = {checks['p']:.3f}"
        ends = f'x1="{MARGIN}" x2="{MARGIN + 24}" y1="{y - 4}" y2="{y - 4}"'
        yield f'<line {ends} stroke="{MARKS[how]}" stroke-width="2"/>'
        yield f'<text x="{MARGIN + 32}" y="{y}" font-size="12">{checks["checks"]} checks {how}{p}</text>'
