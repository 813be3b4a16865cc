"""The chapters of the report in the order of reading, each with an introduction."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the report. It is about one case, which is an experiment of the physics suite."""

    case: str
    """Name of the case, as in `Finding.case`."""
    title: str
    about: str
    """The introduction: the experiment and the expected result. Empty if there is none."""


CHAPTERS: Final = (
    Chapter(
        "towers against statics",
        "Towers against statics",
        "Random stacks of 2 to 13 dice are let stand. Statics knows each one's margin: how far, at its worst level, "
        "the centre of mass of what is above lies inside the edges that carry it. With 1 mm or more it has to stand; "
        "0.3 mm or more beyond the edge it has to fall.",
    ),
    Chapter(
        "overhang",
        "The farthest overhang",
        "Dice that lean out by 1/2, 1/4, 1/6 … of an edge, counted from the top, just stand. Offsets are stretched "
        "until the stack falls.",
    ),
    Chapter(
        "standing",
        "A tower that stands",
        "Thirteen dice, none of them asleep, for a minute; and a tower on which a die is put and taken off again.",
    ),
    Chapter(
        "carrying",
        "Carrying a tower",
        "A tower is carried by its lowest die with a lasting acceleration. It gives way at min(μ, 1/(N−1))·g: "
        "short ones slide, tall ones topple as a block.",
    ),
    Chapter(
        "hands",
        "Hands",
        "What the hands that come with the program build, each die aimed at the middle of the one below. Statics knows "
        "how often their errors let a tower grow so high.",
    ),
    Chapter(
        "fairness",
        "Fairness of each die",
        "Every face should come as often as any other, and no die should remember how it lay in the hand. They are "
        "thrown hard against the walls of a box, and fewer of them as in a game, from 100 mm onto felt. The p of a "
        "χ² test says how often a fair die would be at least as uneven.",
    ),
    Chapter(
        "real d6", "Against a real d6", "A machine threw real dice 315,672 times (Labby). Ours should be no less even."
    ),
    Chapter(
        "cuboids",
        "Against real cuboids",
        "Steel blocks of x × y × y were thrown by hand (Mathematical Gazette 97.16). How often does one land on a "
        "square face?",
    ),
    Chapter(
        "memory",
        "Gentle throws remember",
        "A flat drop from low down favours the face it began with; lively throws do not (Kapitaniak and others, "
        "Chaos 2012).",
    ),
    Chapter(
        "friction",
        "Friction from 0.15 to 0.8",
        "Published friction of acrylic differs five-fold. This is how much of what a player sees hangs on it.",
    ),
    Chapter(
        "free fall", "Free fall", "A die that falls by h is √(2gh) fast. Steps of time make short falls a little slow."
    ),
    Chapter(
        "bounce",
        "Bouncing",
        "A die that falls flat from h₀ comes up again to h₁ = e²·h₀, e being the product of both their factors. So "
        "√(h₁/h₀) is e; the plot has it as a share of e.",
    ),
    Chapter("sliding", "Sliding", "A die that is given a speed v along the table’s edge slides v²/(2μg)."),
    Chapter("sliding askew", "Sliding askew", "It slides as far whichever way it goes."),
    Chapter(
        "slip angle",
        "On a slope",
        "A die slides on slopes steeper than atan μ. With μ over 1 it topples instead, at 45°.",
    ),
    Chapter("collision", "Two dice in the air", "Dice that meet in free fall keep their momentum, and gain no energy."),
    Chapter("energy", "Energy", "A die that bounces on and on never has more energy than it began with."),
    Chapter(
        "spin",
        "Free spin",
        "In the air a cube keeps its spin; a longer block precesses, and keeps its angular momentum.",
    ),
    Chapter("terrain", "Terrain", "Dice on scenery neither sink into it nor fall through."),
    Chapter(
        "bad worlds",
        "Worlds that should not be",
        "Dice that stand in one another, a mesh with a hole, a die at 20 m/s: all ends somewhere, and in time.",
    ),
    Chapter(
        "second opinion", "A second opinion", "The same cases on another engine; notes tell of what is special to it."
    ),
    Chapter(
        "random worlds",
        "Random tables and acts",
        "Whatever stands on a table, and whatever is done: no body is lost, none gains energy, all is explained.",
    ),
    Chapter("engine memory", "What the engine keeps", "Memory that the engine does not give back after an act."),
    Chapter("determinism", "The same again", "The same table, act and seed give the same bits, in any process."),
)
"""The chapters in the order of the report. Any other case gets a chapter of its own after these."""


def chapter(case: str) -> Chapter:
    """Return the chapter of a case. If `CHAPTERS` has none, return a new chapter without an introduction."""
    known = {one.case: one for one in CHAPTERS}
    return known.get(case, Chapter(case, case[:1].upper() + case[1:], ""))


def in_order(cases: set[str]) -> list[Chapter]:
    """Return the chapter of each case in `cases`. The chapters are in the order of the report."""
    known = [one for one in CHAPTERS if one.case in cases]
    return known + [chapter(case) for case in sorted(cases - {one.case for one in known})]
